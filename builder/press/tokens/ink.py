"""Draws shapes, text and pictures as PDF operators, in the colours of a style. Lengths are in points, y points up."""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

from builder import assets, themes
from builder.press import colours
from builder.press.colours import TEAM_COLOURS
from builder.press.tokens.pdf_file import Resources
from builder.press.tokens.shaping import Glyph
from builder.press.tokens.typesetting import Atom, Block, Line

#: Prefix of the colours of teams in the tokens of a theme.
TEAM = "team-"


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours as `#rrggbb`; an empty background is not painted."""

    disc: str
    reminder: str
    card: str
    ink: str
    rule: str
    #: The marks for other nights, the first night, setup, and reminders.
    leaf: str
    night: str
    setup: str
    dot: str
    teams: Mapping[str, str] = field(default_factory=lambda: TEAM_COLOURS)

    def ground(self, shape: str) -> str:
        """The background of tokens of a shape."""
        return {"card": self.card, "reminder": self.reminder}.get(shape, self.disc)

    def team(self, name: str) -> str:
        """The colour of a team."""
        return self.teams.get(name, self.ink)


def palette(style: str, *, saving: bool) -> Palette:
    """The colours of a style as the theme has them, or of its replacement that saves ink."""
    worn = {} if saving else themes.current().tokens.get(style, {})
    return _themed(themes.current(), style) if worn else _of_style(style, saving)


@lru_cache(maxsize=16)
def _themed(theme: themes.Theme, style: str) -> Palette:
    """The colours of a theme, where it has them, else those of the style."""
    worn = theme.tokens[style]
    own = {name: worn.get(name, getattr(_of_style(style, False), name)) for name in Palette.__slots__}
    own["teams"] = {name.removeprefix(TEAM): colour for name, colour in worn.items() if name.startswith(TEAM)}
    return Palette(**own)


@cache
def _of_style(style: str, saving: bool) -> Palette:
    written = _written(style)
    if saving:
        written = _written(written["saving"])
    known = {name: written[name] for name in Palette.__slots__ if name in written}
    return Palette(**known)


def _written(style: str) -> dict[str, Any]:
    path = assets.templates("print", "tokens", style, "style.json")
    return dict(json.loads(path.read_bytes()))


#: Width of the outline that makes letters bold, by size of type.
OUTLINE = 1 / 32
#: Distance of control points with which four Bézier curves make a circle.
ROUND = 0.5522847498


class Ink:
    """The drawing on one page or token: a list of PDF operators."""

    def __init__(self, resources: Resources, palette: Palette, *, readable: bool = False) -> None:
        """`readable` asks for letters that are easy to tell apart."""
        self.resources, self.palette, self.readable = resources, palette, readable
        self.operators: list[str] = []
        self._fill = "0 0 0"

    def put(self, operator: str) -> None:
        """Adds operators."""
        self.operators.append(operator)

    @contextmanager
    def moved(self, x: float, y: float, *, turn: float = 0, scale: float = 1) -> Iterator[None]:
        """Moves the origin, rotates (degrees) and scales everything drawn within."""
        cos, sin = scale * math.cos(math.radians(turn)), scale * math.sin(math.radians(turn))
        self.put(f"q {numbers(cos, sin, -sin, cos, x, y)} cm")
        fill = self._fill
        yield
        self._fill = fill
        self.put("Q")

    @contextmanager
    def tagged(self, role: str, number: int) -> Iterator[None]:
        """Assigns everything drawn within to an element of the structure tree."""
        self.put(f"/{role} <</MCID {number}>> BDC")
        yield
        self.put("EMC")

    @contextmanager
    def decoration(self) -> Iterator[None]:
        """Marks everything drawn within as decoration, which screen readers skip."""
        self.put("/Artifact BMC")
        yield
        self.put("EMC")

    def colour(self, colour: str) -> None:
        """Sets the fill colour."""
        self._fill = rgb(colour)
        self.put(f"{self._fill} rg")

    def pen(self, colour: str, width: float) -> None:
        """Sets the colour and width of lines."""
        self.put(f"{rgb(colour)} RG {numbers(width)} w")

    def circle(self, x: float, y: float, radius: float, how: str) -> None:
        """Draws a circle, filled (`f`), outlined (`S`) or both (`B`)."""
        r, k = radius, radius * ROUND
        self.put(
            f"{numbers(x + r, y)} m"
            f" {numbers(x + r, y + k, x + k, y + r, x, y + r)} c {numbers(x - k, y + r, x - r, y + k, x - r, y)} c"
            f" {numbers(x - r, y - k, x - k, y - r, x, y - r)} c {numbers(x + k, y - r, x + r, y - k, x + r, y)} c"
            f" {how}"
        )

    def rounded(self, box: tuple[float, float, float, float], radius: float, how: str) -> None:
        """Draws a rectangle (left, bottom, right, top) with round corners."""
        left, bottom, right, top = box
        r, k = radius, radius * (1 - ROUND)
        self.put(
            f"{numbers(left + r, bottom)} m {numbers(right - r, bottom)} l"
            f" {numbers(right - k, bottom, right, bottom + k, right, bottom + r)} c {numbers(right, top - r)} l"
            f" {numbers(right, top - k, right - k, top, right - r, top)} c {numbers(left + r, top)} l"
            f" {numbers(left + k, top, left, top - k, left, top - r)} c {numbers(left, bottom + r)} l"
            f" {numbers(left, bottom + k, left + k, bottom, left + r, bottom)} c h {how}"
        )

    def stroke(self, *points: tuple[float, float]) -> None:
        """Draws a line through points."""
        first, *others = points
        self.put(f"{numbers(*first)} m " + " ".join(f"{numbers(*point)} l" for point in others) + " S")

    def form(self, name: str, place: tuple[float, float, float, float, float, float]) -> None:
        """Draws a drawing or picture of the resources, transformed by a PDF matrix."""
        a, b, c, d, x, y = place
        self.put(f"q {a:.5f} {b:.5f} {c:.5f} {d:.5f} {numbers(x, y)} cm /{name} Do Q")

    def text(self, line: Line, size: float, x: float, y: float) -> None:
        """Draws a line of text centred at x, with its baseline at y."""
        self.text_from(line, size, x - line.width * size / 2, y)

    def text_from(self, line: Line, size: float, x: float, y: float) -> None:
        """Draws a line of text that begins at x."""
        self._note_lost(line)
        for atoms in _by_face(line.atoms):
            with self._typing(atoms[0], size):
                x = self._run(atoms, size, x, y)

    def block(self, block: Block, baseline: float) -> None:
        """Draws lines centered at the origin, the first one on the given baseline."""
        for line in block.lines:
            self.text(line, block.size, 0, baseline)
            baseline -= block.leading * block.size

    def curved(self, line: Line, size: float, radius: float, words: str, *, tracking: float = 0) -> None:
        """Draws text letter by letter along the bottom of a circle around the origin, upright at the lowest point.

        `radius` is that of the baseline; letters are spaced along the arc through their middles. `words` is the text
        for search and copy.
        """
        self._note_lost(line)
        middle = radius - 0.3 * size
        place = -(line.width * size + tracking * (_count(line) - 1)) / 2
        self.put(f"/Span <</ActualText <{_utf16(_as_shown(line, words))}>>> BDC")
        for atom in line.atoms:
            with self._typing(atom, size):
                for cluster in _clusters(atom):
                    width = sum(glyph.advance for glyph in cluster) * size
                    self._turned(atom, cluster, size, radius, (place + width / 2) / middle)
                    place += width + tracking
        self.put("EMC")

    @contextmanager
    def _typing(self, atom: Atom, size: float) -> Iterator[None]:
        """Chooses an atom's font for the letters within; thin ones get an outline in their own color."""
        if atom.is_thin:
            self.put(f"q {self._fill} RG {numbers(size * OUTLINE)} w 2 Tr")
        self.put(f"BT /{self.resources.font(atom.face)} {numbers(size)} Tf")
        yield
        self.put("ET Q" if atom.is_thin else "ET")

    def _note_lost(self, line: Line) -> None:
        self.resources.lost.update(letter for atom in line.atoms if atom.is_lost for letter in atom.text)

    def _turned(self, atom: Atom, cluster: Sequence[Glyph], size: float, radius: float, angle: float) -> None:
        cos, sin = math.cos(angle), math.sin(angle)
        pen = -sum(glyph.advance for glyph in cluster) * size / 2
        for glyph in cluster:
            along, up = pen + glyph.dx * size, glyph.dy * size
            x = radius * sin + along * cos - up * sin
            y = -radius * cos + along * sin + up * cos
            code = self.resources.code(atom.face, glyph)
            self.put(f"{numbers(cos, sin, -sin, cos, x, y)} Tm <{code}> Tj")
            pen += glyph.advance * size

    def _run(self, atoms: Sequence[Atom], size: float, x: float, y: float) -> float:
        """Writes text in one face; returns the x where the next begins."""
        pieces: list[str] = []
        for atom in atoms:
            for glyph in atom.glyphs:
                code = self.resources.code(atom.face, glyph)
                if glyph.dx or glyph.dy:
                    self._flush(pieces)
                    self.put(f"1 0 0 1 {numbers(x + glyph.dx * size, y + glyph.dy * size)} Tm <{code}> Tj")
                else:
                    if not pieces:
                        self.put(f"1 0 0 1 {numbers(x, y)} Tm")
                    kern = round((atom.face.width(glyph.id) - glyph.advance) * 1000)
                    pieces.append(f"<{code}>{kern}" if kern else f"<{code}>")
                x += glyph.advance * size
        self._flush(pieces)
        return x

    def _flush(self, pieces: list[str]) -> None:
        if pieces:
            self.put("[" + "".join(pieces).replace("><", "") + "] TJ")
            pieces.clear()


def numbers(*values: float) -> str:
    """Formats numbers for PDF, rounded to 1/1000 point."""
    return " ".join(["%g" % round(value, 3) for value in values])  # noqa: UP031  # the quickest way


def rgb(colour: str) -> str:
    """Converts `#rrggbb` to three PDF numbers."""
    return numbers(*colours.parts(colour))


def _as_shown(line: Line, words: str) -> str:
    """The text in visual order.

    Common PDF readers extract letters in visual order and reverse right-to-left runs, including those in ActualText.
    Screen readers get the text of the whole token in logical order.
    """
    if not any(atom.level % 2 for atom in line.atoms):
        return words
    return "".join(atom.text[::-1] if atom.level % 2 else atom.text for atom in line.atoms)


def _utf16(words: str) -> str:
    return (b"\xfe\xff" + words.encode("utf-16-be", "replace")).hex()


def _count(line: Line) -> int:
    return sum(len(list(_clusters(atom))) for atom in line.atoms)


def _by_face(atoms: Sequence[Atom]) -> Iterator[list[Atom]]:
    run: list[Atom] = []
    for atom in atoms:
        if run and (run[-1].face is not atom.face or run[-1].is_thin != atom.is_thin):
            yield run
            run = []
        run.append(atom)
    if run:
        yield run


def _clusters(atom: Atom) -> Iterator[list[Glyph]]:
    """Groups glyphs that rotate together: a letter with its marks."""
    glyphs = list(atom.glyphs[::-1] if atom.level % 2 else atom.glyphs)
    groups: list[list[Glyph]] = []
    for glyph in glyphs:
        if groups and not glyph.advance:
            groups[-1].append(glyph)
        else:
            groups.append([glyph])
    if atom.level % 2:
        yield from (group[::-1] for group in groups[::-1])
    else:
        yield from groups
