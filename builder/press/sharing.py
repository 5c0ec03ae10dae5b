"""Makes share pictures: pages of a fixed size in pixels, laid out like other documents and converted to PNG.

Everything on them is as large as the number of characters allows.
"""

import math
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from types import MappingProxyType
from typing import Any

from builder import themes
from builder.content import Group, Icon, Overview
from builder.language import gettext
from builder.press import dressing, engine, fonts, resources, typeset
from builder.press.drawings import Pictures
from builder.press.printing import READABLE_WIDTH

#: Pixels: largest and smallest type of a name, height of a team's heading, gap between two cells.
LARGEST, SMALLEST, HEADING, GAP = 23.0, 11.5, 34.0, 10.0
#: A heading: fraction of its height that is above it; its largest and smallest type; the width of its mark.
ABOVE, HEADING_SIZE, LEAST_HEADING, MARK = 6.0, 19.0, 12.0, 22.0
#: Names: maximum number of lines, line height; longer names are set smaller, down to this scale.
LINES, LEADING, LEAST_SCALE = 2, 1.08, 0.2
#: Minimum size of icons with names; if they are smaller, names are omitted.
LEAST_ICON, MOST_ICON = 30.0, 190.0
#: Words with more letters than this may be broken.
WORD = 20
#: Tolerance for errors of `fonts.word_width`.
CAUTION = 1.04
#: Width of the display face relative to our text face.
DISPLAY, DISPLAY_FACE = 1.28, "IMFellEnglishSC-Regular"


@dataclass(frozen=True, slots=True)
class Field:
    """The area of the characters, in pixels."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Cell:
    """A character's position."""

    icon: Icon
    team: str
    left: float
    top: float
    width: float
    #: Type size of its name; 0 if names are omitted.
    size: float


@dataclass(frozen=True, slots=True)
class Heading:
    """The name of a team above its characters, and the rule next to it."""

    team: str
    text: str
    left: float
    top: float
    width: float
    size: float


@dataclass(frozen=True, slots=True)
class Grid:
    """All positions."""

    #: Size of the icons.
    icon: float
    cells: tuple[Cell, ...]
    headings: tuple[Heading, ...]


@dataclass(frozen=True, slots=True)
class _Plan:
    columns: int
    shelves: tuple[tuple[Group, ...], ...]
    #: Minimum width of a cell; a team with several rows fills the whole width.
    cell: float
    icon: float
    #: Type size of names; 0 if they are omitted.
    size: float


def grid(groups: Sequence[Group], field: Field, wide: float = 1.0) -> Grid:
    """The largest grid that fits all characters. `wide` is the width of letters relative to our text face."""
    most = max((len(group.icons) for group in groups), default=0)
    if not most:
        return Grid(0, (), ())
    columns = range(1, sum(len(group.icons) for group in groups) + 1)
    plans = [_plan(groups, field, count, named=True) for count in columns]
    fitting = [plan for plan in plans if plan.size >= SMALLEST and plan.icon >= LEAST_ICON]
    fitting = fitting or [_plan(groups, field, count, named=False) for count in columns]
    best = max(fitting, key=lambda plan: (plan.icon + 2.5 * plan.size, plan.columns))
    return Grid(best.icon, tuple(_cells(best, field, wide)), tuple(_headings(best, field)))


def _plan(groups: Sequence[Group], field: Field, columns: int, *, named: bool) -> _Plan:
    cell = field.width / columns
    shelves = _shelves(groups, columns, cell)
    rows = sum(_rows(shelf, columns) for shelf in shelves)
    height = (field.height - HEADING * len(shelves)) / rows
    size = min(LARGEST, cell / 5.4) if named else 0.0
    icon = min(MOST_ICON, cell - GAP, height - size * LEADING * LINES - GAP)
    return _Plan(columns, shelves, cell, icon, size)


def _shelves(groups: Sequence[Group], columns: int, cell: float) -> tuple[tuple[Group, ...], ...]:
    """Teams side by side if they fit in one row; a team that needs several rows has its own shelf."""
    shelves: list[tuple[Group, ...]] = []
    free = 0
    for group in groups:
        span = _span(group, cell)
        if span <= free:
            shelves[-1] = (*shelves[-1], group)
            free -= span
        else:
            shelves.append((group,))
            free = columns - span
    return tuple(shelves)


def _span(group: Group, cell: float) -> int:
    """The width of a team in cells, including that of its heading."""
    heading = MARK + GAP + LEAST_HEADING * _heading_width(group)
    return max(len(group.icons), math.ceil(heading / cell))


def _heading_width(group: Group) -> float:
    """Width of a team's heading in em."""
    return _display_width() * CAUTION * fonts.bold_width(group.heading)


def _rows(shelf: tuple[Group, ...], columns: int) -> int:
    """Number of rows on a shelf; more than one only if it has a single team."""
    return -(-len(shelf[0].icons) // columns)


def _tops(plan: _Plan, field: Field) -> Iterator[tuple[float, float, tuple[Group, ...]]]:
    """Each shelf with its top and row height; spare room goes between rows first, then around them."""
    rows = sum(_rows(shelf, plan.columns) for shelf in plan.shelves)
    needed = plan.icon + plan.size * LEADING * LINES + GAP
    row = min((field.height - HEADING * len(plan.shelves)) / rows, 1.25 * needed)
    spare = field.height - HEADING * len(plan.shelves) - row * rows
    top = field.top + spare / 2
    for shelf in plan.shelves:
        yield top, row, shelf
        top += HEADING + row * _rows(shelf, plan.columns)


def _cells(plan: _Plan, field: Field, wide: float) -> Iterator[Cell]:
    for top, row, shelf in _tops(plan, field):
        rows, first = _rows(shelf, plan.columns), 0
        for group in shelf:
            columns = -(-len(group.icons) // rows)
            width = field.width / columns if rows > 1 else plan.cell
            for place, icon in enumerate(group.icons):
                line, column = divmod(place, columns)
                size = name_size(icon.name, plan.size, width - GAP / 2, wide)
                left = field.left + (first + column) * width
                yield Cell(icon, group.team, left, top + HEADING + line * row, width, size)
            first += _span(group, plan.cell)


def _headings(plan: _Plan, field: Field) -> Iterator[Heading]:
    """A heading above each team; the rule of the last one on a shelf extends to the edge."""
    for top, _, shelf in _tops(plan, field):
        left = field.left
        for group in shelf:
            rest = field.left + field.width - left
            width = rest if group is shelf[-1] else _span(group, plan.cell) * plan.cell
            size = min(HEADING_SIZE, (width - GAP - MARK) / _heading_width(group))
            yield Heading(group.team, group.heading, left + GAP / 2, top + ABOVE, width - GAP, size)
            left += width


def name_size(name: str, size: float, width: float, wide: float) -> float:
    """The largest type, up to `size`, at which a name fits on its lines without a broken word; 0 for 0."""
    longest = _longest(name)
    scale = 1.0
    while size and scale > LEAST_SCALE:
        em = width / (size * scale * wide * CAUTION)
        if longest <= em and fonts.lines(name, em / fonts.BOLD) <= LINES:
            break
        scale -= 0.05
    return round(size * scale, 2)


def _display_width() -> float:
    """The width of the face of titles relative to that of texts."""
    file = resources.worn(DISPLAY_FACE)
    is_usual = file == DISPLAY_FACE and fonts.face() == fonts.TEXT
    return DISPLAY if is_usual else max(DISPLAY, fonts.relative_width(file))


def type_size(text: str, width: float, height: float, largest: float, wide: float = 0) -> float:
    """The largest type at which a text fits into its box, without broken words if possible.

    `wide` is the width of letters relative to our text face, by default that of the face of titles.
    """
    wide = wide or _display_width()
    longest = _longest(text)
    size = largest
    while size > SMALLEST:
        em = width / (size * wide * CAUTION)
        if longest <= em and fonts.lines(text, em / fonts.BOLD) * size * LEADING <= height:
            return size
        size -= 0.5
    return size


def _longest(text: str) -> float:
    """The width in em of the longest unbreakable part; languages without spaces break anywhere."""
    words = (word for word in text.split() if len(word) <= WORD)
    return max(
        (fonts.bold_width(word) for word in words if not any(map(_breaks_anywhere, word))), default=0.0
    )


def _breaks_anywhere(letter: str) -> bool:
    return unicodedata.east_asian_width(letter) in {"W", "F"}


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
    placed = grid(content.groups, shape.field, wide)
    return typeset.html(KIND, name, Page(content, front, placed, title, author))


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
