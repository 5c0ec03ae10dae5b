"""Converts marked text to glyphs, in atoms between which a line may break, and breaks it into lines.

A text is fitted to a curve, the upper part of a token, or a card.
"""

import math
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


#: Maximum number of words that are balanced; longer texts fill their lines anyway.
MOST_TO_EVEN = 70
#: The smallest type (pt), for texts far longer than the format allows; below READABLE there is a notice.
SMALLEST, READABLE = 0.2, 4.2
LEADING = 1.12
#: Height of capitals and depth of descenders, in em.
CAPITAL, DESCENT = 0.68, 0.24


@dataclass(frozen=True, slots=True)
class Word:
    """An unbreakable part of a text, with the space before it; `width` (em) excludes the space."""

    space: Atom | None
    atoms: tuple[Atom, ...]
    width: float


def words(parts: Sequence[Atom]) -> list[Word]:
    """Groups atoms into unbreakable words."""
    found: list[Word] = []
    space: Atom | None = None
    for atom in parts:
        if atom.is_space:
            space = atom
        elif found and space is None and not atom.may_begin:
            before = found[-1]
            found[-1] = Word(before.space, (*before.atoms, atom), before.width + atom.width)
        else:
            found.append(Word(space, (atom,), atom.width))
            space = None
    return found


def broken(some: Sequence[Word], width: float, most: int) -> list[Line] | None:
    """Breaks words into at most `most` even lines of one width (em); None if they do not fit."""
    found: list[tuple[int, int]] = []
    end = 0
    while end < len(some) and len(found) < most:
        start, end = end, end + 1
        used = some[start].width
        while end < len(some) and used + some[end].width + _gap(some[end]) <= width:
            used, end = used + some[end].width + _gap(some[end]), end + 1
        if used > width:
            return None
        found.append((start, end))
    return _lines(some, found, [width] * len(found)) if end == len(some) else None


def piled(some: Sequence[Word], widths: Sequence[float]) -> list[Line] | None:
    """Breaks words into lines whose widths (em) are given from the lowest upwards; None if they do not fit."""
    found: list[tuple[int, int]] = []
    start = len(some)
    for width in widths:
        if not start:
            break
        end, start = start, start - 1
        used = some[start].width
        while start and used + some[start - 1].width + _gap(some[start]) <= width:
            used, start = used + some[start - 1].width + _gap(some[start]), start - 1
        if used > width:
            return None
        found.insert(0, (start, end))
    return _lines(some, found, widths[: len(found)][::-1]) if not start else None


def _lines(some: Sequence[Word], breaks: list[tuple[int, int]], widths: Sequence[float]) -> list[Line]:
    if len(breaks) > 1 and len(some) <= MOST_TO_EVEN:
        breaks = _even(some, widths) or breaks
    return [_line(some[start:end]) for start, end in breaks]


def _gap(word: Word) -> float:
    return word.space.width if word.space else 0.0


def _even(some: Sequence[Word], widths: Sequence[float]) -> list[tuple[int, int]] | None:
    """Finds the breaks with which all lines are about equally full, relative to their widths."""
    fill = min(1.0, sum(word.width for word in some) / sum(widths))
    #: For each number of words set so far: the minimal unevenness, and its line breaks.
    best: dict[int, tuple[float, tuple[tuple[int, int], ...]]] = {0: (0.0, ())}
    for room in widths:
        after: dict[int, tuple[float, tuple[tuple[int, int], ...]]] = {}
        for start, (cost, breaks) in best.items():
            used = 0.0
            for end in range(start + 1, len(some) + 1):
                word = some[end - 1]
                used += word.width + (_gap(word) if end - 1 > start else 0.0)
                if used > room:
                    break
                total = cost + (used / room - fill) ** 2
                if end not in after or total < after[end][0]:
                    after[end] = (total, (*breaks, (start, end)))
        best = after
    found = best.get(len(some))
    return list(found[1]) if found else None


def _line(some: Sequence[Word]) -> Line:
    atoms = [
        atom
        for number, word in enumerate(some)
        for atom in ((word.space, *word.atoms) if word.space and number else word.atoms)
    ]
    return Line(tuple(shaping.visual(atoms)), sum(atom.width for atom in atoms))


@dataclass(frozen=True, slots=True)
class Block:
    """Lines of one type size."""

    lines: tuple[Line, ...]
    size: float
    leading: float = LEADING

    @property
    def height(self) -> float:
        """From the top of the first line's capitals to the bottom of the last line (pt)."""
        return self.size * (CAPITAL + DESCENT + self.leading * (len(self.lines) - 1))


@dataclass(frozen=True, slots=True)
class Curved:
    """A line on a curve."""

    line: Line
    size: float
    tracking: float
    #: Degrees to each side of the lowest point.
    angle: float


def on_curve(
    text: str, direction: str, *, radius: float, angle: float, largest: float, voice: str, readable: bool
) -> Curved:
    """Fits text to a circular arc (radius of the baseline in pt, degrees to each side), as large as possible."""
    whole = line(text, direction, voice, readable=readable)
    # Arabic letters are joined; those of the display face need letter-spacing.
    air = 0.0 if any(atom.level % 2 for atom in whole.atoms) else (0.03 if voice == "display" else 0.015)
    size = largest
    while True:
        wide = (whole.width + air * max(0, len(text) - 1)) * size
        reach = math.degrees(wide / 2 / (radius - 0.3 * size))
        if reach <= angle or size < SMALLEST:
            return Curved(whole, size, air * size, reach)
        size *= 0.985


@dataclass(frozen=True, slots=True)
class Dome:
    """The upper part of a circle around the origin (pt)."""

    radius: float
    #: The bottom of the last line's descenders.
    foot: float
    #: Below this height lines have to fit between the leaves.
    leaves: float
    between: float
    #: The radius that text keeps to below the marks at the top, which reach so many degrees to each side.
    top: float = math.inf
    marks: float = 0.0

    def width(self, low: float, high: float) -> float:
        """Maximum width of a line between two heights."""
        is_below = high <= self.top * math.cos(math.radians(self.marks))
        radius = self.radius if is_below else min(self.radius, self.top)
        wide = 2 * math.sqrt(max(0.0, radius**2 - max(abs(low), abs(high)) ** 2))
        return min(wide, self.between) if low < self.leaves else wide


def in_dome(some: Sequence[Word], size: float, dome: Dome, leading: float) -> Block | None:
    """Breaks words into lines above the dome's bottom; None if they do not fit."""
    room = dome.radius - dome.foot - (CAPITAL + DESCENT) * size
    need = sum(word.width for word in some)
    if room < 0 or need * size**2 > math.pi * dome.radius**2:  # more than the area of the whole token
        return None
    widths = []
    for number in range(int(room / (leading * size)) + 1):
        baseline = dome.foot + (DESCENT + number * leading) * size
        widths.append(dome.width(baseline - DESCENT * size, baseline + CAPITAL * size) / size)
    lines = piled(some, widths) if sum(widths) >= need else None
    return Block(tuple(lines), size, leading) if lines else None


def in_box(
    parts: Sequence[Atom], width: float, height: float, *, largest: float, leading: float = 1.2
) -> Block:
    """Fits text to a rectangle, as large as possible; words that are wider are broken as a last resort."""
    size = largest
    while True:
        most = int((height - (CAPITAL + DESCENT) * size) / (leading * size)) + 1
        lines = broken(words(parts), width / size, most)
        if lines is not None or size < SMALLEST:
            return Block(tuple(lines or ()), size, leading)
        size *= 0.96
        if size < READABLE:
            parts = in_letters(parts, width / size)


def title(text: str, direction: str, *, readable: bool) -> list[Atom]:
    """A name or a title in its fonts, as atoms for `in_box`."""
    voice = voice_for(text, readable=readable)
    return atoms((Piece(Mark.TEXT, text),), direction, voice=voice, readable=readable)


def voice_for(title: str, *, readable: bool) -> str:
    """The fonts (`shaping.voice_of`) for a name."""
    return "name" if readable else shaping.voice_of(title)
