"""How much of its page a section took, and what that says of its type."""

from dataclasses import dataclass
from typing import Any

from builder.press.predicting import FULL, SAFETY, STEP, Fit

#: A page whose content takes this part of it is good enough.
ENOUGH = 0.91
#: Points in a CSS pixel.
PX = 0.75


@dataclass(frozen=True, slots=True)
class Measured:
    """How much of its page a section took, in points; `pages` is how many pages it touched."""

    used: float
    room: float
    pages: int


def measure(document: Any, name: str) -> Measured:
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
    box = document.pages[first]._page_box
    if end is None:  # it stands where it cannot run on, and was cut off at the foot
        return Measured(box.height * PX, box.height * PX, 2)
    last, bottom = end
    if first == last and top > bottom:  # printed upside down: it grows from the foot to the head
        head = box.position_y + box.margin_top
        return Measured((top - bottom) * PX, (top - head) * PX - SAFETY, 1)
    foot = box.position_y + box.margin_top + box.height
    return Measured((bottom - top) * PX, (foot - top) * PX - SAFETY, last - first + 1)


def improve(fit: Fit, measured: Measured) -> bool:
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
    return abs(fit.gap - before[0]) > 0.02 or fit.size != before[1]


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
