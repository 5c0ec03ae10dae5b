"""Which characters have a page in an almanac, and unique names of those pages for links."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from builder.game.character import Character
from builder.game.script import Script
from builder.game.teams import Team

#: Names of other anchors on the page.
TAKEN = frozenset(
    [
        *("almanac", "changelog", "credits", "jinxes", "nightorder", "overview", "playguide"),
        *("keywords", "rules", "script", "synopsis"),
    ]
)


@dataclass(frozen=True, slots=True)
class Named:
    """A character with the anchors of its page."""

    character: Character
    #: In `almanac.html#…`: its id as written, without white space.
    name: str
    #: In a PDF file: ASCII letters and digits.
    anchor: str


def everybody(script: Script) -> Iterator[Character]:
    """The characters by team, without duplicates; different ids with the same key are not duplicates."""
    for team in Team:
        seen: dict[str, list[Character]] = {}
        for character in script.team(team):
            alike = seen.setdefault(character.key, [])
            if character not in alike:
                alike.append(character)
                yield character


def named(script: Script) -> tuple[Named, ...]:
    """All characters with a page, in the order of the pages."""
    names, anchors = set(TAKEN), set[str]()
    found = []
    for character in everybody(script):
        name = _free(re.sub(r"\s+", "-", character.id) or "character", names)
        place = _free(anchor(character.id), anchors)
        found.append(Named(character, name, place))
    return tuple(found)


def anchor(identifier: str) -> str:
    """Escapes an id to ASCII; others by code point, so that it stays unique."""
    return "c-" + "".join(c if c.isascii() and c.isalnum() else f"-{ord(c):x}" for c in identifier)


def _free(wanted: str, taken: set[str]) -> str:
    """The name, with a number if it is in `taken`; adds the result to `taken`."""
    name, number = wanted, 1
    while name in taken:
        number += 1
        name = f"{wanted}--{number}"
    taken.add(name)
    return name
