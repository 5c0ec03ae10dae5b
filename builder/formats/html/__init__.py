"""Untrusted web pages as a tree: small, shallow, and with text only.

An almanac's own text may look like tags (`<poof!>`): what is not an HTML tag is text.
"""

import re
from dataclasses import dataclass, field
from html import unescape
from typing import TYPE_CHECKING

from builder import language
from builder.formats.source import refuse
from builder.language import gettext as _

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Tags that a published almanac may contain. Anything else between < and > is text.
TAGS = (
    "a|abbr|article|aside|b|blockquote|body|br|button|center|cite|code|dd|del|details|div|dl|dt|em|figcaption|figure|"
    "font|footer|h1|h2|h3|h4|h5|h6|head|header|hr|html|i|img|ins|kbd|label|li|link|main|mark|meta|nav|noscript|ol|p|"
    "pre|q|s|samp|section|small|span|strike|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|time|title|tr|tt|u|"
    "ul|var"
)
#: Possessive: no backtracking.
TAG = re.compile(rf"<(/?)({TAGS})(?=[\s/>])([^<>]*+)>", re.IGNORECASE | re.ASCII)
ATTRIBUTE = re.compile(
    r"(?<![a-z-])([a-z-]++)\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'>]++))", re.IGNORECASE | re.ASCII
)
VOID = frozenset({"br", "hr", "img", "link", "meta"})
#: Removed with their content, since it is never text.
SILENT = (
    ("<!--", "-->"),
    *((f"<{name}\\b", f"</{name}>") for name in ("script", "style", "template", "svg")),
)
#: Tags that end where the next of their kind begins, unless one of these is in between.
ENDED_BY_NEXT = {
    "p": ({"p"}, {"div", "li", "td", "blockquote"}),
    "li": ({"li", "p"}, {"ul", "ol"}),
    "tr": ({"tr", "td", "th"}, {"table"}),
    "td": ({"td", "th"}, {"tr", "table"}),
    "th": ({"td", "th"}, {"tr", "table"}),
    "dd": ({"dd", "dt"}, {"dl"}),
    "dt": ({"dd", "dt"}, {"dl"}),
}
DEEPEST = 60
#: The largest almanac has half of it.
LONGEST = 1_000_000
MOST_TAGS = 60_000
#: More digits than any valid character reference.
ENDLESS_NUMBER = re.compile(r"&#[xX]?[0-9a-fA-F]{9,}+;?")


@dataclass(slots=True, eq=False)
class Element:
    """A tag with its content."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: "list[Element | str]" = field(default_factory=list)
    parent: "Element | None" = None

    @property
    def id(self) -> str:
        """Its id, or an empty string."""
        return self.attributes.get("id", "").strip()

    @property
    def classes(self) -> list[str]:
        """Its classes as written."""
        return self.attributes.get("class", "").split()

    def elements(self) -> "Iterator[Element]":
        """Every element inside, in the page's order."""
        for child in self.children:
            if isinstance(child, Element):
                yield child
                yield from child.elements()

    def named(self, name: str) -> "list[Element]":
        """The elements of this tag inside."""
        return [each for each in self.elements() if each.name == name]

    def classed(self, *names: str) -> "list[Element]":
        """The elements inside that have one of these classes and no ancestor that does."""
        found: list[Element] = []
        for child in self.children:
            if isinstance(child, Element):
                found += [child] if set(names) & set(child.classes) else child.classed(*names)
        return found


def tree(source: str) -> Element:
    """Parse a page or a part of one. Raises UnreadableScriptError if it is too large or too deep."""
    root = Element("")
    stack = [root]
    text = _harmless(source)
    at = 0
    for number, found in enumerate(TAG.finditer(text)):
        if number > MOST_TAGS:
            refuse(
                "too-much",
                _("This page has more than %(most_tags)s tags, too many for an almanac.")
                % {"most_tags": language.number(MOST_TAGS)},
            )
        _write(stack[-1], text[at : found.start()])
        at = found.end()
        name = found[2].lower()
        if found[1]:
            _close(stack, name)
        else:
            _open(stack, name, found[3])
    _write(stack[-1], text[at:])
    return root


def _harmless(source: str) -> str:
    """Remove comments, scripts, styles and drawings from a page."""
    if len(source) > LONGEST:
        refuse(
            "too-big",
            _("This page has %(count)s characters. The limit for an almanac is %(longest)s.")
            % {"count": language.number(len(source)), "longest": language.number(LONGEST)},
        )
    text = source
    for opening, closing in SILENT:
        text = _without(text, re.compile(opening, re.IGNORECASE | re.ASCII), closing)
    return re.sub(r"<[!?][^<>]*+>", "", text)


def _without(text: str, opening: re.Pattern[str], closing: str) -> str:
    """Remove everything between two marks; one that is never closed extends to the end."""
    ends = re.compile(closing, re.IGNORECASE | re.ASCII)
    pieces: list[str] = []
    at = 0
    while start := opening.search(text, at):
        pieces.append(text[at : start.start()])
        end = ends.search(text, start.end())
        at = end.end() if end else len(text)
    return "".join([*pieces, text[at:]])


def _write(into: Element, text: str) -> None:
    if text:
        into.children.append(unescape(ENDLESS_NUMBER.sub("", text)))


def _open(stack: list[Element], name: str, attributes: str) -> None:
    if name in ENDED_BY_NEXT:
        _end_before(stack, *ENDED_BY_NEXT[name])
    known = {
        found[1].lower(): unescape(ENDLESS_NUMBER.sub("", found[2] or found[3] or found[4] or ""))
        for found in ATTRIBUTE.finditer(attributes)
    }
    element = Element(name, known, parent=stack[-1])
    stack[-1].children.append(element)
    if name not in VOID:
        stack.append(element)
    if len(stack) > DEEPEST:
        refuse(
            "too-deep",
            _("This page has tags nested more than %(deepest)s deep, too deep for an almanac.")
            % {"deepest": DEEPEST},
        )


def _end_before(stack: list[Element], ended: set[str], bounds: set[str]) -> None:
    """Close open elements of a kind, with everything in them, up to the next bound."""
    ending = 0
    for index in range(len(stack) - 1, 0, -1):
        if stack[index].name in bounds:
            break
        if stack[index].name in ended:
            ending = index
    if ending:
        del stack[ending:]


def _close(stack: list[Element], name: str) -> None:
    for index in range(len(stack) - 1, 0, -1):
        if stack[index].name == name:
            del stack[index:]
            return
