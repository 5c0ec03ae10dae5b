"""Validate a value against the official script format, and report faults.

`data/schema/script.json` holds the limits; this module reads the few words of JSON Schema that it uses. The
branch of an entry is chosen by its shape, so that the fault reported is the fault made. (A general validator
costs 1.5 ms a script and 50 ms to import; this costs a hundredth. `tests/property` holds both to the same
verdict.)
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

from builder import assets
from builder.memoize import Memo, fresh_mark, mark

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


def faults(value: object) -> Iterator[Fault]:
    """Every violation of the format in a JSON value; none exactly if the official schema accepts it."""
    node = rules()
    if not isinstance(value, list):
        yield Fault("not-a-list", (), value, node)
        return
    if len(value) < node["minItems"]:
        yield Fault("too-few", (), value, node, node["minItems"])
    if len(value) > node["maxItems"]:
        yield Fault("too-many", (), value, node, node["maxItems"])
    for index, entry in enumerate(value):
        yield from entry_faults(entry, index)


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
