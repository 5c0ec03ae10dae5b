"""Draws parchment as vectors: a tinted leaf with a torn edge and a few fibres."""

import math
from functools import lru_cache
from itertools import pairwise
from random import Random

from builder.press import colours

#: Margin around the leaf in millimetres: what a home printer cannot reach.
INSET = 4.6
#: Millimetres between two points of the torn edge, and the maximum displacement of each.
TEAR, STRAY = 2.6, 0.42
#: Square millimetres per fibre.
FIBRE_EVERY = 420


def leaf(width: float, height: float) -> str:
    """An SVG file of a page (mm) with a leaf of parchment; always the same for the same size and theme."""
    return colours.filled(_leaf(width, height))


def seeded(width: float, height: float, what: str = "") -> Random:
    """The same chance for the same size (mm), be it 210 or 210.0."""
    return Random(f"{what}{float(width)}x{float(height)}")  # noqa: S311  # a drawing, not a secret


@lru_cache(maxsize=4)
def _leaf(width: float, height: float) -> str:
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
        (INSET, INSET),
        (width - INSET, INSET),
        (width - INSET, height - INSET),
        (INSET, height - INSET),
        (INSET, INSET),
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
        x = chance.uniform(INSET + 4, width - INSET - 4)
        y = chance.uniform(INSET + 4, height - INSET - 4)
        ends = (f"{chance.uniform(-2.2, 2.2):.1f}" for _ in range(4))
        drawn.append(f"M{x:.1f} {y:.1f}q{' '.join(ends)}")
    return "".join(drawn)
