"""Renders content to HTML with Jinja, with autoescape."""

import re
from functools import cache
from typing import Any, Final

import jinja2
from markupsafe import Markup

from builder import assets, jinja_templates
from builder.cache import user_cache
from builder.game.character import bare
from builder.game.markup import direction
from builder.jinja_templates import TemplateCache
from builder.language import ENGLISH, gettext
from builder.press import drawings, dressing, font_metrics, fonts
from builder.press.pdf_objects import MM
from builder.press.prose_filters import filters as prose_filters
from builder.prose import isolated

#: Options of the Jinja environment: autoescape, and errors for undefined names.
OPTIONS: Final[dict[str, Any]] = {
    "undefined": jinja2.StrictUndefined,
    "trim_blocks": True,
    "lstrip_blocks": True,
}


@cache
def environment() -> jinja2.Environment:
    """The Jinja environment of print templates. Cached."""
    made = jinja_templates.Sentences(
        loader=jinja2.FileSystemLoader(assets.templates("print")),
        autoescape=True,
        bytecode_cache=TemplateCache(user_cache(), OPTIONS),
        **OPTIONS,
    )
    made.filters |= {"face": face, "direction": direction, "inked": inked, "bare": bare}
    made.filters |= {"qr": drawings.qr_address, "band": band}
    made.filters |= {"directed": directed, "isolated": isolated}
    made.globals |= {
        "_": translated,
        jinja_templates.GIVEN: jinja_templates.given(translated),
        "theme_style": dressing.web_style,
    }
    made.filters |= prose_filters()
    return made


def html(kind: str, style: str, content: object) -> str:
    """Renders a document's HTML with the template of its style."""
    return environment().get_template(f"{kind}/{style}/page.html").render(page=content)


def face(title: str) -> str:
    """The CSS class of a title: the display face if it has every letter, else the serif; never a mixture."""
    return "display" if fonts.covers("IMFellEnglishSC-Regular", title) else "serif"


def band(heading: str) -> float:
    """The height (mm) of a band that has a turned heading, in 13 points of spaced small capitals."""
    return round(8 + 16 * font_metrics.bold_width(heading) / MM, 1)


_PAINTED = re.compile(r"(?<=url\('clockwright:)((?:emblem|painted)/[a-z]+|ornament/mark)(?=[/-])")


def inked(written: Markup) -> Markup:
    """Makes emblems and marks in HTML black; the script's own pictures do not change."""
    black = _PAINTED.sub(
        lambda found: "ornament/black" if found[1].startswith("ornament") else "emblem/black", written
    )
    return Markup(black)  # noqa: S704  # it was escaped, and no quote of a script's can match


def translated(text: str, /, **values: object) -> Markup:
    """A sentence of a template in the current language, with its values (`%(name)s`) filled in and escaped."""
    return Markup(gettext(text)) % values  # noqa: S704  # a sentence of ours


def directed(name: str) -> Markup:
    """A name as an element with its direction, for a sentence."""
    return Markup('<span dir="{}">{}</span>').format(direction(name), name)


def running_title(front: Any) -> str:
    """Title and author, for the foot of every page."""
    if not front.author:
        return str(front.title)
    return gettext("%(script)s by %(author)s") % {"script": front.title, "author": front.author}


def css_string(text: str) -> str:
    """Quotes a text as a CSS string; escapes everything but ASCII letters and digits, so nothing can break out."""
    return '"' + "".join(c if c.isascii() and c.isalnum() else f"\\{ord(c):x} " for c in text) + '"'


def hyphens(language: str) -> str:
    """The CSS that breaks long words by the rules of a language; none in English, whose words are short."""
    if language == ENGLISH:
        return ""
    return ":root{hyphens:auto;hyphenate-limit-chars:9 4 4}"


#: Type size of the footer (pt), and the fraction of its three lines that a running title may fill.
FOOT, FOOT_ROOM = 6.8, 0.7
LEAST_FOOT = 6.0


def foot_size(running: str, width: float, part: float = 0.36) -> float:
    """The type size (pt) at which the running title fits on three lines of its part of the footer (mm)."""
    room = 3 * FOOT_ROOM * part * (width - 2 * dressing.margins()[1]) * MM
    return min(FOOT, room / max(1.0, font_metrics.bold_width(running)))


def _credit_size(credit: str, width: float) -> float:
    """The type size (pt) at which the credit fits on two lines; it is longer with the publisher's wording."""
    room = 2 * 0.96 * (0.62 * (width - 2 * dressing.margins()[1]) - 3.6) * MM
    return max(LEAST_FOOT, min(FOOT, room / (font_metrics.bold_width(credit) / font_metrics.BOLD)))


def page_rules(paper: Any, credit: str, running: str, page_direction: str = "ltr", bleed: float = 0) -> str:
    """The CSS @page rules for a paper and its bleed (mm), with the text of the footer."""
    above, aside, below = dressing.margins()
    margin = (
        f"margin:{above:g}mm {aside:g}mm {below:g}mm;" if (above, aside, below) != dressing.MARGINS else ""
    )
    start, end, said = "left", "right", credit
    if page_direction == "rtl":
        start, end = end, start
        # Without a mark behind it, the full stop of an English credit stands before it.
        said += "\N{LEFT-TO-RIGHT MARK}" if direction(credit) == "ltr" else ""
    return (
        f"@page{{size:{paper.width}mm {paper.height}mm;{margin}{f'bleed:{bleed:.5f}mm;' if bleed else ''}"
        f"@bottom-{start}{{font-size:{_credit_size(credit, paper.width):.2f}pt;content:{css_string(said)}}}"
        f"@bottom-{end}{{font-size:{foot_size(running, paper.width):.2f}pt;"
        f'content:{css_string(running)} "\\a0\\a0·\\a0\\a0" counter(page) " / " counter(pages)}}}}'
        f":root{{--page-height:{paper.height - above - below - 0.5:g}mm}}"
        # The free part of a page is ruled for notes, or the whole page is parchment.
        + "".join(
            f"@page {name}{{background:url(clockwright:{name}/{paper.width + 2 * over:g}x{paper.height + 2 * over:g})"
            f" {-10 - over:g}mm {-9 - over:g}mm/{paper.width + 2 * over:g}mm {paper.height + 2 * over:g}mm no-repeat}}"
            for name, over in (("ruled", 0), ("parchment", bleed + dressing.BEYOND if bleed else 0))
        )
        + dressing.page_rules(paper, bleed)
    )
