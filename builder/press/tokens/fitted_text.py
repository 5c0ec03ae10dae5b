"""Fits words to the places that a token has for them: on its curve, in its upper part, on a card."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from builder.press.tokens import breaking, font_fallback, typesetting
from builder.press.tokens.breaking import Word
from builder.press.tokens.typesetting import Atom, Line

#: Texts far beyond what the format allows end at SMALLEST (pt); below READABLE a notice says so.
SMALLEST, READABLE = 0.2, 4.2
LEADING = 1.12
#: The height of capitals and the depth of descenders, in em.
CAPITAL, DESCENT = 0.68, 0.24


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
    lines = breaking.piled(some, widths) if sum(widths) >= need else None
    return Block(tuple(lines), size, leading) if lines else None


def in_box(
    parts: Sequence[Atom], width: float, height: float, *, largest: float, leading: float = 1.2
) -> Block:
    """Lines in a rectangle, as large as they can be; words wider than it are broken where all else fails."""
    size = largest
    while True:
        most = int((height - (CAPITAL + DESCENT) * size) / (leading * size)) + 1
        lines = breaking.broken(breaking.words(parts), width / size, most)
        if lines is not None or size < SMALLEST:
            return Block(tuple(lines or ()), size, leading)
        size *= 0.96
        if size < READABLE:
            parts = typesetting.in_letters(parts, width / size)


def voice_for(title: str, *, readable: bool) -> str:
    """The voice of a name."""
    return "name" if readable else font_fallback.voice_of(title)
