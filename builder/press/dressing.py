"""The rules that a theme adds to the style sheets of a document, and what it says of its type."""

from base64 import b64encode
from collections.abc import Iterator, Mapping
from typing import Any

from markupsafe import Markup

from builder import themes
from builder.themes import PLAIN, Theme, guard
from builder.themes.resolving import TEAMS

#: Styles of any kind that are black on white, whatever a theme says.
PLAIN_STYLES = frozenset({"plain"})
#: Kinds whose pages are put together on one side of a sheet.
FOLDED = frozenset({"booklet"})
#: What `ornaments.rule` of a theme does with the lines beside headings.
RULES = {
    "double": "border-top:2.2pt double",
    "dotted": "border:.6pt dotted",
    "dashed": "border:.4pt dashed",
    "thick": "border-top:1.6pt solid",
    "none": "border-top:0 solid",
}
#: How much room (pt) the line of a header takes, usually and with these, two of which are above it, too.
LINE, LINES = 0.6, {"double": 2.2, "dotted": 1.2, "dashed": 0.8, "thick": 1.6, "none": 0.0}
#: On a ground that is not plain the line of a heading on a sheet is below it, so its rows are so much (em) lower.
LOWERED = 0.2
#: So much (em) of the reserve that a sheet has in its `head` is too much with the faces of themes, all measured.
SPARED = 0.15
#: What is part of a document's limits (`press.predicting`) in each density.
DENSITIES: Mapping[str, Mapping[str, float]] = {
    "airy": {"largest": 0.9, "most_gap": 1.4},
    "close": {"most_gap": 0.45},
}
#: Faces of the small print at the foot: our usual one, also where texts have another.
FOOT = '"Clockwright Rest","Clockwright Text",sans-serif'
_TITLES = "header .title,header h1,.back-title,.part-title,.cover h1,.middle .title,.strip .heading"
_HEADS = ".team h2::before,.part h2::before,.block h2::before"


def worn(kind: str, style: str, classes: str) -> Theme:
    """The theme for a document: on white paper if it is folded, its style is plain, or ink is to be saved."""
    theme = themes.current()
    if theme.bare and (kind in FOLDED or style in PLAIN_STYLES or "ink-saving" in classes.split()):
        return theme.bare
    return theme


#: Margins of a page (mm), as in base.css: above, at both sides, below; and those that leave room for a frame.
MARGINS, FRAMED = (9.0, 10.0, 12.0), (10.5, 11.5, 14.5)


def margins() -> tuple[float, float, float]:
    """The margins of pages (mm) in the current theme: above, at both sides, below."""
    return FRAMED if themes.current().has_frame else MARGINS


#: How much higher (mm) the foot and the page number of a book stand above a frame.
RAISED = 3.6
#: How far beyond the bleed (mm) a leaf with a rim goes, so that its rim is cut off.
BEYOND = 6


def page_rules(paper: Any, bleed: float = 0) -> str:
    """The ground of every page on a paper and its bleed (mm), and what headings look like on it."""
    theme = themes.current()
    return "".join(_rules(theme, paper, bleed)) if theme != PLAIN else ""


def _rules(theme: Theme, paper: Any, bleed: float) -> Iterator[str]:
    if theme.ornaments.get("divider"):
        yield "hr{border:0;height:2.6mm;background:url(clockwright:ornament/divider) center/contain no-repeat}"
    if theme.ornaments.get("title") == "accent":
        yield f"{_TITLES}{{color:{theme.values['accent']}}}"
    if theme.ornaments.get("flourish"):
        yield ".parchment header{background-size:16.5em 1.1em;padding-bottom:1.25em}"
    if theme.rule in RULES:
        below = RULES[theme.rule].replace("-top:", ":").replace("border:", "border-bottom:")
        yield f"header{{{below};border-color:{theme.values['rule-strong']}}}.parchment header{{border:0}}"
        yield f"{_HEADS}{{{RULES[theme.rule]}}}"
    if theme.ground is None:
        return
    if theme.has_frame:
        yield from _framed()
    over = bleed + BEYOND if bleed and theme.ground.edge in {"torn", "straight"} else bleed
    width, height = paper.width + 2 * over, paper.height + 2 * over
    size = f"{width:g}x{height:g}" + (f"+{over:g}" if over else "")
    corner = f"{-over:g}mm {-over:g}mm" if over else "0 0"
    place = f"fixed {corner}/{width:g}mm {height:g}mm no-repeat"
    for page, name in (("", "ground"), (" parchment", "parchment")):
        yield f"@page{page}{{background:url(clockwright:{name}/{size}) {place}}}"
    cut = "url(clockwright:ornament/cut) 0 calc(var(--page-height) / 2 + .75mm) / 100% 2mm no-repeat"
    yield f"@page halves{{background:{cut},url(clockwright:ground/{size}) {place}}}"
    if theme.ground.is_plain:
        lines = f"url(clockwright:ruled/{paper.width:g}x{paper.height:g})"
        lines += f" fixed 0 0/{paper.width:g}mm {paper.height:g}mm no-repeat"
        yield f"@page ruled{{background:{lines},url(clockwright:ground/{size}) {place}}}"
    else:
        # Nothing hides the lines behind a heading on such a ground, so they are below it.
        yield f"@page ruled{{background:url(clockwright:ground/{size}) {place}}}"
        yield f"{_HEADS}{{top:100%}}.middle .written{{background:{theme.values['paper']}}}"
        yield f".front .team h2{{margin-bottom:{LOWERED:g}em}}"
    yield "@page foot{background:none}"


def _framed() -> Iterator[str]:
    """The foot keeps away from the frame of the page, in the narrow face; a cover needs no frame of its own."""
    foot = f"font-family:{FOOT};padding-top:.8mm"
    yield f"@page{{@bottom-left{{{foot};width:64%;background-position:0 .7mm}}@bottom-right{{{foot};width:36%}}}}"
    yield f".foot{{font-family:{FOOT}}}.foot .strip{{bottom:{4 + RAISED:g}mm}}.cover .frame{{border:0}}"
    yield ".cover .flourish{background-size:110mm 7.4mm;height:7.4mm}"


#: Names of the style sheets of web pages, and of the values of a theme for them.
WEB = {
    **{name: name for name in ("paper", "ink", "accent", "on-accent", "info", "unknown", *TEAMS)},
    "quiet": "faint",
    "line": "rule",
    "desk": "tint-strong",
    "disc": "disc",
}


def web_style() -> Markup:
    """The colors of the theme for a web page, in place of those for days and for nights; empty if there is none."""
    values = themes.current().values
    if not values:
        return Markup()
    scheme = "dark" if guard.is_dark(values["paper"]) else "light"
    colors = "".join(f"--{name}:{values[value]};" for name, value in WEB.items())
    style = f":root{{color-scheme:{scheme};{colors}}}.spacer{{background:var(--disc)}}{_web_ground()}"
    return Markup(style)  # noqa: S704  # no text of a theme


def _web_ground() -> str:
    """The picture of the theme behind a web page; empty if it has none."""
    from builder.press import grounds

    ground = themes.current().ground
    body = grounds.for_web(ground) if ground else None
    if body is None:
        return ""
    data = b64encode(body).decode()
    return f"body{{background:url(data:image/jpeg;base64,{data}) center/cover fixed var(--paper)}}"


def limits(style: Mapping[str, Any]) -> Mapping[str, Any]:
    """The settings of a style (`style.json`), with its limits as density and headings of the theme want them."""
    theme = themes.current()
    if theme == PLAIN:
        return style
    factors = DENSITIES.get(theme.density, {})
    sections = {
        name: {**each, **{limit: each[limit] * factor for limit, factor in factors.items() if limit in each}}
        for name, each in style["sections"].items()
    }
    if front := sections.get("front"):
        lowered = 0 if theme.ground is None or theme.ground.is_plain else LOWERED
        front["heading"] += lowered
        front["head"] -= SPARED
        front["ruled"] = LINES.get(theme.rule, LINE) - LINE
    return {**style, "sections": sections}
