"""Lists, numbers and long texts in sentences: `A, B and C`, `A, B and 5 more`, `7–12`, `A long na…`."""

from collections.abc import Iterable, Sequence

from builder import language
from builder.language import gettext as _


def cut(text: str, most: int) -> str:
    """A text of at most `most` letters; a longer one ends in three dots."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def capital(text: str) -> str:
    """Capitalizes the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def join_and(words: Iterable[str]) -> str:
    """All the words, the last after an “and”: `A, B and C`; empty for none."""
    return language.join(words)


def join_some(words: Sequence[str], most: int) -> str:
    """The first words, and the number of the rest: `A, B and 5 more`; all, without an “and”, if there are few."""
    more = len(words) - most
    listed = ", ".join(words[:most])
    return _("%(names)s and %(number)s more") % {"names": listed, "number": more} if more > 0 else listed


def join_some_and(words: Sequence[str], most: int) -> str:
    """Like `join_and`, but of many words the first ones, and the number of the rest. A single extra word is listed."""
    more = len(words) - most
    return join_and([*words[:most], _("%(number)s more") % {"number": more}] if more > 1 else words)


def ranges(numbers: Iterable[int], to: str = "–") -> list[str]:
    """Rising numbers as words, three or more in a row as a range: `2`, `0–3`; `5 to 9`, `12`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = ([f"{run[0]}{to}{run[-1]}"] if len(run) > 2 else map(str, run) for run in runs)
    return [part for run in parts for part in run]


def join_ranges(numbers: Iterable[int]) -> str:
    """Rising numbers in a sentence: `5 to 9`, `5 and 6`, `5 to 9 and 12`; empty for none."""
    return join_and(ranges(numbers, " to " if language.tag() == language.ENGLISH else "–"))
