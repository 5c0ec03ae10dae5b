"""How wide a text is, without laying it out: the advance widths of our text face."""

from collections.abc import Sequence
from functools import cache, lru_cache

from builder.press import letters, resources

#: Width in em of a letter that our face has not: full-width, as Chinese and Japanese are.
UNKNOWN_WIDTH = 1.0


def lines(text: str, width: float) -> int:
    """How many lines a text takes in a column of so many em, broken between words as a printer would."""
    if not text:
        return 0
    count, used = 1, 0.0
    for length in _word_widths(text):
        if used and used + SPACE + length > width:
            count, used = count + 1, length
        else:
            used += length + (SPACE if used else 0)
        if used > width:  # a word longer than the line, or a script that writes without spaces
            count += int(used / width)
            used %= width
    return count


SPACE = 0.22
#: How much wider our bold is.
BOLD = 1.07


@lru_cache(maxsize=1024)
def _word_widths(text: str) -> tuple[float, ...]:
    # A no-break space is no place to break.
    return tuple(map(word_width, text.replace("\n", " ").split(" ")))


@lru_cache(maxsize=16384)
def word_width(word: str) -> float:
    """The width of a word in em."""
    widths = _advances()
    return sum(widths.get(ord(letter), UNKNOWN_WIDTH) for letter in word)


def bold_width(text: str) -> float:
    """The width in em of a text in bold, on one line."""
    return BOLD * sum(map(word_width, text.split())) + SPACE * text.count(" ")


def height(texts: Sequence[str], width: float, least: float, leading: float, *, stacked: bool) -> float:
    """The height in em of rows that hold these texts, each row at least so high.

    A line break in a text is one on paper when the style is `stacked`, else a space.
    """
    return sum(
        max(least, leading * sum(lines(part, width) for part in (text.split("\n") if stacked else (text,))))
        for text in texts
    )


@cache
def _advances() -> dict[int, float]:
    return letters.advances(resources.font_file("AlegreyaSans-Regular"))
