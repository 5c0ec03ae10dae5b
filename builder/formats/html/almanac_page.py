"""Almanac pages: Bloodstar's published `almanac.html`, the older one of its Windows program, and our own."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urljoin, urlsplit

from builder.formats import official
from builder.formats.bloodstar.reader import OF_THE_SCRIPT, night_order, page_of_texts
from builder.formats.html import Element, tree
from builder.formats.html.to_markdown import markdown, words
from builder.formats.official.clockwright_block import written_block
from builder.formats.official.entries import extra_keys
from builder.formats.official.fault_messages import quoted
from builder.formats.official.round_trip import MOST
from builder.formats.official.schema import ALIASES
from builder.formats.source import LACKING, refuse, text_of
from builder.game.almanac import Almanac, Page
from builder.game.ids import key
from builder.game.problem import Problem, Severity
from builder.game.script import Script
from builder.game.teams import Team
from builder.language import N_, gettext as _, number

Json = dict[str, Any]
NAME = "almanac"
TITLE = N_("Almanac page (HTML), Bloodstar's or ours")
ENDINGS = (".html", ".htm")
RANK = (5, 2)
CALLED = N_("the almanac page")
PAGE = re.compile(r"<li\b[^<>]*?\bclass\s*=\s*[\"']?page\b", re.IGNORECASE)
#: The script embedded in our own page.
OURS = r"<script\s+type=\"application/json\"\s+id=\"script\"\s*>"
SCRIPT, SCRIPT_IN_BYTES = re.compile(OURS), re.compile(OURS.encode())
TITLE_ENDS = re.compile(r"\s+Almanac(?:\s+-\s+Bloodstar)?$")
#: Classes found only on a character's page.
OF_A_CHARACTER = ("ability", "team", "flavor")
#: The format is detected from at most this many first bytes.
LOOKED_AT = 2_000_000
TEAMS = frozenset(team.value for team in Team)
PICTURE = re.compile(r"background-image\s*+:\s*+url\(\s*+[\"']?([^\"')]*+)", re.IGNORECASE)
#: Longest address of a picture.
LONGEST_STYLE = 2_000
UNNAMED = "unnamed"
#: Classes of the night order page, and of the names in its columns, today and in the older program.
NIGHT_ORDER, ROWS = "nightorder", ("nightOrderListName", "night-item")
#: Rows that are not characters, and names without letters.
OWN_STEPS = frozenset({"dusk", "minioninfo", "demoninfo", "dawn", ""})
NOBODY = N_("There are no characters on this almanac page.")
LACKS = N_(
    "This is an almanac page. It does not include reminder tokens, night reminders or setup "
    "marks. To get them too, open it together with its script.json."
)


def recognises(source: bytes | str) -> bool:
    """Whether this is HTML with almanac pages, or with an embedded script of ours."""
    start = source[:LOOKED_AT]
    text = start.decode("utf-8", "replace") if isinstance(start, bytes) else start
    is_html = text[:500].lstrip("\ufeff \t\r\n").startswith("<")
    return is_html and (PAGE.search(text) is not None or _inside(source) is not None)


def read(source: bytes | str) -> Script:
    """A script from an almanac page. Raises UnreadableScriptError."""
    inside = _inside(source)
    if inside is not None:
        return official.read(inside)
    text, notices = text_of(source)
    items, problems = _values(text)
    official.check_size(items)
    reading = (*notices, *problems, Problem(LACKING, Severity.NOTICE, LACKS))
    return official.assembled(((None, item) for item in items), reading=reading)


def _inside(source: bytes | str) -> bytes | str | None:
    """The script embedded in a page of ours; its fonts and pictures do not count toward the size."""
    if isinstance(source, str):
        found = SCRIPT.search(source)
        return source[found.end() :].partition("</script")[0] if found else None
    in_bytes = SCRIPT_IN_BYTES.search(source)
    return source[in_bytes.end() :].partition(b"</script")[0] if in_bytes else None


def _values(text: str) -> tuple[list[Any], list[Problem]]:
    """The `_meta` and the characters on the pages, and problems with the rest."""
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
        refuse("too-many", _("This almanac has more than %(most)s characters.") % {"most": number(MOST)})
    base = _base(root)
    written = [_character(each, base) for each in characters]
    script_pages = {each.id: each for each in pages if each.id in OF_THE_SCRIPT}
    rest = [each for each in pages if each.id not in script_pages and not each.classed(*OF_A_CHARACTER)]
    nights, strangers = _night_orders(rest, written)
    meta = _meta(root, list(script_pages.values()), base) | nights | _block(script_pages, written, characters)
    return [meta, *written], [*_missing_pages(contents, pages, rest), *strangers]


def _contents(root: Element) -> Iterator[tuple[str, str]]:
    """The table of contents: the target and the text of each line."""
    for contents in root.classed("nav"):
        for link in contents.named("a"):
            yield link.attributes.get("href", "").removeprefix("#").strip(), words(link)


def _block(script_pages: dict[str, Element], written: Sequence[Json], characters: Sequence[Element]) -> Json:
    """Our own object in `_meta`: the texts of the script and of each character."""
    texts = {name: _script_text(script_pages.get(name)) for name in OF_THE_SCRIPT}
    names = extra_keys(each["id"] for each in written)
    pages = zip(names, map(_page, characters), strict=True)
    return written_block(Almanac(**texts), dict(pages))  # type: ignore[arg-type]  # fields that are texts


def _script_text(element: Element | None) -> str:
    """The text of a page about the whole script, without the heading that every changelog has."""
    if element is None:
        return ""
    text = "\n\n".join(map(markdown, element.classed("page-contents") or [element]))
    return text.removeprefix("## Changelog\n\n").removeprefix("---\n\n").strip()


def _meta(root: Element, script_pages: Sequence[Element], base: str) -> Json:
    title = next(iter(root.named("title")), Element(""))
    images = (image.attributes for each in script_pages for image in each.named("img"))
    logos = (attributes["src"] for attributes in images if "src" in attributes)
    fields = {"name": TITLE_ENDS.sub("", words(title)), "logo": _address(next(logos, ""), base)}
    return {"id": "_meta"} | {field: value for field, value in fields.items() if value}


def _missing_pages(
    contents: dict[str, str], pages: Sequence[Element], rest: Sequence[Element]
) -> Iterator[Problem]:
    """Characters in the table of contents without a page, and pages without a character."""
    known = {each.id.lower() for each in pages} | {*OF_THE_SCRIPT, NIGHT_ORDER, ""}
    gone = [label or target for target, label in contents.items() if target.lower() not in known]
    if gone:
        yield _warning(
            _("The table of contents lists %(gone)s, but there is no such page here.")
            % {"gone": quoted(gone[:9])}
        )
    strange = [each.id or words(each) for each in rest if not _is_night_order(each)]
    if strange:
        yield _warning(
            _("Left out, because no character belongs to it: %(strange)s.") % {"strange": quoted(strange[:9])}
        )


def _warning(message: str) -> Problem:
    return Problem("almanac-page", Severity.WARNING, message)


def _base(root: Element) -> str:
    """The address that the page came from: Bloodstar names itself at the end."""
    links = (link for each in root.classed("generated-by") for link in each.named("a"))
    home = next((link.attributes.get("href", "") for link in links), "")
    try:
        return home if urlsplit(home).scheme in {"http", "https"} else ""
    except ValueError:
        return ""


def _character(element: Element, base: str) -> Json:
    """The official fields on a character's page; picture addresses are resolved against `base`."""
    name = next((words(each) for each in element.named("h2")), "")
    fields = {
        "id": element.id or key(name) or UNNAMED,
        "name": name,
        "team": _team(element),
        "ability": _words(element, "ability"),
        "image": _picture(element, base),
        "flavor": _words(element, "flavor").removeprefix("“").removesuffix("”").strip(),
    }
    return {field: value for field, value in fields.items() if value or field in {"name", "ability"}}


def _page(element: Element) -> Page:
    """The almanac texts on a character's page."""
    parts = ("overview", "example", "how-to-run", "tip", "attribution")
    overview, examples, how_to_run, tip, attribution = (_text(element, part) for part in parts)
    page = page_of_texts(overview, examples, how_to_run)
    return replace(page, tip=tip, attribution=attribution)


def _address(written: str, base: str) -> str:
    """A picture's complete address, if it is known."""
    try:
        return urljoin(base, written) if base and written else written
    except ValueError:
        return written


def _text(element: Element, part: str) -> str:
    """A part in Markdown. The older program gave each of its paragraphs the part's name."""
    return "\n\n".join(text for each in element.classed(part) if (text := markdown(each)))


def _words(element: Element, part: str) -> str:
    return "\n".join(text for each in element.classed(part) if (text := words(each)))


def _team(element: Element) -> str:
    contents = next(iter(element.classed("page-contents")), element)
    names = [*map(str.lower, contents.classes), _words(element, "team").lower()]
    return next((team for name in names if (team := ALIASES.get(name, name)) in TEAMS), names[-1])


def _picture(element: Element, base: str) -> str:
    contents = next(iter(element.classed("page-contents")), element)
    found = PICTURE.search(contents.attributes.get("style", "")[:LONGEST_STYLE])
    images = (each.attributes.get("src", "") for each in element.classed("characterImage"))
    return _address(found[1].strip() if found else next(images, ""), base)


def _is_night_order(element: Element) -> bool:
    """Whether a page is the night order."""
    return element.id.lower() == NIGHT_ORDER


def _night_orders(pages: Sequence[Element], characters: Sequence[Json]) -> tuple[Json, list[Problem]]:
    """Both night orders for `_meta`, by the names in the columns; unknown names are problems."""
    found: Json = {}
    strangers: list[str] = []
    for night, column in _columns(pages):
        ids: dict[str, list[str]] = {}
        for each in characters:
            ids.setdefault(each["name"], []).append(each["id"])
        names = [words(row) for row in column.classed(*ROWS)]
        acting = [ids[name].pop(0) for name in names if ids.get(name)]
        strangers += [name for name in names if name not in ids and key(name) not in OWN_STEPS]
        if acting:
            found[f"{night}Night"] = night_order(night, acting)
    message = _("The night order lists %(strangers)s, which has no page here and was left out.") % {
        "strangers": quoted(strangers[:9])
    }
    return found, [_warning(message)] if strangers else []


def _columns(pages: Sequence[Element]) -> Iterator[tuple[str, Element]]:
    """Each night with its column: the element around the heading."""
    seen: set[str] = set()
    for heading in (each for page in pages if _is_night_order(page) for each in page.named("h3")):
        night = "first" if "first" in words(heading).lower() else "other"
        if night not in seen and heading.parent is not None:
            seen.add(night)
            yield night, heading.parent
