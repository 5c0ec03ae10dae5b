"""What lies around a painted icon: its border and its shadow."""

import math
from typing import TYPE_CHECKING, Any

from builder.press.pictures.paint_settings import PaintSettings

if TYPE_CHECKING:
    import numpy as np

    Plane = np.ndarray[Any, np.dtype[Any]]

#: Pixels by which a shape is widened at once.
STEP = 3.4
#: Gaps so narrow (pixels of the canvas, on either side) are filled by the border.
GAP = 4.5


def around(shape: "Plane", settings: PaintSettings) -> "Plane":
    """The shape with its border; where two borders nearly touch they meet, for a hairline between them looks torn."""
    import numpy as np  # noqa: PLC0415  # only painting needs it

    gap = GAP * settings.scale
    wide = _widened((shape * 255).astype(np.uint8), settings.border_width * settings.scale + gap)
    return (255 - _widened(255 - wide, gap)).astype(np.float32) / 255


def _widened(shape: "Plane", reach: float) -> "Plane":
    """A shape (bytes) made so many pixels wider, round at the corners, as smooth as it was."""
    import numpy as np  # noqa: PLC0415  # as above

    rounds = math.ceil(reach / STEP)
    for _ in range(rounds):  # a small disc several times is a large one, for a third of the work
        shape, before = shape.copy(), shape
        for x, y in _disc(reach / rounds):
            to, start = _overlap(x, y)
            np.maximum(shape[to], before[start], out=shape[to])
    return shape


def _disc(reach: float) -> list[tuple[int, int]]:
    """Every place on a disc but its middle, by how far it is across and down."""
    moves = range(-int(reach), int(reach) + 1)
    return [(x, y) for x in moves for y in moves if 0 < x * x + y * y <= reach * reach]


def _overlap(x: int, y: int) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """The parts of a canvas that lie over each other when a copy is moved by x and y."""

    def pair(move: int) -> tuple[slice, slice]:
        return (
            (slice(move, None), slice(None, -move))
            if move > 0
            else (slice(None, move or None), slice(-move, None))
        )

    (to_x, from_x), (to_y, from_y) = pair(x), pair(y)
    return (to_y, to_x), (from_y, from_x)


def shadow(solid: "Plane", settings: PaintSettings) -> "Plane":
    """How dark it is under the icon, from 0 to 1."""
    import numpy as np  # noqa: PLC0415  # as above
    from PIL import Image, ImageFilter  # noqa: PLC0415

    sheet = Image.fromarray((solid * 255).astype(np.uint8))
    moved = Image.new("L", sheet.size)
    moved.paste(sheet, (round(settings.shadow_x * settings.scale), round(settings.shadow_y * settings.scale)))
    soft = moved.filter(ImageFilter.GaussianBlur(settings.shadow_blur * settings.scale / 2))
    return np.asarray(soft, np.float32) / 255 * settings.shadow_strength
