"""The rule tables of the setup engine, and its exceptions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from builder.game.character import Character, Jinx
from builder.game.teams import COUNTED_TEAMS, Team
from builder.language import gettext as _

FEWEST_PLAYERS, MOST_PLAYERS = 5, 20
#: From 16 players on, the game is set up for 15, and the rest are Travellers.
MOST_SEATS = 15


class SetupError(ValueError):
    """A question about the setup without an answer; the text is one sentence for a person."""


class PlayerCountError(SetupError):
    """An impossible number of players."""

    def __init__(self, players: int) -> None:
        super().__init__(
            _(
                "The game is for %(fewest_players)s to %(most_players)s players, not %(players)s. (With "
                "16 or more, set up for 15 and add Travellers.)"
            )
            % {"fewest_players": FEWEST_PLAYERS, "most_players": MOST_PLAYERS, "players": players}
        )


class CannotDealError(SetupError):
    """There is no legal table with these requirements; the text has the reason."""


class NotOnScriptError(SetupError):
    """A requested character is not on the script."""


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
        """Whether every team has at least these numbers."""
        return not any(map(int.__lt__, self, least))

    def as_json(self) -> dict[str, int]:
        """The four numbers by team."""
        return self._asdict()


_PLACE = {team: place for place, team in enumerate(COUNTED_TEAMS)}


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules for setups: base counts, jinxes, official characters, and effects that override theirs."""

    counts: Mapping[int, Mapping[str, int]]
    jinxes: tuple[Jinx, ...] = ()
    #: Finds the official character with a key, in English, for full definitions under an official id.
    official: Callable[[str], Character | None] = lambda _: None
    #: Effects that override a character's own, by key: an older edition of the rules, a house rule.
    effects: Mapping[str, tuple[Mapping[str, Any], ...]] = field(default_factory=dict)
    #: Whether an official character's effects must be parsed from its text, by key: it is newer than our data.
    by_words: Callable[[str], bool] = lambda _: False
    #: Finds it in the current language, for the names of characters that are not on the script.
    localized: Callable[[str], Character | None] = lambda _: None

    def base(self, players: int) -> Distribution:
        """The usual numbers for a number of players (without Travellers). Raises PlayerCountError."""
        counts = self.counts[seats(players)]
        return Distribution(*(counts[team.value] for team in COUNTED_TEAMS))


def seats(players: int) -> int:
    """The number of players who are not Travellers. Raises PlayerCountError outside 5..20."""
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise PlayerCountError(players)
    return min(players, MOST_SEATS)
