"""Draws boxes, labels and dividers to cut out: nets with fold lines, names and emblems on their panels.

A net (`Net`) has the panels, flaps, folds and outline of a tuck box, as large as its stack of tokens.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from builder import themes
from builder.artefact import PDF, Artefact
from builder.content import OWN_EMBLEM, TAB, Boxes, Container, counted
from builder.game.markup import Mark, Piece
from builder.game.problem import Problem, Severity
from builder.language import gettext as _
from builder.press.colours import value
from builder.press.pdf_objects import MM
from builder.press.tokens import icons, packing, pdf_file, sheets, typesetting
from builder.press.tokens.ink import Ink, Palette, numbers, palette
from builder.press.tokens.pdf_file import Resources, Tag

if TYPE_CHECKING:
    from builder.press.printing import Order

Point = tuple[float, float]
Box = tuple[float, float, float]

#: Width of the flap to glue, length of the flaps that are tucked in, the dust flaps, how far flaps taper.
GLUE, TUCK, DUST, TAPER = 11.0, 13.0, 16.0, 1.2
#: Radius of the notch for a thumb.
NOTCH = 7.0
#: Space around a stack of tokens, and the lowest box.
AIR, LEAST = 2.0, 20.0
#: At most this many tokens beside each other.
MOST_COLUMNS = 4


@dataclass(frozen=True, slots=True)
class Net:
    """A net: each panel as left, bottom, width, height; folds and outline as lines."""

    size: Box
    panels: dict[str, tuple[float, float, float, float]]
    folds: tuple[tuple[Point, Point], ...]
    outline: tuple[Point, ...]

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Left, bottom, right and top."""
        xs, ys = zip(*self.outline, strict=True)
        return min(xs), min(ys), max(xs), max(ys)


def extent(box: Box) -> tuple[float, float]:
    """Width and height of the net of a box (width, height, depth)."""
    w, h, d = box
    return 2 * (w + d) + GLUE, h + 2 * (d + TUCK)


def tuck_box(box: Box) -> Net:
    """The net of a box that is glued at one side and tucked in above and below."""
    w, h, d = box
    right, back, last = 2 * (w + d), w + d, 2 * w + d
    panels = {
        "front": (0.0, 0.0, w, h),
        "side": (w, 0.0, d, h),
        "back": (back, 0.0, w, h),
        "other side": (last, 0.0, d, h),
        "lid": (back, h, w, d),
        "base": (back, -d, w, d),
        "glue": (-GLUE, 0.0, GLUE, h),
    }
    folds: list[tuple[Point, Point]] = [((x, 0.0), (x, h)) for x in (0.0, w, back, last)]
    for y, lid in ((h, h + d), (0.0, -d)):
        folds += [((w, y), (right, y)), ((back + TAPER, lid), (last - TAPER, lid))]
    above = [*_notch(w, h), *_flaps(box)]
    below = [(x, h - y) for x, y in _flaps(box)]
    outline = [
        (0.0, 0.0),
        (-GLUE, min(4.0, h / 5)),
        (-GLUE, h - min(4.0, h / 5)),
        (0.0, h),
        *above,
        (right, h),
        (right, 0.0),
        *reversed(below),
        (w, 0.0),
    ]
    return Net(box, panels, tuple(folds), tuple(outline))


def _notch(w: float, h: float) -> list[Point]:
    """Half a circle out of the upper edge of the front."""
    radius = min(NOTCH, w / 4)
    return [
        (w / 2 - radius * math.cos(math.pi * step / 12), h - radius * math.sin(math.pi * step / 12))
        for step in range(13)
    ]


def _flaps(box: Box) -> list[Point]:
    """The upper edge right of the front: dust flap, lid with the flap that is tucked in, dust flap."""
    w, h, d = box
    back, last, right = w + d, 2 * w + d, 2 * (w + d)
    dust = min(DUST, 0.48 * w)
    slope = min(TAPER, d / 6)
    tuck = min(2.5, w / 8)
    return [
        (w, h),
        (w + slope, h + dust),
        (back - 2 * slope, h + dust),
        (back - slope, h),
        (back, h),
        (back, h + d),
        (back + tuck, h + d + TUCK),
        (last - tuck, h + d + TUCK),
        (last, h + d),
        (last, h),
        (last + slope, h),
        (last + 2 * slope, h + dust),
        (right - slope, h + dust),
        (right, h),
    ]


def for_stack(
    number: int, diameter: float, thickness: float, area: tuple[float, float]
) -> tuple[list[int], Box] | None:
    """The number of tokens in each of as few boxes as possible whose net fits an area, and the size of one.

    Tokens lie flat in one or several columns. None if not even one token has a box that fits.
    """
    for boxes in range(1, number + 1):
        each = -(-number // boxes)
        fitting = []
        for columns in range(1, min(MOST_COLUMNS, each) + 1):
            rows = -(-each // columns)
            box = (columns * (diameter + AIR), max(LEAST, rows * thickness + AIR), diameter + AIR)
            if fits(extent(box), area):
                fitting.append(box)
        if fitting:
            counts = [each] * (number // each) + ([number % each] if number % each else [])
            return counts, min(fitting, key=lambda box: max(box) / min(box))
    return None


def fits(size: tuple[float, float], area: tuple[float, float]) -> bool:
    """Whether a net fits an area, perhaps turned."""
    return (size[0] <= area[0] and size[1] <= area[1]) or (size[1] <= area[0] and size[0] <= area[1])


#: How many tabs of dividers are beside each other; the corner of a label (mm).
TABS, CORNER = 3, 3.0
#: Space between labels or dividers (mm).
GAP = 5.0
Draw = Callable[[Ink], None]


@dataclass(slots=True)
class _Printing:
    """State of a document while it is drawn."""

    content: Boxes
    size: tuple[float, float]
    palette: Palette
    resources: Resources = field(default_factory=Resources)
    #: For each page what is drawn at which places (mm, y down), its heading in the outline, and its text.
    sheets: list[list[tuple[float, float, Draw, str, str]]] = field(default_factory=list)
    notices: list[Problem] = field(default_factory=list)

    @property
    def area(self) -> tuple[float, float]:
        """Width and height between heading and foot."""
        return self.size[0] - 2 * packing.SIDE, self.size[1] - packing.HEAD - packing.FOOT


def print_boxes(order: "Order", written: dict[str, Any]) -> Artefact:
    """Prints an order whose content is boxes. Equal orders give equal bytes."""
    content: Any = order.content
    paper = order.paper.width, order.paper.height
    job = _Printing(content, paper, palette(written["palette"], saving=content.saving))
    for box, title, words in _all_boxes(job):
        _add_net(job, tuck_box(box), title, words)
    _add_grid(job, content.labels, _("Labels"), 0.0, _draw_label)
    _add_grid(job, content.dividers, _("Dividers"), TAB, _draw_divider)
    # What is around the pieces is on white paper.
    with themes.using(themes.current().bare or themes.current()):
        pages, tags = _drawn(job)
    book = pdf_file.book(order, pages, tags, job.resources)
    notices = (*job.notices, *sheets.print_notices({}, job.resources.lost))
    return Artefact("", PDF, pdf_file.bind(book), len(pages) * order.copies, notices, order.style)


def _all_boxes(job: _Printing) -> Iterator[tuple[Box, str, str]]:
    """Size, title and words of each box."""
    content = job.content
    for number, diameter, shape in content.stacks:
        found = for_stack(number, diameter, content.thickness, job.area)
        if found is None:
            job.notices.append(_too_large(sheets.name_of(shape)))
            continue
        counts, box = found
        for place, count in enumerate(counts, start=1):
            words = counted(shape, count)
            yield box, content.front.title, f"{words} ({place}/{len(counts)})" if len(counts) > 1 else words
    for each in content.boxes:
        box = each.width, each.height, each.depth
        if fits(extent(box), job.area):
            yield box, each.title, each.words
        else:
            job.notices.append(_too_large(each.words))


def _too_large(what: str) -> Problem:
    words = _("The box for “%(what)s” is too large for this paper, so it is left out. Choose another size.")
    return Problem("box-too-large", Severity.NOTICE, words % {"what": what})


def _add_net(job: _Printing, net: Net, title: str, words: str) -> None:
    """A page with a net in its middle, turned if it is wider than the page."""
    left, bottom, right, top = net.bounds
    is_turned = right - left > job.area[0]
    x, y = job.size[0] / 2, packing.HEAD + job.area[1] / 2

    def draw(ink: Ink) -> None:
        with (
            ink.moved(0, 0, turn=90 if is_turned else 0),
            ink.moved(-(left + right) / 2 * MM, -(bottom + top) / 2 * MM),
        ):
            _draw_net(ink, job, net, title, words)

    wide, high, deep = net.size
    alt = _("Net of a box of %(size)s mm: %(title)s, %(words)s") % {
        "size": f"{wide:g} × {high:g} × {deep:g}",
        "title": title,
        "words": words,
    }
    job.sheets.append([(x, y, draw, _("Boxes"), alt)])


def _add_grid(
    job: _Printing,
    pieces: tuple[Container, ...],
    heading: str,
    more: float,
    draw: Callable[[Ink, _Printing, Container, int], None],
) -> None:
    """Pages of pieces in rows; `more` is the height that each has beyond its own."""
    if not pieces:
        return
    width, height = pieces[0].width, pieces[0].height + more
    columns = max(1, int((job.area[0] + GAP) / (width + GAP)))
    rows = max(1, int((job.area[1] + GAP) / (height + GAP)))
    left = (job.size[0] - columns * (width + GAP) + GAP) / 2
    for number, piece in enumerate(pieces):
        place = number % (columns * rows)
        if place == 0:
            job.sheets.append([])
        row, column = divmod(place, columns)
        x, y = left + width / 2 + column * (width + GAP), packing.HEAD + height / 2 + row * (height + GAP)
        alt = f"{piece.title}: {piece.words}"

        def drawn(ink: Ink, piece: Container = piece, number: int = number) -> None:
            draw(ink, job, piece, number)

        job.sheets[-1].append((x, y, drawn, heading, alt))


def _drawn(job: _Printing) -> tuple[list[str], list[Tag]]:
    """The operators of each page, and all tags."""
    front, readable = job.content.front, job.content.readable
    feet = sheets.feet(front, len(job.sheets), readable=readable)
    pages: list[str] = []
    tags: list[Tag] = []
    for number, pieces in enumerate(job.sheets):
        ink = Ink(job.resources, job.palette, readable=readable)
        with sheets.sheet(ink, front, feet, number, job.size, tags):
            for place, (x, y, draw, group, alt) in enumerate(pieces, start=0 if number else 1):
                with ink.tagged("Figure", place), ink.moved(x * MM, (job.size[1] - y) * MM):
                    draw(ink)
                tags.append(Tag("Figure", number, place, group, alt))
        pages.append("\n".join(ink.operators))
    return pages, tags


def _draw_net(ink: Ink, job: _Printing, net: Net, title: str, words: str) -> None:
    colours = ink.palette
    path = " ".join(
        f"{numbers(x * MM, y * MM)} {'l' if place else 'm'}" for place, (x, y) in enumerate(net.outline)
    )
    if colours.card:
        ink.colour(colours.card)
        ink.put(f"{path} h f")
    for name, (left, bottom, width, height) in net.panels.items():
        with ink.moved((left + width / 2) * MM, (bottom + height / 2) * MM):
            _draw_panel(ink, job, name, (width * MM, height * MM), title, words)
    ink.pen(value("token-cut"), 0.6)
    ink.put("[3 2.4] 0 d")
    for start, end in net.folds:
        ink.stroke((start[0] * MM, start[1] * MM), (end[0] * MM, end[1] * MM))
    ink.put("[] 0 d")
    ink.pen(colours.ink, 0.6)
    ink.put(f"{path} h S")


def _draw_panel(
    ink: Ink, job: _Printing, name: str, size: tuple[float, float], title: str, words: str
) -> None:
    """What is on a panel, in its middle; on the sides it runs along the longer edge."""
    width, height = size
    turn = 0
    if name not in {"front", "back"} and height > 1.15 * width:
        turn, (width, height) = 90, (height, width)
    with ink.moved(0, 0, turn=turn):
        if name in {"front", "back"}:
            _frame(ink, width, height, NOTCH * MM if name == "front" else 0)
            _face(ink, job, (width - 7 * MM, height - 7 * MM), title, words, notch=name == "front")
        elif name == "glue":
            _words(ink, job, _("Glue here"), (width - 6 * MM, height - 5 * MM), 7)
        else:
            said = words if name in {"lid", "base"} else title
            _words(ink, job, said, (width - 5 * MM, height - 5 * MM), 13)


def _frame(ink: Ink, width: float, height: float, less: float) -> None:
    """A frame inside a panel, `less` from its upper edge, where the notch is."""
    x, y = width / 2 - 2.2 * MM, height / 2 - 2.2 * MM
    ink.pen(ink.palette.rule, 0.7)
    ink.rounded((-x, -y, x, y - less * 0.8), 1.6 * MM, "S")


def _face(
    ink: Ink, job: _Printing, size: tuple[float, float], title: str, words: str, *, notch: bool
) -> None:
    """Emblem, title and words above each other, or beside each other on a low panel."""
    width, height = size
    emblem = job.content.front.logo or OWN_EMBLEM
    if notch:  # the notch takes the upper part
        height -= NOTCH * MM * 0.7
    with ink.moved(0, -NOTCH * MM * 0.35 if notch else 0):
        if height < 0.75 * width:
            radius = min(height / 2, width / 6)
            with ink.moved(-width / 2 + radius, 0):
                icons.draw(ink, emblem, radius, 0, ink.palette.ink)
            room = width - 2 * radius - 3 * MM
            with ink.moved(width / 2 - room / 2, 0):
                _title_and_words(ink, job, (room, height), title, words)
            return
        radius = min(width / 3.4, height / 5)
        icons.draw(ink, emblem, radius, height / 2 - radius, ink.palette.ink)
        with ink.moved(0, -radius):
            _title_and_words(ink, job, (width, height - 2 * radius), title, words)


def _title_and_words(ink: Ink, job: _Printing, size: tuple[float, float], title: str, words: str) -> None:
    width, height = size
    with ink.moved(0, height * 0.18):
        _words(ink, job, title, (width, height * 0.56), 0.16 * width + 6, is_title=True)
    with ink.moved(0, -height * 0.31):
        _words(ink, job, words, (width, height * 0.34), 10)


def _words(
    ink: Ink,
    job: _Printing,
    words: str,
    size: tuple[float, float],
    largest: float,
    colour: str = "",
    *,
    is_title: bool = False,
) -> None:
    """A text in the middle of a rectangle, as large as it fits, in the colour of texts or another one."""
    readable = ink.readable
    voice = typesetting.voice_for(words, readable=readable) if is_title else "bold"
    parts = typesetting.atoms(
        (Piece(Mark.TEXT, words),), job.content.front.direction, voice=voice, readable=readable
    )
    block = typesetting.in_box(parts, size[0], size[1], largest=largest, leading=1.12)
    ink.colour(colour or ink.palette.ink)
    ink.block(block, block.height / 2 - typesetting.CAPITAL * block.size)


def _draw_label(ink: Ink, job: _Printing, piece: Container, _number: int) -> None:
    """A label: emblem or sign of the team, title and number."""
    x, y = piece.width / 2 * MM, piece.height / 2 * MM
    colours = ink.palette
    if colours.card:
        ink.colour(colours.card)
        ink.rounded((-x, -y, x, y), CORNER * MM, "f")
    ink.pen(value("token-cut"), 0.5)
    ink.rounded((-x, -y, x, y), CORNER * MM, "S")
    colour = colours.team(piece.team)
    ink.pen(colour, 1.2)
    inset = 1.8 * MM
    ink.rounded((inset - x, inset - y, x - inset, y - inset), (CORNER - 1) * MM, "S")
    radius = y - 4.2 * MM
    with ink.moved(radius + 4.5 * MM - x, 0):
        if piece.team == "info":
            icons.draw(ink, job.content.front.logo or OWN_EMBLEM, radius, 0, colour)
        else:
            icons.mark(ink, piece.team, radius, colour)
    width = 2 * x - 2 * radius - 12 * MM
    with ink.moved(x - 4 * MM - width / 2, 0):
        with ink.moved(0, 0.24 * y):
            _words(ink, job, piece.title, (width, 1.05 * y), 17, colour, is_title=True)
        with ink.moved(0, -0.52 * y):
            _words(ink, job, piece.words, (width, 0.6 * y), 9)


def _draw_divider(ink: Ink, job: _Printing, piece: Container, number: int) -> None:
    """A divider as high as a card, with a tab for the team; tabs take turns."""
    x, y = piece.width / 2 * MM, (piece.height + TAB) / 2 * MM
    top, wide = y - TAB * MM, 2 * x / TABS
    left = -x + number % TABS * wide
    points = [
        (-x, -y),
        (-x, top),
        (left, top),
        (left, y),
        (left + wide, y),
        (left + wide, top),
        (x, top),
        (x, -y),
    ]
    path = " ".join(f"{numbers(*point)} {'l' if place else 'm'}" for place, point in enumerate(points))
    colours, colour = ink.palette, ink.palette.team(piece.team)
    if colours.card:
        ink.colour(colours.card)
        ink.put(f"{path} h f")
    ink.pen(value("token-cut"), 0.5)
    ink.put(f"{path} h S")
    with ink.moved(left + wide / 2, y - TAB / 2 * MM):
        _words(ink, job, piece.title, (wide - 3 * MM, (TAB - 3) * MM), 10, colour)
    radius = 0.24 * x
    icons.mark(ink, piece.team, radius, colour, top - radius - 6 * MM)
    below = top - 2 * radius - 10 * MM
    with ink.moved(0, below - 5 * MM):
        _words(ink, job, piece.title, (2 * x - 10 * MM, 10 * MM), 20, colour, is_title=True)
    # Names of characters, from the top of the rest.
    room = below - 14 * MM + y
    names, direction = (Piece(Mark.TEXT, piece.words),), job.content.front.direction
    parts = typesetting.atoms(names, direction, readable=ink.readable)
    block = typesetting.in_box(parts, 2 * x - 12 * MM, room, largest=10.5, leading=1.3)
    with ink.moved(0, below - 12 * MM - room / 2):
        ink.colour(colours.ink)
        ink.block(block, room / 2 - typesetting.CAPITAL * block.size)
