"""Who has a page in an almanac, and what that page is called in addresses: no two pages share a name."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from builder.game.character import Character
from builder.game.script import Script
from builder.game.teams import Team

#: Names of other places on the page.
TAKEN = frozenset(
    [
        *("almanac", "changelog", "credits", "jinxes", "nightorder", "overview", "playguide"),
        *("rules", "script", "synopsis"),
    ]
)


@dataclass(frozen=True, slots=True)
class Named:
    """A character with the names of its page."""

    character: Character
    #: In `almanac.html#…`: its id as its author wrote it, but for white space.
    name: str
    #: In a PDF file: plain letters.
    anchor: str


def everybody(script: Script) -> Iterator[Character]:
    """The characters by team; one that is listed twice comes once, two whose ids are alike both come."""
    for team in Team:
        seen: dict[str, list[Character]] = {}
        for character in script.team(team):
            alike = seen.setdefault(character.key, [])
            if character not in alike:
                alike.append(character)
                yield character


def named(script: Script) -> tuple[Named, ...]:
    """Everybody with a page, in the order of the pages."""
    names, anchors = set(TAKEN), set[str]()
    found = []
    for character in everybody(script):
        name = _free(re.sub(r"\s+", "-", character.id) or "character", names)
        place = _free(anchor(character.id), anchors)
        found.append(Named(character, name, place))
    return tuple(found)


def anchor(identifier: str) -> str:
    """An id in plain letters, each strange one by its number, so that no two meet."""
    return "c-" + "".join(c if c.isascii() and c.isalnum() else f"-{ord(c):x}" for c in identifier)


def _free(wanted: str, taken: set[str]) -> str:
    """The name, or where it is taken the next number behind it; it is taken then."""
    name, number = wanted, 1
    while name in taken:
        number += 1
        name = f"{wanted}--{number}"
    taken.add(name)
    return name
