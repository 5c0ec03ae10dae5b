"""Draws the index at the edge of a page: a bar per character in its team's colour, with its name if there is room.

Names are drawn as outlines, not text, so that a search for a character does not find every page.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from builder import themes
from builder.game import markup
from builder.press import colours, fonts, resources
from builder.press.almanac.cached_page import SCALE, CachedPage
from builder.press.drawings import font, pdf_pen
from builder.press.pdf_objects import MM

if TYPE_CHECKING:
    from builder.press.tokens.typesetting import Atom

#: Distance of the index from the edges of the page (points).
TOP, BOTTOM, RIGHT = 16 * MM, 20 * MM, 4.5 * MM
#: Bars (points): width of the page's own without a name, width of the rest, space between them.
THICK, THIN, GAP = 5 * MM, 1 * MM, 0.6
#: Names (points): available width, distance from the bars, type sizes.
ROOM, BESIDE, LARGEST, SMALLEST = 20 * MM, 1 * MM, 7.0, 5.2
#: How much farther in it is, and the room for names, where a theme has a frame around the page.
FRAMED, FRAMED_ROOM = 4.9 * MM, 15 * MM
#: Line height, and half the height of a capital, relative to the type size.
LEADING, HALF = 1.06, 0.31
FACE, READABLE_FACE = "AlegreyaSans-Regular", "Lexend-Regular"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a name: its width and outline in 1/1000 of the type size."""

    width: float
    outline: str


@dataclass(frozen=True, slots=True)
class Index:
    """The characters of a book in order."""

    teams: tuple[str, ...]
    #: Their names; empty if the style has no room for names.
    names: tuple[str, ...] = ()
    readable: bool = False
    #: Whether it is at the left edge, for a language that is written from right to left.
    is_mirrored: bool = False

    def common(self, cached: CachedPage) -> bytes:
        """Operators for all pages: thin bars with the names next to them."""
        return _artifact(self._bars(range(len(self.teams)), cached, own=False))

    def own(self, places: Sequence[int], cached: CachedPage) -> bytes:
        """Operators for one page: thick bars with names for the characters at `places`."""
        return _artifact(self._bars(places, cached, own=True))

    def _bars(self, places: Sequence[int], cached: CachedPage, *, own: bool) -> Iterator[str]:
        framed = themes.current().has_frame
        aside = RIGHT + FRAMED * framed
        top, right = cached.height * SCALE - TOP, cached.width * SCALE - aside
        step = (top - BOTTOM) / max(1, len(self.teams))
        for place in places:
            name = self.names[place] if self.names else ""
            size, lines = setting(
                name, round(step, 2), readable=self.readable, room=FRAMED_ROOM if framed else ROOM
            )
            foot, high = top - (place + 1) * step, max(step - GAP, step / 2)
            named = max((line.width for line in lines), default=0) * size / 1000 + 2 * BESIDE + THIN
            wide = (named if lines else THICK) if own else THIN
            yield _colour(colours.value(self.teams[place]))
            yield f"{aside if self.is_mirrored else right - wide:.2f} {foot:.2f} {wide:.2f} {high:.2f} re f"
            if own:
                yield _letters(self.teams[place])
            end = right - THIN - BESIDE
            if self.is_mirrored:
                end = aside + named - BESIDE
            yield from _written(lines, size, end, foot + high / 2)


def _letters(team: str) -> str:
    """The colour of letters on a bar of a team."""
    colour = colours.value(f"on-{team}")
    return "1 g" if colours.parts(colour) == (1, 1, 1) else _colour(colour)


def _artifact(operators: Iterator[str]) -> bytes:
    return "\n".join(("/Artifact BMC", *operators, "EMC\n")).encode()


def _colour(colour: str) -> str:
    return "{:.3f} {:.3f} {:.3f} rg".format(*colours.parts(colour))


def _written(lines: Sequence[Line], size: float, right: float, middle: float) -> Iterator[str]:
    """Operators for right-aligned lines, vertically centered at `middle`."""
    for number, line in enumerate(lines):
        down = (number - (len(lines) - 1) / 2) * LEADING + HALF
        left, scale = right - line.width * size / 1000, size / 1000
        yield f"q {scale:.5f} 0 0 {scale:.5f} {left:.2f} {middle - down * size:.2f} cm {line.outline} f Q"


def setting(name: str, step: float, *, readable: bool, room: float = ROOM) -> tuple[float, tuple[Line, ...]]:
    """The type size and lines of a name in the index; no lines if it does not fit or a letter is missing."""
    return setting_in(name, step, READABLE_FACE if readable else resources.worn(FACE), room)


@lru_cache(maxsize=512)
def setting_in(name: str, step: float, face: str, room: float = ROOM) -> tuple[float, tuple[Line, ...]]:
    """The same, in a face."""
    words = name.split()
    if not words:
        return 0.0, ()
    broken = [
        (" ".join(words),),
        *((" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))),
    ]
    known = fonts.glyphs(resources.font_file(face))
    if any(ord(letter) not in known for word in words for letter in word):
        return _setting_of_other_letters(broken, step, room, readable=face == READABLE_FACE)
    tried = [(_size([_width(face, line) for line in lines], step, room), lines) for lines in broken]
    size, best = max(tried, key=lambda each: each[0])
    return (size, tuple(_line(face, line) for line in best)) if size >= SMALLEST else (0.0, ())


def _setting_of_other_letters(
    broken: Sequence[Sequence[str]], step: float, room: float, *, readable: bool
) -> tuple[float, tuple[Line, ...]]:
    """The same for Hebrew, Chinese and others, whose letters have to be shaped and may come from several fonts."""
    from builder.press.tokens import typesetting

    direction = markup.direction(" ".join(broken[0]))
    tried = []
    for lines in broken:
        shaped = [typesetting.line(line, direction, "text", readable=readable) for line in lines]
        tried.append((_size([1000 * line.width for line in shaped], step, room), shaped))
    size, best = max(tried, key=lambda each: each[0])
    if size < SMALLEST or any(atom.is_lost for line in best for atom in line.atoms):
        return 0.0, ()
    return size, tuple(Line(1000 * line.width, _outline(line.atoms)) for line in best)


def _outline(atoms: "Iterable[Atom]") -> str:
    from fontTools.pens.transformPen import TransformPen

    pen, left = pdf_pen(), 0.0
    for atom in atoms:
        scale = 1000 / atom.face.em
        for glyph in atom.glyphs:
            place = (scale, 0, 0, scale, 1000 * (left + glyph.dx), 1000 * glyph.dy)
            atom.face.draw(glyph.id, TransformPen(pen, place))
            left += glyph.advance
    return " ".join(pen.operators)


def _size(widths: Sequence[float], step: float, room: float) -> float:
    """The largest type size at which lines of these widths fit into this height."""
    return min(LARGEST, 1000 * room / max(1.0, *widths), (step - GAP) / (LEADING * len(widths)))


def _width(face: str, text: str) -> float:
    widths = fonts.advances(resources.font_file(face))
    return sum(1000 * widths[ord(letter)] for letter in text)


@lru_cache(maxsize=1024)
def _line(face: str, text: str) -> Line:
    from fontTools.pens.transformPen import TransformPen

    opened = font(face)
    glyphs, names = opened.getGlyphSet(), opened.getBestCmap()
    scale, left = 1000 / opened["head"].unitsPerEm, 0.0
    pen = pdf_pen(glyphs)
    for letter in text:
        glyph = glyphs[names[ord(letter)]]
        glyph.draw(TransformPen(pen, (scale, 0, 0, scale, left, 0)))
        left += glyph.width * scale
    return Line(left, " ".join(pen.operators))
