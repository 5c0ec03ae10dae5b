"""Three-way merge of sequences: the order of names, and the words of a text."""

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import takewhile
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


#: Each word with the space before it, so that words at the end of a text are only added.
WORD = re.compile(r"\s*\S+|\s+\Z")
#: How many pairs of equal words are compared at most: a hostile text has one word 10,000 times.
MOST_PAIRS = 1_000_000
#: A change: from and to (words of the base), and the words in their place.
Hunk = tuple[int, int, str]


def merge_texts(base: str, mine: str, theirs: str) -> str | None:
    """Both changes of a text; None if they touch the same place.

    Between two changes there is at least one word that nobody changed.
    """
    words = WORD.findall(base)
    ours, other = _hunks(words, mine), _hunks(words, theirs)
    if ours is None or other is None:
        return None
    found: list[Hunk] = []
    for hunk in sorted({*ours, *other}):
        if not found or hunk[0] > found[-1][1]:
            found.append(hunk)
            continue
        both = _longer(found[-1], hunk)
        if both is None:
            return None
        found[-1] = both
    return "".join(_applied(words, found))


def _hunks(words: Sequence[str], text: str) -> list[Hunk] | None:
    """The changes from the words to a text; None if they take too long to find."""
    fresh = WORD.findall(text)
    start = _same(words, fresh)
    rest, fresh_rest = words[start:], fresh[start:]
    end = _same(rest[::-1], fresh_rest[::-1])
    rest, fresh_rest = rest[: len(rest) - end], fresh_rest[: len(fresh_rest) - end]
    counts = Counter(fresh_rest)
    if sum(counts[word] for word in rest) > MOST_PAIRS:
        return None
    changes = SequenceMatcher(None, rest, fresh_rest, autojunk=False).get_opcodes()
    return [
        (start + first, start + last, "".join(fresh_rest[one:other]))
        for kind, first, last, one, other in changes
        if kind != "equal"
    ]


def _same(words: Sequence[str], others: Sequence[str]) -> int:
    """How many words at the beginning are equal."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(words, others, strict=False)))


def _longer(one: Hunk, other: Hunk) -> Hunk | None:
    """Of two changes of one place, the one that continues the other: somebody went on typing."""
    if one[:2] != other[:2]:
        return None
    short, long = sorted((one[2], other[2]), key=len)
    return (*one[:2], long) if short and long.startswith(short) else None


def _applied(words: Sequence[str], hunks: Sequence[Hunk]) -> Iterator[str]:
    at = 0
    for first, last, text in hunks:
        yield from words[at:first]
        yield text
        at = last
    yield from words[at:]
