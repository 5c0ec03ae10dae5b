"""How players have to sit: next to the Demon, apart from Minions, opposite one another, in one row."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from builder.game.setup import effects as fx
from builder.game.setup import explaining
from builder.game.teams import EVIL_TEAMS, GOOD_TEAMS, Team

if TYPE_CHECKING:
    from builder.game.setup.cast import Cast

#: Exchanges until the players of a rule sit right; a table where that is not enough has no such order, or hardly.
_TRIES = 2_000


@dataclass(frozen=True, slots=True)
class SeatRule:
    """A rule about the seats of a dealt game, for characters by id."""

    where: str
    who: tuple[str, ...]
    whom: tuple[str, ...]
    #: The rule in words.
    text: str

    @classmethod
    def of(cls, effect: fx.Seats, holder: str, cast: "Cast") -> "SeatRule":
        """The rule for a script, of the ability of one of its characters."""
        who, whom = effect.who or holder, effect.whom or holder
        text = explaining.seats(effect, cast.names, cast.names[holder])
        return cls(effect.where, _ids(who, cast), _ids(whom, cast), f"{explaining.capital(text)}.")

    def broken(self, seated: Sequence[str]) -> int:
        """How many of the players, clockwise, do not sit as it says."""
        n = len(seated)
        those = [at for at, who in enumerate(seated) if who in self.who]
        others = {at for at, who in enumerate(seated) if who in self.whom}
        if self.where == "row":
            return max(0, sum((at + 1) % n not in those for at in those) - 1)
        wrong = 0
        for at in those:
            near = {(at - 1) % n, (at + 1) % n}
            if self.where == "opposite":
                near = {(at + n // 2) % n, (at - n // 2) % n}
            meets = bool(near & others - {at})
            wrong += meets is (self.where == "apart") and bool(others - {at})
        return wrong


def _ids(who: str, cast: "Cast") -> tuple[str, ...]:
    teams = {"good": GOOD_TEAMS, "evil": EVIL_TEAMS}.get(who) or {it for it in Team if it == who}
    if teams:
        return tuple(member.id for member in cast.members.values() if member.team in teams)
    return (cast.ids.get(who, who),)


def arranged(
    order: Sequence[int], characters: Sequence[str], rules: Sequence[SeatRule], random: Random
) -> list[int]:
    """An order of players that follows the rules as far as they can be followed; `characters` are theirs by place."""
    found = list(order)
    wrong = _wrong(found, characters, rules)
    for _ in range(_TRIES if wrong else 0):
        one, other = random.sample(range(len(found)), 2)
        found[one], found[other] = found[other], found[one]
        after = _wrong(found, characters, rules)
        if after > wrong:
            found[one], found[other] = found[other], found[one]
        else:
            wrong = after
        if not wrong:
            break
    return found


def _wrong(order: Sequence[int], characters: Sequence[str], rules: Sequence[SeatRule]) -> int:
    seated = [characters[place] for place in order]
    return sum(rule.broken(seated) for rule in rules)
