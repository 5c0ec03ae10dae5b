"""Paints the border, shadow and worn texture of an icon."""

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from builder.game.paint_settings import PaintSettings

if TYPE_CHECKING:
    import numpy as np

    Plane = np.ndarray[Any, np.dtype[Any]]


#: Shadows blurred by at least this (pixels) are computed at half size, which is invisible.
SOFT = 3.0
#: Gaps up to this width (pixels of the canvas, on either side) are filled by the border.
GAP = 4.5
#: Octaves of noise: number of patches across the canvas, and weight.
_PATCHES = ((3, 0.9), (6, 1.0), (12, 0.9), (24, 0.75), (48, 0.6), (96, 0.5), (190, 0.45))
_SCRATCHES = 70


def around(shape: "Plane", settings: PaintSettings) -> "Plane":
    """The shape with its border. Narrow gaps between two borders are closed, because a hairline looks torn."""
    import numpy as np

    gap = GAP * settings.scale
    wide = _widened((shape * 255).astype(np.uint8), settings.border_width * settings.scale + gap)
    return (255 - _widened(255 - wide, gap)).astype(np.float32) / 255


def _widened(shape: "Plane", reach: float) -> "Plane":
    """Dilates a shape (bytes) by a disc of radius `reach` (pixels), row by row of the disc."""
    import numpy as np

    wide, across = shape.copy(), shape.copy()
    done = 0
    for down in range(math.floor(reach), -1, -1):  # from the narrow ends of the disc to its center
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
    """The opacity of the shadow, from 0 to 1."""
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
        # An odd last row or column is half a pixel of the small picture.
        box = (0, 0, sheet.width / 2, sheet.height / 2)
        soft = small.resize(sheet.size, Image.Resampling.BILINEAR, box=box)
    return np.asarray(soft, np.float32) * (settings.shadow_strength / 255)


@lru_cache(maxsize=4)
def grunge(side: int, seed: int) -> "np.ndarray[Any, np.dtype[np.float32]]":
    """A square of brightness values from 0.25 (worn) to 1 (clean), the same for the same side and seed."""
    import numpy as np

    chance = np.random.Generator(np.random.PCG64(seed))
    cloud = _cloud(side, chance)
    worn = np.clip((cloud - 0.47) * 4.2, 0, 1) * 0.55  # patches with a frayed edge
    worn += np.clip((0.5 - _cloud(side, chance)) * 1.6, 0, 0.3)  # broad, soft shade
    worn += _scratches(side, chance) * np.clip(cloud * 1.6 - 0.35, 0.05, 1)
    made: np.ndarray[Any, np.dtype[np.float32]] = (1 - np.clip(worn, 0, 0.75)).astype(np.float32)
    return made


def _cloud(side: int, chance: "np.random.Generator") -> "np.ndarray[Any, Any]":
    """The sum of several octaves of noise, from 0 to 1."""
    import numpy as np
    from PIL import Image

    total = np.zeros((side, side), np.float32)
    for cells, weight in _PATCHES:
        grid = Image.fromarray(chance.random((cells + 3, cells + 3), np.float32))
        smooth = grid.resize((side, side), Image.Resampling.BICUBIC, box=(1, 1, cells + 1, cells + 1))
        total += weight * np.asarray(smooth)
    total -= total.min()
    total /= total.max()
    return total


def _scratches(side: int, chance: "np.random.Generator") -> "np.ndarray[Any, Any]":
    import numpy as np
    from PIL import Image, ImageDraw, ImageFilter

    sheet = Image.new("L", (side, side))
    pen = ImageDraw.Draw(sheet)
    for x, y, angle, length, depth in chance.random((_SCRATCHES, 5)):
        turn = (angle - 0.5) * 1.2 + 0.9  # scratches mostly have the same direction
        reach = side * (0.03 + 0.16 * length**2)
        start = (x * side, y * side)
        end = (start[0] + reach * np.cos(turn), start[1] + reach * np.sin(turn))
        pen.line((*start, *end), fill=int(70 + 150 * depth), width=max(1, round(side / 540)))
    return np.asarray(sheet.filter(ImageFilter.GaussianBlur(side / 900)), np.float32) / 255
