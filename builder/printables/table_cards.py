"""Single table cards: counts, name cards, seats for notes."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Literal

from builder import catalogue
from builder.game import markup
from builder.game.ids import key
from builder.game.markup import Mark
from builder.game.script import Script
from builder.printables import common
from builder.printables.common import CountRow, Icon
from builder.printables.options import Options
from builder.printables.typography import typeset

#: Type sizes of a name, by its maximum number of letters.
_SIZES = ((12, "huge"), (22, "large"), (40, "middle"), (70, "small"))


@dataclass(frozen=True, slots=True)
class Change:
    """A character that changes the counts, and how."""

    icon: Icon
    words: str


@dataclass(frozen=True, slots=True)
class Counts:
    """The number of characters of each team, by number of players, and what changes it on this script."""

    players: tuple[int, ...]
    rows: tuple[CountRow, ...]
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class NameCard:
    """A name of a player or a script, as large as possible; without a name, a line to write on."""

    name: str
    size: str
    direction: Literal["ltr", "rtl"]


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's circle: its center as fractions of the page's width and height, from the upper left corner."""

    number: int
    across: float
    down: float


def counts(script: Script, options: Options) -> Counts:
    """The counts, and the characters that change them on this script."""
    return Counts(tuple(catalogue.setup_counts()), common.count_rows(), tuple(_changes(script, options)))


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


def name_card(name: str) -> NameCard:
    """A name card of a player, or a blank one; the name of a script for the back of its sheet."""
    return NameCard(typeset(name), _size(name), markup.direction(name))


def seats(players: int) -> tuple[Seat, ...]:
    """Seats around a table that fills the page, clockwise from the top."""
    return tuple(
        Seat(
            number + 1,
            round(0.5 + 0.5 * sin(2 * pi * number / players), 4),
            round(0.5 - 0.5 * cos(2 * pi * number / players), 4),
        )
        for number in range(players)
    )


def find(script: Script, options: Options, identifier: str) -> Icon:
    """The picture of a character of this script or an official one, by id."""
    wanted = key(identifier)
    here = (character for character in script.characters if character.key == wanted)
    character = next(here, None) or catalogue.find(identifier)
    return common.icon(character, options) if character else common.unknown_icon(identifier)


def _size(words: str) -> str:
    """The type size of a name; long words count more, because they cannot be broken."""
    length = max(len(words), 2 * max(map(len, words.split()), default=0) - 2)
    return next((name for most, name in _SIZES if length <= most), "tiny")
