"""Paints character art: an icon or picture in its team's colours, with worn texture, border and soft shadow.

The steps are those of the community's icon makers: crop to the visible part, multiply white by the team's gradient,
scale and place, multiply by a texture, add a white border and a shadow. Each is optional. Steps that are the same for
all teams are done once (`_prepared`); a team's colours are the last and fastest step.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from builder.game.paint_settings import Gradient, PaintSettings
from builder.press.colours import parts
from builder.press.pictures import icon_shapes
from builder.press.pictures.icon_shapes import CANVAS
from builder.press.pictures.png_encoding import png

if TYPE_CHECKING:
    import numpy as np
    from PIL.Image import Image

    Plane = np.ndarray[Any, np.dtype[Any]]

__all__ = ["CANVAS", "EVIL", "GOOD", "USUAL", "paint", "paint_each"]

USUAL = PaintSettings()
#: Colours of a team's flipped version, or of a Traveller whose alignment is known.
GOOD, EVIL = "good", "evil"
#: Pixels with less opacity than this (of 1) have no colour.
FAINT = 1 / 512
#: The frame: the part of the canvas that an icon of the default size covers with border and shadow (left, top,
#: right, bottom).
FRAME = (100, 14, 440, 354)
#: Minimum opacity of pixels outside the frame that are not cropped.
SEEN = 1 / 64


@dataclass(frozen=True, slots=True)
class _Prepared:
    """The result of the shared steps: planes over a part of the canvas."""

    #: The position of the part on the canvas; and the shape's rows and columns in it.
    corner: tuple[int, int]
    extent: tuple[int, int, int, int]
    #: The amount of the team's colour in each pixel, from 0 to 255: one plane, or one each for red, green and blue.
    inks: tuple["Plane", ...]
    #: The same for the border's colour; None without a border.
    edge: "Plane | None"
    #: Opacity from 0 to 1.
    opacity: "Plane"


def paint(picture: "bytes | Image", team: str, settings: PaintSettings = USUAL) -> bytes:
    """A PNG file (540 × 540, transparent) of the picture's shape, painted for a team.

    `picture` is one of our PNG files (`untrusted.read`), or an outline (`icon_shapes.emblem`); `team` is a team,
    `good` or `evil`.
    """
    return next(paint_each(picture, (team,), settings))


def paint_each(
    picture: "bytes | Image", teams: Iterable[str], settings: PaintSettings = USUAL, *, framed: bool = False
) -> Iterator[bytes]:
    """Paints for several teams in little more than the time of one.

    `framed` crops the canvas to its frame, without the space for a token's name: an icon of the default size and
    position fills the frame, others keep their relative size and position.
    """
    prepared = _prepared(picture, settings)
    for team in teams:
        canvas = _canvas(prepared, team, settings)
        yield png(_framed(canvas, settings) if framed else canvas)


def _framed(canvas: "Plane", settings: PaintSettings) -> "Plane":
    import numpy as np

    left, top, right, bottom = (round(edge * settings.scale) for edge in FRAME)
    seen = canvas[..., 3] > 255 * SEEN
    rows, columns = np.flatnonzero(seen.any(axis=1)), np.flatnonzero(seen.any(axis=0))
    if len(rows):
        left, right = min(left, columns[0]), max(right, columns[-1] + 1)
        top, bottom = min(top, rows[0]), max(bottom, rows[-1] + 1)
    return canvas[top:bottom, left:right]


def _prepared(picture: "bytes | Image", settings: PaintSettings) -> _Prepared:
    import numpy as np

    placed, corner = icon_shapes.placed(picture, settings)
    colours, shape = icon_shapes.toned(placed, settings)
    rows, columns = np.flatnonzero(shape.any(axis=1)), np.flatnonzero(shape.any(axis=0))
    extent = (rows[0], rows[-1] + 1, columns[0], columns[-1] + 1) if len(rows) else (0, 1, 0, 1)
    solid, edge = shape, None
    if settings.border and settings.border_width:
        solid = np.maximum(around(shape, settings), shape)
        edge = solid - shape
    opacity = solid
    if settings.shadow and settings.shadow_strength:
        opacity = solid + shadow(solid, settings) * (1 - solid)  # the shadow is black: it adds no colour
    share = 255 / np.maximum(opacity, FAINT)
    ink = shape * share
    if settings.texture and settings.texture_strength:
        ink *= 1 - settings.texture_strength * (1 - _worn(shape, corner, settings))
    inks = tuple(ink * colour for colour in colours) if colours else (ink,)
    return _Prepared(corner, extent, inks, None if edge is None else edge * share, opacity)


def _worn(shape: "Plane", corner: tuple[int, int], settings: PaintSettings) -> "Plane":
    """The texture of a part of the canvas."""
    import numpy as np

    side = round(CANVAS * settings.scale)
    surface: Plane = grunge(side, round(settings.texture_seed))
    down, across = (
        (np.arange(length) + start) % side for length, start in zip(shape.shape, corner[::-1], strict=True)
    )
    worn: Plane = surface[np.ix_(down, across)]
    return worn


def _canvas(prepared: _Prepared, team: str, settings: PaintSettings) -> "Plane":
    """The whole canvas in a team's colours, as RGBA bytes."""
    import numpy as np

    side = round(CANVAS * settings.scale)
    canvas = np.zeros((side, side, 4), np.uint8)
    seen, part = icon_shapes.overlap(prepared.corner, prepared.opacity.shape, side)
    target = canvas[seen]
    border = parts(settings.border_colour)
    gradient = _gradient(prepared, team, settings) if settings.gradient else None
    for band in range(3):
        colour = prepared.inks[band % len(prepared.inks)]
        if gradient is not None:
            colour = colour * gradient[band]
        if prepared.edge is not None and border[band]:
            colour = colour + prepared.edge * border[band]
        target[..., band] = (colour + 0.5)[part]
    target[..., 3] = (prepared.opacity * 255 + 0.5)[part]
    return canvas


def _gradient(prepared: _Prepared, team: str, settings: PaintSettings) -> "list[Plane]":
    """Red, green and blue over the height of the icon; for an unaligned Traveller, good and evil side by side."""
    import numpy as np

    top, bottom, left, right = prepared.extent
    height, width = prepared.opacity.shape
    down = np.clip((np.arange(height) - top) / (bottom - top), 0, 1).astype(np.float32)[:, None]

    def ramp(gradient: Gradient) -> "list[Plane]":
        light, dark = map(parts, gradient)
        return [one + (other - one) * down for one, other in zip(light, dark, strict=True)]

    if team != "traveller":
        return ramp(_colours(team, settings))
    # A narrow transition between the two halves.
    evil = np.clip((np.arange(width) - (left + right) / 2) / (width / 40) + 0.5, 0, 1).astype(np.float32)
    sides = zip(ramp(settings.good), ramp(settings.evil), strict=True)
    return [one * (1 - evil) + other * evil for one, other in sides]


def _colours(team: str, settings: PaintSettings) -> Gradient:
    outsider = settings.outsider if settings.teal_outsiders else settings.good
    minion = settings.minion if settings.orange_minions else settings.evil
    return {
        "townsfolk": settings.good,
        GOOD: settings.good,
        "outsider": outsider,
        "minion": minion,
        "demon": settings.evil,
        EVIL: settings.evil,
        "fabled": settings.fabled,
        "loric": settings.loric,
    }.get(team, settings.unknown)


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
