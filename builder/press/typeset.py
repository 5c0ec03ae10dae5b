"""Content becomes HTML: Jinja for print, with everything escaped."""

import re
from functools import cache
from typing import Any, Final

import jinja2
from markupsafe import Markup

from builder import assets
from builder.cache import user_cache
from builder.game.markup import direction
from builder.press import font_metrics, fonts
from builder.press.pdf_objects import MM
from builder.press.prose_filters import filters as prose_filters
from builder.template_cache import TemplateCache

#: How templates are read, and that nothing undefined passes.
OPTIONS: Final[dict[str, Any]] = {
    "undefined": jinja2.StrictUndefined,
    "trim_blocks": True,
    "lstrip_blocks": True,
}


@cache
def environment() -> jinja2.Environment:
    """Jinja for print templates: everything escaped, nothing undefined passes."""
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(assets.templates("print")),
        autoescape=True,
        bytecode_cache=TemplateCache(user_cache(), OPTIONS),
        **OPTIONS,
    )
    made.filters |= {"face": face, "direction": direction, "inked": inked}
    made.filters |= prose_filters()
    return made


def html(kind: str, style: str, content: object) -> str:
    """The HTML of a document: its style's template filled with its content."""
    return environment().get_template(f"{kind}/{style}/page.html").render(page=content)


def face(title: str) -> str:
    """The class of a title: the display face where it has every letter, else the serif, never a mixture."""
    return "display" if fonts.covers("IMFellEnglishSC-Regular", title) else "serif"


_PAINTED = re.compile(r"(?<=url\('clockwright:)(emblem/[a-z]+|ornament/mark)(?=[/-])")


def inked(written: Markup) -> Markup:
    """A part of a document whose emblems and marks are black; pictures of the script's own stay as they are."""
    black = _PAINTED.sub(lambda found: f"{found[1].partition('/')[0]}/black", written)
    return Markup(black)  # noqa: S704  # it was escaped, and no quote of a script's can match


def css_string(text: str) -> str:
    """Any text as a CSS string; all but plain letters and digits are written by number, so nothing can break out."""
    return '"' + "".join(c if c.isascii() and c.isalnum() else f"\\{ord(c):x} " for c in text) + '"'


#: Type size of the foot (pt), and the part of three lines there that a running title may fill.
FOOT, FOOT_ROOM = 6.8, 0.7
LEAST_FOOT = 6.0


def foot_size(running: str, width: float, part: float = 0.36) -> float:
    """The type size (pt) at which the running title stays within three lines of its part of the foot (mm)."""
    room = 3 * FOOT_ROOM * part * (width - 20) * MM
    return min(FOOT, room / max(1.0, font_metrics.bold_width(running)))


def _credit_size(credit: str, width: float) -> float:
    """The type size (pt) at which the credit line, longer with the publisher's words, stays within two lines."""
    room = 2 * 0.96 * (0.62 * (width - 20) - 3.6) * MM
    return max(LEAST_FOOT, min(FOOT, room / (font_metrics.bold_width(credit) / font_metrics.BOLD)))


def page_rules(paper: Any, credit: str, running: str) -> str:
    """The page box for a paper (mm) and what its foot says."""
    return (
        f"@page{{size:{paper.width}mm {paper.height}mm;"
        f"@bottom-left{{font-size:{_credit_size(credit, paper.width):.2f}pt;content:{css_string(credit)}}}"
        f"@bottom-right{{font-size:{foot_size(running, paper.width):.2f}pt;"
        f'content:{css_string(running)} "\\a0\\a0·\\a0\\a0" counter(page) " / " counter(pages)}}}}'
        f":root{{--page-height:{paper.height - 21.5:g}mm}}"
        # What a page leaves free is ruled for notes, or all of it is parchment.
        + "".join(
            f"@page {name}{{background:url(clockwright:{name}/{paper.width}x{paper.height})"
            f" -10mm -9mm/{paper.width}mm {paper.height}mm no-repeat}}"
            for name in ("ruled", "parchment")
        )
    )
