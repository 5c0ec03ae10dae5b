"""Typed text becomes set text: curly quotes, true minus signs and dashes. Words are never changed."""

import re
from collections.abc import Iterable
from dataclasses import replace

from builder.game.markup import Mark, Piece
from builder.memoize import of_short_texts

NO_BREAK = "\N{NO-BREAK SPACE}"
#: Bracketed text of so many letters is not torn apart.
SHORT = 28

#: The last words of a text stay together until they have so many letters, and never more than so many.
TAIL, LONGEST_TAIL = 9, 22

_RULES = (
    (re.compile(r"\.\.\."), "…"),
    (re.compile(r"(?<=\s)-(?=\s)|(?<=\w)--(?=\w)|(?<=\s)--(?=\s)"), "–"),
    # A minus before a number or an unknown number, but no hyphen inside a word.
    (re.compile(r"(?<![\w\-])-(?=[\d?])"), "−"),
    (re.compile(r"(?<![\w)\]!?.,;:…’”'\"])\"(?=\S)"), "“"),
    (re.compile(r'"'), "”"),
    (re.compile(r"(?<![\w)\]!?.,;:…”'])'(?=[^\W\d_]\w*')"), "‘"),
    (re.compile(r"'"), "’"),
)


@of_short_texts(2048)  # the same official texts stand on most scripts
def typeset(text: str) -> str:
    """A text as a printer sets it."""
    for pattern, sign in _RULES:
        text = pattern.sub(sign, text)
    return text


def typeset_pieces(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Marked text as a printer sets it; the marks are read before, for their own quotes are not to be curled.

    Short set-up text keeps together. The space before it goes into it: WeasyPrint breaks a line too early where an
    unbreakable run follows a space.
    """
    done: list[Piece] = []
    for piece in pieces:
        text = typeset(piece.text)
        if piece.mark is Mark.SETUP and len(text) <= SHORT:
            text = text.replace(" ", NO_BREAK)
        if piece.mark is Mark.SETUP and done and done[-1].text.endswith(" "):
            done[-1] = replace(done[-1], text=done[-1].text.rstrip(" "))
            text = f" {text}"
        done.append(replace(piece, text=text))
    return tuple(done)


def without_widow(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The same text, whose last line never holds one short word alone."""
    if not pieces:
        return pieces
    *before, last = pieces
    return (*before, replace(last, text=bound(last.text)))


def bound(text: str) -> str:
    """A text whose last words stay together."""
    cut = text.rfind(" ")
    while cut > 0 and len(text) - cut <= TAIL:
        before = text.rfind(" ", 0, cut)
        if len(text) - before > LONGEST_TAIL:
            break
        cut = before
    return text[: cut + 1] + text[cut + 1 :].replace(" ", NO_BREAK)
