"""App features (`special`) as JSON or as the rows of a form."""

import json
import re
from collections.abc import Mapping
from typing import Any

from builder.editing.change import EditError
from builder.editing.readers import LONGEST, MOST_ITEMS, clean
from builder.formats.naming import short
from builder.formats.schema import rule

PART = re.compile(r"special\.(\d{1,3})\.(type|name|value|time|global)")


def read(value: object, title: str) -> list[dict[str, Any]] | None:
    """App features: objects with a type and a name, or their JSON."""
    if isinstance(value, str):
        value = _parsed(value, title)
    every = [value] if isinstance(value, Mapping) else value
    if not isinstance(every, list) or len(every) > MOST_ITEMS:
        raise EditError(f"The {title} must be a list of features, each with a type and a name.")
    return [feature for each in every if (feature := _feature(each, title))] or None


def together(parts: Mapping[str, object]) -> list[dict[str, object]] | None:
    """The features of a form, from `special.0.type`, `special.0.name` …; None where the form has none."""
    found: dict[int, dict[str, object]] = {}
    for name, value in parts.items():
        if place := PART.fullmatch(name):
            found.setdefault(int(place[1]), {})[place[2]] = value
    return [found[place] for place in sorted(found)] if found else None


def _parsed(typed: str, title: str) -> object:
    try:
        return json.loads(typed) if typed.strip() else []
    except (ValueError, RecursionError):
        raise EditError(f"The {title} is no JSON. It is a list of objects with “type” and “name”.") from None


def _feature(value: object, title: str) -> dict[str, Any] | None:
    """One feature with the parts that it has; None for a row of a form that was left empty."""
    if not isinstance(value, Mapping):
        raise EditError(f"The {title} must be a list of features, each with a type and a name.")
    given = {name: part for name, part in value.items() if part not in ("", None)}
    if not given.keys() - {"time", "global"}:
        return None
    properties = rule("character")["properties"]["special"]["items"]["properties"]
    for name in ("type", "name"):
        if given.get(name) not in properties[name]["enum"]:
            choices = ", ".join(properties[name]["enum"])
            raise EditError(
                f"The {name} of a feature must be one of {choices}; “{short(str(given.get(name, '')))}” is none."
            )
    return {str(name): _part(str(name), part) for name, part in given.items()}


def _part(name: str, part: object) -> object:
    """A value in digits is a number, as the app wants it for votes."""
    if name == "value" and isinstance(part, str) and re.fullmatch(r"-?\d{1,6}", part.strip(), re.ASCII):
        return int(part)
    return clean(part)[:LONGEST] if isinstance(part, str) else part
