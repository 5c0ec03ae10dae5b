"""What lies around a painted icon: its border and its shadow."""

import math
from typing import TYPE_CHECKING, Any

from builder.game.paint_settings import PaintSettings

if TYPE_CHECKING:
    import numpy as np

    Plane = np.ndarray[Any, np.dtype[Any]]

#: A shadow so soft (pixels) is drawn at half its size: nobody sees it.
SOFT = 3.0
#: Gaps so narrow (pixels of the canvas, on either side) are filled by the border.
GAP = 4.5


def around(shape: "Plane", settings: PaintSettings) -> "Plane":
    """The shape with its border; where two borders nearly touch they meet, for a hairline between them looks torn."""
    import numpy as np

    gap = GAP * settings.scale
    wide = _widened((shape * 255).astype(np.uint8), settings.border_width * settings.scale + gap)
    return (255 - _widened(255 - wide, gap)).astype(np.float32) / 255


def _widened(shape: "Plane", reach: float) -> "Plane":
    """A shape (bytes) made so many pixels wider, round at the corners, as smooth as it was.

    Row by row of a disc: how wide it is across at each step down.
    """
    import numpy as np

    wide, across = shape.copy(), shape.copy()
    done = 0
    for down in range(math.floor(reach), -1, -1):  # from the narrow ends of the disc to its middle
        half = math.floor(math.sqrt(reach * reach - down * down))
        for move in range(done + 1, half + 1):
            np.maximum(across[:, move:], shape[:, :-move], out=across[:, move:])
            np.maximum(across[:, :-move], shape[:, move:], out=across[:, :-move])
        done = half
        if not down:
            return np.maximum(wide, across, out=wide)
        np.maximum(wide[down:], across[:-down], out=wide[down:])
        np.maximum(wide[:-down], across[down:], out=wide[:-down])
    return wide


def shadow(solid: "Plane", settings: PaintSettings) -> "Plane":
    """How dark it is under the icon, from 0 to 1."""
    import numpy as np
    from PIL import Image, ImageFilter

    sheet = Image.fromarray((solid * 255).astype(np.uint8))
    moved = Image.new("L", sheet.size)
    moved.paste(sheet, (round(settings.shadow_x * settings.scale), round(settings.shadow_y * settings.scale)))
    radius = settings.shadow_blur * settings.scale / 2
    if radius < SOFT:
        soft = moved.filter(ImageFilter.GaussianBlur(radius))
    else:
        small = moved.reduce(2).filter(ImageFilter.GaussianBlur(radius / 2))
        # An odd row or column at the end is half a pixel of the small one.
        box = (0, 0, sheet.width / 2, sheet.height / 2)
        soft = small.resize(sheet.size, Image.Resampling.BILINEAR, box=box)
    return np.asarray(soft, np.float32) * (settings.shadow_strength / 255)
