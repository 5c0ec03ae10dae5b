"""Three-way merge of a text, word by word: changes at separate places go together."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import takewhile

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
