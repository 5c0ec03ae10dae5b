"""Typed text becomes set text: curly quotes, true minus signs and dashes. Words are never changed."""

import re
from collections.abc import Iterable
from dataclasses import replace

from builder.game.markup import Piece

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


def typeset(text: str) -> str:
    """A text as a printer sets it."""
    for pattern, sign in _RULES:
        text = pattern.sub(sign, text)
    return text


def typeset_pieces(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Marked text as a printer sets it; the marks are read before, for their own quotes are not to be curled."""
    return tuple(replace(piece, text=typeset(piece.text)) for piece in pieces)
