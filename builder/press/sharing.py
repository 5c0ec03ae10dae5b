"""Share pictures: pages of a fixed size in pixels, laid out like every document and turned into PNG files."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from types import MappingProxyType
from typing import Any, Protocol

from builder.press import engine, share_layout, typeset
from builder.press.drawings import Pictures
from builder.press.printing import READABLE_WIDTH
from builder.press.share_layout import Field, Grid, GroupLike, type_size

KIND = "share"


class ContentLike(Protocol):
    """What the press must find on a share picture."""

    @property
    def front(self) -> Any:
        """Title, author, credit."""

    @property
    def groups(self) -> Sequence[GroupLike]:
        """The characters by team."""


@dataclass(frozen=True, slots=True)
class Shape:
    """One form of the picture, in pixels: its size, where the characters stand, and the room of the words."""

    width: int
    height: int
    field: Field
    #: How wide the title and the author may run.
    line: float
    #: The largest type of the title, and how high it may be; the same of the author.
    title: tuple[float, float]
    author: tuple[float, float]
    #: How high the title, the counts and the logo may be together.
    room: float
    #: The height of a line of the counts, and how many counts stand on it.
    counts: float
    beside: int
    #: How much of the room a logo takes.
    logo: float


#: As chats and web pages show a link (1200 × 630), and a square.
SHAPES: Mapping[str, Shape] = MappingProxyType(
    {
        "wide": Shape(1200, 630, Field(386, 16, 796, 598), 296, (58, 214), (21, 48), 390, 28, 1, 124),
        "square": Shape(1200, 1200, Field(36, 312, 1128, 836), 880, (74, 92), (27, 32), 152, 30, 5, 0),
    }
)
#: Dots for each pixel before the picture is made smaller: finer edges than the rasteriser draws by itself.
FINER = 2
#: Where there are our own drawings only, so many colours are enough, and the file is a third as large.
COLOURS, DRAWN = 256, ("clockwright:emblem/", "clockwright:ornament/")
#: Pixels in a point.
PX = 96 / 72


@dataclass(frozen=True, slots=True)
class Page:
    """What a template is given: the content, and where all of it stands."""

    content: ContentLike
    front: Any
    grid: Grid
    #: Type sizes.
    title: float
    author: float


def pictures(content: ContentLike) -> dict[str, bytes]:
    """The PNG file of each form by its name: `wide` (1200 × 630 pixels) and `square` (1200 × 1200)."""
    few = _few_colours(content)
    return {name: png(pdf(content, name), shape, few_colours=few) for name, shape in SHAPES.items()}


@engine.patched()
def pdf(content: ContentLike, name: str) -> bytes:
    """One form of the picture as a PDF file of a single page."""
    shape = SHAPES[name]
    source = engine.page(html(content, name))
    sheets = [engine.stylesheet(path) for path in engine.style_files(KIND, name)]
    size = engine.small_stylesheet(f"@page{{size:{shape.width}px {shape.height}px}}")
    readable = _readable(content)
    laid = source.render(
        stylesheets=[*sheets, size],
        font_config=engine.font_configuration(readable=readable),
        cache=Pictures(),
    )
    written: bytes = laid.write_pdf(pdf_identifier=b"share")
    return written


def html(content: ContentLike, name: str) -> str:
    """The HTML of one form of the picture."""
    shape, front = SHAPES[name], content.front
    wide = READABLE_WIDTH if _readable(content) else 1.0
    counts = -(-len(content.groups) // shape.beside) * shape.counts
    room = min(shape.title[1], shape.room - counts - (shape.logo if front.logo else 0))
    title = type_size(front.title, shape.line, room, shape.title[0])
    author = type_size(f"by {front.author}", shape.line, shape.author[1], shape.author[0], wide)
    grid = share_layout.grid(content.groups, shape.field, wide)
    return typeset.html(KIND, name, Page(content, front, grid, title, author))


def png(document: bytes, shape: Shape, *, few_colours: bool) -> bytes:
    """The first page of a PDF file as a picture of exactly so many pixels."""
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


def _few_colours(content: ContentLike) -> bool:
    urls = (icon.url for group in content.groups for icon in group.icons)
    return not content.front.logo and all(url.startswith(DRAWN) for url in urls)


def _readable(content: ContentLike) -> bool:
    return "face-readable" in content.front.classes.split()
