"""Draws a picture in a circle: an emblem, one of our marks, a character's own art, a QR code."""

import math
from functools import lru_cache

from builder.press import drawings
from builder.press.colours import INK
from builder.press.drawings import EMBLEM, ORNAMENT, Drawing
from builder.press.pictures import decoded, drawn, figures, painted_icons, scaling
from builder.press.resources import PLAIN_EMBLEM
from builder.press.tokens.ink import Ink

#: The side of a square picture in radii of its circle: its corners are mostly empty.
SIDE = 1.64
#: A QR code's corners are not.
INSIDE = 1.41
#: How much of its canvas painted art takes, and how far above the canvas' middle it is.
PAINTED, ABOVE = 316 / 540, 84 / 540
#: White squares around a QR code.
QUIET = 4


def draw(ink: Ink, url: str, radius: float, middle: float, colour: str, ring: float = math.inf) -> None:
    """The picture of an address of ours, so far above the origin; what cannot be drawn becomes a plain emblem.

    Below the origin nothing of it leaves the ring: words may stand there.
    """
    if url.startswith((EMBLEM, ORNAMENT)):  # an unknown name is drawn as a plain emblem, a mark as well
        _drawing(ink, drawings.emblem(url.rpartition("/")[2]), SIDE * radius, middle, colour)
    elif not _picture(ink, url, radius, middle, ring):
        ink.resources.missing_pictures = True
        _drawing(ink, drawings.emblem(PLAIN_EMBLEM), SIDE * radius, middle, colour or INK)


def qr(ink: Ink, address: str, radius: float, middle: float) -> None:
    """A QR code, always dark on white, with a quiet border."""
    drawing = _code(address)
    whole = INSIDE * radius
    side = whole / (1 + 2 * QUIET / drawing.width)
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
    """Draws art in its own proportions. Whether there was any."""
    name = drawn.name_of(url)
    size = decoded.size(name) if name else None
    if size is None:
        return False
    longer = 1.06 * SIDE * radius
    half = longer * size[0] / max(size) / 2, longer * size[1] / max(size) / 2
    if url.startswith(
        painted_icons.ADDRESS
    ):  # on a canvas with room around it, the art being above its middle
        longer /= PAINTED
        middle -= longer * ABOVE
    elif ring < math.inf:
        part = figures.within(name, half, middle, ring)
        longer, middle = longer * part, middle + half[1] * (1 - part)
    pixels = scaling.pixels_for(size, longer)
    made = scaling.encoded(name, pixels)
    if made is None:
        return False
    width, height = longer * size[0] / max(size), longer * size[1] / max(size)
    shown = ink.resources.picture(f"{name}-{pixels}", made)
    ink.form(shown, (width, 0, 0, height, -width / 2, middle - height / 2))
    return True


@lru_cache(maxsize=64)
def _code(address: str) -> Drawing:
    """The code of an address on a field of one by one for each of its squares."""
    import segno

    rows = list(segno.make(address, error="m", micro=False, boost_error=True).matrix)
    squares = " ".join(f"{x} {y} 1 1 re" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    return drawings.drawing(f"q-{len(rows)}", len(rows), len(rows), f"{squares} f".encode())
