"""The difference of two texts, word by word."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

#: Words with the space behind them, so that a difference does not end in the middle of a word.
WORD = re.compile(r"\s*\S+|\s+")
#: Comparing takes quadratic time: longer texts are shown as replaced.
MOST_WORDS, MOST_COMPARED_WHOLE = 8_000, 600


class Mark(StrEnum):
    """What happened to a piece of text."""

    SAME = "same"
    DELETED = "deleted"
    INSERTED = "inserted"


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of text, and what happened to it."""

    mark: Mark
    text: str


def word_difference(before: str, after: str) -> tuple[Piece, ...]:
    """The pieces of both texts in order: those in both, those deleted, those inserted."""
    return tuple(piece for piece in _pieces(WORD.findall(before), WORD.findall(after)) if piece.text)


def _pieces(old: list[str], new: list[str]) -> Iterator[Piece]:
    if max(len(old), len(new)) > MOST_WORDS:
        yield Piece(Mark.DELETED, "".join(old))
        yield Piece(Mark.INSERTED, "".join(new))
        return
    plain = [word.strip() for word in old], [word.strip() for word in new]
    # In long texts, frequent words are not looked for: that would take minutes where all are alike.
    matcher = SequenceMatcher(None, *plain, autojunk=len(new) > MOST_COMPARED_WHOLE)
    for kind, i, j, k, m in matcher.get_opcodes():
        if kind == "equal":
            yield Piece(Mark.SAME, "".join(new[k:m]))
        else:
            yield Piece(Mark.DELETED, "".join(old[i:j]))
            yield Piece(Mark.INSERTED, "".join(new[k:m]))
