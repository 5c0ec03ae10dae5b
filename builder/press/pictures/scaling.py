"""Pictures in the size in which they are printed, encoded as a PDF holds them: made once, copied into each document.

A printer needs 300 dots an inch, whatever the picture has. What a document embeds depends on the picture and on its
size alone, never on what was printed before.
"""

import io
import json
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from builder.press.pictures import png_encoding, untrusted
from builder.press.pictures.store import store

if TYPE_CHECKING:
    from PIL.Image import Image

DOTS_PER_INCH = 300
#: Sizes are whole steps of so many pixels: an icon of 8.9 mm and one of 9 mm are one.
STEP = 8
#: What is halved twice as large as it will be printed loses nothing that paper shows, and takes half the time.
GAP = 1.8
#: Colours are stored as JPEG where that takes less than this part of the lossless size. One row of so many says about
#: how much that would be; a JPEG that is smaller than the second part of it needs no further proof.
WORTH_IT, SAMPLE, NO_DOUBT = 0.6, 4, 0.4
QUALITY = 88
#: The same for a browser, as WebP; and how many shades its opacity keeps: some hundred take half the time of all.
SCREEN_QUALITY, SCREEN_OPACITY = 86, 80
#: How far colours are spread over what is transparent, in parts of the longer side; and how small they are for that.
SPREAD, SPREAD_SIDE = 24, 48
#: One row of one pixel, black, as a PDF packs it.
EMPTY = zlib.compress(b"\x02\x00", 9)


def size_of(name: str) -> tuple[int, int] | None:
    """Width and height (pixels) of a stored picture; None where there is none of this name."""
    png = store().get(name)
    # In a PNG file of ours both stand at a fixed place.
    return (int.from_bytes(png[16:20]), int.from_bytes(png[20:24])) if png else None


def multiplied(name: str) -> "Image":
    """A stored picture to look at, its colours multiplied by their opacity. Raises KeyError where it is gone."""
    png = store().get(name)
    if png is None:
        raise KeyError(name)
    return _multiplied(png)


def whole(name: str) -> "Image":
    """A stored picture as it is. Raises KeyError where it is gone."""
    png = store().get(name)
    if png is None:
        raise KeyError(name)
    return untrusted.open_stored(png)


@lru_cache(maxsize=2)
def _multiplied(png: bytes) -> "Image":
    return untrusted.open_stored(png).convert("RGBa")


@dataclass(frozen=True, slots=True)
class Encoded:
    """A picture as a PDF holds it: colours and, where it is transparent somewhere, opacity."""

    width: int
    height: int
    #: `DCTDecode` or `FlateDecode`; and three colours, or one that is a grey.
    coding: str
    colours: int
    body: bytes
    opacity: bytes


def pixels_for(size: tuple[int, int], points: float) -> int:
    """How many pixels the longer side needs when it is printed so long (pt): no more than it has."""
    wanted = -(-points * DOTS_PER_INCH / 72 // STEP) * STEP
    return max(1, min(int(wanted), max(size)))


def encoded(name: str, pixels: int) -> Encoded | None:
    """A stored picture with a longer side of so many pixels; None where there is none of this name."""
    shelf, key = store(), f"{name}-{pixels}"
    stored = shelf.get(key)
    if stored is not None:
        return _unpacked(stored)
    if size_of(name) is None:
        return None
    made = _encode(_sized(name, pixels))
    shelf.put(key, _packed(made))
    return made


def for_screen(name: str, pixels: int) -> bytes | None:
    """A stored picture as a WebP file with a longer side of up to so many pixels; None where there is none."""
    shelf, key = store(), f"{name}-{pixels}-screen"
    stored = shelf.get(key)
    if stored is not None:
        return stored
    if size_of(name) is None:
        return None
    from PIL import WebPImagePlugin  # noqa: F401  # else Pillow would load all that it knows

    picture, target = _sized(name, pixels), io.BytesIO()
    picture.save(target, "WEBP", quality=SCREEN_QUALITY, alpha_quality=SCREEN_OPACITY, method=2)
    shelf.put(key, target.getvalue())
    return target.getvalue()


def scale_all(name: str, printed: Iterable[int], shown: int) -> None:
    """Has a stored picture in the sizes in which it will be printed and shown: decoded once for all of them."""
    for_screen(name, shown)
    most = max(size_of(name) or (0,))
    for pixels in printed:
        encoded(name, min(pixels, most))


def x_object(picture: Encoded, *, interpolate: bool = True) -> Any:
    """The picture as an image of a PDF. Its opacity is in `extra["SMask"]`, to be added to the file as an object."""
    import pydyf

    facts = _facts(picture, picture.coding, picture.colours, interpolate=interpolate)
    if picture.opacity:
        mask = _facts(picture, "FlateDecode", 1, interpolate=interpolate)
        facts["SMask"] = pydyf.Stream([picture.opacity], pydyf.Dictionary(mask))
    return pydyf.Stream([picture.body], pydyf.Dictionary(facts))


def _facts(picture: Encoded, coding: str, colours: int, *, interpolate: bool) -> dict[str, Any]:
    import pydyf

    facts = {
        "Type": "/XObject",
        "Subtype": "/Image",
        "Width": picture.width,
        "Height": picture.height,
        "ColorSpace": "/DeviceRGB" if colours > 1 else "/DeviceGray",
        "BitsPerComponent": 8,
        "Interpolate": "true" if interpolate else "false",
        "Filter": f"/{coding}",
    }
    if coding == "FlateDecode":
        facts["DecodeParms"] = pydyf.Dictionary(
            {"Predictor": 15, "Colors": colours, "Columns": picture.width}
        )
    return facts


@lru_cache(maxsize=2)
def _sized(name: str, pixels: int) -> "Image":
    """A picture with a longer side of so many pixels, or as it is where it has fewer; remembered for the next."""
    from PIL.Image import Resampling

    width, height = size_of(name) or (0, 0)
    if pixels >= max(width, height):
        return whole(name)
    factor = pixels / max(width, height)
    size = (max(1, round(width * factor)), max(1, round(height * factor)))
    sized = multiplied(name).resize(size, Resampling.LANCZOS, reducing_gap=GAP)
    return sized.convert("RGBA")


def _encode(picture: "Image") -> Encoded:
    opacity = picture.getchannel("A")
    is_clear = opacity.getextrema()[0] == 255
    colours = picture.convert("RGB") if is_clear else _spread(picture)
    if _is_grey(colours):
        colours = colours.convert("L")
    coding, body = _packed_colours(colours)
    bands = len(colours.getbands())
    return Encoded(
        *picture.size, coding, bands, body, b"" if is_clear else zlib.compress(_filtered(opacity).data, 7)
    )


def _packed_colours(colours: "Image") -> tuple[str, bytes]:
    """As JPEG where that is worth it, else without loss."""
    target = io.BytesIO()
    colours.save(target, "JPEG", quality=QUALITY, subsampling=0, optimize=True)
    jpeg, rows = target.getvalue(), _filtered(colours)
    if len(jpeg) < NO_DOUBT * SAMPLE * len(zlib.compress(rows[::SAMPLE].tobytes(), 1)):
        return "DCTDecode", jpeg
    lossless = zlib.compress(rows.data, 7)
    return ("DCTDecode", jpeg) if len(jpeg) < WORTH_IT * len(lossless) else ("FlateDecode", lossless)


def _filtered(picture: "Image") -> "png_encoding.Bytes":
    import numpy as np

    return png_encoding.filter_rows(np.asarray(picture))


def _spread(picture: "Image") -> "Image":
    """The colours alone, those at the edge spread over what is transparent: a JPEG needs them to be calm there."""
    from PIL import Image, ImageFilter

    # Blurred together with its opacity, the colour of each place becomes that of the opaque places near it.
    longer = max(picture.size)
    coarse = max(1, longer // SPREAD_SIDE)
    near = picture.convert("RGBa").reduce(coarse)
    near = near.filter(ImageFilter.GaussianBlur(longer / coarse / SPREAD))
    near = near.resize(picture.size, Image.Resampling.BILINEAR).convert("RGBA")
    near.putalpha(255)
    return Image.alpha_composite(near, picture).convert("RGB")


def _is_grey(picture: "Image") -> bool:
    from PIL import ImageChops

    red, green, blue = picture.getchannel("R"), picture.getchannel("G"), picture.getchannel("B")
    differences = (ImageChops.difference(red, green), ImageChops.difference(green, blue))
    return all(
        max(difference.histogram()[3:]) == 0 for difference in differences
    )  # a step of two goes unseen


def _packed(made: Encoded) -> bytes:
    facts = [made.width, made.height, made.coding, made.colours, len(made.body)]
    return json.dumps(facts).encode() + b"\n" + made.body + made.opacity


def _unpacked(stored: bytes) -> Encoded:
    head, _, rest = stored.partition(b"\n")
    width, height, coding, colours, length = json.loads(head)
    return Encoded(width, height, coding, colours, rest[:length], rest[length:])
