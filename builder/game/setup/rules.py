"""The tables of rules that the engine works by, and what can be wrong with a question to it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from builder.game.character import Character, Jinx
from builder.game.teams import COUNTED_TEAMS, Team

FEWEST_PLAYERS, MOST_PLAYERS = 5, 20
#: From 16 players on, the game is set up for 15, and the others are Travellers.
MOST_SEATS = 15


class SetupError(ValueError):
    """A question about the setup that has no answer; its text is one sentence for a person."""


class PlayerCountError(SetupError):
    """A number of players with which nobody plays."""

    def __init__(self, players: int) -> None:
        super().__init__(
            f"The game is for {FEWEST_PLAYERS} to {MOST_PLAYERS} players (16 and more play as 15 with Travellers); "
            f"{players} is outside that."
        )


class CannotDealError(SetupError):
    """There is no legal table of what was wished for; says why."""


class NotOnScriptError(SetupError):
    """Somebody asked for characters that are not on the script."""


class Distribution(NamedTuple):
    """How many of each team are in play."""

    townsfolk: int
    outsider: int
    minion: int
    demon: int

    def of(self, team: Team) -> int:
        """The number of one team."""
        return self[_PLACE[team]]

    def has_room(self, least: Sequence[int]) -> bool:
        """Whether every team has at least these numbers of places."""
        return not any(map(int.__lt__, self, least))

    def as_json(self) -> dict[str, int]:
        """The four numbers by team."""
        return self._asdict()


_PLACE = {team: place for place, team in enumerate(COUNTED_TEAMS)}


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules that a setup goes by: base counts, jinxes, official characters, and effects that differ from theirs."""

    counts: Mapping[int, Mapping[str, int]]
    jinxes: tuple[Jinx, ...] = ()
    #: The official character that a key means, for full definitions under an official id.
    official: Callable[[str], Character | None] = lambda _: None
    #: Other effects than the character's own, by key: an older edition of the rules, a house rule.
    effects: Mapping[str, tuple[Mapping[str, Any], ...]] = field(default_factory=dict)
    #: Whether only its words tell what an official character does, by key: it is newer than our data.
    by_words: Callable[[str], bool] = lambda _: False

    def base(self, players: int) -> Distribution:
        """The usual numbers for a number of players (without Travellers). Raises PlayerCountError."""
        counts = self.counts[seats(players)]
        return Distribution(*(counts[team.value] for team in COUNTED_TEAMS))


def seats(players: int) -> int:
    """How many of the players are no Travellers. Raises PlayerCountError outside 5..20."""
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise PlayerCountError(players)
    return min(players, MOST_SEATS)
