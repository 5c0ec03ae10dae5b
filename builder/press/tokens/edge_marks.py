"""The marks at a token's edge, drawn by us: when it wakes, whether it changes the setup, how many reminders it has."""

import math
from contextlib import AbstractContextManager

from builder.press.tokens.ink import Ink, numbers
from builder.press.tokens.palette import Palette

#: How far from the centre the marks stand, in radii.
RIM = 0.885
#: Degrees between two marks of the row at the head, and how many have room there.
STEP, MOST = 8.5, 9


def night_leaves(
    ink: Ink, radius: float, palette: Palette, angle: float, *, first: bool, other: bool
) -> None:
    """Three leaves at the left for the first night, three at the right for the other nights.

    `angle` is how many degrees from the foot they stand.
    """
    if first:
        with _at(ink, radius, -angle):
            _sprig(ink, radius * 0.25, palette.night)
    if other:
        with _at(ink, radius, angle):
            _sprig(ink, radius * 0.25, palette.leaf)


def head_marks(ink: Ink, radius: float, palette: Palette, *, setup: bool, reminders: int) -> None:
    """A row along the upper edge: a dot for each reminder token, and a blossom among them for changes of the setup."""
    shown = min(reminders, MOST)
    marks = ["dot"] * shown
    if setup:
        marks.insert((shown + 1) // 2, "blossom")
    wide = [1.35 if mark == "blossom" else 1.0 for mark in marks]
    place = -sum(wide) / 2
    for mark, width in zip(marks, wide, strict=True):
        with _at(ink, radius, 180 - (place + width / 2) * STEP):
            if mark == "dot":
                ink.colour(palette.dot)
                ink.circle(0, 0, radius * 0.035, "f")
            else:
                _blossom(ink, radius * 0.066, palette.setup, palette.disc or "#ffffff")
        place += width


def _at(ink: Ink, radius: float, degrees: float) -> AbstractContextManager[None]:
    """At the rim, so many degrees to the right of the foot, upwards being towards the centre."""
    angle = math.radians(degrees)
    return ink.moved(RIM * radius * math.sin(angle), -RIM * radius * math.cos(angle), turn=degrees)


def _sprig(ink: Ink, length: float, colour: str) -> None:
    """Three leaves on a stalk, growing upwards."""
    ink.colour(colour)
    for turn, share in ((48, 0.74), (-48, 0.74), (0, 1.0)):
        with ink.moved(0, 0.1 * length, turn=turn):
            _leaf(ink, share * length * 0.86)
    ink.pen(colour, length * 0.07)
    ink.put("1 J")
    ink.stroke((0, -0.08 * length), (0, 0.3 * length))


def _leaf(ink: Ink, length: float) -> None:
    """A pointed leaf with a slit for its midrib."""
    w, h = 0.3 * length, length
    slit = 0.022 * length
    ink.put(f"0 0 m {numbers(1.25 * w, 0.22 * h, w, 0.72 * h, 0, h)} c")
    ink.put(f"{numbers(-w, 0.72 * h, -1.25 * w, 0.22 * h, 0, 0)} c h")
    ink.put(f"{numbers(0, 0.16 * h)} m {numbers(slit, 0.4 * h)} l {numbers(0, 0.76 * h)} l")
    ink.put(f"{numbers(-slit, 0.4 * h)} l h f*")


def _blossom(ink: Ink, size: float, colour: str, ground: str) -> None:
    """Five petals around an open centre."""
    ink.colour(colour)
    for petal in range(5):
        angle = math.radians(72 * petal)
        ink.circle(0.56 * size * math.sin(angle), 0.56 * size * math.cos(angle), 0.44 * size, "f")
    ink.colour(ground)
    ink.circle(0, 0, 0.26 * size, "f")
