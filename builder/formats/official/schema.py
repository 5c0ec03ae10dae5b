"""Validate a value against the official script format, report faults, and convert it to a valid form: "12" to 12.

`data/schema/script.json` holds the limits; this module reads the few words of JSON Schema that it uses. The
branch of an entry is chosen by its shape, so that the fault reported is the fault made. (A general validator
costs 1.5 ms a script and 50 ms to import; this costs a hundredth. `tests/property` holds both to the same
verdict.)

A valid value is returned as the same object. With `cut`, texts and lists over a limit are shortened too, for an export
(the full text goes into `_meta`).
"""

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, compress, islice
from typing import Any, Final

from builder import assets, catalogue
from builder.game.ids import key
from builder.game.script import UNNAMED
from builder.memoize import Memo, fresh_mark, mark, of_runs

Node = Mapping[str, Any]
Step = str | int
#: An object with one of these fields defines a character instead of referring to one.
DEFINING = frozenset({"name", "team", "ability"})

#: Keywords that restrict a rule for texts.
NARROWING = frozenset({"maxLength", "enum"})
#: Fields that an entry may have outside the format; they are not validated.
OURS = "clockwright"
#: Cache of entries: whether the format accepts them.
_FAULTLESS: Memo[bool] = Memo()


@dataclass(frozen=True, slots=True)
class Fault:
    """One violation of the format: `kind` says which, `limit` what is allowed, `path` where."""

    kind: str
    path: tuple[Step, ...]
    value: Any
    node: Node
    limit: Any = None


@cache
def rules() -> Node:
    """The schema with its references resolved."""
    written = json.loads(assets.data("schema", "script.json").read_bytes())
    filled: Node = _filled(written, written["$defs"])
    return filled


@cache
def rule(name: str) -> Node:
    """One definition: `character`, `meta`, `reference`, `shortId`."""
    node: Node = rules()["$defs"][name]
    return node


def _filled(node: Any, definitions: Node) -> Any:
    if isinstance(node, list):
        return [_filled(item, definitions) for item in node]
    if not isinstance(node, dict):
        return node
    own = {name: _filled(value, definitions) for name, value in node.items() if name != "$ref"}
    if "$ref" not in node:
        return own
    return _filled(definitions[node["$ref"].rpartition("/")[2]], definitions) | own


def faults(value: object, *, is_frozen: bool = False) -> Iterator[Fault]:
    """Every violation of the format in a JSON value; none exactly if the official schema accepts it.

    `is_frozen`: its entries are never changed, so that the same objects need not be looked at again.
    """
    node = rules()
    if not isinstance(value, list):
        yield Fault("not-a-list", (), value, node)
        return
    if len(value) < node["minItems"]:
        yield Fault("too-few", (), value, node, node["minItems"])
    if len(value) > node["maxItems"]:
        yield Fault("too-many", (), value, node, node["maxItems"])
    for index in faulty(value, is_frozen=is_frozen):
        yield from _faults(value[index], index)


def faulty(entries: Sequence[object], *, is_frozen: bool = False) -> Iterator[int]:
    """The indexes of entries with violations; `is_frozen` is as in `faults`."""
    indexes: Iterable[int] = range(len(entries))
    if is_frozen:  # `_meta` is looked at each time: it is long, and changes with the page of any character
        indexes = compress(indexes, chain.from_iterable(_faulty([not is_meta(it) and it for it in entries])))
    return (index for index in indexes if entry_faults(entries[index]))


@of_runs
def _faulty(entries: Sequence[object]) -> list[bool]:
    return [bool(entry_faults(entry)) for entry in entries]


def entry_faults(entry: object, index: int = 0) -> list[Fault]:
    """The violations in one entry, by the rule that matches its shape."""
    if isinstance(entry, dict) and _FAULTLESS.get(_words(entry), lambda: not _faults(entry, index)):
        return []
    return _faults(entry, index)


def _words(entry: dict[str, Any]) -> bytes | None:
    """Cache key of an entry."""
    return fresh_mark({**entry, OURS: True}) if OURS in entry else mark(entry)


def _faults(entry: object, index: int) -> list[Fault]:
    found: list[Fault] = []
    if isinstance(entry, str):
        _note(rule("shortId"), entry, (index,), found)
    elif not isinstance(entry, dict):
        found.append(Fault("no-entry", (index,), entry, rules()))
    elif entry.get("id") == "_meta" and len(entry) > 1:
        return _meta_faults(entry, index)
    elif not entry.keys() & DEFINING:
        _note(rule("reference"), entry, (index,), found)
    else:
        _note(rule("character"), entry, (index,), found)
    return found


def _meta_faults(entry: dict[str, Any], index: int) -> list[Fault]:
    """The official schema accepts what matches exactly one rule: here `_meta` or, by accident, a character."""
    as_meta: list[Fault] = []
    as_character: list[Fault] = []
    _note(rule("meta"), entry, (index,), as_meta)
    _note(rule("character"), entry, (index,), as_character)
    if as_meta and as_character:
        return as_meta
    return [] if as_meta or as_character else [Fault("two-in-one", (index,), entry, rule("meta"))]


def _note(node: Node, value: object, path: tuple[Step, ...], found: list[Fault]) -> None:
    """Append the violations in a value to `found`."""
    kind = kind_of(value)
    wanted = node["type"]
    if kind != wanted and kind not in wanted:
        found.append(Fault("wrong-type", path, value, node, wanted))
    elif isinstance(value, str):
        _note_text(node, value, path, found)
    elif isinstance(value, list):
        _note_list(node, value, path, found)
    elif isinstance(value, dict):
        _note_object(node, value, path, found)


def _note_text(node: Node, value: str, path: tuple[Step, ...], found: list[Fault]) -> None:
    limit = node.get("maxLength")
    if limit is not None and len(value) > limit:
        found.append(Fault("too-long", path, value, node, limit))
    if "enum" in node and value not in node["enum"]:
        found.append(Fault("no-choice", path, value, node, node["enum"]))


def _note_list(node: Node, value: list[Any], path: tuple[Step, ...], found: list[Fault]) -> None:
    if len(value) < node.get("minItems", 0):
        found.append(Fault("too-few", path, value, node, node["minItems"]))
    limit = node.get("maxItems")
    if limit is not None and len(value) > limit:
        found.append(Fault("too-many", path, value, node, limit))
    inner = node["items"]
    if (
        inner["type"] == "string"
        and inner.keys().isdisjoint(NARROWING)
        and all(type(each) is str for each in value)
    ):
        return
    for index, item in enumerate(islice(value, limit)):
        _note(node["items"], item, (*path, index), found)


def _note_object(node: Node, value: dict[str, Any], path: tuple[Step, ...], found: list[Fault]) -> None:
    properties = node["properties"]
    closed = node.get("additionalProperties") is False
    found.extend(
        Fault("missing", (*path, name), None, properties[name])
        for name in node["required"]
        if name not in value
    )
    for name, item in value.items():
        if name in properties:
            _note(properties[name], item, (*path, name), found)
        elif closed:
            found.append(Fault("unknown-field", (*path, name), item, node))


def kind_of(value: object) -> str:
    """The JSON type of a value; true and false are not numbers."""
    match value:
        case bool():
            return "boolean"
        case str():
            return "string"
        case int() | float():
            return "number"
        case list():
            return "array"
        case dict():
            return "object"
        case _:
            return "null"


def as_object(value: object) -> dict[str, Any]:
    """The value if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def as_list(value: object) -> list[Any]:
    """The value if it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def is_meta(item: object) -> bool:
    """Whether an item of the list is the script's `_meta`."""
    return isinstance(item, dict) and item.get("id") == "_meta"


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
