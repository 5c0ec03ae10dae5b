"""Where on the canvas a picture lies that is going to be painted: cut, mirrored, turned, in its size."""

import math
from functools import lru_cache
from typing import TYPE_CHECKING

from builder.game.paint_settings import PaintSettings
from builder.press.pictures import relief, untrusted

if TYPE_CHECKING:
    from PIL.Image import Image

#: Pixels of the canvas, each way.
CANVAS = 540


def placed(source: "bytes | Image", settings: PaintSettings) -> tuple["Image", tuple[int, int]]:
    """The picture with room around it for border and shadow, and the corner of that on the canvas.

    `source` is a PNG file of ours, or a bare outline in shades of grey. What has no shades of its own and is
    made white comes as its opacity alone.
    """
    from PIL import Image, ImageOps

    picture = _opened(source, settings)
    if settings.crop:
        picture = _cut(picture)
    factor = settings.size * settings.scale / max(picture.size)
    if settings.mirror:
        picture = ImageOps.mirror(picture)
    if settings.angle:
        picture = picture.rotate(settings.angle, Image.Resampling.BICUBIC, expand=True)
    size = (max(1, round(picture.width * factor)), max(1, round(picture.height * factor)))
    room = _room(settings)
    patch = Image.new(picture.mode, (size[0] + 2 * room, size[1] + 2 * room))
    patch.paste(_resized(picture, size), (room, room))
    x, y = settings.x * settings.scale, settings.y * settings.scale
    return patch, (round(x - patch.width / 2), round(y - patch.height / 2))


def overlap(
    corner: tuple[int, int], shape: tuple[int, ...], side: int
) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """Rows and columns of the canvas on which a part of it lies, and those of the part that lie on the canvas."""
    (left, top), (height, width) = corner, shape
    rows, columns = slice(max(top, 0), min(top + height, side)), slice(max(left, 0), min(left + width, side))
    if rows.stop <= rows.start or columns.stop <= columns.start:
        return (slice(0), slice(0)), (slice(0), slice(0))
    part = (slice(rows.start - top, rows.stop - top), slice(columns.start - left, columns.stop - left))
    return (rows, columns), part


def _opened(source: "bytes | Image", settings: PaintSettings) -> "Image":
    from PIL import Image

    if not isinstance(source, bytes):
        if settings.whiten or settings.gradient:
            return source
        black = Image.new("L", source.size, 0)  # an outline has no colours: it is drawn in ink
        return Image.merge("RGBA", (black, black, black, source))
    return _seen(source, whiten=settings.whiten)


@lru_cache(maxsize=4)
def _seen(png: bytes, *, whiten: bool) -> "Image":
    """A picture, or its outline where that is all it has; remembered while somebody turns its sliders."""
    picture = untrusted.open_kept(png).convert("RGBA")
    return (relief.silhouette(picture) if whiten else None) or picture


def _cut(picture: "Image") -> "Image":
    """Without its empty border; as it is where there is nothing to be seen."""
    opacity = picture if picture.mode == "L" else picture.getchannel("A")
    box = opacity.point(lambda value: 255 * (value > untrusted.VISIBLE)).getbbox()
    return picture.crop(box) if box else picture


def _resized(picture: "Image", size: tuple[int, int]) -> "Image":
    from PIL.Image import Resampling

    if picture.mode == "L":
        return picture.resize(size, Resampling.LANCZOS, reducing_gap=3)
    return untrusted.resized(picture, size)


def _room(settings: PaintSettings) -> int:
    """Pixels that border and shadow take around a picture."""
    room = 2.0
    if settings.border:
        room += settings.border_width
    if settings.shadow and settings.shadow_strength:
        room += 1.6 * settings.shadow_blur + max(abs(settings.shadow_x), abs(settings.shadow_y))
    return math.ceil(settings.scale * room)
