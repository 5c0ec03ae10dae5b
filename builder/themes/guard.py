"""Keeps a theme readable: judges its colors where they meet, and finds the nearest ones that can be read.

Text has a contrast of 4.5:1 with everything that it may stand on, as WCAG 2 wants. Colors of teams are apart from each
other for usual eyes, in grey and for color-blind eyes; a sign stands beside each in any case.
"""

import math
from collections.abc import Iterable, Mapping, Sequence

from builder.themes import tones

#: Least contrast of text; of drawings.
TEXT, DRAWING = 4.5, 3.0
#: Least contrast of a pale paper with black, and of a dark one with white, so that seven teams have room between.
PALE_PAPER, DARK_PAPER = 9.0, 13.0
#: The share of that which a paper, its texture and its boxes have together.
TOGETHER = 0.8
#: Least distance of two colors of teams (OKLab), and in grey, where seven have little room.
APART, APART_IN_GREY = 0.02, 0.012
#: Distance of two tones that are tried, and the steps of a veil.
_STEP, VEIL_STEP = 100, 0.05
BLACK, WHITE = "#000000", "#ffffff"


def paper(color: str) -> str:
    """The nearest tone of a paper on which dark or pale letters can be read well."""
    for tone in tones.tones(color):
        if has_room([tone], 1.0):
            return tone
    return WHITE


def has_room(grounds: Iterable[str], share: float = TOGETHER) -> bool:
    """Whether the colors of seven teams can be read on all of these grounds, and told apart."""
    grounds = tuple(grounds)
    dark, pale = (tones.least_contrast(each, grounds) for each in (BLACK, WHITE))
    return dark >= share * PALE_PAPER or pale >= share * DARK_PAPER


def room(grounds: Iterable[str]) -> float:
    """The greatest contrast that any letters can have with all of these grounds."""
    grounds = tuple(grounds)
    return max(tones.least_contrast(each, grounds) for each in (BLACK, WHITE))


def is_dark(ground: str) -> bool:
    """Whether a ground wants pale letters."""
    return tones.contrast(WHITE, ground) > tones.contrast(BLACK, ground)


def veil(color: str, extremes: Sequence[str]) -> float:
    """How much of a picture has to be covered with a color, from 0 to 1, so that text on it can be read."""
    if not extremes:
        return 0.0
    letters = WHITE if is_dark(color) else BLACK
    share = 0.0
    wanted = TOGETHER * (DARK_PAPER if letters == WHITE else PALE_PAPER)
    while share < 1 and tones.least_contrast(letters, veiled(color, extremes, share)) < wanted:
        share = round(share + VEIL_STEP, 2)
    return min(1.0, share)


def veiled(color: str, extremes: Iterable[str], share: float) -> list[str]:
    """The tones of a picture under a veil."""
    return [tones.mixed(each, color, share) for each in extremes]


def text(color: str, grounds: Iterable[str], least: float = TEXT) -> str:
    """The nearest tone with this contrast on all of these grounds; black or white where there is none."""
    grounds = tuple(grounds)
    for tone in tones.tones(color):
        if tones.least_contrast(tone, grounds) >= least:
            return tone
    return max((BLACK, WHITE), key=lambda each: tones.least_contrast(each, grounds))


def on(color: str) -> str:
    """White or nearly black letters for a field of this color."""
    pale, dark = WHITE, "#140f0d"
    if tones.contrast(pale, color) >= TEXT:
        return pale
    return dark if tones.contrast(dark, color) >= TEXT else BLACK


def apart(colors: Mapping[str, str], grounds: Sequence[str], least: float = TEXT) -> dict[str, str]:
    """The nearest tones that can be read on all grounds and told apart by all eyes; the first ones change least."""
    found: dict[str, str] = {}
    for name, color in colors.items():
        others = tuple(found.values())
        best, distance = "", -1.0
        for tone in (text(color, grounds, least), *tones.tones(color, _STEP)):
            if tones.least_contrast(tone, grounds) < least:
                continue
            away = min((_distance(tone, other) for other in others), default=1.0)
            if away > distance:
                best, distance = tone, away
            if distance >= 1:
                break
        if distance < 1:
            return _spread(colors, grounds, least)
        found[name] = best
    return found


def _spread(colors: Mapping[str, str], grounds: Sequence[str], least: float) -> dict[str, str]:
    """Tones of the colors that are evenly spaced from the darkest to the palest that can be read, in their order."""
    pale = room(grounds) == tones.least_contrast(WHITE, grounds)
    shades = sorted(map(tones.luminance, grounds))
    limit = (shades[-1] + 0.05) * least - 0.05 if pale else (shades[0] + 0.05) / least - 0.05
    low, high = (math.cbrt(limit), 1.0) if pale else (0.0, math.cbrt(limit))
    names = sorted(colors, key=lambda name: tones.luminance(colors[name]))
    step = 0.98 * (high - low) / max(1, len(names) - 1)
    start = high - step * (len(names) - 1) if pale else low
    made = {name: tones.shaded(colors[name], start + step * place) for place, name in enumerate(names)}
    return {name: text(made[name], grounds, least) for name in colors}


def _distance(one: str, other: str) -> float:
    """How far apart two colors are, for those eyes for which they are nearest; at least 1 is far enough."""
    wanted = {eyes: APART_IN_GREY if eyes == "grey" else APART for eyes in tones.EYES}
    return min(1.0, *(tones.difference(one, other, eyes) / least for eyes, least in wanted.items()))
