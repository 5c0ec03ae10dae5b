"""Converts bytes of unknown origin to a picture that is safe to print, or raises a PictureError.

The format is detected from the bytes. The result is encoded anew from the pixels: upright, sRGB with transparency,
cropped to its visible part, no larger than a print needs, and without metadata (place, date, camera). Uploads are
stored the same way (`reencode`).

SVG renderers trust their input too much: a few lines can expand to millions of shapes, and deep nesting overflows the
stack. So the expanded size is computed first, and only elements that an icon needs are passed on.
"""

import io
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, ParseError, tostring

from builder.errors import PictureError
from builder.language import gettext as _
from builder.press.pictures import png_encoding

if TYPE_CHECKING:
    from PIL.Image import Image

#: Pixels of the longer side of the raster picture.
SVG_SIDE = 768
#: Limits: elements in the file, elements with every reference expanded, nesting depth, bytes of style sheets.
MOST_ELEMENTS, MOST_DRAWN, DEEPEST, LONGEST_STYLE = 5_000, 10_000, 64, 20_000
MOST_SVG_BYTES = 2_000_000
#: Maximum length of all path data with every reference expanded; an icon has some ten thousand.
MOST_LETTERS = 200_000
#: The cost of an element that needs its own canvas (transparency, clipping), in plain elements.
LAYER = 150
_LAYERS = ("opacity", "mask", "clip-path", "mix-blend-mode", "isolation")
_NO_LAYER = frozenset({"", "1", "1.0", "100%", "none", "normal", "auto"})
#: Number of drawn elements, and length of their path data.
_Size = tuple[int, int]
_SVG = "{http://www.w3.org/2000/svg}"
_LINK = "{http://www.w3.org/1999/xlink}href"
_SHAPES = frozenset({"path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "use"})
_DRAWINGS = ("d", "points")
_FRAMES = frozenset({"svg", "g", "a", "defs", "symbol", "switch", "clipPath", "mask", "style"})
_COLOURS = frozenset({"linearGradient", "radialGradient", "stop"})
#: Everything else (text, filters, images, scripts) is removed: it needs fonts, files, or unlimited time.
KNOWN = _SHAPES | _FRAMES | _COLOURS
_LEFT_OUT = re.compile(r"(?<![\w-])(filter|marker(-\w+)?|stroke-dasharray)\s*:[^;}]*;?", re.IGNORECASE)
_LEFT_OUT_NAMES = re.compile(r"filter|marker(-\w+)?|stroke-dasharray|on\w+", re.IGNORECASE)
_REFERENCE = re.compile(r"url\(\s*['\"]?#([^)'\"\s]+)", re.IGNORECASE)
_PLAIN_DOCTYPE = re.compile(rb"<!DOCTYPE\s+svg\b[^\[<>]*>", re.IGNORECASE)


def looks_like_svg(body: bytes) -> bool:
    """Whether bytes look like SVG, whatever their file name or media type."""
    start = body[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    return start.startswith(b"<") and b"<svg" in body[:65_536]


def draw(body: bytes) -> bytes:
    """Converts an SVG file to PNG. Raises PictureError with the reason if it is invalid or unsafe."""
    root = _clean(_parse(body))
    _fit(root)
    drawn, letters = _drawn(root)
    if drawn > MOST_DRAWN:
        raise PictureError(_("it is an SVG picture with too many parts"))
    if letters > MOST_LETTERS:
        raise PictureError(_("it is an SVG picture with too long paths; simplify them, or save it as a PNG"))
    return rasterise(tostring(root, "unicode"))


def rasterise(svg: str) -> bytes:
    """Converts safe SVG text to PNG, in its own width and height. Raises PictureError."""
    import resvg_py

    try:
        return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True))
    except Exception as error:
        raise PictureError(_("it is an SVG picture that cannot be drawn")) from error


def _parse(body: bytes) -> Element:
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import DefusedXMLParser

    if len(body) > MOST_SVG_BYTES:
        raise PictureError(
            _("it is an SVG picture of more than %(size)s MB") % {"size": MOST_SVG_BYTES // 1_000_000}
        )
    parser = DefusedXMLParser(target=_Builder(), forbid_dtd=True)
    try:
        parser.feed(_PLAIN_DOCTYPE.sub(b"", body, count=1))
        root: Element = parser.close()
    except DefusedXmlException as error:
        raise PictureError(_("it is an SVG with entity definitions, which aren’t allowed")) from error
    except (ParseError, ValueError, LookupError) as error:
        raise PictureError(_("it is an SVG picture with an error in it")) from error
    if root.tag != f"{_SVG}svg":
        raise PictureError(_("it is not a picture"))
    return root


class _Builder:
    """Builds the element tree, and raises PictureError at anything that no icon has."""

    def __init__(self) -> None:
        from xml.etree.ElementTree import TreeBuilder

        self._tree = TreeBuilder()
        self._depth = self._count = 0

    def start(self, tag: str, attributes: dict[str, str]) -> Element:
        self._depth += 1
        self._count += 1
        if self._depth > DEEPEST or self._count > MOST_ELEMENTS:
            raise PictureError(_("it is an SVG picture with too many parts"))
        return self._tree.start(tag, attributes)

    def end(self, tag: str) -> Element:
        self._depth -= 1
        return self._tree.end(tag)

    def data(self, text: str) -> None:
        self._tree.data(text)

    def close(self) -> Element:
        return self._tree.close()


def _clean(element: Element) -> Element:
    """Copies an element with only those children and attributes that an icon needs."""
    name = element.tag.removeprefix(_SVG)
    copy = Element(element.tag, dict(_attributes(element)))
    if name == "style":
        text = "".join(element.itertext())
        if len(text) > LONGEST_STYLE or "@import" in text.lower():
            raise PictureError(_("it is an SVG picture with too long a style sheet"))
        copy.text = _LEFT_OUT.sub("", text)
        return copy
    # A list, because `extend` turns errors of a generator into a TypeError.
    copy.extend([_clean(child) for child in element if _is_known(child)])
    return copy


def _is_known(element: Element) -> bool:
    tag = element.tag
    return isinstance(tag, str) and tag.startswith(_SVG) and tag.removeprefix(_SVG) in KNOWN


def _attributes(element: Element) -> Iterator[tuple[str, str]]:
    for name, value in element.attrib.items():
        plain = "href" if name == _LINK else name
        if plain.startswith("{") or _LEFT_OUT_NAMES.fullmatch(plain):
            continue
        if plain == "href" and not value.startswith("#"):
            continue
        yield plain, _LEFT_OUT.sub("", value) if plain == "style" else value


def _fit(root: Element) -> None:
    """Sets width and height to the raster size; the former size becomes the `viewBox` if there is none."""
    if "viewBox" not in root.attrib:
        width, height = _number(root.get("width")), _number(root.get("height"))
        if width and height:
            root.set("viewBox", f"0 0 {width:g} {height:g}")
    box = [_number(part) for part in re.split(r"[\s,]+", root.get("viewBox", "").strip())]
    width, height = (box[2], box[3]) if len(box) == 4 else (1, 1)
    if not (width > 0 and height > 0 and 1 / 20 <= width / height <= 20):
        raise PictureError(_("it is an SVG picture without a sensible size"))
    longer = max(width, height)
    root.set("width", f"{max(1, round(SVG_SIDE * width / longer))}")
    root.set("height", f"{max(1, round(SVG_SIDE * height / longer))}")


def _number(text: str | None) -> float:
    """The number at the start of a length, or 0."""
    found = re.match(r"\s*([+-]?\d{0,9}(?:\.\d{0,9})?)", text or "")
    try:
        return float(found[1]) if found else 0
    except ValueError:
        return 0


def _drawn(root: Element) -> _Size:
    """The size with every reference expanded. Raises PictureError for a cycle of references."""
    named = {name: element for element in root.iter() if (name := element.get("id"))}
    known: dict[Element, _Size] = {}
    sheet = " ".join(element.text or "" for element in root.iter(f"{_SVG}style"))
    # A style sheet may apply its references to every element.
    everywhere = [named[name] for name in _REFERENCE.findall(sheet) if name in named]
    extra = 1 + sum(_size(each, named, known, frozenset())[0] for each in everywhere)
    elements, letters = _size(root, named, known, frozenset())
    return elements * extra, letters * extra


def _size(
    element: Element, named: Mapping[str, Element], known: dict[Element, _Size], inside: frozenset[Element]
) -> _Size:
    if element in inside:
        raise PictureError(_("it is an SVG picture with a part inside itself"))
    if len(inside) > DEEPEST:
        raise PictureError(_("it is an SVG picture with too many parts"))
    if element not in known:
        around = inside | {element}
        parts = [*element, *(named[name] for name in _references(element) if name in named)]
        sizes = [_size(part, named, known, around) for part in parts]
        letters = sum(len(element.get(name, "")) for name in _DRAWINGS)
        known[element] = (
            min(
                1 + LAYER * _is_layer(element) + sum(elements for elements, _unused in sizes), 10 * MOST_DRAWN
            ),
            min(letters + sum(more for _unused, more in sizes), 10 * MOST_LETTERS),
        )
    return known[element]


def _is_layer(element: Element) -> bool:
    styled = (part.partition(":") for part in element.get("style", "").split(";"))
    attributes = {**element.attrib, **{name.strip().lower(): value for name, _unused, value in styled}}
    return any(attributes.get(name, "none").strip() not in _NO_LAYER for name in _LAYERS)


def _references(element: Element) -> Iterator[str]:
    link = element.get("href", "")
    if link.startswith("#"):
        yield link[1:]
    for value in element.attrib.values():
        yield from _REFERENCE.findall(value)


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
    if looks_like_svg(body):
        body = draw(body)
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
