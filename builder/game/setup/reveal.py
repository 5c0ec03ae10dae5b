"""What the players of a dealt game learn as it begins: evil ones, and those who think so."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from builder.game.ids import key
from builder.game.setup.grimoire import PLAYERS_FOR_INFO
from builder.game.setup.seated_game import Game, Player, TeamOf
from builder.game.teams import EVIL_TEAMS, GOOD_TEAMS, Team

#: Characters that change what evil players learn as the game begins, or how they sit: the Storyteller tells it.
UNUSUAL = frozenset(
    {
        *("atheist", "kazali", "legion", "lilmonsta", "lordoftyphon"),
        *("magician", "poppygrower", "riot", "summoner"),
    }
)
#: The number of bluffs that a player who only thinks they are the Demon is shown.
_BLUFFS = 3


@dataclass(frozen=True, slots=True)
class Lesson:
    """What an evil player, or one who thinks so, learns as the game begins. Seats are counted from 0."""

    #: The Demon that a player is who drew another token; else empty.
    character: str = ""
    demons: tuple[int, ...] = ()
    minions: tuple[int, ...] = ()
    #: Players who do not know what they are, but their Demon does: (seat, character).
    unaware: tuple[tuple[int, str], ...] = ()
    bluffs: tuple[str, ...] = ()
    #: "good" or "evil", of a Traveller and of a good character who is evil.
    alignment: str = ""
    #: Whether characters in play change this, so that only the Storyteller can tell it.
    is_told_at_night: bool = False


def lessons(game: Game, team_of: TeamOf, good: Sequence[str]) -> tuple[Lesson | None, ...]:
    """What each player of a game learns; the same game teaches the same.

    `good` are the good characters of the script, for the bluffs of a player who only thinks they are the Demon.
    """
    began = replace(game, seats=tuple(player.at_beginning for player in game.seats))
    teller = _Teller(began, team_of, tuple(good))
    return tuple(
        _of_changed(player, team_of) if player.at_first else teller.lesson(seat)
        for seat, player in enumerate(game.seats)
    )


def _of_changed(player: Player, team_of: TeamOf) -> Lesson | None:
    """What somebody learns who changed during the game: their alignment, if it is not that of their team."""
    team = team_of(player.character)
    is_usual = team is not Team.TRAVELLER and player.is_evil is (team in EVIL_TEAMS)
    return None if is_usual else Lesson(alignment="evil" if player.is_evil else "good")


@dataclass(frozen=True, slots=True)
class _Teller:
    """Decides what each seat learns."""

    game: Game
    team_of: TeamOf
    good: tuple[str, ...]

    def lesson(self, seat: int) -> Lesson | None:
        """What a player learns; None: nothing more than their token says."""
        player = self.game.seats[seat]
        drawn, true = self.team_of(player.token), self.team_of(player.character)
        if true is Team.TRAVELLER:
            return self._of_traveller(player)
        if true is Team.DEMON:
            return self._of_demon(seat)
        if drawn in EVIL_TEAMS:
            return self._of_evil_token(seat)
        is_turned = player.is_evil and true in GOOD_TEAMS  # as by a Bounty Hunter
        return Lesson(alignment="evil") if is_turned else None

    def _of_evil_token(self, seat: int) -> Lesson | None:
        if self._is_unusual():
            return Lesson(is_told_at_night=True)
        if not self._knows():
            return None
        if self.team_of(self.game.seats[seat].token) is Team.DEMON:
            return self._of_false_demon(seat)
        return Lesson(
            demons=self._true(Team.DEMON), minions=tuple(at for at in self._minions() if at != seat)
        )

    def _of_demon(self, seat: int) -> Lesson | None:
        player = self.game.seats[seat]
        swapped = player.character if player.token != player.character else ""
        if self._is_unusual():
            return Lesson(swapped, is_told_at_night=True)
        lesson = Lesson(
            swapped,
            minions=self._minions() if self._knows() else (),
            unaware=tuple(self._unaware()),
            bluffs=self.game.bluffs,
        )
        return lesson if lesson != Lesson() else None

    def _of_false_demon(self, seat: int) -> Lesson:
        """What a Demon would learn, at random: a player who thinks they are the Demon must not find out."""
        random = Random(f"false Demon {self.game.seed}/{self.game.seats[seat].token}")  # noqa: S311  # a game
        true = {*self._true(Team.DEMON), *self._true(Team.TRAVELLER), seat}
        others = [at for at in range(len(self.game.seats)) if at not in true]
        minions = sorted(random.sample(others, min(len(others), len(self._minions()))))
        in_play = {key(each) for player in self.game.seats for each in (player.token, player.character)}
        free = [each for each in self.good if key(each) not in in_play]
        number = min(len(free), _BLUFFS) if self.game.bluffs else 0
        return Lesson(minions=tuple(minions), bluffs=tuple(random.sample(free, number)))

    def _of_traveller(self, player: Player) -> Lesson:
        """Their alignment, which nobody else learns; an evil one also learns the Demon."""
        if not player.is_evil:
            return Lesson(alignment="good")
        if self._is_unusual():
            return Lesson(alignment="evil", is_told_at_night=True)
        return Lesson(alignment="evil", demons=self._true(Team.DEMON))

    def _knows(self) -> bool:
        """Whether there are enough players for evil ones to learn each other: Travellers do not count."""
        return len(self.game.seats) - len(self._true(Team.TRAVELLER)) >= PLAYERS_FOR_INFO

    def _is_unusual(self) -> bool:
        characters = (player.character for player in self.game.seats)
        return (
            bool(UNUSUAL.intersection(map(key, (*characters, *self.game.extra))))
            or len(self._true(Team.DEMON)) != 1
            or any(
                self.team_of(player.character) in EVIL_TEAMS and not player.is_evil
                for player in self.game.seats
            )
        )

    def _true(self, team: Team) -> tuple[int, ...]:
        return tuple(at for at, each in enumerate(self.game.seats) if self.team_of(each.character) is team)

    def _minions(self) -> tuple[int, ...]:
        """The Minions who know that they are."""
        seats = self.game.seats
        return tuple(at for at in self._true(Team.MINION) if seats[at].token == seats[at].character)

    def _unaware(self) -> list[tuple[int, str]]:
        """A Minion who thinks they are good, and a good player who thinks they are the Demon."""
        return [
            (at, player.character)
            for at, player in enumerate(self.game.seats)
            if player.token != player.character
            and Team.DEMON is not self.team_of(player.character)
            and (self.team_of(player.character) is Team.MINION or self.team_of(player.token) is Team.DEMON)
        ]
