"""Template filters that convert authors' Markdown to safe HTML."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from markupsafe import Markup, escape

from builder import prose
from builder.game.markup import Mark, Piece, direction
from builder.language import is_right_to_left
from builder.press import drop_caps

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
