"""Names of characters: how they are sorted, how long they may be, and as anchors of their pages in an almanac."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace

from builder import language
from builder.game.character import Character
from builder.game.ids import key
from builder.game.problem import Problem
from builder.game.script import Entry, Script
from builder.game.teams import Team
from builder.language import gettext as _, number
from builder.printables.common import notice
from builder.prose_lists import cut

#: Letters with a place of their own, each group in its order after the letter that it begins with.
LETTERS = {
    "cs": ("cč", "rř", "sš", "zž"),
    "da": ("zæøå",),
    "es": ("nñ",),
    "nb": ("zæøå",),
    "pl": ("aą", "cć", "eę", "lł", "nń", "oó", "sś", "zźż"),
    "sv": ("zåäö",),
}
#: Letters that are sorted as others.
SAME = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ı": "i"}
#: Sorts after every letter, so that `ć` follows every name with `c`.
AFTER = "\U0010fffd"
Key = tuple[str | bytes, ...]


def sort_key(name: str) -> Key:
    """A key to sort names by."""
    tag = language.tag().partition("-")[0]
    if tag == "en":
        return (key(name).removeprefix("the"),)
    if tag == "zh":
        return (name.encode("gb18030", "replace"),)
    own = {
        letter: group[0] + place * AFTER
        for group in LETTERS.get(tag, ())
        for place, letter in enumerate(group[1:], start=1)
    }
    folded = unicodedata.normalize("NFC", name).casefold()
    primary = "".join(own.get(letter) or _without_accents(letter) for letter in folded)
    return primary, folded, name


def _without_accents(letter: str) -> str:
    """A letter without accents; nothing for punctuation and spaces."""
    plain = unicodedata.normalize("NFD", SAME.get(letter, letter))
    return "".join(each for each in plain if each.isalnum())


#: Maximum letters of a printed name; the official format allows 30.
LONGEST_NAME = 200
SHOWN = 30


def shortened(script: Script) -> Script:
    """The script with its own and its characters' names shortened."""
    long = [each for each in script.characters if len(each.name) > LONGEST_NAME]
    if not long and len(script.meta.name) <= LONGEST_NAME:
        return script
    meta = replace(script.meta, name=cut(script.meta.name, LONGEST_NAME))
    return replace(script, meta=meta, entries=tuple(map(_shortened_entry, script.entries)))


def long_name_notices(script: Script) -> Iterator[Problem]:
    """A notice about shortened names."""
    if len(script.meta.name) > LONGEST_NAME:
        yield _long_name(_("The name of the script has %(letters)s characters."), len(script.meta.name))
    for each in script.characters:
        if len(each.name) > LONGEST_NAME:
            yield _long_name(_("The name “%(name)s…” has %(letters)s characters."), len(each.name), each)


def _shortened_entry(entry: Entry) -> Entry:
    who = entry.character
    if who is None or len(who.name) <= LONGEST_NAME:
        return entry
    return replace(entry, character=replace(who, name=cut(who.name, LONGEST_NAME)))


def _long_name(what: str, letters: int, who: Character | None = None) -> Problem:
    remedy = _("Only the first %(printed)s are printed. Shorten it.")
    values = {
        "letters": number(letters),
        "printed": LONGEST_NAME - 1,
        "name": who.name[:SHOWN] if who else "",
    }
    return notice("long-name", f"{what % values} {remedy % values}", *([who.id] if who else []))


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
