"""Prepares the shape to paint from an emblem or picture: cropped, rotated, scaled, placed, with its tones."""

import io
import math
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any

from builder.game.paint_settings import PaintSettings
from builder.press import drawings
from builder.press.pictures import untrusted

if TYPE_CHECKING:
    import numpy as np
    from PIL.Image import Image

    Plane = np.ndarray[Any, np.dtype[Any]]


#: Pixels of the canvas, each way.
CANVAS = 540
#: A picture with less contrast than this (of 255) is a silhouette.
FLAT = 38
#: Minimum opacity (of 255) of pixels that count when contrast is measured.
SOLID = 128
#: Minimum part of its frame that a picture without an outline fills: all but rounded corners.
FULL = 0.97
#: A drawing on paper has so much bare paper, whose colour differs no more than that (of 1) from what most of it has.
PAPER, EVEN = 0.5, 0.08
#: PDFium is not thread-safe.
_DRAWING = Lock()


def placed(source: "bytes | Image", settings: PaintSettings) -> tuple["Image", tuple[int, int]]:
    """The picture with margins for border and shadow, and the position of its corner on the canvas.

    `source` is one of our PNG files, or an outline in grey. A silhouette that is made white is returned as its opacity.
    """
    from PIL import Image, ImageOps

    picture = _opened(source, settings)
    if settings.crop:
        picture = untrusted.cropped(picture) or picture
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
    """Rows and columns of the canvas that a part of it covers, and those of the part that are on the canvas."""
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
        black = Image.new("L", source.size, 0)  # an outline has no colours: draw it in black
        return Image.merge("RGBA", (black, black, black, source))
    return _seen(source, whiten=settings.whiten)


@lru_cache(maxsize=4)
def _seen(png: bytes, *, whiten: bool) -> "Image":
    """A picture, or its outline if it has no tones. Cached while a user changes settings."""
    picture = untrusted.open_stored(png).convert("RGBA")
    return (silhouette(picture) if whiten else None) or picture


def _resized(picture: "Image", size: tuple[int, int]) -> "Image":
    from PIL.Image import Resampling

    if picture.mode == "L":
        return picture.resize(size, Resampling.LANCZOS, reducing_gap=3)
    return untrusted.resized(picture, size)


def _room(settings: PaintSettings) -> int:
    """Margin in pixels for border and shadow."""
    room = 2.0
    if settings.border:
        room += settings.border_width
    if settings.shadow and settings.shadow_strength:
        room += 1.6 * settings.shadow_blur + max(abs(settings.shadow_x), abs(settings.shadow_y))
    return math.ceil(settings.scale * room)


def silhouette(picture: "Image") -> "Image | None":
    """The outline (in grey) of a picture without tones: an emblem, a drawing in one colour or on paper.

    None if it has light and dark parts.
    """
    if _is_a_tile(picture):
        return _figure(picture)
    least, most = _range(picture)
    return picture.getchannel("A") if most - least < FLAT else None


def toned(placed: "Image", settings: PaintSettings) -> tuple[tuple["Plane", ...], "Plane"]:
    """The tones of a placed picture (none: all white; one; or red, green and blue) and its shape, all from 0 to 1."""
    import numpy as np

    if placed.mode == "L":
        return (), np.asarray(placed, np.float32) / 255
    pixels = np.asarray(placed, np.float32) / 255
    shape = pixels[..., 3]
    if not settings.whiten:
        return (pixels[..., 0], pixels[..., 1], pixels[..., 2]), shape
    least, most = _range(placed)
    if most - least < FLAT:
        return (), shape
    light = np.asarray(placed.convert("L"), np.float32)
    relief = np.clip((light - least) / (most - least), 0, 1)
    return (1 - settings.shading * (1 - relief),), shape


def _range(picture: "Image") -> tuple[int, int]:
    """The darkest and lightest value of a picture (0 to 255), without outliers."""
    import numpy as np

    solid = picture.getchannel("A").point(lambda value: 255 * (value >= SOLID))
    counts = np.cumsum(picture.convert("L").histogram(solid))
    if not counts[-1]:
        return 0, 0
    least, most = np.searchsorted(counts, (counts[-1] * 0.02 + 0.5, counts[-1] * 0.98))
    return int(least), int(most)


def _is_a_tile(picture: "Image") -> bool:
    """Whether a picture fills its frame, such as a photograph or a drawing on paper."""
    opacity = picture.getchannel("A")
    box = opacity.getbbox()
    if not box:
        return False
    cut = opacity.crop(box)
    mean = sum(place * count for place, count in enumerate(cut.histogram())) / (cut.width * cut.height)
    return mean > 255 * FULL


def _figure(picture: "Image") -> "Image | None":
    """Separates a drawing from its paper; None for a photograph, which has no blank background."""
    import numpy as np
    from PIL import Image

    pixels = np.asarray(picture, np.float32) / 255
    seen = pixels[..., 3] * 255 >= SOLID
    sparse = slice(None, None, max(1, min(picture.size) // 64))  # a sample is enough
    ground = np.median(pixels[sparse, sparse][seen[sparse, sparse]][:, :3], axis=0)
    away = np.abs(pixels[..., :3] - ground).max(axis=2)
    if np.mean(away[seen] < EVEN) < PAPER:
        return None
    drawn = np.clip(away * 2.2 - 0.15, 0, 1) * seen
    return Image.fromarray((drawn * 255).astype(np.uint8)) if drawn.max() > 0.5 else None


@lru_cache(maxsize=24)
def emblem(name: str, side: int) -> "Image":
    """Draws an emblem, white on black, in a square of `side` pixels; a plain one for an unknown name."""
    import pypdfium2

    with _DRAWING:
        document = pypdfium2.PdfDocument(_pdf(name))
        try:
            bitmap = document[0].render(
                scale=side / drawings.FIELD, grayscale=True, fill_color=(0, 0, 0, 255)
            )
            drawn: Image = bitmap.to_pil().copy()
        finally:
            document.close()
    return drawn


def _pdf(name: str) -> bytes:
    """A PDF file with an emblem on its one page, of the size of the view box, white on nothing."""
    import pydyf

    content = b"1 g 1 0 0 -1 0 %d cm %s f" % (drawings.FIELD, drawings.outline(name))
    pdf, stream, target = pydyf.PDF(), pydyf.Stream([content]), io.BytesIO()
    pdf.add_object(stream)
    box = pydyf.Array([0, 0, drawings.FIELD, drawings.FIELD])
    pdf.add_page(pydyf.Dictionary({"Type": "/Page", "MediaBox": box, "Contents": stream.reference}))
    pdf.write(target)
    return target.getvalue()
