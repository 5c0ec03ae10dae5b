"""The rules that a theme adds to the style sheets of a document, and what it says of its type."""

from collections.abc import Iterator, Mapping
from typing import Any

from builder import themes
from builder.themes import PLAIN, Theme

#: Styles of any kind that are black on white, whatever a theme says.
PLAIN_STYLES = frozenset({"plain"})
#: What `ornaments.rule` of a theme does with the lines beside headings.
RULES = {
    "double": "border-top:2.2pt double",
    "dotted": "border-top:1.2pt dotted",
    "dashed": "border-top:.8pt dashed",
    "thick": "border-top:1.6pt solid",
    "none": "border-top:0 solid",
}
#: What is part of a document's limits (`press.predicting`) in each density.
DENSITIES: Mapping[str, Mapping[str, float]] = {
    "airy": {"largest": 0.9, "most_gap": 1.4},
    "close": {"most_gap": 0.45},
}
#: Faces of the small print at the foot: our usual one, also where texts have another.
FOOT = '"Clockwright Rest","Clockwright Text",sans-serif'
_TITLES = "header .title,header h1,.back-title,.part-title,.cover h1,.middle .title,.strip .heading"
_HEADS = ".team h2::before,.part h2::before"


def worn(style: str, classes: str) -> Theme:
    """The theme for a document: on white paper if its style is plain, or ink is to be saved."""
    theme = themes.current()
    if theme.bare and (style in PLAIN_STYLES or "ink-saving" in classes.split()):
        return theme.bare
    return theme


def page_rules(paper: Any) -> str:
    """The ground of every page on a paper (mm), and what headings look like on it."""
    theme = themes.current()
    return "".join(_rules(theme, f"{paper.width:g}x{paper.height:g}", paper)) if theme != PLAIN else ""


def _rules(theme: Theme, size: str, paper: Any) -> Iterator[str]:
    if theme.ornaments.get("divider"):
        yield "hr{border:0;height:2.6mm;background:url(clockwright:ornament/divider) center/contain no-repeat}"
    if theme.ornaments.get("title") == "accent":
        yield f"{_TITLES}{{color:{theme.values['accent']}}}"
    if theme.ornaments.get("flourish"):
        yield ".parchment header{background-size:21em 1.4em;padding-bottom:1.5em}"
    if theme.rule in RULES:
        below = RULES[theme.rule].replace("top", "bottom")
        yield f"header{{{below};border-color:{theme.values['rule-strong']}}}.parchment header{{border:0}}"
        yield f"{_HEADS}{{{RULES[theme.rule]}}}"
    if theme.ground is None:
        return
    if theme.has_frame:
        yield from _framed()
    place = f"fixed 0 0/{paper.width}mm {paper.height}mm no-repeat"
    for page, name in (("", "ground"), (" parchment", "parchment")):
        yield f"@page{page}{{background:url(clockwright:{name}/{size}) {place}}}"
    yield (
        "@page halves{background:url(clockwright:ornament/cut) 0 calc(var(--page-height) / 2 + .75mm)"
        f" / 100% 2mm no-repeat,url(clockwright:ground/{size}) {place}}}"
    )
    if theme.ground.is_plain:
        lines = f"url(clockwright:ruled/{paper.width}x{paper.height}) {place}"
        yield f"@page ruled{{background:{lines},url(clockwright:ground/{size}) {place}}}"
    else:
        # Nothing hides the lines behind a heading on such a ground, so they stand below it.
        yield f"@page ruled{{background:url(clockwright:ground/{size}) {place}}}"
        line = RULES.get(theme.rule, "border-top:.6pt solid").replace("top", "bottom")
        yield f"{_HEADS}{{content:none}}.team h2,.part h2{{{line}}}"
    yield "@page foot{background:none}"


def _framed() -> Iterator[str]:
    """The foot keeps away from the frame of the page, in the narrow face; a cover needs no frame of its own."""
    foot = f"font-family:{FOOT};padding-top:.2mm"
    yield f"@page{{@bottom-left{{{foot};background-position:0 .1mm}}@bottom-right{{{foot}}}}}"
    yield f".foot{{font-family:{FOOT}}}.cover .frame{{border:0}}"
    yield ".cover .flourish{background-size:110mm 7.4mm;height:7.4mm}"


def limits(style: Mapping[str, Any]) -> Mapping[str, Any]:
    """The settings of a style (`style.json`), with its limits as the density of the theme wants them."""
    factors = DENSITIES.get(themes.current().density)
    if not factors:
        return style
    sections = {
        name: {**each, **{limit: each[limit] * factor for limit, factor in factors.items() if limit in each}}
        for name, each in style["sections"].items()
    }
    return {**style, "sections": sections}
