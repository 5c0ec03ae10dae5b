"""Frames of pages: what stands along the edge of the paper, outside of the text, and the leaf of parchment.

All are drawn as vectors in the colors of a theme.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from random import Random

from builder.press import colours

#: Millimeters from the edge of the paper: what home printers leave white; the length of the ornament of a corner.
AROUND, CORNER = 4.6, 24.0
#: How far a line between two corners is from AROUND, and how far it stays away from them.
DEPTH, APART = 2.28, 2.2
#: Millimetres between two points of the torn edge, and the maximum displacement of each.
TEAR, STRAY = 2.6, 0.42
#: Square millimetres per fibre.
FIBRE_EVERY = 420
Parts = Iterator[str]


def leaf(width: float, height: float) -> str:
    """An SVG file of a page (mm) with a leaf of parchment; always the same for the same size and theme."""
    return colours.filled(_parchment(width, height))


def seeded(width: float, height: float, what: str = "") -> Random:
    """The same chance for the same size (mm), be it 210 or 210.0."""
    return Random(f"{what}{float(width)}x{float(height)}")  # noqa: S311  # a drawing, not a secret


@lru_cache(maxsize=4)
def _parchment(width: float, height: float) -> str:
    chance = seeded(width, height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">'
        f'<defs><radialGradient id="g" cx=".5" cy=".5" r=".75"><stop offset=".45" stop-color="var(--parchment)"/>'
        f'<stop offset="1" stop-color="var(--parchment-outer)"/></radialGradient></defs>'
        f'<path fill="url(#g)" stroke="var(--parchment-edge)" stroke-width=".22" d="{edge(chance, width, height)}"/>'
        '<path fill="none" stroke="var(--parchment-fiber)" stroke-width=".14"'
        f' d="{_fibres(chance, width, height)}"/></svg>'
    )


def edge(chance: Random, width: float, height: float) -> str:
    """A closed, slightly irregular line around the leaf, as if torn."""
    corners = [
        (AROUND, AROUND),
        (width - AROUND, AROUND),
        (width - AROUND, height - AROUND),
        (AROUND, height - AROUND),
        (AROUND, AROUND),
    ]
    points = []
    for (x1, y1), (x2, y2) in pairwise(corners):
        steps = round(math.hypot(x2 - x1, y2 - y1) / TEAR)
        points += [(x1 + (x2 - x1) * n / steps, y1 + (y2 - y1) * n / steps) for n in range(steps)]
    torn = (
        f"{x + chance.uniform(-STRAY, STRAY):.2f} {y + chance.uniform(-STRAY, STRAY):.2f}" for x, y in points
    )
    return f"M{'L'.join(torn)}z"


def _fibres(chance: Random, width: float, height: float) -> str:
    """Short curved lines all over the leaf."""
    drawn = []
    for _ in range(int(width * height / FIBRE_EVERY)):
        x = chance.uniform(AROUND + 4, width - AROUND - 4)
        y = chance.uniform(AROUND + 4, height - AROUND - 4)
        ends = (f"{chance.uniform(-2.2, 2.2):.1f}" for _ in range(4))
        drawn.append(f"M{x:.1f} {y:.1f}q{' '.join(ends)}")
    return "".join(drawn)


def _box(inset: float, width: float, height: float) -> str:
    return f"M{inset:g} {inset:g}H{width - inset:g}V{height - inset:g}H{inset:g}z"


def _line(path: str, thick: float, color: str = "rule-strong") -> str:
    return f'<path fill="none" stroke="var(--{color})" stroke-width="{thick:g}" d="{path}"/>'


def _filled(path: str, color: str = "rule-strong") -> str:
    return f'<path fill="var(--{color})" d="{path}"/>'


def _leaf(path: str, width: float, height: float) -> Parts:
    """A smaller leaf on white."""
    yield f'<path fill="#ffffff" fill-rule="evenodd" d="M0 0H{width:g}V{height:g}H0z{path}"/>'
    yield _line(path, 0.22, "parchment-edge")


def _torn(width: float, height: float) -> Parts:
    return _leaf(edge(seeded(width, height), width, height), width, height)


def _straight(width: float, height: float) -> Parts:
    return _leaf(_box(AROUND, width, height), width, height)


def _single(width: float, height: float) -> Parts:
    yield _line(_box(AROUND, width, height), 0.25)


def _double(width: float, height: float) -> Parts:
    yield _line(_box(AROUND, width, height), 0.5)
    yield _line(_box(AROUND + 1.1, width, height), 0.25)


def _sides(width: float, height: float, near: float, far: float) -> Iterator[tuple[str, float, float, float]]:
    """The four lines between corners: their paths, their middles and how they are turned (degrees)."""
    across, down = width - 2 * far, height - 2 * far
    yield f"M{far:g} {near:g}h{across:g}", width / 2, near, 0
    yield f"M{far:g} {height - near:g}h{across:g}", width / 2, height - near, 180
    yield f"M{near:g} {far:g}v{down:g}", near, height / 2, 270
    yield f"M{width - near:g} {far:g}v{down:g}", width - near, height / 2, 90


def _threads(width: float, height: float) -> Parts:
    """A thin line from corner to corner, with a lozenge in its middle."""
    for path, x, y, _turn in _sides(width, height, AROUND + DEPTH, AROUND + CORNER + APART):
        yield _line(path, 0.28)
        yield _filled(f"M{x - 1.1:g} {y:g}l1.1-1.1 1.1 1.1-1.1 1.1z", "accent")


def _gilt(width: float, height: float) -> Parts:
    """A bar of gold between two thin lines, with a stone in its middle."""
    for path, x, y, _turn in _sides(width, height, AROUND + DEPTH, AROUND + CORNER + APART):
        yield _line(path, 1.05, "ink")
        yield _line(path, 0.85, "paper")
        yield _line(path, 0.5, "rule")
        yield f'<circle cx="{x:g}" cy="{y:g}" r="1.3" fill="var(--rule)"/>'
        yield f'<circle cx="{x:g}" cy="{y:g}" r=".8" fill="var(--townsfolk)"/>'


def _dotted(width: float, height: float) -> Parts:
    """A row of points from corner to corner, with a star in its middle."""
    for path, x, y, _turn in _sides(width, height, AROUND + 1.92, AROUND + CORNER):
        yield (
            f'<path fill="none" stroke="var(--accent)" stroke-width=".15" stroke-dasharray=".02 .8"'
            f' stroke-linecap="round" d="{path}"/>'
        )
        yield _filled(
            f"M{x:g} {y - 1.5:g}l.35 1.15 1.15.35-1.15.35-.35 1.15-.35-1.15-1.15-.35 1.15-.35z", "accent"
        )


def _awning(width: float, height: float) -> Parts:
    """A striped awning with a scalloped hem above, lines at the other sides."""
    left, top, hem, low = 3.2, 2.9, 5.2, 7.2
    count = 2 * round((width - 2 * left) / 7.6 / 2) + 1
    step = (width - 2 * left) / count
    round_ = f"a{step / 2:.3f} {low - hem:g} 0 0 1 -{step:.3f} 0z"
    for color, first in (("accent", 0), ("paper", 1)):
        stripes = "".join(
            f"M{left + number * step:.2f} {top}h{step:.3f}V{hem}{round_}" for number in range(first, count, 2)
        )
        yield f'<path fill="var(--{color})" stroke="var(--accent)" stroke-width=".2" d="{stripes}"/>'
    yield _filled(f"M{left - 0.5:g} {top - 0.5:g}h{width - 2 * left + 1:g}v.9H{left - 0.5:g}z", "ink")
    for inset, thick in ((AROUND, 0.5), (AROUND + 1, 0.2)):
        yield _line(
            f"M{inset:g} {low + 2.4:g}V{height - inset:g}H{width - inset:g}V{low + 2.4:g}", thick, "townsfolk"
        )


def _degrees(width: float, height: float) -> Parts:
    """The border of a map: degrees in turns black and white, between lines."""
    outer, inner = AROUND, AROUND + 1.05
    yield _line(_box(outer - 0.75, width, height), 0.2, "ink")
    yield _line(_box(outer, width, height), 0.14, "ink")
    yield _line(_box(inner, width, height), 0.14, "ink")
    bars = []
    for length, across in ((width, True), (height, False)):
        count = 2 * round((length - 2 * inner) / 10 / 2) + 1
        step = (length - 2 * inner) / count
        for number in range(0, count, 2):
            start = inner + number * step
            for near in (outer, (height if across else width) - inner):
                box = f"M{start:.2f} {near:.2f}h{step:.2f}v1.05h-{step:.2f}z"
                turned = f"M{near:.2f} {start:.2f}v{step:.2f}h1.05v-{step:.2f}z"
                bars.append(box if across else turned)
    yield _filled("".join(bars), "ink")


def _steps(width: float, height: float) -> Parts:
    """A strong line and a fine one that steps back before the corners."""
    yield _line(_box(AROUND + 0.22, width, height), 0.43, "ink")
    for path, *_rest in _sides(width, height, AROUND + 1.25, AROUND + CORNER - 4.8):
        yield _line(path, 0.2, "accent")


def _lozenges(width: float, height: float) -> Parts:
    """A chain of lozenges as cut in wood, between two lines."""
    middle, size, start = AROUND + 1.56, 0.72, AROUND + 3.9
    chain = []
    for length, across in ((width, True), (height, False)):
        count = round((length - 2 * start) / 4)
        step = (length - 2 * start) / count
        for number in range(count):
            along = start + (number + 0.5) * step
            for near in (middle, (height if across else width) - middle):
                x, y = (along, near) if across else (near, along)
                wide, high = (step * 0.4, size) if across else (size, step * 0.4)
                chain.append(
                    f"M{x - wide:.2f} {y:.2f}l{wide:.2f}-{high:.2f} {wide:.2f} {high:.2f}-{wide:.2f} {high:.2f}z"
                )
    yield _filled("".join(chain), "ink")
    for near, thick in ((AROUND + 0.2, 0.4), (AROUND + 3, 0.2)):
        for path, *_rest in _sides(width, height, near, AROUND + 3.12):
            yield _line(path, thick, "ink")


def _punched(_width: float, height: float) -> Parts:
    """A sheet from a file: holes 80 mm apart, a red margin."""
    yield _line(f"M8.3 0V{height:g}", 0.22, "accent")
    for y in (height / 2 - 40, height / 2 + 40):
        yield f'<circle cx="4.5" cy="{y:g}" r="2.75" fill="#ffffff" stroke="var(--rule-strong)" stroke-width=".25"/>'


#: Frames by name. For another one, add a function and its name here and in `data/schema/theme.json`.
FRAMES: Mapping[str, Callable[[float, float], Parts]] = {
    "torn": _torn,
    "straight": _straight,
    "line": _single,
    "double": _double,
    "threads": _threads,
    "gilt": _gilt,
    "dotted": _dotted,
    "awning": _awning,
    "degrees": _degrees,
    "steps": _steps,
    "lozenges": _lozenges,
    "punched": _punched,
}
