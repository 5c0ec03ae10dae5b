"""Converts our SVG drawings to PDF operators once per process, instead of once per print.

WeasyPrint looks a picture up in its image cache before it fetches it. Our cache returns a drawing for the addresses of
emblems and ornaments. It is embedded once per file, however often it is shown, which saves 3 ms each.
"""

import hashlib
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache, lru_cache
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

from builder import emblems, themes
from builder.cache import code_version, user_cache
from builder.press import colours, engine, ornaments, pdf_objects, resources
from builder.press.pdf_objects import MM, WrittenStream
from builder.press.resources import PLAIN_EMBLEM

EMBLEM, ORNAMENT = "clockwright:emblem/", "clockwright:ornament/"
#: Prefixes of downloaded pictures and painted art (`press/pictures`).
OTHERS = ("clockwright:picture/", "clockwright:painted/")
#: Prefix of drop caps (`drop_caps`).
CAP = "clockwright:cap/"
#: Prefix of QR codes, before a link in base64; width of the quiet zone around one, in modules.
CODE, QUIET = "clockwright:qr/", 4
#: On pages a module is so many mm wide, and a code of few modules not wider than `WIDE` mm if its modules stay large.
LEAST, MOST, WIDE = 0.5, 0.7, 26.0
#: Points in a CSS pixel.
PX = 0.75
#: Prefixes of the ground of a page, if a theme has one (`grounds`).
GROUNDS = ("clockwright:ground/", "clockwright:parchment/")
#: The view box of an emblem.
FIELD = 512


class Pictures(dict[str, Any]):
    """WeasyPrint's image cache for one document, with all our own pictures in it."""

    def __contains__(self, url: object) -> bool:
        return isinstance(url, str) and (
            url.startswith((EMBLEM, ORNAMENT, CAP, CODE, *OTHERS))
            or (url.startswith(GROUNDS) and themes.current().ground is not None)
            or super().__contains__(url)
        )

    def __getitem__(self, url: str) -> Any:
        if url.startswith(EMBLEM):
            team, _, name = url.removeprefix(EMBLEM).partition("/")
            return Picture(emblem(name), colours.value(team))
        if url.startswith((ORNAMENT, CAP)):
            return Picture(_drawn(url))
        if url.startswith(GROUNDS) and themes.current().ground is not None:
            from builder.press import grounds

            return grounds.Page(url)
        if url.startswith(OTHERS):
            from builder.press.pictures import scaling

            return scaling.find(url) or Picture(emblem(PLAIN_EMBLEM), colours.value("ink"))
        if url.startswith(CODE):
            return _Code(qr_code(urlsafe_b64decode(url.removeprefix(CODE)).decode(), framed=True))
        return super().__getitem__(url)


class Drawing(NamedTuple):
    """A drawing as a PDF object."""

    #: Its name in the resources of a document.
    name: str
    #: Its size (width and height of the view box).
    width: float
    height: float
    #: The whole PDF object.
    data: bytes


class Picture:
    """A drawing in one colour, with WeasyPrint's image interface."""

    def __init__(self, drawing: Drawing, colour: str = "") -> None:
        self._drawing = drawing
        self._colour = b"%.4g %.4g %.4g rg " % colours.parts(colour) if colour else b""

    def get_intrinsic_size(self, _resolution: object, _font_size: object) -> tuple[None, None, float]:
        """No width or height, only a ratio."""
        return None, None, self._drawing.width / self._drawing.height

    def draw(self, stream: Any, width: float, height: float, _style: object) -> None:
        """Draws it at the current position, scaled to a width and height."""
        self._draw(stream, (0, 0), width, height)

    def place(self, stream: Any, corner: tuple[float, float], width: float, height: float) -> None:
        """Draws it on a page as decoration, with its corner at a position."""
        with stream.artifact():
            self._draw(stream, corner, width, height)

    def _draw(self, stream: Any, corner: tuple[float, float], width: float, height: float) -> None:
        drawing = self._drawing
        shown = stream._resources["XObject"]
        if drawing.name not in shown:
            shown[drawing.name] = WrittenStream(drawing.data)
        stream.set_alpha(1, stroke=True, fill=True)
        scale = min(width / drawing.width, height / drawing.height)
        x = corner[0] + (width - scale * drawing.width) / 2
        y = corner[1] + (height - scale * drawing.height) / 2
        stream.stream.append(
            b"q %s%.5f 0 0 %.5f %.3f %.3f cm /%s Do Q"
            % (self._colour, scale, scale, x, y, drawing.name.encode())
        )


def _drawn(url: str) -> "Drawing":
    if url.startswith(CAP):
        from builder.press import drop_caps

        return drop_caps.find(url)
    return ornament(url.removeprefix(ORNAMENT))


def drawing(name: str, width: float, height: float, content: bytes, resources: bytes = b"") -> Drawing:
    """Makes a drawing from PDF operators, for a view box of this size with y pointing down."""
    packed = zlib.compress(content, 9)
    head = b"<</Type/XObject/Subtype/Form/BBox[0 0 %g %g]/Resources<<%s>>/Filter/FlateDecode/Length %d>>" % (
        width,
        height,
        resources,
        len(packed),
    )
    # Validators count a carriage return at the end of the data as part of the line break that follows.
    end = b"\r\nendstream" if packed.endswith((b"\r", b"\n")) else b"\nendstream"
    return Drawing(name, width, height, head + b"\nstream\n" + packed + end)


def qr_address(link: str) -> str:
    """The address of a link's code, for templates."""
    return CODE + urlsafe_b64encode(link.encode()).decode()


class _Code(Picture):
    """A code with its quiet zone, whose modules are large enough to be read from paper."""

    def get_intrinsic_size(  # type: ignore[override]  # other drawings have no size
        self, _resolution: object, _font_size: object
    ) -> tuple[float, float, float]:
        """Width, height (CSS pixels) and ratio."""
        modules = self._drawing.width
        side = modules * max(LEAST, min(MOST, WIDE / modules)) * MM / PX
        return side, side, 1


@lru_cache(maxsize=64)
def qr_code(link: str, *, framed: bool = False) -> Drawing:
    """The code of a link, one unit per module; `framed` is black in a white quiet zone."""
    import segno

    made: Any = segno.make(link, error="l" if framed else "m", micro=False, boost_error=True)
    border = QUIET if framed else 0
    rows = list(made.matrix_iter(border=border))
    squares = " ".join(f"{x} {y} 1 1 re" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    side = len(rows)
    ground = f"1 g 0 0 {side} {side} re f 0 g " if framed else ""
    return drawing(
        f"q-{hashlib.sha256(link.encode()).hexdigest()[:16]}", side, side, f"{ground}{squares} f".encode()
    )


@lru_cache(maxsize=1024)
def emblem(name: str) -> Drawing:
    """The outline of an emblem, drawn in the current colour; a plain one for an unknown name. Cached."""
    return drawing(f"e-{name}", FIELD, FIELD, outline(name) + b" f")


@lru_cache(maxsize=1024)
def outline(name: str) -> bytes:
    """The outline of an emblem as PDF operators; a plain one for an unknown name."""
    body = emblems.body(name) or emblems.body(PLAIN_EMBLEM)
    mark = hashlib.sha256(body.encode()).hexdigest()[:32]
    return user_cache().get_or_make(f"outline-{mark}", code_version(__name__), lambda: _outline(body))


def _outline(body: str) -> bytes:
    from fontTools.svgLib.path import parse_path

    pen = pdf_pen()
    for path in re.findall(r' d="([^"]+)"', body):
        parse_path(path, pen)
    return " ".join(pen.operators).encode()


def ornament(name: str) -> Drawing:
    """One of our ornaments in the colours of the theme. Raises ValueError for an unknown name."""
    return of_svg(f"o-{name}", ornaments.svg(name))


def own(kind: str) -> Drawing | None:
    """The outlines of an ornament that the theme chose, drawn in the current colour; None if it chose none."""
    return _own(kind, themes.current().ornaments.get(kind, ""))


@cache
def _own(kind: str, name: str) -> Drawing | None:
    found = ornaments.drawn(kind, name)
    if found is None:
        return None
    width, height = map(float, found[0].split()[2:])
    return drawing(f"own-{kind}-{name}", width, height, _outline(found[1]) + b" f")


@lru_cache(maxsize=256)
@engine.patched()
def of_svg(name: str, svg: str) -> Drawing:
    """An SVG file of ours, drawn by WeasyPrint once."""
    import pydyf
    from weasyprint.images import SVGImage
    from weasyprint.pdf.stream import Stream

    tree = ET.fromstring(svg)  # noqa: S314  # our own
    width, height = map(float, tree.get("viewBox", "").split()[2:])
    states = pydyf.Dictionary()
    stream = Stream({}, (0, 0, width, height), {"ExtGState": states}, {}, None, {}, None)
    SVGImage(tree, None, None, None).draw(stream, width, height, None)
    content = pdf_objects.operators(stream)
    return drawing(name, width, height, content, b"/ExtGState" + states.data)


@cache
def font(face: str) -> Any:
    """One of our fonts as fontTools reads it, for outlines of letters."""
    from fontTools.ttLib import TTFont

    return TTFont(resources.font_file(face), lazy=True)


def pdf_pen(glyphs: Any = None) -> Any:
    """A fontTools pen that collects PDF operators; `glyphs` are those that components of a glyph refer to."""
    return _pen_class()(glyphs)


@cache
def _pen_class() -> Any:  # lazy: fontTools is slow to import, and outlines are cached
    from fontTools.pens.basePen import BasePen

    class PdfPen(BasePen):  # type: ignore[misc]
        """Writes paths, rounded to tenths of a unit. Its base class converts quadratic curves to cubic ones."""

        def __init__(self, glyphs: Any) -> None:
            super().__init__(glyphs)
            self.operators: list[str] = []

        def _put(self, operator: str, *points: tuple[float, float]) -> None:
            numbers = [f"{number:.1f} ".replace(".0 ", " ") for point in points for number in point]
            self.operators.append("".join(numbers) + operator)

        def _moveTo(self, point: Any) -> None:  # noqa: N802  # fontTools' names
            self._put("m", point)

        def _lineTo(self, point: Any) -> None:  # noqa: N802  # as above
            self._put("l", point)

        def _curveToOne(self, *points: Any) -> None:  # noqa: N802  # as above
            self._put("c", *points)

        def _closePath(self) -> None:  # noqa: N802  # as above
            self._put("h")

        _endPath = _closePath  # noqa: N815  # as above

    return PdfPen
