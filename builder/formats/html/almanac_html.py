"""Almanac pages: Bloodstar's published `almanac.html`, the older one of its Windows program, and our own."""

import re
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit

from builder.formats import official
from builder.formats.html import Element, tree
from builder.formats.html import almanac_night as night
from builder.formats.html.almanac_page import Json, address, character, page
from builder.formats.html.to_markdown import markdown, words
from builder.formats.official.almanac_block import block_of, extra_of
from builder.formats.official.entries import extra_keys
from builder.formats.official.naming import short
from builder.formats.official.round_trip import MOST
from builder.formats.remarks import problem as remark_problem
from builder.formats.source import LACKING, refuse, text_of
from builder.game.almanac import Almanac
from builder.game.problem import Problem, Severity
from builder.game.script import Script

NAME = "almanac"
TITLE = "Almanac page (HTML), Bloodstar's or ours"
PAGE = re.compile(r"<li\b[^<>]*?\bclass\s*=\s*[\"']?page\b", re.IGNORECASE)
#: Our own page carries its script.
OURS = r"<script\s+type=\"application/json\"\s+id=\"script\"\s*>"
SCRIPT, SCRIPT_IN_BYTES = re.compile(OURS), re.compile(OURS.encode())
TITLE_ENDS = re.compile(r"\s+Almanac(?:\s+-\s+Bloodstar)?$")
OF_THE_SCRIPT = ("synopsis", "overview", "changelog")
#: What only a character's page has.
OF_A_CHARACTER = ("ability", "team", "flavor")
#: So much of a file is looked at to recognise it.
LOOKED_AT = 2_000_000
NOBODY = "There is no character on this almanac page."
LACKS = (
    "This is an almanac page. The reminder tokens, what the Storyteller does at night, and the setup marks are not "
    "in it; give it together with its script.json to have both."
)


def recognises(source: bytes | str) -> bool:
    """Whether this is HTML with an almanac's pages, or with a script of ours in it."""
    start = source[:LOOKED_AT]
    text = start.decode("utf-8", "replace") if isinstance(start, bytes) else start
    is_html = text[:500].lstrip("\ufeff \t\r\n").startswith("<")
    return is_html and (PAGE.search(text) is not None or _inside(source) is not None)


def read(source: bytes | str) -> Script:
    """A script from an almanac page. Raises UnreadableScriptError."""
    inside = _inside(source)
    if inside is not None:
        return official.read(inside)
    text, remarks = text_of(source)
    items, told = values(text)
    official.check_size(items)
    told = [*(remark_problem(remark, text) for remark in remarks), *told]
    reading = (*told, Problem(LACKING, Severity.NOTICE, LACKS))
    return official.assembled(((None, item) for item in items), reading=reading)


def _inside(source: bytes | str) -> bytes | str | None:
    """The script that a page of ours carries; its fonts and pictures do not count."""
    if isinstance(source, str):
        found = SCRIPT.search(source)
        return source[found.end() :].partition("</script")[0] if found else None
    in_bytes = SCRIPT_IN_BYTES.search(source)
    return source[in_bytes.end() :].partition(b"</script")[0] if in_bytes else None


def values(text: str) -> tuple[list[Any], list[Problem]]:
    """The `_meta` and the characters on the pages, and what could not be placed."""
    root = tree(text)
    pages = root.classed("page")
    contents = dict(_contents(root))
    place = {target: index for index, target in enumerate(contents)}
    characters = sorted(
        (each for each in pages if each.classed(*OF_A_CHARACTER)),
        key=lambda each: place.get(each.id, len(place)),
    )
    if not characters:
        refuse("no-characters", NOBODY)
    if len(characters) > MOST:
        refuse("too-many", f"This almanac has more than {MOST:,} characters.")
    base = _base(root)
    written = [character(each, base) for each in characters]
    script_pages = {each.id: each for each in pages if each.id in OF_THE_SCRIPT}
    rest = [each for each in pages if each.id not in script_pages and not each.classed(*OF_A_CHARACTER)]
    nights, strangers = night.orders(rest, written)
    meta = _meta(root, list(script_pages.values()), base) | nights | _block(script_pages, written, characters)
    return [meta, *written], [*_told(contents, pages, rest), *strangers]


def _contents(root: Element) -> Iterator[tuple[str, str]]:
    """The list of contents: where each line leads, and its words."""
    for contents in root.classed("nav"):
        for link in contents.named("a"):
            yield link.attributes.get("href", "").removeprefix("#").strip(), words(link)


def _block(script_pages: dict[str, Element], written: Sequence[Json], characters: Sequence[Element]) -> Json:
    """Our own part of `_meta`: the texts of the script and of each character."""
    synopsis, overview, changelog = (_script_text(script_pages.get(name)) for name in OF_THE_SCRIPT)
    names = extra_keys(each["id"] for each in written)
    extras = {
        name: extra for name, each in zip(names, characters, strict=True) if (extra := extra_of(page(each)))
    }
    almanac = block_of(Almanac(synopsis=synopsis, overview=overview, changelog=changelog))
    block = {name: value for name, value in (("almanac", almanac), ("characters", extras)) if value}
    return {"clockwright": block} if block else {}


def _script_text(element: Element | None) -> str:
    """The words of a page about the whole script, without the heading that every changelog has."""
    if element is None:
        return ""
    text = "\n\n".join(map(markdown, element.classed("page-contents") or [element]))
    return text.removeprefix("## Changelog\n\n").removeprefix("---\n\n").strip()


def _meta(root: Element, script_pages: Sequence[Element], base: str) -> Json:
    title = next(iter(root.named("title")), Element(""))
    logos = (
        image.attributes["src"]
        for each in script_pages
        for image in each.named("img")
        if "src" in image.attributes
    )
    fields = {"name": TITLE_ENDS.sub("", words(title)), "logo": address(next(logos, ""), base)}
    return {"id": "_meta"} | {field: value for field, value in fields.items() if value}


def _told(contents: dict[str, str], pages: Sequence[Element], rest: Sequence[Element]) -> Iterator[Problem]:
    """Who is in the contents and has no page, and pages that are nobody's."""
    known = {each.id.lower() for each in pages} | {*OF_THE_SCRIPT, night.ID, ""}
    gone = [label or target for target, label in contents.items() if target.lower() not in known]
    if gone:
        named = ", ".join(f"“{short(name)}”" for name in gone[:9])
        yield Problem("almanac-page", Severity.WARNING, f"The contents name {named}, with no page here.")
    strange = [each.id or words(each) for each in rest if not night.is_night(each)]
    if strange:
        named = ", ".join(f"“{short(name)}”" for name in strange[:9])
        message = f"On this almanac page {named} is no character's: left out."
        yield Problem("almanac-page", Severity.WARNING, message)


def _base(root: Element) -> str:
    """Where the page came from: Bloodstar names itself at the end."""
    links = (link for each in root.classed("generated-by") for link in each.named("a"))
    home = next((link.attributes.get("href", "") for link in links), "")
    try:
        return home if urlsplit(home).scheme in {"http", "https"} else ""
    except ValueError:
        return ""
