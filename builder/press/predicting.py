"""Estimates from the widths of letters how large a section's type can be, before any layout."""

from dataclasses import dataclass
from itertools import zip_longest

from builder.content import Paper, Section
from builder.press import dressing, font_metrics
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
            self._with_partners(
                font_metrics.bold_width(name) * self.limits.name_scale * self.limits.wide, count
            )
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
        rows = font_metrics.height(
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
        return sum(font_metrics.lines(text, width) > 1 for text in self.section.texts)

    def share_out(self, spare: float) -> None:
        """Distributes spare points among the gaps between rows; negative ones reduce the gaps."""
        most = self.limits.most_gap * self.size
        self.gap = max(0.0, min(most, self.gap + spare / max(1, self.section.rows)))
