"""Makes share pictures: pages of a fixed size in pixels, laid out like other documents and converted to PNG."""

from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from types import MappingProxyType
from typing import Any

from builder import themes
from builder.content import Overview
from builder.language import gettext
from builder.press import dressing, engine, share_layout, typeset
from builder.press.drawings import Pictures
from builder.press.printing import READABLE_WIDTH
from builder.press.share_layout import Field, Grid, type_size

KIND = "share"


@dataclass(frozen=True, slots=True)
class Shape:
    """One format of the picture, in pixels: its size, the area of the characters, and limits for text."""

    width: int
    height: int
    field: Field
    #: Maximum width of title and author.
    line: float
    #: Largest type and maximum height of the title; the same for the author.
    title: tuple[float, float]
    author: tuple[float, float]
    #: Maximum height of title, counts and logo together.
    room: float
    #: Line height of the counts, and number of counts per line.
    counts: float
    beside: int
    #: Fraction of that height for a logo.
    logo: float


#: The format of link previews in chats (1200 × 630), and a square.
SHAPES: Mapping[str, Shape] = MappingProxyType(
    {
        "wide": Shape(1200, 630, Field(386, 16, 796, 598), 296, (58, 214), (21, 48), 390, 28, 1, 124),
        "square": Shape(1200, 1200, Field(36, 312, 1128, 836), 880, (74, 92), (27, 32), 152, 30, 5, 0),
    }
)
#: Supersampling factor, for smoother edges than the rasterizer's.
FINER = 2
#: Size of the colour palette if there are only our own drawings; it makes the file a third as large.
COLOURS, DRAWN = 256, ("clockwright:emblem/", "clockwright:ornament/")
#: Pixels in a point.
PX = 96 / 72


@dataclass(frozen=True, slots=True)
class Page:
    """Data for the template: the content and its positions."""

    content: Overview
    front: Any
    grid: Grid
    #: Type sizes.
    title: float
    author: float


def pictures(content: Overview) -> dict[str, bytes]:
    """The PNG file of each format by name: `wide` (1200 × 630 pixels) and `square` (1200 × 1200)."""
    few = _few_colours(content)
    with themes.using(dressing.worn(KIND, "", content.front.classes)):
        return {name: png(pdf(content, name), shape, few_colours=few) for name, shape in SHAPES.items()}


@engine.patched()
def pdf(content: Overview, name: str) -> bytes:
    """One format of the picture as a PDF file with a single page."""
    shape = SHAPES[name]
    source = engine.page(html(content, name))
    sheets = [engine.stylesheet(path, content.front.direction) for path in engine.style_files(KIND, name)]
    size = engine.small_stylesheet(f"@page{{size:{shape.width}px {shape.height}px}}")
    laid = source.render(
        stylesheets=[*sheets, size],
        font_config=engine.font_configuration(readable=content.front.is_readable),
        cache=Pictures(),
    )
    written: bytes = laid.write_pdf(pdf_identifier=b"share")
    return written


def html(content: Overview, name: str) -> str:
    """The HTML of one format of the picture."""
    shape, front = SHAPES[name], content.front
    wide = READABLE_WIDTH if front.is_readable else 1.0
    counts = -(-len(content.groups) // shape.beside) * shape.counts
    room = min(shape.title[1], shape.room - counts - (shape.logo if front.logo else 0))
    title = type_size(front.title, shape.line, room, shape.title[0])
    author = type_size(
        gettext("by %(author)s") % {"author": front.author},
        shape.line,
        shape.author[1],
        shape.author[0],
        wide,
    )
    grid = share_layout.grid(content.groups, shape.field, wide)
    return typeset.html(KIND, name, Page(content, front, grid, title, author))


def png(document: bytes, shape: Shape, *, few_colours: bool) -> bytes:
    """Rasterizes the first page of a PDF file at exactly the size of `shape`."""
    import pypdfium2
    from PIL import Image

    opened = pypdfium2.PdfDocument(document)
    try:
        drawn = opened[0].render(scale=PX * FINER).to_pil()
    finally:
        opened.close()
    picture = drawn.resize((shape.width, shape.height), Image.Resampling.BOX)
    if few_colours:
        picture = picture.quantize(COLOURS, dither=Image.Dither.NONE)
    target = BytesIO()
    picture.save(target, "PNG", optimize=True)
    return target.getvalue()


def _few_colours(content: Overview) -> bool:
    urls = (icon.url for group in content.groups for icon in group.icons)
    return not content.front.logo and all(url.startswith(DRAWN) for url in urls)
