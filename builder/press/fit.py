"""Type grows to the page: each section of a document gets the largest type with which it fills its page and no more.

A style names its sections in `style.json`; the content says which texts their rows hold. The ruler predicts the size
and how much room stays to share out among the rows; one layout shows how good the prediction was, a second one
corrects it. Nothing is ever clipped: what does not fit at the smallest size runs on to further pages at a
comfortable one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Protocol

from builder.press import ruler

#: Small print is this part of the text's size, and never smaller than so many points.
SMALL, LEAST = 0.88, 8.0
#: A page is full when its content takes this part of it, and good enough from ENOUGH on.
FULL, ENOUGH = 0.955, 0.91
STEP = 0.25
#: A section predicted to take so many times its room in the smallest type will not fit, however well it is set.
HOPELESS = 1.15
#: How much smaller type may be for fewer wrapped texts, and how many fewer they must be.
CALMER, CLEARLY = 0.85, 0.85
ATTEMPTS = 8
#: Points that stay free at the foot, so that rounding never pushes a last line to the next page.
SAFETY = 3.0
#: Points in a CSS pixel, points in a millimetre.
PX, MM = 0.75, 72 / 25.4
#: Millimetres of the page that hold no text, as base.css has it: left and right, top and bottom.
SIDES, ENDS = 20, 21


class SectionLike(Protocol):
    """What the press must know of a section."""

    @property
    def name(self) -> str:
        """The name that anchors in the template begin with."""

    @property
    def rows(self) -> int:
        """How many rows share the room left over."""

    @property
    def headings(self) -> int:
        """How many headings stand between them."""

    @property
    def names(self) -> Sequence[str]:
        """What stands in bold before the texts; the longest makes the column."""

    @property
    def partners(self) -> Sequence[int]:
        """How many small pictures stand behind each name."""

    @property
    def texts(self) -> Sequence[str]:
        """The longest text of each row, for the prediction."""


class PaperLike(Protocol):
    """A paper, in millimetres."""

    @property
    def id(self) -> str:
        """Its short name."""

    @property
    def width(self) -> float:
        """Millimetres across."""

    @property
    def height(self) -> float:
        """Millimetres down."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a style lets a section grow and shrink, and its measures for the prediction. Sizes in points, else em."""

    largest: float = 13.0
    smallest: float = 8.0
    #: The size when the section cannot fit one page at all.
    comfortable: float = 10.0
    most_gap: float = 1.0
    #: Height of a row without its gap, of a line, of a heading, of the head and foot of the section.
    row: float = 2.4
    leading: float = 1.18
    heading: float = 1.9
    head: float = 3.4
    #: How wide the column of names may be, in em, and by how much its type is larger than the text.
    most_name: float = 9.6
    name_scale: float = 1.0
    #: Width of a small picture behind a name, in em; 0 where a style draws none.
    partner: float = 0.0
    #: The size under which the type never goes for the sake of fewer wrapped lines; 0: it always grows.
    calm: float = 0.0
    #: Above that size rows have at least so much room between them, in em.
    least_gap: float = 0.0
    #: Whether the type stays small enough for the longest name to stand on one line.
    one_line: bool = False
    #: Width of everything else beside the text, in em, and the part of the page's width that the section has.
    beside: float = 3.4
    share: float = 1.0
    #: Whether a line break in a text is one on paper.
    stacked: bool = False
    #: The part of the page's height that the section has.
    depth: float = 1.0
    #: Whether it is meant to take several pages, so that nobody needs to be told.
    flows: bool = False
    #: How much wider its letters are than those that the ruler measures.
    wide: float = 1.0


@dataclass(slots=True)
class Fit:
    """Where the search for one section stands."""

    section: SectionLike
    limits: Limits
    paper: PaperLike
    size: float = 0.0
    gap: float = 0.0
    runs_on: bool = False
    #: The largest size known to fit, and the smallest known not to.
    fits: float = 0.0
    fails: float = 999.0

    @property
    def css(self) -> str:
        """Its measures as CSS variables; `names` is the width of the column of names in em of the text."""
        name = self.section.name
        return (
            f"--{name}-size:{self.size:.2f}pt;--{name}-gap:{self.gap:.2f}pt;"
            f"--{name}-names:{self.names * self.size:.2f}pt;--{name}-small:{max(LEAST, SMALL * self.size):.2f}pt;"
        )

    @property
    def names(self) -> float:
        """Width of the column of names, in em of the text: the longest name on one line, if it is not too long."""
        widths = (
            ruler.bold_width(name) * self.limits.name_scale * self.limits.wide + count * self.limits.partner
            for name, count in zip_longest(self.section.names, self.section.partners, fillvalue=0)
            if isinstance(name, str)
        )
        return min(self.limits.most_name, max((4.0, *widths)) + 0.9)

    @property
    def largest(self) -> float:
        """The largest size allowed: the style's own limit, and where it says so the longest name's."""
        if not self.limits.one_line:
            return self.limits.largest
        size = self.column / (self.limits.beside + self.names)
        return max(self.limits.smallest, min(self.limits.largest, size // STEP * STEP))

    @property
    def column(self) -> float:
        """Width of the section in points."""
        return (self.paper.width - SIDES) * MM * self.limits.share

    @property
    def predicted_room(self) -> float:
        """Points that the page has for the section."""
        return (self.paper.height - ENDS) * MM * self.limits.depth - SAFETY

    def predicted_use(self, size: float) -> float:
        """Points that the section takes at a size, without gaps."""
        width = self.column / size - self.limits.beside - self.names
        rows = ruler.height(
            self.section.texts,
            max(width, 6) / self.limits.wide,
            self.limits.row,
            self.limits.leading,
            stacked=self.limits.stacked,
        )
        bare = max(0, self.section.rows - self.section.headings - len(self.section.texts)) * self.limits.row
        return size * (rows + bare + self.limits.heading * self.section.headings + self.limits.head)

    def predict(self) -> None:
        """Chooses size and gap by the ruler."""
        size, room = self.largest, self.predicted_room
        while size > self.limits.smallest and self.predicted_use(size) + self._least_gaps(size) > FULL * room:
            size -= STEP
        if self.limits.flows and self.predicted_use(size) > HOPELESS * room:
            self.size, self.runs_on = self.limits.comfortable, True
            return
        self.size = size = self._calmer(size)
        self.share_out(FULL * room - self.predicted_use(size))

    def _calmer(self, size: float) -> float:
        """A size somewhat smaller, where that lets clearly more texts stand on one line."""
        least = max(self.limits.calm, CALMER * size)
        if not self.limits.calm or size <= least:
            return size
        steps = [size - STEP * step for step in range(int((size - least) / STEP) + 1)]
        wrapped = {step: self._wrapped(step) for step in steps}
        fewest = min(wrapped.values())
        return size if fewest > CLEARLY * wrapped[size] else max(s for s in steps if wrapped[s] == fewest)

    def _least_gaps(self, size: float) -> float:
        return self.section.rows * self.limits.least_gap * size if size > self.limits.calm else 0

    def _wrapped(self, size: float) -> int:
        width = (self.column / size - self.limits.beside - self.names) / self.limits.wide
        return sum(ruler.lines(text, width) > 1 for text in self.section.texts)

    def share_out(self, spare: float) -> None:
        """Gives points that are left over (or too many) to the gaps between rows."""
        most = self.limits.most_gap * self.size
        self.gap = max(0.0, min(most, self.gap + spare / max(1, self.section.rows)))


@dataclass(frozen=True, slots=True)
class Measured:
    """How much of its page a section took, in points; `pages` is how many pages it touched."""

    used: float
    room: float
    pages: int


def fit(
    sections: Sequence[SectionLike],
    style: Mapping[str, Any],
    paper: PaperLike,
    lay_out: Callable[[str], Any],
) -> tuple[Any, list[Fit]]:
    """Lays a document out in the roomiest density of its style with which every section fills its page.

    `style` is its `style.json`; a density is a set of limits that hold for all its sections, with CSS of its own.
    `lay_out` takes CSS declarations for the root and returns a WeasyPrint document. Gives back the last document and
    how each section was fitted.
    """
    *roomier, closest = style.get("densities", [{}])
    for density in roomier:
        fits = _predicted(sections, style, density, paper)
        if all(each.predicted_use(each.size) <= each.predicted_room for each in fits):
            document = _settle(fits, density.get("css", ""), lay_out)
            if not any(each.runs_on for each in fits):
                return document, fits
    fits = _predicted(sections, style, closest, paper)
    return _settle(fits, closest.get("css", ""), lay_out), fits


def hopeless(sections: Sequence[SectionLike], style: Mapping[str, Any], paper: PaperLike) -> bool:
    """Whether some section is by far too long for its page even in the smallest type, so that no layout need try."""
    closest = style.get("densities", [{}])[-1]
    return any(
        each.predicted_use(each.limits.smallest) > HOPELESS * each.predicted_room
        for each in _predicted(sections, style, closest, paper)
    )


def _predicted(
    sections: Sequence[SectionLike], style: Mapping[str, Any], density: Mapping[str, Any], paper: PaperLike
) -> list[Fit]:
    limits = {name: value for name, value in density.items() if name != "css"}
    fits = [
        Fit(section, Limits(**{**style["sections"][section.name], **limits}), paper)
        for section in sections
        if section.name in style["sections"]
    ]
    for each in fits:
        each.predict()
    return fits


def _settle(fits: list[Fit], css: str, lay_out: Callable[[str], Any]) -> Any:  # noqa: ANN401  # a WeasyPrint document
    document = lay_out(css + _css(fits))
    for _ in range(ATTEMPTS):
        measured = [measure(document, each.section.name) for each in fits]
        if not sum(map(_improve, fits, measured)):  # a sum, for `any` would stop at the first
            return document
        document = lay_out(css + _css(fits))
    for each in fits:  # they went to and fro: take what is known to fit
        each.gap, each.size = 0.0, each.fits or each.limits.smallest
    document = lay_out(css + _css(fits))
    for each in fits:
        each.runs_on = each.runs_on or measure(document, each.section.name).pages > 1
    return document


def measure(document: Any, name: str) -> Measured:  # noqa: ANN401  # a WeasyPrint document
    """How much of its page a section takes, by its anchors `<name>-start` and `<name>-end`."""
    places = {
        anchor: (number, position[1])
        for number, page in enumerate(document.pages)
        for anchor, position in page.anchors.items()
        if anchor in (f"{name}-start", f"{name}-end")
    }
    start, end = places.get(f"{name}-start"), places.get(f"{name}-end")
    if start is None:  # a section without anchors has no measure
        return Measured(1, 1, 1)
    first, top = start
    box = document.pages[first]._page_box  # noqa: SLF001  # the public page has no margins
    if end is None:  # it stands where it cannot run on, and was cut off at the foot
        return Measured(box.height * PX, box.height * PX, 2)
    last, bottom = end
    if first == last and top > bottom:  # printed upside down: it grows from the foot to the head
        head = box.position_y + box.margin_top
        return Measured((top - bottom) * PX, (top - head) * PX - SAFETY, 1)
    foot = box.position_y + box.margin_top + box.height
    return Measured((bottom - top) * PX, (foot - top) * PX - SAFETY, last - first + 1)


def _css(fits: Sequence[Fit]) -> str:
    return "".join(each.css for each in fits)


def _improve(fit: Fit, measured: Measured) -> bool:
    """Corrects size or gap by what was measured; False when the section is well as it is."""
    if fit.runs_on:
        return False
    if measured.pages == 1 and measured.used <= measured.room:
        return _grow(fit, measured)
    return _shrink(fit, measured)


def _grow(fit: Fit, measured: Measured) -> bool:
    fit.fits = max(fit.fits, fit.size)
    if measured.used >= ENOUGH * measured.room:
        return False
    before = fit.gap, fit.size
    bare = measured.used - fit.gap * fit.section.rows
    larger = min(fit.largest, fit.size + STEP, fit.fails - STEP)
    if larger > fit.size and bare * (larger / fit.size) ** 1.5 < FULL * measured.room:
        steps = max(1.0, (fit.size * (FULL * measured.room / bare) ** 0.6 - fit.size) // STEP)
        fit.size = min(fit.largest, fit.fails - STEP, fit.size + STEP * steps)
        bare *= (fit.size / before[1]) ** 1.6
        fit.gap = 0.0
        fit.share_out(FULL * measured.room - bare)
    else:
        fit.share_out(FULL * measured.room - measured.used)
    return abs(fit.gap - before[0]) > 0.02 or fit.size != before[1]  # noqa: PLR2004  # a fiftieth of a point


def _shrink(fit: Fit, measured: Measured) -> bool:
    over = measured.used - measured.room if measured.pages == 1 else 0.06 * measured.room
    if fit.gap * fit.section.rows > over:  # closing the gaps may be enough
        fit.share_out(-over - 0.02 * measured.room)
        return True
    fit.fails = min(fit.fails, fit.size)
    fit.gap = 0.0
    if fit.size <= fit.limits.smallest:
        fit.size, fit.runs_on = fit.limits.comfortable, True
    else:
        fit.size = max(fit.limits.smallest, min(fit.fails - STEP, fit.size))
    return True
