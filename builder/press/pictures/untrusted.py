"""Converts bytes of unknown origin to a picture that is safe to print, or raises a PictureError.

The format is detected from the bytes. The result is encoded anew from the pixels: upright, sRGB with transparency,
cropped to its visible part, no larger than a print needs, and without metadata (place, date, camera). Uploads are
stored the same way (`reencode`).
"""

import io
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from builder.errors import PictureError
from builder.language import gettext as _
from builder.press.pictures import png_encoding, svg

if TYPE_CHECKING:
    from PIL.Image import Image


#: Allowed formats, by Pillow's names.
FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "AVIF")
MOST_BYTES = 5_000_000
MOST_PIXELS = 16_000_000
#: Maximum pixels of the longer side of a stored picture: 60 mm at 430 dots per inch.
SIDE = 1024
#: Minimum opacity (of 255) of a pixel that is not cropped.
VISIBLE = 12
#: First bytes of photographs (JPEG, WebP), which are ten times as large as PNG.
PHOTOGRAPHS = (b"\xff\xd8\xff", b"RIFF")
QUALITY = 92
#: Pixels with at least this opacity (of 255) count as opaque.
SOLID = 250


def read(body: bytes) -> bytes:
    """Converts a picture to a PNG file. Raises PictureError with the reason if it is not valid."""
    return png_encoding.png_of_drawn(picture(body))


def picture(body: bytes) -> "Image":
    """Decodes, crops and scales a picture. Raises PictureError with the reason if it is not valid."""
    if len(body) > MOST_BYTES:
        raise PictureError(_("it is larger than %(size)s MB") % {"size": MOST_BYTES // 1_000_000})
    if svg.looks_like_svg(body):
        body = svg.draw(body)
    found = cropped(_upright(_opened(body)))
    if found is None:
        raise PictureError(_("it is blank"))
    longer = max(*found.size, SIDE)
    width, height = (max(1, round(side * SIDE / longer)) for side in found.size)
    return resized(found, (width, height))


#: A background: allowed formats, maximum pixels of its longer side, and the size at which its tones are judged.
PAGES, LONGEST, JUDGED = ("PNG", "JPEG", "WEBP"), 2400, (36, 48)
#: Shares of pixels that are darker, and paler, than the tones that count as its extremes.
EXTREMES = (0.02, 0.98)


@dataclass(frozen=True, slots=True)
class Background:
    """A picture behind pages, as JPEG; its average, a dark and a pale tone, as `#rrggbb`."""

    body: bytes
    tones: tuple[str, str, str]


def background(body: bytes) -> Background:
    """Reads a picture to be printed behind pages. Raises PictureError with the reason if it is not valid."""
    from PIL import Image

    if len(body) > MOST_BYTES:
        raise PictureError(_("it is larger than %(size)s MB") % {"size": MOST_BYTES // 1_000_000})
    picture = _upright(_opened(body, PAGES))
    picture.thumbnail((LONGEST, LONGEST), Image.Resampling.LANCZOS, reducing_gap=3)
    flat = Image.new("RGB", picture.size, "white")
    flat.paste(picture, mask=picture.getchannel("A"))
    channels = flat.resize(JUDGED, Image.Resampling.BOX).tobytes()
    pixels = [*zip(channels[::3], channels[1::3], channels[2::3], strict=True)]
    ordered = sorted(pixels, key=lambda pixel: 2 * pixel[0] + 7 * pixel[1] + pixel[2])
    average = tuple(round(sum(channel) / len(pixels)) for channel in zip(*pixels, strict=True))
    ends = (ordered[int(share * (len(ordered) - 1))] for share in EXTREMES)
    target = io.BytesIO()
    flat.save(target, "JPEG", quality=QUALITY)
    dark, pale = ends
    return Background(target.getvalue(), (_hex(average), _hex(dark), _hex(pale)))


def _hex(pixel: Iterable[int]) -> str:
    return "#" + "".join(f"{channel:02x}" for channel in pixel)


def open_stored(png: bytes) -> "Image":
    """Decodes a result of `read`."""
    from PIL import Image

    picture = Image.open(io.BytesIO(png), formats=("PNG",))
    picture.load()
    return picture


def _opened(body: bytes, formats: tuple[str, ...] = FORMATS) -> "Image":
    from PIL import Image, ImageFile, UnidentifiedImageError

    # WeasyPrint makes Pillow accept truncated files; we report them.
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    warnings.simplefilter("error", Image.DecompressionBombWarning)
    try:
        picture = Image.open(io.BytesIO(body), formats=formats)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise PictureError(_too_large()) from error
    except UnidentifiedImageError as error:
        raise PictureError(_("it isn’t an image we can read (PNG, JPEG, WebP, GIF, AVIF or SVG)")) from error
    except Exception as error:
        raise PictureError(_("the picture is damaged")) from error
    if picture.width * picture.height > MOST_PIXELS:
        raise PictureError(_too_large())
    try:
        picture.load()  # only the first frame of an animation
    except Exception as error:
        raise PictureError(_("the picture is damaged or incomplete")) from error
    return picture


def _upright(picture: "Image") -> "Image":
    """Rotates a photograph as its metadata says, and converts it to RGBA."""
    from contextlib import suppress

    from PIL import ImageOps

    with suppress(Exception):  # invalid orientation data is ignored
        picture = ImageOps.exif_transpose(picture)
    if picture.mode in {"I", "F"} or picture.mode.startswith("I;16"):
        picture = _eight_bits(picture)
    return picture.convert("RGBA")


def _eight_bits(picture: "Image") -> "Image":
    """Converts greys of 16 bits; Pillow itself clips values above 255."""
    import numpy as np
    from PIL import Image

    greys = np.nan_to_num(np.asarray(picture, dtype=np.float64))
    return Image.fromarray((np.clip(greys, 0, 65535) / 257).astype(np.uint8))


def resized(picture: "Image", size: tuple[int, int]) -> "Image":
    """Scales a picture, without bleeding the colour of transparent pixels into opaque ones."""
    from PIL.Image import Resampling

    if picture.size == size:
        return picture
    return picture.convert("RGBa").resize(size, Resampling.LANCZOS, reducing_gap=3).convert("RGBA")


def cropped(picture: "Image") -> "Image | None":
    """Crops a picture, or an outline in grey, to its visible part; None if nothing is visible."""
    opacity = picture if picture.mode == "L" else picture.getchannel("A")
    box = opacity.point(lambda value: 255 * (value > VISIBLE)).getbbox()
    return picture.crop(box) if box else None


def _too_large() -> str:
    return f"it has more than {MOST_PIXELS // 1_000_000} million pixels"


def reencode(body: bytes) -> bytes:
    """Encodes an upload anew, as PNG or, for a photograph, JPEG. Raises PictureError with the reason if it is invalid.

    Keeps only the first frame of an animation, and no metadata (place, date, camera).
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
    """The media type of a stored upload, by its bytes."""
    return "image/jpeg" if body.startswith(PHOTOGRAPHS[0]) else "image/png"
