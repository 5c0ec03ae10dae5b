"""One character's page of an almanac: name, team, ability, and each part of what is said about it."""

import re
from typing import Any
from urllib.parse import urljoin

from builder.formats.bloodstar.words import paragraphs
from builder.formats.html import Element
from builder.formats.html.to_markdown import markdown, words
from builder.formats.official.mend import ALIASES
from builder.game.almanac import Page
from builder.game.ids import key
from builder.game.teams import Team

Json = dict[str, Any]
TEAMS = frozenset(team.value for team in Team)
PICTURE = re.compile(r"background-image\s*+:\s*+url\(\s*+[\"']?([^\"')]*+)", re.IGNORECASE)
#: No address of a picture is longer.
LONGEST_STYLE = 2_000
UNNAMED = "unnamed"


def character(element: Element, base: str) -> Json:
    """The game's part of a page in the official fields; a picture's address as seen from where the page came from."""
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


def page(element: Element) -> Page:
    """What the page says beyond the script."""
    overview, *rules = paragraphs(_text(element, "overview")) or ("",)
    return Page(
        overview=overview,
        rules=tuple(rules),
        examples=paragraphs(_text(element, "example")),
        how_to_run=paragraphs(_text(element, "how-to-run")),
        tip=_text(element, "tip"),
        attribution=_text(element, "attribution"),
    )


def address(written: str, base: str) -> str:
    """A picture's address in full, where it can be known."""
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
    return address(found[1].strip() if found else next(images, ""), base)
