"""Store what the official format cannot express in `_meta`, under the one key `clockwright`.

    "clockwright": {"format": 1,
      "added": true,                               the script had no `_meta`; it is there for this only
      "meta": {"put": {...}, "absent": [...]},     fields of `_meta` as written; fields that were made up
      "entries": [{"at": 3, "id": "pikeman", "put": {...}, "absent": [...]}],      the same for characters
      "left_out": [{"at": 7, "entry": ...}],       entries that no official file may have
      "kept": ...}                                 a `clockwright` of somebody else

Another form of a valid value (`traveler`, "12" for 12) is converted and not preserved. A field is restored only while
the file still has what we wrote in its place: edits of an exported file take precedence.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from builder.formats.official.schema import (
    ABSENT,
    Node,
    Tidied,
    as_list,
    as_object,
    entry_faults,
    fallback_value,
    faulty,
    fitting,
    is_meta,
    rule,
    tidy,
)
from builder.game.script import UNNAMED

KEY = "clockwright"
FORMAT = 1
OWN = frozenset({"format", "added", "meta", "entries", "left_out", "kept"})
#: More entries than any script has.
MOST = 2_000
#: A value with its index in the file; None: it was stored in `_meta`.
Item = tuple[int | None, Any]


@dataclass(frozen=True, slots=True)
class Packed:
    """The values for the file; and for each changed entry: its index, its original, and the changes."""

    items: list[Any]
    changed: list[tuple[int, Any, Tidied | None]]


def pack(items: list[Any], name: str, *, is_frozen: bool = False) -> Packed:
    """Convert a script's values to the official format, with everything else stored in `_meta`.

    `name` is the script's name if it has no `_meta` yet; `is_frozen` is as in `schema.faults`.
    """
    kept: list[Any] = []
    changed: list[tuple[int, Any, Tidied | None]] = []
    block: dict[str, list[Any]] = {}
    first_meta = next((index for index, item in enumerate(items) if is_meta(item)), None)
    wrong = set(faulty(items, is_frozen=is_frozen))
    for index, item in enumerate(items):
        if index not in wrong:
            kept.append(item)
            continue
        tidied = _official_form(item, is_first_meta=index == first_meta)
        if tidied is None:
            block.setdefault("left_out", []).append({"at": index, "entry": item})
        elif tidied.put or tidied.absent:
            extra = {"at": len(kept), "id": tidied.item["id"], **_moved(tidied)}
            block.setdefault("entries", []).append(extra)
        if tidied is None or tidied.item is not item:
            changed.append((index, item, tidied))
        if tidied is not None:
            kept.append(tidied.item)
    return Packed(_with_block(items, kept, block, name), changed)


def _official_form(item: Any, *, is_first_meta: bool) -> Tidied | None:
    faults = entry_faults(item)
    if not faults or isinstance(item, str) or all(_is_long_id(item, fault.path) for fault in faults):
        return Tidied(item)
    tidied = tidy(item)
    if tidied and is_meta(item) and not is_first_meta and entry_faults(tidied.item):
        return None
    return tidied


def _is_long_id(item: Any, path: tuple[str | int, ...]) -> bool:
    """Whether the fault is the length of an id: ids are never rewritten."""
    return isinstance(item, dict) and path[1:] == ("id",) and isinstance(item.get("id"), str)


def _moved(tidied: Tidied) -> dict[str, Any]:
    return _given("put", tidied.put) | _given("absent", tidied.absent)


def _with_block(items: list[Any], kept: list[Any], block: dict[str, list[Any]], name: str) -> list[Any]:
    where = next((index for index, item in enumerate(kept) if is_meta(item)), None)
    if where is not None:
        meta = next(item for item in items if is_meta(item))
        return [*kept[:where], _carrier(meta, where, block), *kept[where + 1 :]]
    if not block:
        return kept
    entries = [entry | {"at": entry["at"] + 1} for entry in block.get("entries", [])]
    full = (
        {"format": FORMAT, "added": True}
        | _given("entries", entries)
        | _given("left_out", block.get("left_out"))
    )
    return [{"id": "_meta", "name": name, KEY: full}, *kept]


def _carrier(meta: dict[str, Any], where: int, block: dict[str, list[Any]]) -> dict[str, Any]:
    """The script's own `_meta` with our block in it, if one is needed."""
    foreign = meta.get(KEY)
    if not block and not is_ours(foreign) and not entry_faults(meta):
        return meta
    tidied = tidy(meta) or Tidied(meta)
    moved = _moved(tidied)
    if not block and not moved and not is_ours(foreign) and not entry_faults(tidied.item):
        return tidied.item
    entries = [entry for entry in block.get("entries", []) if entry["at"] != where]
    full = {"format": FORMAT} | _given("meta", moved) | _given("entries", entries)
    full |= _given("left_out", block.get("left_out"))
    if isinstance(foreign, dict) and foreign and not foreign.keys() & OWN:
        full = foreign | full
    elif KEY in meta:
        full["kept"] = foreign
    return {name: value for name, value in tidied.item.items() if name != KEY} | {KEY: full}


def _given(name: str, value: Any) -> dict[str, Any]:
    return {name: value} if value else {}


def is_ours(block: object) -> bool:
    """Whether a `clockwright` in `_meta` was written by this program."""
    return isinstance(block, dict) and type(block.get("format")) is int and block["format"] == FORMAT


def unpack(items: list[Any]) -> list[Item]:
    """Restore the values as their author wrote them."""
    where = next((index for index, item in enumerate(items) if is_meta(item)), None)
    numbered: list[Item] = list(enumerate(items))
    if where is None or not is_ours(items[where].get(KEY)):
        return numbered
    block = items[where][KEY]
    by_id = _by_id(items, where)
    for extra in _dicts(block.get("entries"))[:MOST]:
        index = _target(items, extra, by_id)
        if index is not None:
            present = numbered[index][1]
            numbered[index] = (
                index,
                restored(present if isinstance(present, dict) else {"id": present}, extra),
            )
    meta = _own_meta(items[where], block)
    numbered[where] = (where, meta)
    if block.get("added") is True and meta == {"id": "_meta", "name": UNNAMED}:
        del numbered[where]
    for left in _dicts(block.get("left_out"))[:MOST]:
        if type(left.get("at")) is int and "entry" in left:
            numbered.insert(min(max(left["at"], 0), len(numbered)), (None, left["entry"]))
    return numbered


def restored(item: dict[str, Any], extra: Mapping[str, Any]) -> dict[str, Any]:
    """An entry with its `put` fields restored and its `absent` fields removed."""
    node = rule("meta" if is_meta(item) else "character")
    absent = [name for name in as_list(extra.get("absent")) if isinstance(name, str)]
    put = as_object(extra.get("put"))
    known = {
        name: value for name, value in item.items() if name not in absent and name not in _hopeless(node, put)
    }
    wrong = {
        name
        for name in absent
        if name in node["required"] and item.get(name) == fallback_value(name, known, for_meta=is_meta(item))
    }
    return {name: value for name, value in item.items() if name not in wrong} | {
        name: value
        for name, value in put.items()
        if name not in item or _wrote(node, name, value, known, for_meta=is_meta(item)) == item[name]
    }


def _hopeless(node: Node, put: Mapping[str, Any]) -> set[str]:
    """Required fields whose original value had to be replaced by a fallback."""
    return {name for name in node["required"] if name in put and fitting(node, name, put[name]) is ABSENT}


def _wrote(node: Node, name: str, value: object, known: Mapping[str, Any], *, for_meta: bool) -> object:
    """The value that the export wrote in place of this one."""
    fit = fitting(node, name, value)
    return (
        fallback_value(name, known, for_meta=for_meta) if fit is ABSENT and name in node["required"] else fit
    )


def _own_meta(written: Mapping[str, Any], block: Mapping[str, Any]) -> dict[str, Any]:
    """`_meta` without what we added to it, and with what we moved out of it restored."""
    meta = {name: value for name, value in written.items() if name != KEY}
    rest = {name: value for name, value in block.items() if name not in OWN}
    if "kept" in block or rest:
        meta[KEY] = block.get("kept", rest)
    return restored(meta, block["meta"]) if isinstance(block.get("meta"), dict) else meta


def _by_id(items: list[Any], where: int) -> dict[str, int]:
    """Index of the first entry of each id."""
    first: dict[str, int] = {}
    for index, item in enumerate(items):
        who = _id(item)
        if index != where and isinstance(who, str):
            first.setdefault(who, index)
    return first


def _target(items: list[Any], extra: Mapping[str, Any], by_id: Mapping[str, int]) -> int | None:
    """The entry that an extra belongs to: at its index, or (in a reordered file) the first of that id."""
    who, at = extra.get("id"), extra.get("at")
    if not isinstance(who, str) or who not in by_id:
        return None
    return at if type(at) is int and by_id[who] <= at < len(items) and _id(items[at]) == who else by_id[who]


def _id(item: Any) -> Any:
    return item.get("id") if isinstance(item, dict) else item


def _dicts(value: object) -> list[dict[str, Any]]:
    return [item for item in as_list(value) if isinstance(item, dict)]
