"""Spreads the free height of a page over the gaps between its rows, after its type was chosen.

The boxes of the finished layout are moved, so lines break where they did and nothing can run on to another page. In two
columns rows side by side begin level where there is height for it; else both columns end level.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from builder.press.fit import PX, Fit, measure

#: The sections that are spread, and the class of the element that holds them.
SECTIONS, HOLDER = ("front", "columns"), "front"
#: The sections that are strips of a night, and the class that each has beside `STRIP`.
STRIPS, STRIP = {"first-strip": "first", "other-strip": "other"}, "strip"
#: The most that a gap grows, and what stays free at the foot, in em.
MOST, KEPT = 0.9, 1.0
#: How much more than a gap between rows grows what is above a heading, and below it.
ABOVE, BELOW = 2.5, 0.4
#: The most that space above a heading of an almanac grows, in CSS pixels (3 mm).
HEADS = 11.4
#: In columns: the part of the gap below the last row of a team, and how much of the growth is between teams.
LAST, TEAMS = 0.35, 0.5
#: In columns: space between a name and its text, and the least gaps with which there is such space, and with which rows
#: begin level, in em.
NAME, AIRY, LEVEL = 0.13, 0.45, 0.6
#: In columns: the most by which the gaps of one column are larger than those of the other, to end level with it.
UNEQUAL = 1.0


def spread(document: Any, fits: Iterable[Fit]) -> None:
    """Moves the rows of each section that has a page of its own; changes the document."""
    for fit in fits:
        name = fit.section.name
        measured = measure(document, name)
        free = (measured.room - measured.used) / PX
        if name not in (*SECTIONS, *STRIPS) or fit.runs_on or measured.pages > 1 or free <= 0:
            continue
        number = next(n for n, page in enumerate(document.pages) if f"{name}-end" in page.anchors)
        box = document.pages[number]._page_box
        for strip in _of_class(box, STRIP) if name in STRIPS else ():
            if _is(strip, STRIPS[name]):
                _spread_strip(strip, fit.size / PX, free)
        for holder in _of_class(box, HOLDER) if name in SECTIONS else ():
            em = float(holder.style["font_size"])
            if name == "columns":
                _spread_bands(holder, em, free - KEPT * em)
            else:
                _spread_teams(holder, em, free - KEPT * em)
        document.pages[number] = type(document.pages[number])(box)  # reads where links and bookmarks are


def spread_heads(document: Any, free: float) -> None:
    """Moves the headings of a page of an almanac away from the texts before them, by free CSS pixels at its foot."""
    page = document.pages[0]
    for article in _of_class(page._page_box, "long"):
        heads = [child for child in article.children if _is(child, "head")]
        if heads and free > 0:
            above = min(HEADS, free / len(heads))
            _stack(article, {id(head): (above, 0.0) for head in heads})
    document.pages[0] = type(page)(page._page_box)


def row_heights(document: Any) -> list[tuple[float, ...]]:
    """The height of each row with the gap below it, for each pair of columns in the order of the document.

    By these its content can divide the columns more equally.
    """
    pairs: dict[Any, list[Any]] = {}
    for page in document.pages:
        for pair in _of_class(page._page_box, "columns"):
            pairs.setdefault(pair.element, []).extend(_rows(pair))
    # The last row of a column has a smaller gap, because another team follows.
    return [
        tuple(row.border_height() + max(each.margin_bottom for each in rows) for row in rows)
        for rows in pairs.values()
        if rows
    ]


def _spread_teams(holder: Any, em: float, free: float) -> None:
    """One column: headings get most."""
    teams = [(team, rows) for team in _of_class(holder, "team") if (rows := _rows(team))]
    if not teams or free <= 0:
        return
    # Where lines part the rows, these stay as they are.
    between = 0.0 if any(cell.border_bottom_width for _, rows in teams for cell in rows[0].children) else 1.0
    more = [BELOW + between * (len(rows) - 1) for _, rows in teams]
    gap = min(MOST * em, free / (sum(more) + ABOVE * (len(teams) - 1)))
    for _team, rows in teams:
        for number, row in enumerate(rows):
            move(row, down=gap * (BELOW + between * number))
    grown = {}
    for number, ((team, _), parts) in enumerate(zip(teams, more, strict=True)):
        _grow(team, "rows", parts * gap)
        grown[id(team)] = (ABOVE * gap if number else 0.0), parts * gap
    _stack(holder, grown)


def _spread_strip(strip: Any, em: float, free: float) -> None:
    """A night, from its heading to the other end of the page; one that is upside down grows upward."""
    rows = [*_of_class(strip, "row"), *_of_class(strip, "step")]
    if len(rows) < 2:
        return
    more = min(free, MOST * em * (len(rows) - 1))
    for number, row in enumerate(rows):
        move(row, down=more * number / (len(rows) - 1))
    for kind in ("rows", "steps"):
        _grow(strip, kind, more)
    *_, end = strip.children
    move(end, down=more)
    if _is(strip, STRIPS["other-strip"]):
        move(strip, down=-more)
    strip.height += more


@dataclass(slots=True)
class _Band:
    """A team in columns: its box, the rows of each column, the height that each row needs."""

    box: Any
    rows: list[list[Any]]
    heights: list[list[float]]
    least: float
    is_level: bool = True

    def slots(self) -> list[float]:
        """The height of each row if rows side by side begin level."""
        return [
            max(heights[number] for heights in self.heights if number < len(heights))
            for number in range(max(map(len, self.heights)))
        ]

    def needs(self, gap: float, *, is_level: bool) -> float:
        """Its height with a gap between rows."""
        columns = [self.slots()] if is_level else self.heights
        return max(self.least, *(sum(each) + gap * (len(each) - 1 + LAST) for each in columns))


def _spread_bands(holder: Any, em: float, free: float) -> None:
    """Two columns."""
    boxes = list(_of_class(holder, "band"))
    moved = [(row, kind) for box in boxes for row in _rows(box) for kind in ("words", "ability")]
    if not boxes or free <= 0 or not all(any(_of_class(row, kind)) for row, kind in moved):
        return
    before = max(
        (
            row.margin_bottom
            for box in boxes
            for column in _of_class(box, "column")
            for row in _rows(column)[:-1]
        ),
        default=0.0,
    )
    for inside in (NAME * em, 0.0):
        bands = [_band(box, inside) for box in boxes]
        room = sum(box.height for box in boxes) + free
        gap = _level(bands, room, before, em)
        if gap >= max(before, AIRY * em) or not inside:
            break
    if gap < before and not all(band.is_level for band in bands):
        return
    grown = {}
    for number, band in enumerate(bands):
        height = max(band.box.height if not band.is_level else 0.0, band.needs(gap, is_level=band.is_level))
        _place(band, gap, height, inside, UNEQUAL * em)
        more = height - band.box.height
        _grow(band.box, "columns", more)
        grown[id(band.box)] = (max(0.0, gap - before) * TEAMS if number else 0.0), more
    _stack(holder, grown)


def _level(bands: Sequence[_Band], room: float, before: float, em: float) -> float:
    """Chooses the teams whose rows begin level, those for which that takes least height first; returns the gap."""
    for band in bands:
        band.is_level = True
    while True:
        gap = _gap(bands, room, before, before + MOST * em)
        level = [band for band in bands if band.is_level and _cost(band, gap) > 0]
        if gap >= LEVEL * em or not level:
            return gap
        max(level, key=lambda band: _cost(band, gap)).is_level = False


def _cost(band: _Band, gap: float) -> float:
    return band.needs(gap, is_level=True) - band.needs(gap, is_level=False)


def _gap(bands: Sequence[_Band], room: float, before: float, most: float) -> float:
    """The largest gap between rows with which teams fit into a height."""

    def takes(gap: float) -> float:
        between = max(0.0, gap - before) * TEAMS * (len(bands) - 1)
        return between + sum(band.needs(gap, is_level=band.is_level) for band in bands)

    low, high = 0.0, most
    if takes(high) <= room:
        return high
    for _ in range(24):
        middle = (low + high) / 2
        low, high = (middle, high) if takes(middle) <= room else (low, middle)
    return low


def _band(box: Any, inside: float) -> _Band:
    rows = [_rows(column) for column in _of_class(box, "column")]
    heights = [
        [max(row.height, next(_of_class(row, "words")).height + inside) for row in column]
        for column in rows
        if column
    ]
    return _Band(box, [column for column in rows if column], heights, _least(box))


def _least(box: Any) -> float:
    """The height that a turned heading needs, which the style of the columns has."""
    heights = [table.style["height"] for table in _all_of_class(box, "columns")]
    return max((float(height.value) for height in heights if height != "auto"), default=0.0)


def _place(band: _Band, gap: float, height: float, inside: float, unequal: float) -> None:
    """Moves the rows of a team to their places, and their texts away from their names."""
    top = next(_of_class(band.box, "columns")).position_y
    for rows, heights in zip(band.rows, band.heights, strict=True):
        own, slots = gap, heights
        if band.is_level:
            slots = band.slots()
        elif len(rows) > 1:
            own = (height - LAST * gap - sum(heights)) / (len(rows) - 1)
            own = own if own <= gap + unequal else gap
        place = top
        for row, needs, slot in zip(rows, heights, slots, strict=False):
            move(row, down=place - row.position_y)
            row.height = needs
            move(next(_of_class(row, "ability")), down=inside)
            place += slot + own


def _stack(holder: Any, grown: dict[int, tuple[float, float]]) -> None:
    """Moves the children of a box by the space above each, and below those that have grown before it."""
    down = 0.0
    for child in holder.children:
        if not child.is_in_normal_flow():
            continue
        above, more = grown.get(id(child), (0.0, 0.0))
        down += above
        move(child, down=down)
        child.height += more
        down += more
        for absolute in child.children if more else ():
            if absolute.is_absolutely_positioned():  # a turned heading, halfway down
                move(absolute, down=more / 2)
    holder.height += down


def _grow(box: Any, kind: str, more: float) -> None:
    """Makes a table of a class higher, with all that is between it and its rows."""
    for table in _all_of_class(box, kind):
        table.height += more


def _rows(holder: Any) -> list[Any]:
    return list(_of_class(holder, "row"))


def _of_class(box: Any, kind: str) -> Iterator[Any]:
    """The outermost boxes with a class below a box."""
    for child in getattr(box, "children", ()):
        if _is(child, kind):
            yield child
        else:
            yield from _of_class(child, kind)


def _all_of_class(box: Any, kind: str) -> Iterator[Any]:
    """Every box of the element with a class below a box, as a table has several."""
    for child in getattr(box, "children", ()):
        if _is(child, kind):
            yield child
            yield from _all_of_class(child, kind)


def _is(box: Any, kind: str) -> bool:
    return box.element is not None and kind in (box.element.get("class") or "").split()


def move(box: Any, *, across: float = 0, down: float = 0) -> None:
    """Moves a box and all in it, by CSS pixels to the right and down."""
    box.translate(across, down)
    for each in _with_descendants(box):
        if getattr(each, "background", None) and each.background.layers:
            layers = [
                layer._replace(
                    painting_area=_moved(layer.painting_area, across, down),
                    positioning_area=_moved(layer.positioning_area, across, down),
                    clipped_boxes=[_moved(clipped, across, down) for clipped in layer.clipped_boxes],
                )
                for layer in each.background.layers
            ]
            each.background = each.background._replace(layers=layers)


def _moved(area: Any, across: float, down: float) -> Any:
    """An area elsewhere; a word instead of one stays, where a layer has only a color."""
    return area if isinstance(area, str) else (area[0] + across, area[1] + down, *area[2:])


def _with_descendants(box: Any) -> Iterator[Any]:
    yield box
    for child in box.all_children():
        yield from _with_descendants(child)
