"""The cards to show at night, standard ones and a script's own, on pages to cut apart."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from textwrap import wrap
from typing import Literal
from unicodedata import east_asian_width

from builder.game import cards, markup
from builder.game.script import Script
from builder.printables.night_steps import info_words
from builder.printables.typography import typeset

#: Type sizes of a card: maximum letters per line, and maximum lines.
_CARD_SIZES = (
    ("huge", 7, 1),
    ("large", 10, 2),
    ("middle", 13, 3),
    ("modest", 16, 4),
    ("small", 21, 5),
    ("tiny", 30, 8),
)
#: Maximum number of a script's own cards.
_MOST_OWN = 24
#: Rows per page, with two cards each: normally, and if one more row saves a page.
_ROWS, _CLOSE_ROWS = 6, 7


@dataclass(frozen=True, slots=True)
class Card:
    """A card that is shown at night."""

    words: str
    #: The same, broken into lines of similar length.
    lines: tuple[str, ...]
    #: `huge` to `tiny`.
    size: str
    direction: Literal["ltr", "rtl"]


@dataclass(frozen=True, slots=True)
class CardPage:
    """A page with rows of two cards, filled up with empty ones to write on."""

    rows: int
    cards: tuple[Card, ...]


#: A card to write on.
_EMPTY = Card("", (), "huge", "ltr")


def info(script: Script) -> tuple[CardPage, ...]:
    """Pages of the standard cards and those that the script's night reminders mention."""
    own = dict.fromkeys(words for words in info_words(script) if not cards.is_standard(words))
    return _pages([_card(typeset(words)) for words in (*cards.standard(), *list(own)[:_MOST_OWN])])


def _pages(shown: Sequence[Card]) -> tuple[CardPage, ...]:
    """Distributes cards over as few pages as possible."""
    close = _ROWS if any(card.size == "tiny" for card in shown) else _CLOSE_ROWS
    rows = min((_ROWS, close), key=lambda rows: ceil(len(shown) / (2 * rows)))
    each = 2 * rows
    return tuple(
        CardPage(rows, (*some, *[_EMPTY] * (each - len(some))))
        for some in (tuple(shown[start : start + each]) for start in range(0, len(shown), each))
    )


def _card(words: str) -> Card:
    size, lines = next(
        (
            (size, lines)
            for size, width, most in _CARD_SIZES
            if len(lines := _lines(words, width)) <= most and max(map(len, lines)) <= width
        ),
        ("tiny", (words,)),
    )
    return Card(words, _evened(words, lines), size, markup.direction(words))


def _lines(words: str, width: int) -> tuple[str, ...]:
    # Without spaces between words, and with letters that are twice as wide.
    if words and all(east_asian_width(letter) in "WF" for letter in words):
        count = ceil(2 * len(words) / width)
        each = ceil(len(words) / count)
        return tuple(words[start : start + each] for start in range(0, len(words), each))
    return tuple(wrap(words, width, break_long_words=False, break_on_hyphens=False)) or ("",)


def _evened(words: str, lines: tuple[str, ...]) -> tuple[str, ...]:
    """Breaks text into the same number of lines, with the longest as short as possible."""
    narrower = [_lines(words, width) for width in range(1, max(map(len, lines)))]
    return min((each for each in (lines, *narrower) if len(each) == len(lines)), key=_longest)


def _longest(lines: tuple[str, ...]) -> int:
    return max(map(len, lines))
