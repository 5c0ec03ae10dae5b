"""Three-way merge of ordered lists: what was added, moved or removed on either side.

The moved names are those outside the longest increasing subsequence of the old positions.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Sequence
from typing import TypeVar

Name = TypeVar("Name", bound=Hashable)
Group = TypeVar("Group", bound=Hashable)


def merge_orders(
    base: Sequence[Name], mine: Sequence[Name], theirs: Sequence[Name], kept: Collection[Name]
) -> tuple[list[Name], bool]:
    """Merges two orders; also returns whether both sides reordered them differently (then mine wins).

    The result has the order of the side that changed it; a name that only the other side added follows its predecessor.
    """
    common = set(base) & set(mine) & set(theirs)
    before, ours, others = ([name for name in side if name in common] for side in (base, mine, theirs))
    is_contested = others not in (before, ours) and ours != before
    moved = displaced(before, others) if ours == before else set()
    floating = moved | (set(theirs) - set(mine))
    behind = _behind([name for name in theirs if name in kept], floating)
    fixed = [name for name in mine if name in kept and name not in floating]
    return _placed(fixed, behind), is_contested


def merge_orders_in_groups(
    sides: tuple[Sequence[Name], Sequence[Name], Sequence[Name]],
    kept: Collection[Name],
    group: Callable[[Name], Group],
) -> tuple[list[Name], list[Group]]:
    """Same as `merge_orders`, with an order in each group only; also returns the groups that both reordered."""
    grouped: defaultdict[Group, tuple[list[Name], list[Name], list[Name]]] = defaultdict(lambda: ([], [], []))
    for side, names in enumerate(sides):
        for name in names:
            grouped[group(name)][side].append(name)
    whole, _ = merge_orders(*sides, kept)
    parts = {one: merge_orders(*grouped[one], kept) for one in dict.fromkeys(map(group, whole))}
    following = {one: iter(order) for one, (order, _) in parts.items()}
    return [next(following[group(name)]) for name in whole], [one for one in parts if parts[one][1]]


def displaced(before: Sequence[Name], after: Sequence[Name]) -> set[Name]:
    """The fewest names that have to move to get from one order to the other."""
    place = {name: index for index, name in enumerate(before)}
    return set(after) - {after[index] for index in _longest_increasing([place[name] for name in after])}


def _longest_increasing(numbers: Sequence[int]) -> list[int]:
    """The indices of a longest increasing subsequence (patience sorting)."""
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
    """By name, the name without a position yet that directly follows it."""
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
