"""Converts marked text to glyphs, in atoms between which a line may break."""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from builder.game.markup import Mark, Piece
from builder.press.tokens import shaping
from builder.press.tokens.shaping import Face, Glyph

#: Chinese and Japanese may break between any two letters, except before or after these.
_NOT_FIRST = frozenset(
    "、。，．：；！？」』）］｝〉》】〕ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々…‥.,:;!?)]}’”"
)
_NOT_LAST = frozenset("「『（［｛〈《【〔([{‘“")
_BREAK_AFTER = frozenset("-–—/\u200b")
_SPACES = " \t\n\u3000"


@dataclass(frozen=True, slots=True)
class Atom:
    """Unbreakable glyphs of one face and direction."""

    text: str
    face: Face
    glyphs: tuple[Glyph, ...]
    #: In em.
    width: float
    level: int = 0
    #: Whether a line may break before it.
    may_begin: bool = True
    is_space: bool = False
    is_lost: bool = False
    #: Whether it should be bold, and its face is not.
    is_thin: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text, its atoms from left to right."""

    atoms: tuple[Atom, ...]
    #: In em.
    width: float


def atoms(pieces: Iterable[Piece], direction: str, *, readable: bool = False, voice: str = "") -> list[Atom]:
    """Splits a text into unbreakable parts. `voice` overrides the fonts that its marks ask for."""
    marked = [(piece.text, voice or _voice(piece.mark)) for piece in pieces if piece.text]
    whole = "".join(text for text, _ in marked)
    depth = shaping.levels(whole, direction)
    found: list[Atom] = []
    start = 0
    for text, its_voice in marked:
        for begin, end, may_begin in _parts(text, depth[start : start + len(text)]):
            if found and begin == 0 and not found[-1].is_space and text[0] not in _SPACES:
                may_begin = False  # noqa: PLW2901  # a change of type inside a word is no place to break
            found += _shaped(text[begin:end], its_voice, depth[start + begin], may_begin, readable)
        start += len(text)
    return found


def line(text: str, direction: str, voice: str, *, readable: bool = False) -> Line:
    """Sets a text on one line."""
    parts = atoms((Piece(Mark.TEXT, text),), direction, readable=readable, voice=voice)
    return Line(tuple(shaping.visual(parts)), sum(atom.width for atom in parts))


def in_letters(parts: Sequence[Atom], widest: float) -> list[Atom]:
    """Splits atoms that are wider than the widest line into letters."""
    found: list[Atom] = []
    for atom in parts:
        if atom.width <= widest or len(atom.text) == 1:
            found.append(atom)
            continue
        for number, glyph in enumerate(atom.glyphs):
            starts = atom.may_begin if number == 0 else bool(glyph.text) and not atom.level % 2
            found.append(
                replace(atom, text=glyph.text, glyphs=(glyph,), width=glyph.advance, may_begin=starts)
            )
    return found


def _voice(mark: str) -> str:
    return "bold" if mark in ("setup", "star", "bold", "info", "named") else "text"


def _parts(text: str, depth: Sequence[int]) -> Iterable[tuple[int, int, bool]]:
    """Start and end of each word, space or single ideograph, and whether a line may break before it."""
    start, may_begin = 0, True
    for place in range(1, len(text) + 1):
        if place == len(text):
            yield start, place, may_begin
            return
        breaks = _may_break(text[place - 1], text[place])
        if (
            breaks
            or depth[place] != depth[place - 1]
            or (text[place] in _SPACES) != (text[place - 1] in _SPACES)
        ):
            yield start, place, may_begin
            start, may_begin = place, breaks


def _may_break(before: str, after: str) -> bool:
    if before in _SPACES or after in _SPACES:
        return True
    if after in _NOT_FIRST or before in _NOT_LAST:
        return False
    if before in _BREAK_AFTER:
        return after.isalpha()
    return is_wide(before) or is_wide(after)


def is_wide(letter: str) -> bool:
    """Whether a letter is Chinese, Japanese or Korean."""
    return letter > "\u2e7f" and unicodedata.east_asian_width(letter) in "WF"


def _shaped(text: str, voice: str, level: int, may_begin: bool, readable: bool) -> tuple[Atom, ...]:
    files = shaping.files(voice, readable=readable)
    return _shaped_in(text, files, level, may_begin, is_bold=voice != "text")


@lru_cache(maxsize=16384)
def _shaped_in(
    text: str, files: tuple[str, ...], level: int, may_begin: bool, *, is_bold: bool
) -> tuple[Atom, ...]:
    if text[0] in _SPACES:
        text = " "
    found = []
    for number, part in enumerate(shaping.stretches(text, files)):
        glyphs = part.face.shape(part.text, rtl=bool(level % 2))
        width = sum(glyph.advance for glyph in glyphs)
        starts = may_begin if number == 0 else False
        thin = is_bold and part.face.is_light
        found.append(
            Atom(part.text, part.face, glyphs, width, level, starts, text == " ", part.is_lost, thin)
        )
    return tuple(found)
