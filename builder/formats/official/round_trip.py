"""What our export carried in `_meta` goes back where its author had it.

A field comes back only while the file still holds what we wrote in its place: whoever edits an exported file
is right.
"""

from collections.abc import Mapping
from typing import Any

from builder.formats.official.entries import is_meta
from builder.formats.official.mend import ABSENT
from builder.formats.official.schema import Node, rule
from builder.formats.official.tidy import UNNAMED, fitting, stand_in

KEY = "clockwright"
FORMAT = 1
OWN = frozenset({"format", "added", "meta", "entries", "left_out", "kept"})
#: More entries than that are nobody's script.
MOST = 2_000
#: A value with its index in the file; None: it was kept in `_meta`.
Item = tuple[int | None, Any]


def is_ours(block: object) -> bool:
    """Whether a `clockwright` in `_meta` was written by this program."""
    return isinstance(block, dict) and type(block.get("format")) is int and block["format"] == FORMAT


def unpack(items: list[Any]) -> list[Item]:
    """The values as their author wrote them."""
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
    """An entry with what was `put` aside, without what was made up (`absent`)."""
    node = rule("meta" if is_meta(item) else "character")
    absent = [name for name in _list(extra.get("absent")) if isinstance(name, str)]
    put = extra["put"] if isinstance(extra.get("put"), dict) else {}
    known = {
        name: value for name, value in item.items() if name not in absent and name not in _hopeless(node, put)
    }
    wrong = {
        name
        for name in absent
        if name in node["required"] and item.get(name) == stand_in(name, known, for_meta=is_meta(item))
    }
    return {name: value for name, value in item.items() if name not in wrong} | {
        name: value
        for name, value in put.items()
        if name not in item or _wrote(node, name, value, known, for_meta=is_meta(item)) == item[name]
    }


def _hopeless(node: Node, put: Mapping[str, Any]) -> set[str]:
    """Fields that the format demands and that were written so that a stand-in had to take their place."""
    return {name for name in node["required"] if name in put and fitting(node, name, put[name]) is ABSENT}


def _wrote(node: Node, name: str, value: object, known: Mapping[str, Any], *, for_meta: bool) -> object:
    """What the export holds in the place of this value."""
    fit = fitting(node, name, value)
    return stand_in(name, known, for_meta=for_meta) if fit is ABSENT and name in node["required"] else fit


def _own_meta(written: Mapping[str, Any], block: Mapping[str, Any]) -> dict[str, Any]:
    """`_meta` without what we added to it, and with what we took from it."""
    meta = {name: value for name, value in written.items() if name != KEY}
    rest = {name: value for name, value in block.items() if name not in OWN}
    if "kept" in block or rest:
        meta[KEY] = block.get("kept", rest)
    return restored(meta, block["meta"]) if isinstance(block.get("meta"), dict) else meta


def _by_id(items: list[Any], where: int) -> dict[str, int]:
    """The first entry of each id."""
    first: dict[str, int] = {}
    for index, item in enumerate(items):
        who = _id(item)
        if index != where and isinstance(who, str):
            first.setdefault(who, index)
    return first


def _target(items: list[Any], extra: Mapping[str, Any], by_id: Mapping[str, int]) -> int | None:
    """The entry that an extra belongs to: where it stood, or (in a rearranged file) the first of that id."""
    who, at = extra.get("id"), extra.get("at")
    if not isinstance(who, str) or who not in by_id:
        return None
    return at if type(at) is int and by_id[who] <= at < len(items) and _id(items[at]) == who else by_id[who]


def _id(item: Any) -> Any:
    return item.get("id") if isinstance(item, dict) else item


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _dicts(value: object) -> list[dict[str, Any]]:
    return [item for item in _list(value) if isinstance(item, dict)]
