"""Fits type to the page: each section of a document gets the largest type with which it fits its page.

A style names its sections in `style.json`; the content has the texts of their rows. `predicting` estimates the type
size and the gaps between rows; one layout measures how good the estimate is, a second one corrects it. Nothing is
clipped: a section that does not fit at the smallest size continues on further pages at a comfortable one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builder.content import Paper, Section
from builder.errors import ClockwrightError
from builder.press.predicting import HOPELESS, SAFETY, STEP, Fit, Limits

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
