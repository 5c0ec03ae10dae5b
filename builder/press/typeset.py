"""Renders content to HTML with Jinja, with autoescape; filters convert authors' Markdown to safe HTML."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any, Final

import jinja2
from markupsafe import Markup, escape

from builder import assets, jinja_templates, prose
from builder.cache import user_cache
from builder.game.character import bare
from builder.game.markup import Mark, Piece, direction
from builder.jinja_templates import TemplateCache
from builder.language import ENGLISH, gettext, is_right_to_left
from builder.press import drawings, dressing, drop_caps, fonts
from builder.press.pdf_objects import MM
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
    made.filters |= filters()
    return made


def html(kind: str, style: str, content: object) -> str:
    """Renders a document's HTML with the template of its style."""
    return environment().get_template(f"{kind}/{style}/page.html").render(page=content)


def face(title: str) -> str:
    """The CSS class of a title: the display face if it has every letter, else the serif; never a mixture."""
    return "display" if fonts.covers("IMFellEnglishSC-Regular", title) else "serif"


def band(heading: str) -> float:
    """The height (mm) of a band that has a turned heading, in 13 points of spaced small capitals."""
    return round(8 + 16 * fonts.bold_width(heading) / MM, 1)


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
    return min(FOOT, room / max(1.0, fonts.bold_width(running)))


def _credit_size(credit: str, width: float) -> float:
    """The type size (pt) at which the credit fits on two lines; it is longer with the publisher's wording."""
    room = 2 * 0.96 * (0.62 * (width - 2 * dressing.margins()[1]) - 3.6) * MM
    return max(LEAST_FOOT, min(FOOT, room / (fonts.bold_width(credit) / fonts.BOLD)))


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


#: Inline elements.
_INLINE = ("<em>", "<strong>", "<code>")
_PARAGRAPH = re.compile(r"<p>((?:(?!</?p>).)*)</p>\s*", re.DOTALL)
_FIRST = re.compile(r"^<p>(\w)")
#: What a paragraph or a list's item ends with, after its last tag; in italics or bold, too.
_LAST = re.compile(r"(?<![^<>\n])[^<>\n]+(?=(?:</(?:em|strong)>)?</(?:p|li)>)")
#: Setup text of up to this many letters is not broken on a long line.
WHOLE = 48
_LINK = re.compile(r'<a(?: href="([^"]*)")?>(.*?)</a>', re.DOTALL)


def filters() -> Mapping[str, Callable[..., Markup]]:
    """Filters for an author's text.

    For paper, with links as plain text: `block` makes a text one element with a class, `prose` converts it in full,
    `prose_inline` without its paragraph if it has only one, `drop_cap` adds a drop cap. `web` and `web_inline` are
    for the screen, with links.
    """
    return {
        "block": block,
        "turned": turned,
        "lang": lang,
        "prose": printed,
        "prose_inline": printed_inline,
        "drop_cap": with_drop_cap,
        "wide": wide,
        "web": shown,
        "web_inline": shown_inline,
    }


def wide(text: Any) -> Any:
    """A plain text, or pieces of one, for long lines, of which the last one has more than a few words."""
    if isinstance(text, str):
        return prose.bound_on_wide_lines(text)
    return _wide(text)


@lru_cache(maxsize=2048)
def _wide(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    *before, last = pieces or (Piece(Mark.TEXT),)
    is_whole = last.mark is Mark.SETUP and len(last.text) <= WHOLE
    text = last.text.replace(" ", prose.NO_BREAK) if is_whole else prose.bound_on_wide_lines(last.text)
    if is_whole and last.text.startswith(" "):  # where the line may break
        text = f" {text[1:]}"
    return (*before, replace(last, text=text))


def turned(way: str) -> Markup:
    """The attribute for the direction of a run, after a space; empty if it is that of the document."""
    return Markup("") if (way == "rtl") == is_right_to_left() else Markup(' dir="{}"').format(way)


def lang(tag: str) -> Markup:
    """The attribute for the language of a run, after a space; empty if it is that of the document."""
    return Markup(' lang="{}"').format(tag) if tag else Markup("")


def block(text: str, kind: str, tag: str = "") -> Markup:
    """A text for paper as one element: a paragraph, or a `div` of several; `tag` is its language if it is another."""
    inner = printed_inline(text)
    element = "div" if inner.startswith("<") and not inner.startswith(_INLINE) else "p"
    more = turned(direction(text)) + lang(tag)
    return Markup(f'<{element} class="{escape(kind)}"{more}>{inner}</{element}>')  # noqa: S704  # made of what is safe


def printed(text: str) -> Markup:
    """A text for paper: a link becomes its text followed by its address, and no short word ends a paragraph alone."""
    spelled = _LINK.sub(_spelled, _html(text))
    return Markup(_LAST.sub(lambda found: prose.bound(found[0]), spelled))  # noqa: S704  # cleaned by nh3, links plain


def printed_inline(text: str) -> Markup:
    """The same without its paragraph."""
    return _bare(printed(text))


def with_drop_cap(written: Markup) -> Markup:
    """Turns the first letter of a text into a drop cap."""
    return Markup(_FIRST.sub(lambda found: f"<p>{drop_caps.html(found[1])}", str(written), count=1))  # noqa: S704


def shown(text: str) -> Markup:
    """A text for the screen."""
    return Markup(_html(text))  # noqa: S704  # cleaned by nh3


def shown_inline(text: str) -> Markup:
    """The same without its paragraph."""
    return _bare(shown(text))


def forget() -> None:
    """Clears the caches of converted texts."""
    _html.cache_clear()


@lru_cache(maxsize=4096)
def _html(text: str) -> str:
    return prose.html(text)


def _bare(written: Markup) -> Markup:
    found = _PARAGRAPH.fullmatch(written)
    return Markup(found[1]) if found else written  # noqa: S704  # a part of what was safe


def _spelled(found: re.Match[str]) -> str:
    address, words = found[1] or "", found[2]
    is_told = not address or address.startswith("#") or address.removeprefix("mailto:") in words
    return words if is_told else f"{words} ({address.removeprefix('mailto:')})"
