"""Draws a picture in a circle: an emblem, one of our marks, a character's own art, a QR code.

Art with corners is scaled down until its visible part is inside the ring above the token's name.
"""

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from builder.press import colours, drawings
from builder.press.drawings import EMBLEM, ORNAMENT, Drawing
from builder.press.pictures import scaling
from builder.press.pictures.store import store
from builder.press.resources import PLAIN_EMBLEM
from builder.press.tokens.ink import Ink

if TYPE_CHECKING:
    from PIL.Image import Image


#: Side of a square picture relative to the circle's radius; its corners are mostly empty.
SIDE = 1.64
#: The same for a QR code, whose corners are not empty.
INSIDE = 1.41
#: Pictures are sampled on a grid of this size; a cell with at least this opacity (of 255) is visible.
FIELDS, SEEN = 32, 96
#: Minimum scale at which a picture is recognizable.
LEAST, STEP = 0.5, 0.01


def draw(ink: Ink, url: str, radius: float, middle: float, colour: str, ring: float = math.inf) -> None:
    """Draws the picture of one of our addresses, `middle` above the origin; a plain emblem if it is missing.

    Below the origin it stays inside the ring, because of the name.
    """
    if url.startswith((EMBLEM, ORNAMENT)):  # an unknown name of either gets a plain emblem
        _drawing(ink, drawings.emblem(url.rpartition("/")[2]), SIDE * radius, middle, colour)
    elif not _picture(ink, url, radius, middle, ring):
        ink.resources.missing_pictures = True
        _drawing(ink, drawings.emblem(PLAIN_EMBLEM), SIDE * radius, middle, colour or colours.value("ink"))


def mark(ink: Ink, team: str, radius: float, colour: str, middle: float = 0) -> None:
    """Draws the sign of a team, with its center `middle` above the origin."""
    _drawing(ink, drawings.ornament(f"mark-{team}"), SIDE * radius * 0.8, middle, colour)


def qr(ink: Ink, address: str, radius: float, middle: float) -> None:
    """Draws a QR code, always dark on white, with a quiet zone."""
    drawing = drawings.qr_code(address)
    whole = INSIDE * radius
    side = whole / (1 + 2 * drawings.QUIET / drawing.width)
    ink.colour("#ffffff")
    ink.rounded((-whole / 2, middle - whole / 2, whole / 2, middle + whole / 2), side / 20, "f")
    _drawing(ink, drawing, side, middle, "#000000")


def _drawing(ink: Ink, drawing: Drawing, side: float, middle: float, colour: str) -> None:
    ink.colour(colour)
    scale = side / max(drawing.width, drawing.height)
    ink.form(
        ink.resources.drawing(drawing),
        (scale, 0, 0, -scale, -scale * drawing.width / 2, middle + scale * drawing.height / 2),
    )


def _picture(ink: Ink, url: str, radius: float, middle: float, ring: float) -> bool:
    """Draws art in its own proportions. Returns False if it is missing."""
    name = scaling.name_of(url)
    size = scaling.size_of(name) if name else None
    if size is None:
        return False
    longer = 1.06 * SIDE * radius
    half = longer * size[0] / max(size) / 2, longer * size[1] / max(size) / 2
    if ring < math.inf:
        part = within(name, half, middle, ring)
        longer, middle = longer * part, middle + half[1] * (1 - part)
    pixels = scaling.pixels_for(size, longer)
    made = scaling.encoded(name, pixels)
    if made is None:
        return False
    width, height = longer * size[0] / max(size), longer * size[1] / max(size)
    shown = ink.resources.picture(f"{name}-{pixels}", made)
    ink.form(shown, (width, 0, 0, height, -width / 2, middle - height / 2))
    return True


def within(name: str, half: tuple[float, float], middle: float, ring: float) -> float:
    """The scale at which a stored picture fits inside a ring if its upper edge is fixed.

    `half` is half its width and half its height, `middle` the distance of its center above the ring's center.
    """
    spots = figure(name)
    part = 1.0
    while part > LEAST and not all(_is_inside(spot, half, middle, ring, part) for spot in spots):
        part -= STEP
    return part


def _is_inside(
    spot: tuple[float, float], half: tuple[float, float], middle: float, ring: float, part: float
) -> bool:
    x, y = spot[0] * half[0] * part, middle + half[1] * (1 - part) + spot[1] * half[1] * part
    return y > 0 or x * x + y * y <= ring * ring


@lru_cache(maxsize=512)
def figure(name: str) -> tuple[tuple[float, float], ...]:
    """The lowest visible point (x, y) in each column of a stored picture; from -1 to 1, upwards. Cached."""
    shelf, key = store(), f"{name}-figure"
    stored = shelf.get(key)
    if stored is None:
        if scaling.size_of(name) is None:
            return ()
        stored = bytes(_lowest(scaling.multiplied(name)))
        shelf.put(key, stored)
    return tuple(
        (2 * (column + (column >= FIELDS / 2)) / FIELDS - 1, 1 - 2 * row / FIELDS)
        for column, row in enumerate(stored)
        if row
    )


def _lowest(picture: "Image") -> Iterator[int]:
    """For each column the bottom edge of its lowest visible cell, counted from the top; 0 if there is none."""
    from PIL import Image

    opacity = picture.getchannel(3).resize((FIELDS, FIELDS), Image.Resampling.BOX)
    fields = opacity.tobytes()
    for column in range(FIELDS):
        rows = (row for row in range(FIELDS) if fields[row * FIELDS + column] >= SEEN)
        yield max(rows, default=-1) + 1
