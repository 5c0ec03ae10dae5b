"""Two orders of the same things, put together: who was added, moved or taken away on either side."""

from bisect import bisect_left
from collections.abc import Collection, Hashable, Sequence
from typing import TypeVar

Name = TypeVar("Name", bound=Hashable)


def woven(
    base: Sequence[Name], mine: Sequence[Name], theirs: Sequence[Name], kept: Collection[Name]
) -> tuple[list[Name], set[Name]]:
    """Those who are kept, in one order; and those whom both moved, to different places (then mine holds).

    Mine is the order; whom only they added or moved goes behind the one whom they put them behind.
    """
    common = set(base) & set(mine) & set(theirs)
    before, ours, others = ([name for name in side if name in common] for side in (base, mine, theirs))
    moved = set() if others in (before, ours) else displaced(before, others)
    both = moved & displaced(before, ours)
    floating = (moved - both) | (set(theirs) - set(mine))
    behind = _behind([name for name in theirs if name in kept], floating)
    fixed = [name for name in mine if name in kept and name not in floating]
    return _placed(fixed, behind), both


def displaced(before: Sequence[Name], after: Sequence[Name]) -> set[Name]:
    """The fewest of them that were moved to come from one order to the other."""
    place = {name: index for index, name in enumerate(before)}
    return set(after) - {after[index] for index in _rising([place[name] for name in after])}


def _rising(numbers: Sequence[int]) -> list[int]:
    """Where the longest rising row among numbers stands."""
    tails: list[int] = []
    ends: list[int] = []
    previous: list[int | None] = []
    for index, number in enumerate(numbers):
        length = bisect_left(tails, number)
        previous.append(ends[length - 1] if length else None)
        tails[length : length + 1] = [number]
        ends[length : length + 1] = [index]
    found, at = [], ends[-1] if ends else None
    while at is not None:
        found.append(at)
        at = previous[at]
    return found


def _behind(order: Sequence[Name], floating: Collection[Name]) -> dict[Name | None, Name]:
    """Who of those that have no place yet comes directly behind whom."""
    return {before: name for before, name in zip((None, *order), order, strict=False) if name in floating}


def _placed(fixed: Sequence[Name], behind: dict[Name | None, Name]) -> list[Name]:
    order: list[Name] = []
    for name in (None, *fixed):
        if name is not None:
            order.append(name)
        after = behind.get(name)
        while after is not None:
            order.append(after)
            after = behind.get(after)
    return order
