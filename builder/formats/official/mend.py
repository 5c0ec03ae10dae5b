"""What an author meant where a field has another form than the format's: "12" for 12, a text for a list.

With `cut`, texts and lists over a limit are shortened too: that is what an export holds (the whole goes along
in `_meta`). A value that is right comes back as the same object.
"""

import math
import re
from typing import Any, Final

from builder.formats.official.schema import Node, kind_of

ABSENT: Final = object()
YES = frozenset({"true", "yes", "1"})
NO = frozenset({"false", "no", "0", ""})
#: Spellings of a choice that are common and not the format's.
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
    """The value as the format wants it, or ABSENT where nothing can be made of it."""
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
    """The text in at most so many characters, whole words where it has any, with … for what is missing."""
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


def _to_object(_: Node, __: Any) -> Any:
    return ABSENT


CONVERSIONS = {
    "string": _to_text,
    "number": _to_number,
    "boolean": _to_switch,
    "array": _to_list,
    "object": _to_object,
}


def _converted(node: Node, value: Any, wanted: str | list[str]) -> Any:
    if value is None:
        return ABSENT
    for kind in [wanted] if isinstance(wanted, str) else wanted:
        made = CONVERSIONS[kind](node, value)
        if made is not ABSENT:
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
