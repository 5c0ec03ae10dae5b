"""Where a picture shows anything at all: a finished square fills its corners, a figure on nothing leaves them empty."""

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from builder.press.pictures import decoded
from builder.press.pictures.store import store

if TYPE_CHECKING:
    from PIL.Image import Image

#: A picture is looked at as so many fields each way; from so much opacity on (of 255) there is something in a field.
FIELDS, SEEN = 32, 96
#: Smaller than this part nobody recognizes a picture any more.
LEAST, STEP = 0.5, 0.01


def within(name: str, half: tuple[float, float], middle: float, ring: float) -> float:
    """The part of its size at which a kept picture stays inside a ring, its upper edge staying where it is.

    `half` is half its width and half its height, `middle` how far above the ring's middle it stands.
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
    """The lowest spots of a kept picture that show anything, a column each; both from -1 to 1, upwards."""
    shelf, key = store(), f"{name}-figure"
    kept = shelf.get(key)
    if kept is None:
        if decoded.size(name) is None:
            return ()
        kept = bytes(_lowest(decoded.multiplied(name)))
        shelf.put(key, kept)
    return tuple(
        (2 * (column + (column >= FIELDS / 2)) / FIELDS - 1, 1 - 2 * row / FIELDS)
        for column, row in enumerate(kept)
        if row
    )


def _lowest(picture: "Image") -> Iterator[int]:
    """For each column how many fields down its lowest one that shows anything ends; 0 where there is none."""
    from PIL import Image

    opacity = picture.getchannel(3).resize((FIELDS, FIELDS), Image.Resampling.BOX)
    fields = opacity.tobytes()
    for column in range(FIELDS):
        rows = (row for row in range(FIELDS) if fields[row * FIELDS + column] >= SEEN)
        yield max(rows, default=-1) + 1
