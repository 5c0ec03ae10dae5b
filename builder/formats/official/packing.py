"""What the official format cannot hold travels in `_meta`, under the one key `clockwright`.

    "clockwright": {"format": 1,
      "added": true,                               the script had no `_meta`; it is there for this only
      "meta": {"put": {...}, "absent": [...]},     fields of `_meta` as written; fields that were made up
      "entries": [{"at": 3, "id": "pikeman", "put": {...}, "absent": [...]}],      the same for characters
      "left_out": [{"at": 7, "entry": ...}],       entries that no official file may have
      "kept": ...}                                 a `clockwright` of somebody else

What was only written in another form than the format's (`traveler`, "12" for 12) is mended and not kept.
"""

from dataclasses import dataclass
from typing import Any

from builder.formats.official.entries import is_meta
from builder.formats.official.round_trip import FORMAT, KEY, OWN, is_ours
from builder.formats.official.schema import entry_faults
from builder.formats.official.tidy import Tidied, tidy


@dataclass(frozen=True, slots=True)
class Packed:
    """The values for the file; and each entry that was changed: its index, it, and what became of it."""

    items: list[Any]
    changed: list[tuple[int, Any, Tidied | None]]


def pack(items: list[Any], name: str) -> Packed:
    """A script's values as the official format takes them, with everything else beside them in `_meta`.

    `name` is what the script is called if it has no `_meta` of its own yet.
    """
    kept: list[Any] = []
    changed: list[tuple[int, Any, Tidied | None]] = []
    block: dict[str, list[Any]] = {}
    first_meta = next((index for index, item in enumerate(items) if is_meta(item)), None)
    for index, item in enumerate(items):
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
