"""What stands beside a character in `_meta.clockwright.characters`: its almanac page, icon, tags, notes.

The official format has no place for it, so it goes by id. Whoever changes ids or the order of two alike puts it
together anew here, so that nobody is left with the page of another.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from builder.formats import entries as reading
from builder.game.script import Meta, Script

OURS = "clockwright"


def of(script: Script) -> list[Any]:
    """For each entry what stands beside it, as written; None where nothing does."""
    known = held(held((script.written_meta or {}).get(OURS)).get("characters"))
    return [known.get(name) for name in reading.extra_keys(entry.id for entry in script.entries)]


def together(script: Script, ids: Sequence[str], extras: Sequence[Any]) -> Mapping[str, Any] | None:
    """The `_meta` of the script with these ids and what stands beside each.

    What is said of ids that were not on the script stays; whoever comes with nothing of its own gets it.
    """
    if script.written_meta is None and not any(extra is not None for extra in extras):
        return None
    meta = dict(script.written_meta) if script.written_meta is not None else fresh_meta(script)
    block = held(meta.get(OURS))
    known = held(block.get("characters"))
    before = set(reading.extra_keys(entry.id for entry in script.entries))
    fresh = _placed(known, before, ids, extras)
    if fresh == known:
        return script.written_meta
    return put(meta, OURS, put(block, "characters", fresh))


def put(holder: Mapping[str, Any], name: str, value: Mapping[str, Any]) -> dict[str, Any]:
    """The holder with a part, in its place; an empty part goes."""
    if value:
        return {**holder, name: value}
    return {each: part for each, part in holder.items() if each != name}


def held(value: object) -> dict[str, Any]:
    """An object of ours; whatever somebody else wrote in its place is kept inside."""
    if isinstance(value, dict):
        return dict(value)
    return {} if value is None else {"foreign": value}


def _placed(
    known: Mapping[str, Any], before: set[str], ids: Sequence[str], extras: Sequence[Any]
) -> dict[str, Any]:
    """By name what stands beside; in the order in which the file had it, what is new behind."""
    told = dict(zip(reading.extra_keys(ids), extras, strict=True))
    kept = {name: extra for name, extra in known.items() if name not in before and told.get(name) is None}
    given = {name: extra for name, extra in told.items() if extra is not None}
    order = dict.fromkeys([*(name for name in known if name in kept or name in given), *given])
    return {name: given[name] if name in given else kept[name] for name in order}


def fresh_meta(script: Script) -> dict[str, Any]:
    """The `_meta` of a script whose file has none."""
    if script.meta != Meta():
        return reading.written_meta(script.meta)
    return {"id": "_meta", "name": script.name}
