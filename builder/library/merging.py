"""Two changes of one script at once: what does not touch the same thing goes together by itself."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from builder import catalogue
from builder.formats import official
from builder.game.ids import key
from builder.game.script import Script

MISSING = object()
#: Parts of `_meta` that are merged field by field themselves.
DEEPER = ("clockwright", "characters")


@dataclass(frozen=True, slots=True)
class Merged:
    """Both changes in one script; `places` says where they contradict each other (then mine stands there)."""

    script: Script
    places: tuple[str, ...]


def merge(base: Script, mine: Script, theirs: Script) -> Merged:
    """One script with what both changed since `base`."""
    places: list[str] = []
    meta = _meta(
        dict(base.written_meta or {}), dict(mine.written_meta or {}), dict(theirs.written_meta or {}), places
    )
    entries = _entries(base, mine, theirs, places)
    values = ([meta] if meta else []) + entries
    script = catalogue.resolve(official.script_of(values)) if entries else mine
    return Merged(script, tuple(places))


def _meta(
    base: dict[str, Any], mine: dict[str, Any], theirs: dict[str, Any], places: list[str]
) -> dict[str, Any]:
    """Field by field; our own part of it one level deeper."""
    merged: dict[str, Any] = {}
    for field in dict.fromkeys((*mine, *theirs)):
        older, ours, others = (each.get(field, MISSING) for each in (base, mine, theirs))
        if field in DEEPER and isinstance(ours, dict) and isinstance(others, dict):
            merged[field] = _meta(older if isinstance(older, dict) else {}, ours, others, places)
            continue
        value = _chosen(older, ours, others, f"“{field}” of the script", places)
        if value is not MISSING:
            merged[field] = value
    return merged


def _chosen(base: Any, mine: Any, theirs: Any, what: str, places: list[str]) -> Any:  # noqa: ANN401  # JSON
    if theirs in (mine, base):
        return mine
    if mine == base:
        return theirs
    places.append(f"Both changed {what}.")
    return mine


def _entries(base: Script, mine: Script, theirs: Script, places: list[str]) -> list[Any]:
    """Mine in my order; who only they added stands behind whom they put them; who one of us took away is gone."""
    before, ours, others = (_by_name(script) for script in (base, mine, theirs))
    merged: list[tuple[str, Any]] = []
    for name, written in ours.items():
        value = _entry(name, written, before, others, places)
        if value is not MISSING:
            merged.append((name, value))
    order = list(others)
    if list(ours) == list(before) and set(order) == set(before):  # only they moved somebody
        place = {name: index for index, name in enumerate(order)}
        merged.sort(key=lambda item: place.get(item[0], len(order)))
    for index, name in enumerate(order):
        if name not in before and name not in ours:
            merged.insert(_behind(order[:index], [each for each, _ in merged]), (name, others[name]))
        elif name not in ours and others[name] != before[name]:
            places.append(f"You removed “{name}” while it was being changed.")
    return [written for _, written in merged]


def _entry(name: str, mine: Any, before: dict[str, Any], others: dict[str, Any], places: list[str]) -> Any:  # noqa: ANN401  # JSON
    if name in others:
        return _chosen(before.get(name, MISSING), mine, others[name], f"“{name}”", places)
    if name not in before:
        return mine
    if mine != before[name]:
        places.append(f"“{name}” was removed while you changed it.")
        return mine
    return MISSING


def _behind(before: Sequence[str], present: Sequence[str]) -> int:
    """The place behind the nearest of those before it that is present."""
    for name in reversed(before):
        if name in present:
            return present.index(name) + 1
    return 0


def _by_name(script: Script) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for entry in script.entries:
        name, number = key(entry.id) or "entry", 1
        while name in found:
            number += 1
            name = f"{key(entry.id)}#{number}"
        found[name] = entry.written
    return found
