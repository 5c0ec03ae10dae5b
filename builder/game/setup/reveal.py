"""The seats of a dealt game: who sits where, the token that each player sees, and what evil players learn."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from builder.game.ids import key
from builder.game.setup.dealing import Deal
from builder.game.setup.grimoire import PLAYERS_FOR_INFO
from builder.game.teams import EVIL_TEAMS, Team

#: Characters that change what evil players learn as the game begins, or how they sit: the Storyteller tells it.
UNUSUAL = frozenset(
    {
        *("atheist", "kazali", "legion", "lilmonsta", "lordoftyphon"),
        *("magician", "poppygrower", "riot", "summoner"),
    }
)
#: The number of bluffs that a player who only thinks they are the Demon is shown.
_BLUFFS = 3
TeamOf = Callable[[str], Team | None]


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
    #: Whether characters in play change this, so that only the Storyteller can tell it.
    is_told_at_night: bool = False


@dataclass(frozen=True, slots=True)
class RevealSeat:
    """One player: the token that they see, the character that they truly are, and what they learn."""

    token: str
    character: str
    lesson: Lesson | None = None


def seats(deal: Deal, team_of: TeamOf, good: Sequence[str]) -> tuple[RevealSeat, ...]:
    """The players of a deal around the table; the same deal has the same seats.

    `good` are the good characters of the script, for the bluffs of a player who only thinks they are the Demon.
    """
    random = Random(f"seats {deal.seed}/{deal.players}")  # noqa: S311  # a game, no secret
    order = _neighbors(random.sample(deal.bag, len(deal.bag)), deal, team_of)
    teller = _Teller(deal, order, team_of, tuple(good), random)
    return tuple(RevealSeat(*pair, teller.lesson(seat)) for seat, pair in enumerate(order))


def _neighbors(order: list[tuple[str, str]], deal: Deal, team_of: TeamOf) -> list[tuple[str, str]]:
    """Moves those who have to sit beside the Demon there."""
    demons = [at for at, (_, who) in enumerate(order) if team_of(who) is Team.DEMON]
    movers = [at for at, (token, who) in enumerate(order) if who in deal.beside and token != who]
    for at, mover in zip((1, -1), movers, strict=False):
        if demons and (mover - demons[0]) % len(order) not in {1, len(order) - 1}:
            place = (demons[0] + at) % len(order)
            order[place], order[mover] = order[mover], order[place]
    return order


@dataclass(frozen=True, slots=True)
class _Teller:
    """Decides what each seat learns."""

    deal: Deal
    order: Sequence[tuple[str, str]]
    team_of: TeamOf
    good: tuple[str, ...]
    random: Random

    def lesson(self, seat: int) -> Lesson | None:
        token, who = self.order[seat]
        drawn, true = self.team_of(token), self.team_of(who)
        if true is Team.DEMON:
            return self._of_demon(seat)
        if drawn not in EVIL_TEAMS:
            return None
        if self._is_unusual():
            return Lesson(is_told_at_night=True)
        if len(self.order) < PLAYERS_FOR_INFO:
            return None
        if drawn is Team.DEMON:
            return self._of_false_demon(seat)
        return Lesson(demons=self._true(Team.DEMON), minions=self._others(self._minions(), seat))

    def _of_demon(self, seat: int) -> Lesson | None:
        token, who = self.order[seat]
        swapped = who if token != who else ""
        if self._is_unusual():
            return Lesson(swapped, is_told_at_night=True)
        knows = len(self.order) >= PLAYERS_FOR_INFO
        lesson = Lesson(
            swapped,
            minions=self._minions() if knows else (),
            unaware=tuple(self._unaware()),
            bluffs=self.deal.bluffs,
        )
        return lesson if lesson != Lesson() else None

    def _of_false_demon(self, seat: int) -> Lesson:
        """What a Demon would learn, at random: a player who thinks they are the Demon must not find out."""
        others = [at for at in range(len(self.order)) if at != seat and at not in self._true(Team.DEMON)]
        minions = sorted(self.random.sample(others, min(len(others), len(self._minions()))))
        in_play = {key(each) for pair in self.order for each in pair}
        free = [each for each in self.good if key(each) not in in_play]
        number = min(len(free), _BLUFFS) if self.deal.bluffs else 0
        return Lesson(minions=tuple(minions), bluffs=tuple(self.random.sample(free, number)))

    def _is_unusual(self) -> bool:
        characters = [who for _, who in self.order]
        evil = Counter(who for who in characters if self.team_of(who) in EVIL_TEAMS)
        return (
            bool(UNUSUAL.intersection(map(key, (*characters, *self.deal.extra))))
            or len(self._true(Team.DEMON)) != 1
            or bool(evil - Counter(self.deal.evil))
        )

    def _true(self, team: Team) -> tuple[int, ...]:
        return tuple(at for at, (_, who) in enumerate(self.order) if self.team_of(who) is team)

    def _minions(self) -> tuple[int, ...]:
        """The Minions who know that they are."""
        return tuple(at for at in self._true(Team.MINION) if self.order[at][0] == self.order[at][1])

    def _others(self, places: tuple[int, ...], seat: int) -> tuple[int, ...]:
        return tuple(at for at in places if at != seat)

    def _unaware(self) -> list[tuple[int, str]]:
        """A Minion who thinks they are good, and a good player who thinks they are the Demon."""
        return [
            (at, who)
            for at, (token, who) in enumerate(self.order)
            if token != who
            and Team.DEMON is not self.team_of(who)
            and (self.team_of(who) is Team.MINION or self.team_of(token) is Team.DEMON)
        ]
