"""Pictures in the size in which they are printed, encoded as a PDF holds them: made once, copied into each document.

A printer needs 300 dots an inch, whatever the picture has. What a document embeds depends on the picture and on its
size alone, never on what was printed before.
"""

import io
import json
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from builder.press.pictures import reading
from builder.press.pictures.store import store

if TYPE_CHECKING:
    from PIL.Image import Image

DOTS_PER_INCH = 300
#: Sizes are whole steps of so many pixels: an icon of 8.9 mm and one of 9 mm are one.
STEP = 8
#: Colours are kept as JPEG where that takes less than this part of the lossless size.
WORTH_IT = 0.6
QUALITY = 88
SCREEN_QUALITY = 86
#: One row of one pixel, black, as a PDF packs it.
EMPTY = zlib.compress(b"\x02\x00", 9)


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


def size_of(name: str) -> tuple[int, int] | None:
    """Width and height (pixels) of a kept picture; None where there is none of this name."""
    png = store().get(name)
    # In a PNG file of ours both stand at a fixed place.
    return (int.from_bytes(png[16:20]), int.from_bytes(png[20:24])) if png else None


def pixels_for(size: tuple[int, int], points: float) -> int:
    """How many pixels the longer side needs when it is printed so long (pt): no more than it has."""
    wanted = -(-points * DOTS_PER_INCH / 72 // STEP) * STEP
    return max(1, min(int(wanted), max(size)))


def encoded(name: str, pixels: int) -> Encoded | None:
    """A kept picture with a longer side of so many pixels; None where there is none of this name."""
    shelf, key = store(), f"{name}-{pixels}"
    kept = shelf.get(key)
    if kept is not None:
        return _unpacked(kept)
    png = shelf.get(name)
    if png is None:
        return None
    made = _encode(reading.open_kept(png), pixels)
    shelf.put(key, _packed(made))
    return made


def for_screen(name: str, pixels: int) -> bytes | None:
    """A kept picture as a WebP file with a longer side of up to so many pixels; None where there is none."""
    shelf, key = store(), f"{name}-{pixels}-screen"
    kept = shelf.get(key)
    if kept is not None:
        return kept
    png = shelf.get(name)
    if png is None:
        return None
    picture, target = reading.open_kept(png), io.BytesIO()
    picture.thumbnail((pixels, pixels), reducing_gap=2.0)
    picture.save(target, "WEBP", quality=SCREEN_QUALITY, method=2)
    shelf.put(key, target.getvalue())
    return target.getvalue()


def x_object(picture: Encoded, *, interpolate: bool = True) -> Any:  # noqa: ANN401  # a pydyf.Stream
    """The picture as an image of a PDF. Its opacity is in `extra["SMask"]`, to be added to the file as an object."""
    import pydyf  # noqa: PLC0415  # comes with WeasyPrint

    facts = _facts(picture, picture.coding, picture.colours, interpolate=interpolate)
    if picture.opacity:
        mask = _facts(picture, "FlateDecode", 1, interpolate=interpolate)
        facts["SMask"] = pydyf.Stream([picture.opacity], pydyf.Dictionary(mask))
    return pydyf.Stream([picture.body], pydyf.Dictionary(facts))


def _facts(picture: Encoded, coding: str, colours: int, *, interpolate: bool) -> dict[str, Any]:
    import pydyf  # noqa: PLC0415  # as above

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


def _encode(picture: "Image", pixels: int) -> Encoded:
    picture = picture.convert("RGBA")
    factor = pixels / max(picture.size)
    size = (max(1, round(picture.width * factor)), max(1, round(picture.height * factor)))
    picture = reading.resized(picture, size)
    opacity = picture.getchannel("A")
    is_clear = opacity.getextrema()[0] == 255  # noqa: PLR2004  # all of it is opaque
    colours = picture.convert("RGB") if is_clear else _spread(picture)
    if _is_grey(colours):
        colours = colours.convert("L")
    body, coding = _lossless(colours), "FlateDecode"
    jpeg = io.BytesIO()
    colours.save(jpeg, "JPEG", quality=QUALITY, subsampling=0, optimize=True)
    if jpeg.tell() < WORTH_IT * len(body):
        body, coding = jpeg.getvalue(), "DCTDecode"
    bands = len(colours.getbands())
    return Encoded(*size, coding, bands, body, b"" if is_clear else _lossless(opacity))


def _spread(picture: "Image") -> "Image":
    """The colours alone, those at the edge spread over what is transparent: a JPEG needs them to be calm there."""
    from PIL import Image, ImageFilter  # noqa: PLC0415  # nobody without pictures waits for Pillow

    # Blurred together with its opacity, the colour of each place becomes that of the opaque places near it.
    near = picture.convert("RGBa").filter(ImageFilter.GaussianBlur(max(picture.size) / 24)).convert("RGBA")
    near.putalpha(255)
    return Image.alpha_composite(near, picture).convert("RGB")


def _is_grey(picture: "Image") -> bool:
    from PIL import ImageChops  # noqa: PLC0415  # as above

    red, green, blue = picture.getchannel("R"), picture.getchannel("G"), picture.getchannel("B")
    differences = (ImageChops.difference(red, green), ImageChops.difference(green, blue))
    return all(
        max(difference.histogram()[3:]) == 0 for difference in differences
    )  # a step of two goes unseen


def _lossless(picture: "Image") -> bytes:
    """The rows of a picture, each told as its difference from the one above, packed."""
    import numpy as np  # noqa: PLC0415  # as above

    rows = np.asarray(picture).reshape(picture.height, -1)
    told = np.empty((rows.shape[0], rows.shape[1] + 1), np.uint8)
    told[:, 0] = 2  # “up”, in PNG's numbering of predictions
    told[0, 1:] = rows[0]
    told[1:, 1:] = rows[1:] - rows[:-1]
    return zlib.compress(told.tobytes(), 7)


def _packed(made: Encoded) -> bytes:
    facts = [made.width, made.height, made.coding, made.colours, len(made.body)]
    return json.dumps(facts).encode() + b"\n" + made.body + made.opacity


def _unpacked(kept: bytes) -> Encoded:
    head, _, rest = kept.partition(b"\n")
    width, height, coding, colours, length = json.loads(head)
    return Encoded(width, height, coding, colours, rest[:length], rest[length:])
