"""Parse the marks in ability and reminder texts: token circles, info tokens, setup text.

The script format marks a reminder token as `:reminder:` and an info token as `*YOU ARE*`. Real scripts also
use `@`, `<i class="reminder-token">`, `**bold**` and `<b>bold</b>`; they are parsed to the same pieces.
A mark that is never closed is ordinary text, and so is the `*` of "Each night*".

Others use words instead of marks: show the "You are" card, put the 'Has Ability' reminder, remove the NO ABILITY
token. These are recognized if the context is unambiguous; every other quotation stays a quotation.
"""

import re
import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from builder import language
from builder.game import cards


class Mark(StrEnum):
    """The kinds of pieces in a text."""

    TEXT = "text"
    #: A reminder token to move: drawn as a circle. Its text is the token's label, mostly empty.
    TOKEN = "token"  # noqa: S105  # a cardboard one
    #: An info token to show, in capitals.
    INFO = "info"
    #: The name of a reminder token in play, in capitals.
    NAMED = "named"
    BOLD = "bold"
    #: Bracketed set-up text of an ability, brackets included.
    SETUP = "setup"
    #: A keyword of the script.
    TERM = "term"
    #: The asterisk of "Each night*": not on the first night.
    STAR = "star"


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text that is shown in one way."""

    mark: Mark
    text: str = ""


#: Unicode's kinds of letters that are written from right to left, and all that have a direction.
RIGHT_TO_LEFT = frozenset({"R", "AL"})
_STRONG = RIGHT_TO_LEFT | {"L"}
#: A token circle in plain text.
CIRCLE = "●"

# A letter of an alphabet that separates words by spaces: an asterisk right after one closes or annotates.
# Japanese and Chinese have no spaces between words, so there it may open.
# None of these letters has a case, and a case-insensitive class this large is slow to compile.
_LETTER = r"(?-i:[^\W\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])"
_OPENS = rf"(?<!{_LETTER})(?<!\*)"
_CLOSES = rf"(?!{_LETTER})(?!\*)"
# Every repetition has an upper bound: a hostile file must not slow down the search.
_BOLD = r"""
    (?<!\*)\*\*(?![\s*])(?P<stars>(?:[^*\n]|\*(?!\*)){1,300}?)(?<!\s)\*\*(?!\*)
  | <(?P<tag>b|strong)>(?P<tagged>[^\n]{1,300}?)</(?P=tag)>
"""
_REMINDER = re.compile(
    rf"""
    (?P<token>:reminder:|(?<![\w@/+-])@(?![\w@/-]))
  | <(?P<element>i|span)\s[^<>]{{0,80}}?\breminder-token\b[^<>]{{0,80}}>
    (?P<label>[^<>]{{0,80}})</(?P=element)>
  | {_OPENS}\*\*\*(?![\s*])(?P<loud>[^*\n]{{1,120}})(?<!\s)\*\*\*{_CLOSES}
  | {_OPENS}\*(?![\s*.,;:!?)])(?P<info>[^*\n]{{1,120}})(?<!\s)\*{_CLOSES}
  | {_BOLD}
    """,
    re.VERBOSE | re.IGNORECASE,
)
_ABILITY = re.compile(
    rf"""
    (?P<setup>\[(?!\s{{0,9}}(?:…|\.{{2,9}})?\s{{0,9}}\])[^\[\]\n]{{1,300}}\])
  | (?P<star>(?<=\w)\*(?![\w*]))
  | {_BOLD}
    """,
    re.VERBOSE | re.IGNORECASE,
)


def reminder(text: str, reminders: Collection[str] = ()) -> tuple[Piece, ...]:
    """Parse a night reminder: plain text, token circles, info tokens, names of reminder tokens, bold words.

    `reminders` are the script's reminder tokens in the form of `cards.plain`; they distinguish `*KNOW*` (a token)
    from `*YOU ARE*` (a card).
    """
    return tuple(
        _named(piece, reminders)
        for piece in _merged(_pieces(_REMINDER, text))
        for piece in (_worded(piece.text, reminders) if piece.mark is Mark.TEXT else (piece,))
    )


def ability(text: str) -> tuple[Piece, ...]:
    """Parse an ability: plain text, setup text in its brackets, the star of "Each night*"."""
    return tuple(_merged(_pieces(_ABILITY, text)))


def plain(text: str) -> str:
    """A night reminder as plain text: no marks, a dot for each token."""
    return "".join(_plain(piece) for piece in reminder(text))


def direction(text: str) -> Literal["ltr", "rtl"]:
    """The text direction: from its first letter that has one, in a right-to-left language from any such letter."""
    kinds = map(unicodedata.bidirectional, text)
    if language.is_right_to_left():
        return "rtl" if any(kind in RIGHT_TO_LEFT for kind in kinds) else "ltr"
    return "rtl" if next((kind for kind in kinds if kind in _STRONG), "L") in RIGHT_TO_LEFT else "ltr"


def _plain(piece: Piece) -> str:
    if piece.mark is Mark.TOKEN:
        return f"{CIRCLE} {piece.text}".strip()
    return piece.text


def _named(piece: Piece, reminders: Collection[str]) -> Piece:
    is_name = piece.mark is Mark.INFO and not cards.is_card(piece.text, reminders)
    return Piece(Mark.NAMED, piece.text) if is_name else piece


def _worded(text: str, reminders: Collection[str]) -> Iterator[Piece]:
    """Split plain words at the cards and reminder tokens that they name."""
    end = 0
    for spoken in cards.spoken(text, reminders):
        if text[end : spoken.start]:
            yield Piece(Mark.TEXT, text[end : spoken.start])
        yield Piece(Mark.INFO if spoken.is_card else Mark.NAMED, spoken.words.upper())
        end = spoken.end
    if text[end:]:
        yield Piece(Mark.TEXT, text[end:])


def _pieces(pattern: re.Pattern[str], text: str) -> Iterator[Piece]:
    end = 0
    for found in pattern.finditer(text):
        yield Piece(Mark.TEXT, text[end : found.start()])
        yield from _marked(pattern, found)
        end = found.end()
    yield Piece(Mark.TEXT, text[end:])


def _marked(pattern: re.Pattern[str], found: re.Match[str]) -> Iterator[Piece]:
    match found.lastgroup:
        case "token":
            yield Piece(Mark.TOKEN)
        case "label":
            yield Piece(Mark.TOKEN, found["label"].strip())
        case "loud" | "info":
            yield Piece(Mark.INFO, found[found.lastgroup].upper())
        case "setup":
            yield Piece(Mark.SETUP, found[0])
        case "star":
            yield Piece(Mark.STAR, found[0])
        case _:
            yield from _bold(pattern, found["stars"] or found["tagged"])


def _bold(pattern: re.Pattern[str], text: str) -> Iterator[Piece]:
    """Parse bold words: other marks inside stay, the plain text among them becomes bold."""
    for piece in _pieces(pattern, text):
        yield Piece(Mark.BOLD, piece.text) if piece.mark is Mark.TEXT else piece


def _merged(pieces: Iterator[Piece]) -> Iterator[Piece]:
    """Drop empty pieces of text."""
    return (piece for piece in pieces if piece.text or piece.mark is Mark.TOKEN)
