"""Bytes of unknown origin become a picture that is safe to print, or a sentence why not.

What they are is seen from the bytes, not from a name. The result is made anew from the pixels: upright, sRGB with
transparency, without its empty border, no larger than a print needs, and with nothing else in it (no place, no date, no
camera). An upload is stored in the same way (`reencode`).
"""

import io
import warnings
from typing import TYPE_CHECKING

from builder.errors import PictureError
from builder.press.pictures import png_encoding, svg

if TYPE_CHECKING:
    from PIL.Image import Image


#: What a picture may be, as Pillow calls it.
FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "AVIF")
MOST_BYTES = 5_000_000
MOST_PIXELS = 16_000_000
#: Pixels of the longer side that are stored: 60 mm at 430 dots per inch.
SIDE = 1024
#: Opacity (of 255) from which something counts as visible when the empty border is cut.
VISIBLE = 12
#: How photographs begin, which as PNG would be ten times as large.
PHOTOGRAPHS = (b"\xff\xd8\xff", b"RIFF")
QUALITY = 92
#: Opacity (of 255) from which a picture has no holes.
SOLID = 250


def read(body: bytes) -> bytes:
    """The same picture as a PNG file of our own. Raises PictureError with the reason for what is none."""
    return png_encoding.png_of_drawn(picture(body))


def picture(body: bytes) -> "Image":
    """The same picture as pixels, all that we store of it. Raises PictureError with the reason for what is none."""
    if len(body) > MOST_BYTES:
        raise PictureError(f"it is larger than {MOST_BYTES // 1_000_000} MB")
    if svg.looks_like_svg(body):
        body = svg.draw(body)
    found = cropped(_upright(_opened(body)))
    if found is None:
        raise PictureError("there is nothing to be seen in it")
    return _shrunk(found)


def open_stored(png: bytes) -> "Image":
    """A picture as `read` made it, for those who draw it."""
    from PIL import Image

    picture = Image.open(io.BytesIO(png), formats=("PNG",))
    picture.load()
    return picture


def _opened(body: bytes) -> "Image":
    from PIL import Image, ImageFile, UnidentifiedImageError

    # WeasyPrint tells Pillow to make do with half a file. We would rather say so.
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    warnings.simplefilter("error", Image.DecompressionBombWarning)
    try:
        picture = Image.open(io.BytesIO(body), formats=FORMATS)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise PictureError(_too_large()) from error
    except UnidentifiedImageError as error:
        raise PictureError("it is no picture that we know (PNG, JPEG, WebP, GIF, AVIF or SVG)") from error
    except Exception as error:
        raise PictureError("the picture is damaged") from error
    if picture.width * picture.height > MOST_PIXELS:
        raise PictureError(_too_large())
    try:
        picture.load()  # of an animation the first frame
    except Exception as error:
        raise PictureError("the picture is damaged or not whole") from error
    return picture


def _upright(picture: "Image") -> "Image":
    """Upright, as the camera recorded it, in red, green, blue and opacity."""
    from contextlib import suppress

    from PIL import ImageOps

    with suppress(Exception):  # a turn that nobody can read is none
        picture = ImageOps.exif_transpose(picture)
    if picture.mode in {"I", "F"} or picture.mode.startswith("I;16"):
        picture = _eight_bits(picture)
    return picture.convert("RGBA")


def _eight_bits(picture: "Image") -> "Image":
    """Greys of 16 bits; Pillow itself would cut off what is brighter than 255."""
    import numpy as np
    from PIL import Image

    greys = np.nan_to_num(np.asarray(picture, dtype=np.float64))
    return Image.fromarray((np.clip(greys, 0, 65535) / 257).astype(np.uint8))


def _shrunk(picture: "Image") -> "Image":
    longer = max(picture.size)
    if longer <= SIDE:
        return picture
    size = tuple(max(1, round(side * SIDE / longer)) for side in picture.size)
    return resized(picture, (size[0], size[1]))


def resized(picture: "Image", size: tuple[int, int]) -> "Image":
    """A picture in another size; what is transparent lends no colour to what is not."""
    from PIL.Image import Resampling

    if picture.size == size:
        return picture
    return picture.convert("RGBa").resize(size, Resampling.LANCZOS, reducing_gap=3).convert("RGBA")


def cropped(picture: "Image") -> "Image | None":
    """A picture without its empty border; None where there is nothing to be seen."""
    box = picture.getchannel("A").point(lambda opacity: 255 * (opacity > VISIBLE)).getbbox()
    return picture.crop(box) if box else None


def _too_large() -> str:
    return f"it has more than {MOST_PIXELS // 1_000_000} million pixels"


def reencode(body: bytes) -> bytes:
    """A PNG or, of a photograph, a JPEG file of our own. Raises PictureError with the reason for what is no picture.

    Of an animation the first picture; without the place, date and camera that a photograph may tell.
    """
    png = read(body)
    picture = open_stored(png)
    target = io.BytesIO()
    has_holes = picture.getchannel("A").point(lambda value: 255 * (value < SOLID)).getbbox() is not None
    if body.startswith(PHOTOGRAPHS) and not has_holes:
        picture.convert("RGB").save(target, "JPEG", quality=QUALITY)
    else:
        picture.save(target, "PNG", compress_level=6)
    return target.getvalue()


def media_type(body: bytes) -> str:
    """The media type of a stored picture, by its bytes."""
    return "image/jpeg" if body.startswith(PHOTOGRAPHS[0]) else "image/png"
