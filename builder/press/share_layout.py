"""Positions of everything on a share picture, in pixels, as large as the number of characters allows."""

import math
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from builder.content import Group, Icon
from builder.press import font_metrics, resources

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
#: Tolerance for errors of `font_metrics`.
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
    return _display_width() * CAUTION * font_metrics.bold_width(group.heading)


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
        if longest <= em and font_metrics.lines(name, em / font_metrics.BOLD) <= LINES:
            break
        scale -= 0.05
    return round(size * scale, 2)


def _display_width() -> float:
    """The width of the face of titles relative to that of texts."""
    file = resources.worn(DISPLAY_FACE)
    is_usual = file == DISPLAY_FACE and font_metrics.face() == font_metrics.TEXT
    return DISPLAY if is_usual else max(DISPLAY, font_metrics.relative_width(file))


def type_size(text: str, width: float, height: float, largest: float, wide: float = 0) -> float:
    """The largest type at which a text fits into its box, without broken words if possible.

    `wide` is the width of letters relative to our text face, by default that of the face of titles.
    """
    wide = wide or _display_width()
    longest = _longest(text)
    size = largest
    while size > SMALLEST:
        em = width / (size * wide * CAUTION)
        if longest <= em and font_metrics.lines(text, em / font_metrics.BOLD) * size * LEADING <= height:
            return size
        size -= 0.5
    return size


def _longest(text: str) -> float:
    """The width in em of the longest unbreakable part; languages without spaces break anywhere."""
    words = (word for word in text.split() if len(word) <= WORD)
    return max(
        (font_metrics.bold_width(word) for word in words if not any(map(_breaks_anywhere, word))), default=0.0
    )


def _breaks_anywhere(letter: str) -> bool:
    return unicodedata.east_asian_width(letter) in {"W", "F"}
