"""Validates, sanitizes and rasterizes SVG pictures.

SVG renderers trust their input too much: a few lines can expand to millions of shapes, and deep nesting overflows the
stack. So the expanded size is computed first, and only elements that an icon needs are passed on.
"""

import re
from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element, ParseError, tostring

from builder.errors import PictureError
from builder.language import gettext as _

#: Pixels of the longer side of the raster picture.
SIDE = 768
#: Limits: elements in the file, elements with every reference expanded, nesting depth, bytes of style sheets.
MOST_ELEMENTS, MOST_DRAWN, DEEPEST, LONGEST_STYLE = 5_000, 10_000, 64, 20_000
MOST_BYTES = 2_000_000
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

    if len(body) > MOST_BYTES:
        raise PictureError(
            _("it is an SVG picture of more than %(size)s MB") % {"size": MOST_BYTES // 1_000_000}
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
    root.set("width", f"{max(1, round(SIDE * width / longer))}")
    root.set("height", f"{max(1, round(SIDE * height / longer))}")


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
