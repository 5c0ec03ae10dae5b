"""Fits type to the page: each section of a document gets the largest type with which it fits its page.

A style names its sections in `style.json`; the content has the texts of their rows. The type size and the gaps between
rows are estimated from the widths of letters, before any layout; one layout measures how good the estimate is, a second
one corrects it. Nothing is clipped: a section that does not fit at the smallest size continues on further pages at a
comfortable one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from builder.content import Paper, Section
from builder.errors import ClockwrightError
from builder.press import dressing, fonts
from builder.press.pdf_objects import MM

#: Size of small print relative to the text, and its minimum in points.
SMALL, LEAST = 0.88, 8.0
#: Fraction of a page's height that counts as full.
FULL = 0.955
STEP = 0.25
#: A section that is estimated to need more than this times its room in the smallest type cannot fit.
HOPELESS = 1.15
#: Type may shrink to this factor if the number of wrapped texts falls below the second factor.
CALMER, CLEARLY = 0.93, 0.85
#: Points left free at the bottom, so that rounding never pushes the last line to the next page.
SAFETY = 3.0


@dataclass(frozen=True, slots=True)
class Limits:
    """A style's limits for a section, and its measures for the estimate. Sizes in points, anything else in em."""

    largest: float = 13.0
    smallest: float = 8.0
    #: The size if the section cannot fit on one page.
    comfortable: float = 10.0
    most_gap: float = 1.0
    #: Heights of a row without its gap, a line, a heading, and the section's header and footer.
    row: float = 2.4
    leading: float = 1.18
    heading: float = 1.9
    head: float = 3.4
    #: Points that the theme adds to its header, whatever the size.
    ruled: float = 0.0
    #: Maximum width of the column of names in em, and its type size relative to the text.
    most_name: float = 9.6
    name_scale: float = 1.0
    #: Width of a small picture after a name, in em; 0 if a style draws none.
    partner: float = 0.0
    #: Whether several of these pictures go below a name if they do not fit behind it.
    partners_below: bool = False
    #: The minimum size when type is reduced for fewer wrapped texts; 0: it is never reduced.
    calm: float = 0.0
    #: Above that size rows have at least this much space between them, in em.
    least_gap: float = 0.0
    #: Above that size texts have this much space above and below them, in em, which one line shares with its picture.
    air: float = 0.0
    #: Whether type is limited so that the longest name fits on one line.
    one_line: bool = False
    #: Width of everything next to the text, in em, and the section's fraction of the page's width.
    beside: float = 3.4
    share: float = 1.0
    #: Whether line breaks in a text are kept.
    stacked: bool = False
    #: The section's fraction of the page's height.
    depth: float = 1.0
    #: The part of its room that it takes if all is well.
    full: float = FULL
    #: Whether several pages are normal, so that there is no notice about it.
    flows: bool = False
    #: Width of its letters relative to the default face.
    wide: float = 1.0


@dataclass(slots=True)
class Fit:
    """The state of the search for one section's size and gap."""

    section: Section
    limits: Limits
    paper: Paper
    size: float = 0.0
    gap: float = 0.0
    runs_on: bool = False
    #: The largest size known to fit, and the smallest known not to.
    fits: float = 0.0
    fails: float = 999.0

    @property
    def is_too_long(self) -> bool:
        """Whether it continues on a second page though it should not."""
        return self.runs_on and not self.limits.flows

    @property
    def css(self) -> str:
        """Its measures as CSS variables."""
        name = self.section.name
        return (
            f"--{name}-size:{self.size:.2f}pt;--{name}-gap:{self.gap:.2f}pt;"
            f"--{name}-names:{self.names * self.size:.2f}pt;--{name}-small:{max(LEAST, SMALL * self.size):.2f}pt;"
            f"--{name}-air:{0 if self.runs_on else self._air(self.size) * self.size:.2f}pt;"
        )

    @property
    def names(self) -> float:
        """Width of the column of names, in em of the text: that of the longest name, up to the limit."""
        widths = (
            self._with_partners(fonts.bold_width(name) * self.limits.name_scale * self.limits.wide, count)
            for name, count in zip_longest(self.section.names, self.section.partners, fillvalue=0)
            if isinstance(name, str)
        )
        return min(self.limits.most_name, max((4.0, *widths)) + 0.9)

    def _with_partners(self, name: float, count: int) -> float:
        pictures = count * self.limits.partner
        return max(name, pictures) if self.limits.partners_below and count > 1 else name + pictures

    @property
    def largest(self) -> float:
        """The largest size allowed: the style's limit, and with `one_line` that of the longest name."""
        if not self.limits.one_line:
            return self.limits.largest
        size = self.column / (self.limits.beside + self.names)
        return max(self.limits.smallest, min(self.limits.largest, size // STEP * STEP))

    @property
    def column(self) -> float:
        """Width of the section in points."""
        return (self.paper.width - 2 * dressing.margins()[1]) * MM * self.limits.share

    @property
    def predicted_room(self) -> float:
        """Points available on the page for the section."""
        above, _aside, below = dressing.margins()
        return (self.paper.height - above - below) * MM * self.limits.depth - SAFETY

    def predicted_use(self, size: float) -> float:
        """Points that the section needs at a size, without gaps."""
        width = self.column / size - self.limits.beside - self.names
        rows = fonts.height(
            self.section.texts,
            max(width, 6) / self.limits.wide,
            self.limits.row,
            self.limits.leading,
            stacked=self.limits.stacked,
            more=2 * self._air(size),
        )
        bare = max(0, self.section.rows - self.section.headings - len(self.section.texts)) * self.limits.row
        rest = self.limits.heading * self.section.headings + self.limits.head + self.section.more
        return size * (rows + bare + rest) + self.limits.ruled

    def predict(self) -> None:
        """Sets size and gap by the estimate."""
        size, room = self.largest, self.predicted_room
        while (
            size > self.limits.smallest
            and self.predicted_use(size) + self.section.rows * self._least_gap(size) > self.limits.full * room
        ):
            size -= STEP
        if self.limits.flows and self.predicted_use(size) > HOPELESS * room:
            self.size, self.runs_on = self.limits.comfortable, True
            return
        self.size = size = self._calmer(size)
        self.share_out(self.limits.full * room - self.predicted_use(size))

    def _calmer(self, size: float) -> float:
        """A slightly smaller size if that lets clearly more texts fit on one line."""
        least = max(self.limits.calm, CALMER * size)
        if not self.limits.calm or size <= least:
            return size
        steps = [size - STEP * step for step in range(int((size - least) / STEP) + 1)]
        wrapped = {step: self._wrapped(step) for step in steps}
        fewest = min(wrapped.values())
        return size if fewest > CLEARLY * wrapped[size] else max(s for s in steps if wrapped[s] == fewest)

    @property
    def least_gap(self) -> float:
        """The least space between rows at its size, in points."""
        return self._least_gap(self.size)

    def _least_gap(self, size: float) -> float:
        return self.limits.least_gap * size if self._is_roomy(size) else 0

    def _air(self, size: float) -> float:
        return self.limits.air if self._is_roomy(size) else 0

    def _is_roomy(self, size: float) -> bool:
        return size > max(self.limits.calm, self.limits.smallest)

    def _wrapped(self, size: float) -> int:
        width = (self.column / size - self.limits.beside - self.names) / self.limits.wide
        return sum(fonts.lines(text, width) > 1 for text in self.section.texts)

    def share_out(self, spare: float) -> None:
        """Distributes spare points among the gaps between rows; negative ones reduce the gaps."""
        most = self.limits.most_gap * self.size
        self.gap = max(0.0, min(most, self.gap + spare / max(1, self.section.rows)))


#: Maximum number of layouts before the search takes a size that is known to fit.
ATTEMPTS = 8
#: So much less than a full page is good enough.
ENOUGH = 0.045
#: Points in a CSS pixel.
PX = 0.75


def fit(
    sections: Sequence[Section],
    style: Mapping[str, Any],
    paper: Paper,
    lay_out: Callable[[str], Any],
) -> tuple[Any, list[Fit]]:
    """Lays out a document in the least dense setting of its style in which every section fits its page.

    `style` is its `style.json`; a density is a set of limits for all sections, with its own CSS. `lay_out` takes CSS
    declarations for the root and returns a WeasyPrint document. Returns the last document and the fit of each section.
    """
    *roomier, closest = style.get("densities", [{}])
    for density in roomier:
        fits = _predicted(sections, style, density, paper)
        if all(each.predicted_use(each.size) <= each.predicted_room for each in fits):
            document = _settle(fits, density.get("css", ""), lay_out, is_last=False)
            if not any(each.runs_on for each in fits):
                return document, fits
    fits = _predicted(sections, style, closest, paper)
    return _settle(fits, closest.get("css", ""), lay_out), fits


def hopeless(sections: Sequence[Section], style: Mapping[str, Any], paper: Paper) -> set[str]:
    """The sections far too long for their page even in the smallest type, for which a layout is a waste of time."""
    closest = style.get("densities", [{}])[-1]
    return {
        each.section.name
        for each in _predicted(sections, style, closest, paper)
        if not each.limits.flows and each.predicted_use(each.limits.smallest) > HOPELESS * each.predicted_room
    }


def _predicted(
    sections: Sequence[Section], style: Mapping[str, Any], density: Mapping[str, Any], paper: Paper
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


def _settle(fits: list[Fit], css: str, lay_out: Callable[[str], Any], *, is_last: bool = True) -> Any | None:
    """Fits the document, changing `fits`. None as soon as a section exceeds its page, unless `is_last` density."""
    document = lay_out(css + _css(fits))
    for _ in range(ATTEMPTS):
        measured = [measure(document, each.section.name) for each in fits]
        if not sum(map(improve, fits, measured)):  # not `any`, which stops at the first
            return document
        if not is_last and any(each.runs_on for each in fits):
            return None
        document = lay_out(css + _css(fits))
    for each in fits:  # no convergence: take what is known to fit
        each.gap, each.size = 0.0, each.fits or each.limits.smallest
    document = lay_out(css + _css(fits))
    for each in fits:
        each.runs_on = each.runs_on or measure(document, each.section.name).pages > 1
    return document


def _css(fits: Sequence[Fit]) -> str:
    return "".join(each.css for each in fits)


class MissingAnchorError(ClockwrightError):
    """A style's template marks the end of a section but not its start."""

    def __init__(self, name: str) -> None:
        super().__init__(f'The page of this style needs <div id="{name}-start"></div> before “{name}-end”.')


@dataclass(frozen=True, slots=True)
class Measured:
    """Points of its page that a section takes, and the number of pages it is on."""

    used: float
    room: float
    pages: int


def measure(document: Any, name: str) -> Measured:
    """Measures a section by its anchors `<name>-start` and `<name>-end`."""
    places = {
        anchor: (number, position[1])
        for number, page in enumerate(document.pages)
        for anchor, position in page.anchors.items()
        if anchor in (f"{name}-start", f"{name}-end")
    }
    start, end = places.get(f"{name}-start"), places.get(f"{name}-end")
    if start is None and end is not None:
        raise MissingAnchorError(name)
    if start is None:  # it is not in this document: the back of a sheet without a back
        return Measured(1, 1, 1)
    first, top = start
    box = document.pages[first]._page_box
    if end is None:  # its box cannot continue on another page, so it was cut off
        return Measured(box.height * PX, box.height * PX, 2)
    last, bottom = end
    if first == last and top > bottom:  # printed upside down
        head = box.position_y + box.margin_top
        return Measured((top - bottom) * PX, (top - head) * PX - SAFETY, 1)
    foot = box.position_y + box.margin_top + box.height
    return Measured((bottom - top) * PX, (foot - top) * PX - SAFETY, last - first + 1)


def improve(fit: Fit, measured: Measured) -> bool:
    """Corrects size or gap by the measurement; returns False if the section is good enough."""
    if fit.runs_on:
        return False
    if measured.pages == 1 and measured.used <= measured.room:
        return _grow(fit, measured)
    return _shrink(fit, measured)


def _grow(fit: Fit, measured: Measured) -> bool:
    fit.fits = max(fit.fits, fit.size)
    if measured.used >= (fit.limits.full - ENOUGH) * measured.room:
        return False
    before = fit.gap, fit.size
    bare = measured.used - fit.gap * fit.section.rows
    larger = min(fit.largest, fit.size + STEP, fit.fails - STEP)
    if larger > fit.size and bare * (larger / fit.size) ** 1.5 < fit.limits.full * measured.room:
        steps = max(1.0, (fit.size * (fit.limits.full * measured.room / bare) ** 0.6 - fit.size) // STEP)
        fit.size = min(fit.largest, fit.fails - STEP, fit.size + STEP * steps)
        bare *= (fit.size / before[1]) ** 1.6
        fit.gap = 0.0
        fit.share_out(fit.limits.full * measured.room - bare)
    else:
        fit.share_out(fit.limits.full * measured.room - measured.used)
    return abs(fit.gap - before[0]) > 0.02 or fit.size != before[1]


def _shrink(fit: Fit, measured: Measured) -> bool:
    over = measured.used - measured.room if measured.pages == 1 else 0.06 * measured.room
    if (fit.gap - fit.least_gap) * fit.section.rows > over:  # smaller gaps may be enough
        fit.share_out(-over - min(0.02 * measured.room, (fit.gap - fit.least_gap) * fit.section.rows - over))
        return True
    fit.fails = min(fit.fails, fit.size)
    fit.gap = 0.0
    if fit.size <= fit.limits.smallest:
        fit.size, fit.runs_on = fit.limits.comfortable, True
    else:
        fit.size = max(fit.limits.smallest, min(fit.fails - STEP, fit.size))
        fit.gap = fit.least_gap
    return True
