"""The format of a theme: `data/schema/theme.json` holds its limits and defaults, `data/faces.json` our fonts."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from builder import assets
from builder.language import gettext as _
from builder.prose_lists import cut

Node = Mapping[str, Any]
#: Length limit of a value in a message.
SHOWN = 40
#: Fields that hold files; in fonts each of these.
PICTURES = ("paper.picture", "logo.picture")
FACES = ("heading", "text", "reading")
WEIGHTS = ("regular", "italic", "bold", "boldItalic")
#: Our files that the fonts of a theme replace, in the order of WEIGHTS.
_REPLACED = {
    "heading": ("IMFellEnglishSC-Regular",),
    "text": tuple(f"AlegreyaSans-{each}" for each in ("Regular", "Regular_Italic", "Bold", "Bold_Italic")),
    "reading": tuple(f"Alegreya-{each}" for each in ("Regular", "Regular_Italic", "Bold", "Bold_Italic")),
}
#: Where a picture or a font of a theme is once it was taken in.
STORED = "stored:"
_KINDS: Mapping[type, str] = {
    str: "string",
    bool: "boolean",
    int: "number",
    float: "number",
    list: "array",
    dict: "object",
    type(None): "null",
}


@cache
def rules() -> Node:
    """The schema with its references resolved."""
    written = json.loads(assets.data("schema", "theme.json").read_bytes())

    def filled(node: Any) -> Any:
        if isinstance(node, list):
            return [filled(each) for each in node]
        if not isinstance(node, dict):
            return node
        own = {name: filled(each) for name, each in node.items() if name != "$ref"}
        return filled(written["$defs"][node["$ref"].rpartition("/")[2]]) | own if "$ref" in node else own

    found: Node = filled(written)
    return found


@cache
def faces_of_ours() -> Mapping[str, Mapping[str, str]]:
    """Our fonts: files by weight, by the name of the family."""
    found: Mapping[str, Mapping[str, str]] = json.loads(assets.data("faces.json").read_bytes())
    return found


def found(written: Mapping[str, Any], name: str) -> Any:
    """The value of a field such as `paper.color`; None if it is not there."""
    value: Any = written
    for part in name.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    return value


def reader(written: Mapping[str, Any]) -> Callable[[str], Any]:
    """A function that returns the value of a field, or its default."""

    def get(name: str) -> Any:
        value = found(written, name)
        if value is not None:
            return value
        node = rules()
        for part in name.split("."):
            node = node["properties"][part]
        return node.get("default")

    return get


def long_color(color: str) -> str:
    """A color as `#rrggbb` in small letters."""
    color = color.lower()
    return "#" + "".join(2 * digit for digit in color[1:]) if len(color) == 4 else color


def faces(written: Mapping[str, Any]) -> dict[str, str]:
    """The files of a theme's fonts by those of ours that they replace. Text to read is set like other text."""
    made: dict[str, str] = {}
    for role in FACES:
        font = found(written, f"fonts.{role}") or (
            found(written, "fonts.text") if role == "reading" else None
        )
        files = faces_of_ours().get(font, {}) if isinstance(font, str) else font or {}
        for weight, ours in zip(WEIGHTS, _REPLACED[role], strict=False):
            upright = files.get("bold") if weight == "boldItalic" else None
            file = files.get(weight) or upright or files.get("regular")
            if file:
                made[ours] = file
    return {ours: file for ours, file in made.items() if ours != file}


def faults(value: object) -> Iterator[str]:
    """A sentence for everything in a theme that is not as it has to be: where, what, what to write instead."""
    if isinstance(value, dict):
        yield from _faults(value, rules(), "")
    else:
        yield _('A theme is an object in braces, such as { "title": "Candlelight" }.')


def _faults(value: Any, node: Node, place: str) -> Iterator[str]:
    kinds = [node["type"]] if isinstance(node["type"], str) else node["type"]
    kind = _KINDS[type(value)]
    if kind not in kinds:
        yield _wrong(place, value, node)
    elif kind == "object":
        yield from _object_faults(value, node, place)
    elif kind == "array":
        if len(value) > node["maxItems"]:
            yield _wrong(place, value, node)
        for number, each in enumerate(value[: node["maxItems"]]):
            yield from _faults(each, node["items"], f"{place}.{number}")
    elif kind == "number" and not node["minimum"] <= value <= node["maximum"]:
        yield _("The theme’s “%(place)s” is %(value)s. Write a number from %(least)s to %(most)s.") % {
            "place": place,
            "value": value,
            "least": node["minimum"],
            "most": node["maximum"],
        }
    elif kind == "string":
        yield from _text_faults(value, node, place)


def _object_faults(value: Mapping[str, Any], node: Node, place: str) -> Iterator[str]:
    known = node["properties"]
    for name, each in value.items():
        inner = f"{place}.{name}".lstrip(".")
        if name in known:
            yield from _faults(each, known[name], inner)
        else:
            yield _("A theme has no field “%(place)s”. The fields there are: %(known)s.") % {
                "place": cut(inner, SHOWN),
                "known": ", ".join(each for each in known if each not in {"$schema", "tones"}),
            }
    for name in node.get("required", ()):
        if name not in value:
            yield _("The theme’s “%(place)s” needs “%(name)s”: the file of its upright letters.") % {
                "place": place,
                "name": name,
            }


def _text_faults(value: str, node: Node, place: str) -> Iterator[str]:
    if len(value) > node.get("maxLength", 1000):
        yield _("The theme’s “%(place)s” has %(length)s letters. At most %(most)s are possible.") % {
            "place": place,
            "length": len(value),
            "most": node.get("maxLength", 1000),
        }
    elif "enum" in node and value not in node["enum"]:
        yield _("The theme’s “%(place)s” is “%(value)s”. Choose one of: %(choices)s.") % {
            "place": place,
            "value": cut(value, SHOWN),
            "choices": ", ".join(node["enum"]),
        }
    elif "pattern" in node and not re.fullmatch(node["pattern"], value):
        yield _wrong(place, value, node)


def _wrong(place: str, value: Any, node: Node) -> str:
    shown = (
        json.dumps(value, ensure_ascii=False) if not isinstance(value, dict | list) else _("something else")
    )
    return _("The theme’s “%(place)s” is %(value)s. Write a %(what)s, such as %(example)s.") % {
        "place": place,
        "value": cut(shown, SHOWN),
        "what": node["title"],
        "example": node.get("example", "{ … }"),
    }
