"""The cards of the table one by one: counts, name cards, seats for notes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import cos, pi, sin
from typing import Literal

from builder import catalogue
from builder.game import markup
from builder.game.ids import key
from builder.game.markup import Mark
from builder.game.script import Script
from builder.game.teams import COUNTED_TEAMS
from builder.printables import common
from builder.printables.common import Icon
from builder.printables.options import Options, Setting
from builder.printables.typography import typeset

#: How large a name can stand, by how many letters it has at most.
_SIZES = ((12, "huge"), (22, "large"), (40, "middle"), (70, "small"))


@dataclass(frozen=True, slots=True)
class CountRow:
    """How many of a team there are at each number of players."""

    team: str
    heading: str
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """A character that changes the counts, and how."""

    icon: Icon
    words: str


@dataclass(frozen=True, slots=True)
class Counts:
    """Who is in play with how many players, and what changes that on this script."""

    players: tuple[int, ...]
    rows: tuple[CountRow, ...]
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class NameCard:
    """A name as large as can be, of a player or a script; where there is none, there is a line to write on."""

    name: str
    size: str
    direction: Literal["ltr", "rtl"]


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's circle: its middle as parts of the page's width and height, from the upper left corner."""

    number: int
    across: float
    down: float


def with_settings(options: Options, known: Mapping[str, Setting]) -> Options:
    """Options that know the settings of this kind, whoever made them."""
    return replace(options, known={**options.known, **known})


def counts(script: Script, options: Options) -> Counts:
    """The counts and what changes them on this script."""
    usual = catalogue.setup_counts()
    return Counts(
        tuple(usual),
        tuple(
            CountRow(team.value, team.plural, tuple(usual[players][team.value] for players in usual))
            for team in COUNTED_TEAMS
        ),
        tuple(_changes(script, options)),
    )


def _changes(script: Script, options: Options) -> Iterator[Change]:
    seen: set[str] = set()
    for character in script.characters:
        brackets = [
            piece.text.strip(" []\xa0")
            for piece in common.ability(character.ability)
            if piece.mark is Mark.SETUP
        ]
        if brackets and character.key not in seen:
            seen.add(character.key)
            yield Change(common.icon(character, options), "; ".join(brackets))


def title(name: str) -> NameCard:
    """The name of a script, as large as the back of its sheet allows."""
    return NameCard(typeset(name), _size(name), markup.direction(name))


def name_card(name: str) -> NameCard:
    """A name card of a player, or a blank one."""
    return NameCard(typeset(name), _size(name), markup.direction(name))


def seats(players: int) -> tuple[Seat, ...]:
    """So many seats round a table that fills its page, the first at the top, clockwise."""
    return tuple(
        Seat(
            number + 1,
            round(0.5 + 0.5 * sin(2 * pi * number / players), 4),
            round(0.5 - 0.5 * cos(2 * pi * number / players), 4),
        )
        for number in range(players)
    )


def find(script: Script, options: Options, identifier: str) -> Icon:
    """The picture of a character by its id, of this script or an official one."""
    wanted = key(identifier)
    here = (character for character in script.characters if character.key == wanted)
    character = next(here, None) or catalogue.find(identifier)
    return common.icon(character, options) if character else common.unknown_icon(identifier)


def _size(words: str) -> str:
    """A long word counts more: it cannot be broken well."""
    length = max(len(words), 2 * max(map(len, words.split()), default=0) - 2)
    return next((name for most, name in _SIZES if length <= most), "tiny")
