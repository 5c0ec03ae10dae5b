"""The worn surface of painted art: cloudy patches, scratches and specks of our own making, always the same."""

from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

#: Patches across the canvas, and how much each size of them counts.
_PATCHES = ((3, 0.9), (6, 1.0), (12, 0.9), (24, 0.75), (48, 0.6), (96, 0.5), (190, 0.45))
_SCRATCHES = 70


@lru_cache(maxsize=4)
def grunge(side: int, seed: int) -> "np.ndarray[Any, np.dtype[np.float32]]":
    """A square of brightnesses between 0.25 (worn) and 1 (clean), the same for the same side and seed."""
    import numpy as np

    chance = np.random.Generator(np.random.PCG64(seed))
    cloud = _cloud(side, chance)
    worn = np.clip((cloud - 0.47) * 4.2, 0, 1) * 0.55  # patches with a frayed edge
    worn += np.clip((0.5 - _cloud(side, chance)) * 1.6, 0, 0.3)  # broad, soft shade
    worn += _scratches(side, chance) * np.clip(cloud * 1.6 - 0.35, 0.05, 1)
    made: np.ndarray[Any, np.dtype[np.float32]] = (1 - np.clip(worn, 0, 0.75)).astype(np.float32)
    return made


def _cloud(side: int, chance: "np.random.Generator") -> "np.ndarray[Any, Any]":
    """Noise of several sizes laid over each other, from 0 to 1."""
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
        turn = (angle - 0.5) * 1.2 + 0.9  # nearly all lean the same way, as wear does
        reach = side * (0.03 + 0.16 * length**2)
        start = (x * side, y * side)
        end = (start[0] + reach * np.cos(turn), start[1] + reach * np.sin(turn))
        pen.line((*start, *end), fill=int(70 + 150 * depth), width=max(1, round(side / 540)))
    return np.asarray(sheet.filter(ImageFilter.GaussianBlur(side / 900)), np.float32) / 255
