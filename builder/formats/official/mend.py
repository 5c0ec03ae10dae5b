"""Convert a value or an entry to the form of the official format: "12" to 12, a text to a list.

With `cut`, texts and lists over a limit are shortened too, for an export (the full text goes into `_meta`).
A valid value is returned as the same object.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from builder import catalogue
from builder.formats.official.schema import Node, is_meta, kind_of, rule
from builder.game.ids import key
from builder.game.script import UNNAMED

ABSENT: Final = object()
YES = frozenset({"true", "yes", "1"})
NO = frozenset({"false", "no", "0", ""})
#: Common spellings of a choice that the format does not accept.
ALIASES = {
    "traveler": "traveller",
    "travelers": "traveller",
    "travellers": "traveller",
    "townfolk": "townsfolk",
    "townfolks": "townsfolk",
    "townsfolks": "townsfolk",
    "outsiders": "outsider",
    "minions": "minion",
    "demons": "demon",
    "fable": "fabled",
    "lorics": "loric",
}


def mend(node: Node, value: Any, *, cut: bool) -> Any:
    """The value in the format's form, or ABSENT if it cannot be converted."""
    wanted = node["type"]
    kind = kind_of(value)
    if kind != wanted and kind not in wanted:
        value = _converted(node, value, wanted)
    if isinstance(value, str):
        return _text(node, value, cut=cut)
    if isinstance(value, list):
        return _list(node, value, cut=cut)
    return _object(node, value, cut=cut) if isinstance(value, dict) else value


def shorten(text: str, limit: int) -> str:
    """Shorten a text to a number of characters, if possible at a word, with … at the end."""
    if len(text) <= limit:
        return text
    words = text[:limit].rpartition(" ")[0].rstrip()
    return (words if len(words) > limit // 2 else text[: limit - 1]) + "…"


def _to_text(node: Node, value: Any) -> Any:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        return f"{value:.15g}" if isinstance(value, float) else str(value)
    if (
        isinstance(value, list)
        and value
        and all(isinstance(item, str) for item in value)
        and not node.get("whole")
    ):
        return " ".join(value)
    return ABSENT


def _to_number(_: Node, value: Any) -> Any:
    if not isinstance(value, str):
        return ABSENT
    try:
        number = float(value) if len(value) < 50 else math.nan
    except ValueError:
        return ABSENT
    if not math.isfinite(number):
        return ABSENT
    return int(number) if number.is_integer() else number


def _to_switch(_: Node, value: Any) -> Any:
    word = str(value).strip().lower() if isinstance(value, (str, int)) else "?"
    return True if word in YES else False if word in NO else ABSENT


def _to_list(node: Node, value: Any) -> Any:
    if isinstance(value, str) and "separators" in node:
        return [part.strip() for part in re.split(f"[{node['separators']}]", value) if part.strip()]
    return [value] if isinstance(value, dict) == (node["items"]["type"] == "object") else ABSENT


CONVERSIONS = {
    "string": _to_text,
    "number": _to_number,
    "boolean": _to_switch,
    "array": _to_list,
}


def _converted(node: Node, value: Any, wanted: str | list[str]) -> Any:
    if value is None:
        return ABSENT
    for kind in [wanted] if isinstance(wanted, str) else wanted:
        if kind in CONVERSIONS and (made := CONVERSIONS[kind](node, value)) is not ABSENT:
            return made
    return ABSENT


def _text(node: Node, value: str, *, cut: bool) -> Any:
    if "enum" in node:
        return value if value in node["enum"] else _choice(node["enum"], value)
    limit = node.get("maxLength")
    if not cut or limit is None or len(value) <= limit:
        return value
    return ABSENT if node.get("whole") else shorten(value, limit)


def _choice(choices: list[str], value: str) -> Any:
    word = value.strip().lower()
    word = ALIASES.get(word, word)
    return next((choice for choice in choices if choice.lower() == word), ABSENT)


def _list(node: Node, value: list[Any], *, cut: bool) -> Any:
    if _takes_any_text(node["items"], cut=cut) and all(type(item) is str for item in value):
        items = value
    else:
        items = [
            item for item in (mend(node["items"], item, cut=cut) for item in value) if item is not ABSENT
        ]
    if cut:
        items = items[: node.get("maxItems")]
    if len(items) < node.get("minItems", 0):
        return ABSENT
    same = len(items) == len(value) and all(new is old for new, old in zip(items, value, strict=True))
    return value if same else items


def _takes_any_text(node: Node, *, cut: bool) -> bool:
    return node["type"] == "string" and "enum" not in node and not (cut and "maxLength" in node)


def _object(node: Node, value: dict[str, Any], *, cut: bool) -> Any:
    properties = node["properties"]
    fields = {
        name: mend(properties[name], item, cut=cut) if name in properties else item
        for name, item in value.items()
    }
    present = {name: item for name, item in fields.items() if item is not ABSENT}
    if any(name not in present for name in node["required"]):
        return ABSENT
    same = len(present) == len(value) and all(present[name] is value[name] for name in value)
    return value if same else present


@dataclass(frozen=True, slots=True)
class Tidied:
    """The entry for the file; `put`: fields as their author wrote them; `absent`: fields we added."""

    item: dict[str, Any]
    put: dict[str, Any] = field(default_factory=dict)
    absent: list[str] = field(default_factory=list)


def tidy(item: object) -> Tidied | None:
    """The entry in the official form; None if that is impossible."""
    if not isinstance(item, dict):
        return None
    if is_meta(item):
        return _fill(rule("meta"), item, *_sorted_out(rule("meta"), item))
    out, put = _sorted_out(rule("character"), item)
    if "team" in out and out.keys() & {"name", "ability"}:
        return _fill(rule("character"), item, out, put)
    who = out.get("id")
    if (
        isinstance(who, str)
        and "team" not in put
        and catalogue.find(who)
        and len(who) <= rule("shortId")["maxLength"]
    ):
        return Tidied(
            {"id": who}, {name: value for name, value in item.items() if name != "id" or value is not who}
        )
    return None


def _sorted_out(node: Node, item: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    out: dict[str, Any] = {}
    put: dict[str, Any] = {}
    for name, value in item.items():
        fit = fitting(node, name, value)
        if fit is not ABSENT:
            out[name] = fit
        if fit is ABSENT or not says_the_same(node, name, value, fit):
            put[name] = value
    # Fields that are only converted stay in order when restored; all others come after them.
    return out, {name: put[name] for name in sorted(put, key=lambda name: name not in out)}


def says_the_same(node: Node, name: str, value: object, fit: object) -> bool:
    """Whether the conversion is lossless: the same value, or another spelling of it."""
    if fit is value:
        return True
    if type(fit) is type(value) is not str:  # a list or object of which something was left out, perhaps
        return False
    return name in node["properties"] and mend(node["properties"][name], value, cut=False) == fit


def fitting(node: Node, name: str, value: Any) -> Any:
    """Convert one field; ABSENT if that is impossible. An id is never shortened."""
    if name in node["properties"]:
        return mend(node["properties"][name], value, cut=name != "id")
    return ABSENT if node.get("additionalProperties") is False else value


def _fill(node: Node, item: Mapping[str, Any], out: dict[str, Any], put: dict[str, Any]) -> Tidied:
    made_up = {
        name: fallback_value(name, out, for_meta=is_meta(item))
        for name in node["required"]
        if name not in out
    }
    return Tidied(out | made_up, put, [name for name in made_up if name not in item])


def fallback_value(name: str, item: Mapping[str, Any], *, for_meta: bool) -> str:
    """Default value for a required field that the author left out."""
    if for_meta:
        return UNNAMED
    if name == "name":
        return shorten(str(item.get("id", "")), rule("character")["properties"]["name"]["maxLength"])
    return key(str(item.get("name", ""))) if name == "id" else ""
