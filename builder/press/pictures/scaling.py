"""Scales stored pictures to their printed size (300 dots per inch) and caches them as encoded for PDF.

What a document embeds depends only on the picture and its size, never on what was printed before. `Drawn` has
WeasyPrint's image interface.
"""

import io
import json
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from builder.press.drawings import Picture
from builder.press.pictures import painted_icons, png_encoding, untrusted
from builder.press.pictures.store import ADDRESS, store

if TYPE_CHECKING:
    from PIL.Image import Image

DOTS_PER_INCH = 300
#: Sizes are multiples of this (pixels), so that icons of 8.9 mm and 9 mm share one picture.
STEP = 8
#: Pillow's `reducing_gap`: reducing in two steps takes half the time, with no difference on paper.
GAP = 1.8
#: Colours are stored as JPEG if that takes less than this part of the lossless size. The lossless size is estimated
#: from every SAMPLE-th row first; a JPEG below the part NO_DOUBT of the estimate is taken at once.
WORTH_IT, SAMPLE, NO_DOUBT = 0.6, 4, 0.4
QUALITY = 88
#: Quality of WebP files for browsers, and of their opacity: below 100 it takes half the time.
SCREEN_QUALITY, SCREEN_OPACITY = 86, 80
#: Colours are blurred into transparent areas by longer side / SPREAD, at a size of about SPREAD_SIDE pixels.
SPREAD, SPREAD_SIDE = 24, 48
#: One black pixel, compressed for PDF.
EMPTY = zlib.compress(b"\x02\x00", 9)


def size_of(name: str) -> tuple[int, int] | None:
    """Width and height (pixels) of a stored picture, or None."""
    png = store().get(name)
    # The PNG header has both at a fixed offset.
    return (int.from_bytes(png[16:20]), int.from_bytes(png[20:24])) if png else None


def multiplied(name: str) -> "Image":
    """A stored picture with its colours multiplied by their opacity. Raises KeyError if it is missing."""
    png = store().get(name)
    if png is None:
        raise KeyError(name)
    return _multiplied(png)


def whole(name: str) -> "Image":
    """A stored picture, unchanged. Raises KeyError if it is missing."""
    png = store().get(name)
    if png is None:
        raise KeyError(name)
    return untrusted.open_stored(png)


@lru_cache(maxsize=2)
def _multiplied(png: bytes) -> "Image":
    return untrusted.open_stored(png).convert("RGBa")


@dataclass(frozen=True, slots=True)
class Encoded:
    """A picture encoded for PDF: colours and, if it is transparent anywhere, opacity."""

    width: int
    height: int
    #: The filter, `DCTDecode` or `FlateDecode`; and the number of channels: 3, or 1 for grey.
    coding: str
    colours: int
    body: bytes
    opacity: bytes


def pixels_for(size: tuple[int, int], points: float) -> int:
    """Pixels of the longer side for a printed length in points; at most as many as the picture has."""
    wanted = -(-points * DOTS_PER_INCH / 72 // STEP) * STEP
    return max(1, min(int(wanted), max(size)))


def encoded(name: str, pixels: int) -> Encoded | None:
    """A stored picture scaled to a longer side of `pixels`, or None if it is missing. Cached."""
    cache, key = store(), f"{name}-{pixels}"
    stored = cache.get(key)
    if stored is not None:
        return _unpacked(stored)
    if size_of(name) is None:
        return None
    made = _encode(_sized(name, pixels))
    cache.put(key, _packed(made))
    return made


def for_screen(name: str, pixels: int) -> bytes | None:
    """A stored picture as a WebP file with a longer side of at most `pixels`, or None if it is missing. Cached."""
    cache, key = store(), f"{name}-{pixels}-screen"
    stored = cache.get(key)
    if stored is not None:
        return stored
    if size_of(name) is None:
        return None
    from PIL import WebPImagePlugin  # noqa: F401  # otherwise Pillow loads all its plugins

    picture, target = _sized(name, pixels), io.BytesIO()
    picture.save(target, "WEBP", quality=SCREEN_QUALITY, alpha_quality=SCREEN_OPACITY, method=2)
    cache.put(key, target.getvalue())
    return target.getvalue()


def scale_all(name: str, printed: Iterable[int], shown: int) -> None:
    """Caches a stored picture in all sizes in which it will be printed and shown, decoding it once."""
    for_screen(name, shown)
    most = max(size_of(name) or (0,))
    for pixels in printed:
        encoded(name, min(pixels, most))


class Embedded:
    """A picture with the interface of WeasyPrint's images: embedded once in a document, however often it is shown."""

    def __init__(self, name: str, encode: Callable[[], Encoded]) -> None:
        self.id, self._encode = name, encode

    def get_x_object(self, interpolate: bool, _ratio: float) -> Any:
        """The PDF image object."""
        return x_object(self._encode(), interpolate=interpolate)

    def draw(self, stream: Any, left: float, top: float, width: float, height: float) -> None:
        """Draws it on a page of WeasyPrint's, upright in the rectangle that ends at `top` + `height`."""
        image = stream.add_image(self, interpolate=True, ratio=1)
        stream.push_state()
        stream.transform(a=width, d=-height, e=left, f=top + height)
        stream.draw_x_object(image)
        stream.pop_state()


def x_object(picture: Encoded, *, interpolate: bool = True) -> Any:
    """The picture as a PDF image. Its opacity is in `extra["SMask"]`, to be added to the file as an object."""
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
    """A picture scaled down to a longer side of `pixels`; unchanged if it is smaller. Caches the last two."""
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
    """Filter and bytes: JPEG if it is much smaller, else lossless."""
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
    """The colours without opacity, blurred into transparent areas so that the JPEG is small there."""
    from PIL import Image, ImageFilter

    # Blurring premultiplied colours gives each pixel the colour of the opaque pixels near it.
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
    # A difference of at most two is invisible.
    return all(max(difference.histogram()[3:]) == 0 for difference in differences)


def _packed(made: Encoded) -> bytes:
    facts = [made.width, made.height, made.coding, made.colours, len(made.body)]
    return json.dumps(facts).encode() + b"\n" + made.body + made.opacity


def _unpacked(stored: bytes) -> Encoded:
    head, _, rest = stored.partition(b"\n")
    width, height, coding, colours, length = json.loads(head)
    return Encoded(width, height, coding, colours, rest[:length], rest[length:])


#: CSS pixels and points in an inch.
CSS_INCH, POINT_INCH = 96, 72


def find(url: str) -> "Drawn | None":
    """The picture at one of our picture addresses; None if it is missing or another address."""
    name = name_of(url)
    size = size_of(name) if name else None
    return Drawn(name, size) if size else None


def name_of(url: str) -> str:
    """The name in the store of a picture, by its address; paints art on demand. "" if there is none."""
    if url.startswith(ADDRESS):
        return url.removeprefix(ADDRESS)
    if url.startswith(painted_icons.ADDRESS):
        return painted_icons.name_of(url)
    return ""


def png(url: str) -> bytes | None:
    """The picture at an address as a PNG file, or None."""
    name = name_of(url)
    return store().get(name) if name else None


class Drawn(Picture):
    """A picture on a page, centered in its box and with its own proportions."""

    def __init__(self, name: str, size: tuple[int, int]) -> None:
        self._name, self._size = name, size

    def get_intrinsic_size(  # type: ignore[override]  # the base class, a vector drawing, has no size
        self, _resolution: object, _font_size: object
    ) -> tuple[float, float, float]:
        """Width, height (CSS pixels) and ratio, at the printed resolution."""
        width, height = (side * CSS_INCH / DOTS_PER_INCH for side in self._size)
        return width, height, width / height

    def _draw(self, stream: Any, corner: tuple[float, float], width: float, height: float) -> None:
        factor = min(width / self._size[0], height / self._size[1])
        wide, high = self._size[0] * factor, self._size[1] * factor
        if wide <= 0 or high <= 0:
            return
        pixels = pixels_for(self._size, max(wide, high) * POINT_INCH / CSS_INCH)
        left, top = corner[0] + (width - wide) / 2, corner[1] + (height - high) / 2
        stream.set_alpha(1, stroke=True, fill=True)
        image = Embedded(f"{self._name}x{pixels}", partial(_encoded, self._name, pixels))
        image.draw(stream, left, top, wide, high)


def _encoded(name: str, pixels: int) -> Encoded:
    """A stored picture in a size; an empty one if the disk cache was cleared after the layout."""
    empty = Encoded(1, 1, "FlateDecode", 1, EMPTY, EMPTY)
    return encoded(name, pixels) or empty
