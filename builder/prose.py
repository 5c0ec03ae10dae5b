"""Render Markdown from authors safely: almanac texts to HTML, or to plain text."""

import re
from functools import cache
from html import unescape
from typing import Any

from markupsafe import Markup

#: Allowed HTML tags. Pictures, and everything with an address except links, are left out.
TAGS = {
    "a",
    "blockquote",
    "br",
    "code",
    "em",
    "h4",
    "hr",
    "li",
    "ol",
    "p",
    "strong",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "ul",
}
CIRCLE = "•"
#: Longer texts are cut off here.
LONGEST = 50_000
NO_BREAK = "\N{NO-BREAK SPACE}"
#: Minimum letters of the last line, for which words are kept together: of a single word, of several; and the maximum
#: number of letters kept.
ALONE, TAIL, LONGEST_TAIL = 12, 9, 22
#: The same on lines of 70 letters and more.
WIDE_TAIL, LONGEST_WIDE_TAIL = 18, 32


def html(text: str) -> str:
    """A text of several paragraphs as safe HTML. Markup other than Markdown is shown literally: `<poof!>`.

    The circle of a night reminder (`:reminder:`) is a circle here, too.
    """
    return _clean(_markdown().render(text[:LONGEST].replace(":reminder:", CIRCLE)))


def plain(text: str) -> str:
    """The text without markup."""
    words = re.sub(r"<br\s*/?>|</(?:p|li|tr|h4|blockquote)>", "\n", html(text))
    return unescape(re.sub(r"<[^>]*>", "", words)).strip()


def _clean(written: str) -> str:
    import nh3

    return nh3.clean(
        re.sub(r"<(/?)h[1-6]>", r"<\1h4>", written),
        tags=TAGS,
        attributes={"a": {"href"}},
        url_schemes={"http", "https", "mailto"},
        link_rel=None,
    )


@cache
def _markdown() -> Any:
    from markdown_it import MarkdownIt

    # Line breaks are preserved: verse, lists of names.
    parser = MarkdownIt("commonmark", {"html": False, "typographer": True, "breaks": True})
    return parser.enable(["smartquotes", "replacements", "table"]).disable(["image", "code"])


def isolated(name: str) -> Markup:
    """A name as an element that finds its direction by itself, for a sentence on a screen."""
    return Markup("<bdi>{}</bdi>").format(name)


def bound(text: str) -> str:
    """Makes the last words of a text unbreakable."""
    return _bound(text, ALONE, TAIL, LONGEST_TAIL)


def bound_on_wide_lines(text: str) -> str:
    """Makes the last words of a text unbreakable where lines are long, which a few words would leave nearly empty."""
    return _bound(text, WIDE_TAIL, WIDE_TAIL, LONGEST_WIDE_TAIL)


def _bound(text: str, alone: int, tail: int, longest: int) -> str:
    cut, least = text.rfind(" "), alone
    while cut > 0 and len(text) - cut <= least:
        before = text.rfind(" ", 0, cut)
        if len(text) - before > longest:
            break
        cut, least = before, tail
    return text[: cut + 1] + text[cut + 1 :].replace(" ", NO_BREAK)
