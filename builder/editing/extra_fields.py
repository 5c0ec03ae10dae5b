"""The extra fields of a character in `_meta.clockwright.characters`: its almanac page, icon, tags, notes.

The official format has no fields for them, so they are stored by id. Code that changes ids or the order of two
entries with one id rewrites them here, so that no character gets the page of another.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from builder.formats.official import entries as reading
from builder.game.script import Meta, Script

OURS = "clockwright"


def of(script: Script) -> list[Any]:
    """The extra fields of each entry, as written; None where there are none."""
    known = as_object(block_of(script.written_meta).get("characters"))
    return [known.get(name) for name in reading.extra_keys(entry.id for entry in script.entries)]


def at(script: Script, index: int) -> dict[str, Any]:
    """The extra fields of one entry."""
    return as_object(of(script)[index])


def block_of(meta: Mapping[str, Any] | None) -> dict[str, Any]:
    """Our object in a `_meta`."""
    return as_object((meta or {}).get(OURS))


def meta_of(script: Script) -> dict[str, Any]:
    """A copy of the script's `_meta`, to modify; a new one if its file has none."""
    if script.written_meta is not None:
        return dict(script.written_meta)
    if script.meta != Meta():
        return reading.written_meta(script.meta)
    return {"id": "_meta", "name": script.name}


def merged(script: Script, ids: Sequence[str], extras: Sequence[Any]) -> Mapping[str, Any] | None:
    """The `_meta` of the script with these ids and their extra fields.

    The fields of ids that are not on the script stay; an entry without fields of its own gets those.
    """
    if script.written_meta is None and not any(extra is not None for extra in extras):
        return None
    meta = meta_of(script)
    block = block_of(meta)
    known = as_object(block.get("characters"))
    before = set(reading.extra_keys(entry.id for entry in script.entries))
    fresh = _by_name(known, before, ids, extras)
    if fresh == known:
        return script.written_meta
    return put(meta, OURS, put(block, "characters", fresh))


def put(holder: Mapping[str, Any], name: str, value: object) -> dict[str, Any]:
    """The object with this part, in its old position; an empty part is removed."""
    if value:
        return {**holder, name: value}
    return {each: part for each, part in holder.items() if each != name}


def as_object(value: object) -> dict[str, Any]:
    """A copy of an object of ours; a foreign value in its place is preserved as its `foreign` field."""
    if isinstance(value, dict):
        return dict(value)
    return {} if value is None else {"foreign": value}


def _by_name(
    known: Mapping[str, Any], before: set[str], ids: Sequence[str], extras: Sequence[Any]
) -> dict[str, Any]:
    """The extra fields by name, in the order of the file; new ones at the end."""
    given = {
        name: extra for name, extra in zip(reading.extra_keys(ids), extras, strict=True) if extra is not None
    }
    left = {name: extra for name, extra in known.items() if name not in before and name not in given}
    order = dict.fromkeys([*(name for name in known if name in left or name in given), *given])
    return {name: given[name] if name in given else left[name] for name in order}
