"""Many games dealt from a script, to see who comes into play how often, and how many Outsiders there are."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from builder.game.script import Script
from builder.game.setup.aims import Aims
from builder.game.setup.budget import TooManyWaysError, limited
from builder.game.setup.cast import Cast, cast
from builder.game.setup.rules import CannotDealError, Distribution, Rules
from builder.game.setup.sampler import draw
from builder.game.setup.token_draw import Drawing

#: How often each number of players is dealt for; most games have 8 to 12.
USUAL: Mapping[int, int] = {7: 1, 8: 2, 9: 2, 10: 2, 11: 2, 12: 2, 13: 1, 14: 1, 15: 1}
#: Scripts that cannot seat ten are made for five or six.
SMALL: Mapping[int, int] = {5: 1, 6: 1}
SMALL_BELOW = 10
MOST = 1_000
#: Each deal has to be found; all together may take so many steps.
STEPS = 6_000_000
#: The more characters change the setup, the longer a deal takes; from so many on, so many deals are made.
FEWER = ((8, 500), (10, 150), (14, 100), (24, 50))


@dataclass(frozen=True, slots=True)
class Simulation:
    """What came of so many deals. Chances are parts of 1."""

    deals: int
    #: Number of players to how many games were dealt for it.
    players: Mapping[int, int]
    #: Numbers of players for which there is no legal table.
    impossible: tuple[int, ...]
    #: Key of a character to how often it was in play, and to how often it would be, did nobody change the setup.
    found: Mapping[str, float]
    expected: Mapping[str, float]
    #: The same for each number of Outsiders.
    outsiders: Mapping[int, float]
    usual_outsiders: Mapping[int, float]
    #: Whether the script has too many ways to be dealt, so that none was.
    too_many: bool = False


def simulate(script: Script, rules: Rules) -> Simulation:
    """Deals a resolved script some hundred times; always the same games for the same script.

    Games are drawn by the dealing rule. Where changes of the setup make dealing slow there are fewer; `deals` says how
    many there were.
    """
    try:
        with limited(STEPS):
            return _simulated(cast(script, rules), rules)
    except TooManyWaysError:
        return Simulation(0, {}, (), {}, {}, {}, {}, too_many=True)


def _simulated(who: Cast, rules: Rules) -> Simulation:
    wanted, impossible = _possible(who, rules)
    shares = _shared_out(_deals(who), {players: weight for players, (weight, _) in wanted.items()})
    found: Counter[str] = Counter()
    outsiders: Counter[int] = Counter()
    for players, (_, drawing) in wanted.items():
        random = Random(f"proof/{players}")  # noqa: S311  # a game, no secret
        for _ in range(shares[players]):
            table, _branch = draw(drawing, random)
            found.update(table.counts.keys())
            outsiders[table.numbers.outsider] += 1
    deals = sum(shares.values())
    bases = {players: rules.base(players) for players in shares}
    usual: Counter[int] = Counter()
    for players, share in shares.items():
        usual[bases[players].outsider] += share
    return Simulation(
        deals,
        shares,
        impossible,
        {name: found[name] / deals for name in who.members} if deals else {},
        _expected(who, bases, shares, deals) if deals else {},
        {number: count / deals for number, count in sorted(outsiders.items())},
        {number: count / deals for number, count in sorted(usual.items())},
    )


def _possible(who: Cast, rules: Rules) -> tuple[dict[int, tuple[int, Drawing]], tuple[int, ...]]:
    """The numbers of players that can be dealt for, each with its weight; and those that cannot."""
    weights = USUAL if _drawing(who, rules, SMALL_BELOW) else SMALL
    drawings = {players: _drawing(who, rules, players) for players in weights}
    wanted = {players: (weights[players], it) for players, it in drawings.items() if it}
    return wanted, tuple(players for players, it in drawings.items() if not it)


def _drawing(who: Cast, rules: Rules, players: int) -> Drawing | None:
    """How to draw for so many; None where no legal table is found."""
    base = rules.base(players)
    drawing = Drawing(who, base, Aims(who, base))
    try:
        draw(drawing, Random(0))  # noqa: S311  # a game, no secret
    except CannotDealError:
        return None
    return drawing


def _deals(who: Cast) -> int:
    special = len(who.special)
    return next((deals for least, deals in reversed(FEWER) if special >= least), MOST)


def _shared_out(deals: int, weights: Mapping[int, int]) -> dict[int, int]:
    """So many deals shared out by weight, to the last one."""
    whole, left, shares = sum(weights.values()), deals, {}
    for players, weight in weights.items():
        shares[players] = round(left * weight / whole)
        left, whole = left - shares[players], whole - weight
    return shares


def _expected(
    who: Cast, bases: Mapping[int, Distribution], shares: Mapping[int, int], deals: int
) -> dict[str, float]:
    """How often each would be in play if the usual counts held and everybody of a team were drawn alike."""
    places = {
        member.team: sum(bases[players].of(member.team) * share for players, share in shares.items()) / deals
        for member in who.members.values()
    }
    return {
        name: min(1.0, places[member.team] / len(who.team(member.team)))
        for name, member in who.members.items()
    }
