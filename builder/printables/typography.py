"""Typography of plain text: curly quotes, minus signs and dashes. Never changes words."""

import re
from collections.abc import Iterable
from dataclasses import replace

from builder import language
from builder.game.markup import Mark, Piece
from builder.memoize import of_short_texts
from builder.prose import NO_BREAK, bound

JOINER = "\N{WORD JOINER}"
#: A hyphen after a syllable, at which no line breaks: non-Traveller, anti-clockwise, Pit-Hag.
_SYLLABLE = re.compile(r"(?<!\w)([^\W\d_]{2,4}-)(?=[^\W\d_])")
#: Setup text of up to this many letters is not broken.
SHORT = 28

_SIGNS = (
    (re.compile(r"\.\.\."), "…"),
    (re.compile(r"(?<=\s)-(?=\s)|(?<=\w)--(?=\w)|(?<=\s)--(?=\s)"), "–"),
    # A minus before a number or an X, but not a hyphen inside a word.
    (re.compile(r"(?<![\w\-])-(?=[\d?])"), "−"),
)
#: Letters of Hebrew and Arabic; a sign before a number, which would be drawn behind it between them.
_FROM_THE_RIGHT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
_SIGNED = re.compile(r"(?<![\w\u200e])(?=[+−][\d?])")
_OPENING = re.compile(r"(?<![\w)\]!?.,;:…’”'\"])\"(?=\S)")
_APOSTROPHES = (
    (re.compile(r"(?<![\w)\]!?.,;:…”'])'(?=[^\W\d_]\w*')"), "‘"),
    (re.compile(r"'"), "’"),
)


@of_short_texts(4096)  # most scripts share official texts
def typeset(text: str) -> str:
    """Replaces typewriter characters in a text by typographic ones, quotation marks by those of the language.

    In Hebrew and Arabic, numbers keep their sign before them.
    """
    for pattern, sign in _SIGNS:
        text = pattern.sub(sign, text)
    if _FROM_THE_RIGHT.search(text):
        text = _SIGNED.sub("\N{LEFT-TO-RIGHT MARK}", text)
    opening, closing = language.quotes()
    text = _OPENING.sub(opening, text).replace('"', closing)
    for pattern, sign in _APOSTROPHES:
        text = pattern.sub(sign, text)
    return text


def typeset_pieces(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """The same for marked text; marks are parsed first, because their quotes must not change.

    Setup text includes the space before it, because WeasyPrint breaks a line too early between a space and an
    unbreakable run.
    """
    done: list[Piece] = []
    for piece in pieces:
        text = _SYLLABLE.sub(rf"\1{JOINER}", typeset(piece.text))
        if piece.mark is Mark.SETUP:
            text = _bound_brackets(text)
        if piece.mark is Mark.SETUP and done and done[-1].text.endswith(" "):
            done[-1] = replace(done[-1], text=done[-1].text.rstrip(" "))
            text = f" {text}"
        done.append(replace(piece, text=text))
    return tuple(done)


def _bound_brackets(text: str) -> str:
    """Makes short setup text unbreakable; of a longer one no line has just its first or its last word."""
    first, last = text.find(" "), text.rfind(" ")
    if len(text) <= SHORT:
        return text.replace(" ", NO_BREAK)
    return "".join(NO_BREAK if place in {first, last} else letter for place, letter in enumerate(text))


def without_widow(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Prevents a last line with a single short word."""
    if not pieces:
        return pieces
    *before, last = pieces
    return (*before, replace(last, text=bound(last.text)))
