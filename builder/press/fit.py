"""Type grows to the page: each section of a document gets the largest type with which it fills its page and no more.

A style names its sections in `style.json`; the content says which texts their rows hold. The ruler predicts the size
and how much room stays to share out among the rows; one layout shows how good the prediction was, a second one
corrects it. Nothing is ever clipped: what does not fit at the smallest size runs on to further pages at a
comfortable one.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from builder.press.limits import Limits, PaperLike, SectionLike
from builder.press.measuring import improve, measure
from builder.press.predicting import HOPELESS, Fit

ATTEMPTS = 8


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
            document = _settle(fits, density.get("css", ""), lay_out, is_last=False)
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


def _settle(fits: list[Fit], css: str, lay_out: Callable[[str], Any], *, is_last: bool = True) -> Any | None:
    """The document with each section fitted; None as soon as one runs on, where a closer density is left to try."""
    document = lay_out(css + _css(fits))
    for _ in range(ATTEMPTS):
        measured = [measure(document, each.section.name) for each in fits]
        if not sum(map(improve, fits, measured)):  # a sum, for `any` would stop at the first
            return document
        if not is_last and any(each.runs_on for each in fits):
            return None
        document = lay_out(css + _css(fits))
    for each in fits:  # they went to and fro: take what is known to fit
        each.gap, each.size = 0.0, each.fits or each.limits.smallest
    document = lay_out(css + _css(fits))
    for each in fits:
        each.runs_on = each.runs_on or measure(document, each.section.name).pages > 1
    return document


def _css(fits: Sequence[Fit]) -> str:
    return "".join(each.css for each in fits)
