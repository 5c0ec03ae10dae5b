"""Breaks text into lines and fits them to their room: on a curve, in the upper part of a token, on a card.

Lines are as few as they can be, and then as even: the sum of the squares of what they leave free is minimized, by
dynamic programming over the words that are set so far.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from builder.press.tokens import font_fallback, shaping, typesetting
from builder.press.tokens.typesetting import Atom, Line

#: Longer texts fill their lines anyway.
MOST_TO_EVEN = 70
#: Texts far beyond what the format allows end at SMALLEST (pt); below READABLE a notice says so.
SMALLEST, READABLE = 0.2, 4.2
LEADING = 1.12
#: The height of capitals and the depth of descenders, in em.
CAPITAL, DESCENT = 0.68, 0.24


@dataclass(frozen=True, slots=True)
class Word:
    """What stays together, with the space before it; its width (em) is without that."""

    space: Atom | None
    atoms: tuple[Atom, ...]
    width: float


def words(parts: Sequence[Atom]) -> list[Word]:
    """What stays together on a line."""
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
    """Words on at most so many lines of one width (em), as few and then as even as they can be; None: no room."""
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
    """Words on lines filled from the lowest upwards, of which this is how wide each may be (em); None: no room."""
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
    """Breaks by which every line is as full as the others, measured by its own room, as nearly as can be."""
    fill = min(1.0, sum(word.width for word in some) / sum(widths))
    #: For each number of words set so far: how uneven they are at best, and where the lines broke.
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
    """Lines of one size, set under each other."""

    lines: tuple[Line, ...]
    size: float
    leading: float = LEADING

    @property
    def height(self) -> float:
        """From the top of the first line's capitals to the foot of the last line (pt)."""
        return self.size * (CAPITAL + DESCENT + self.leading * (len(self.lines) - 1))


@dataclass(frozen=True, slots=True)
class Curved:
    """Words for a curve."""

    line: Line
    size: float
    tracking: float
    #: How many degrees it reaches to each side of the lowest point.
    angle: float


def on_curve(
    text: str, direction: str, *, radius: float, angle: float, largest: float, voice: str, readable: bool
) -> Curved:
    """Words as large as they can be on so much of a circle (its baseline's radius in pt, degrees to each side)."""
    line = typesetting.line(text, direction, voice, readable=readable)
    # Letters of Arabic hold hands; those of the display face like some air.
    air = 0.0 if any(atom.level % 2 for atom in line.atoms) else (0.03 if voice == "display" else 0.015)
    size = largest
    while True:
        wide = (line.width + air * max(0, len(text) - 1)) * size
        reach = math.degrees(wide / 2 / (radius - 0.3 * size))
        if reach <= angle or size < SMALLEST:
            return Curved(line, size, air * size, reach)
        size *= 0.985


@dataclass(frozen=True, slots=True)
class Dome:
    """The upper part of a circle around the origin (pt)."""

    radius: float
    #: Where the last line's descenders end.
    foot: float
    #: Below this height there are leaves at both sides, and lines keep between them.
    leaves: float
    between: float

    def width(self, low: float, high: float) -> float:
        """How wide a line from this height to that may be."""
        farthest = max(abs(low), abs(high))
        wide = 2 * math.sqrt(max(0.0, self.radius**2 - farthest**2))
        return min(wide, self.between) if low < self.leaves else wide


def in_dome(some: Sequence[Word], size: float, dome: Dome, leading: float) -> Block | None:
    """Lines of one size, the last one standing on the dome's foot; None where they have no room."""
    room = dome.radius - dome.foot - (CAPITAL + DESCENT) * size
    need = sum(word.width for word in some)
    if room < 0 or need * size**2 > math.pi * dome.radius**2:  # more than the whole token has room for
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
    """Lines in a rectangle, as large as they can be; words wider than it are broken where all else fails."""
    size = largest
    while True:
        most = int((height - (CAPITAL + DESCENT) * size) / (leading * size)) + 1
        lines = broken(words(parts), width / size, most)
        if lines is not None or size < SMALLEST:
            return Block(tuple(lines or ()), size, leading)
        size *= 0.96
        if size < READABLE:
            parts = typesetting.in_letters(parts, width / size)


def voice_for(title: str, *, readable: bool) -> str:
    """The voice of a name."""
    return "name" if readable else font_fallback.voice_of(title)
