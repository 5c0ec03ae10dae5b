"""Which numbers of Townsfolk, Outsiders, Minions and Demons a table can have."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from builder.game.setup.branches import Branch
from builder.game.setup.budget import spend
from builder.game.setup.rules import Distribution
from builder.game.teams import COUNTED_TEAMS, Team


class Extra(NamedTuple):
    """Copies that come on top of the numbers of their team."""

    outsider: int = 0
    minion: int = 0
    demon: int = 0


NO_EXTRA = Extra()
#: Where one sits beside the Demon without knowing it, only one other Minion's token can be in the bag: two could sit
#: on both sides of the Demon. The others are made on the first night.
MOST_BESIDE = 2


def open_totals(base: int, sums: Iterable[int]) -> tuple[int, ...]:
    """The totals that a base number and the added-up changes leave open.

    A total below zero is not open while another is not below zero; if all are, the number is 0.
    """
    totals = sorted({base + change for change in sums})
    return tuple(total for total in totals if total >= 0) or (0,)


def distributions(branch: Branch, base: Distribution, extra: Extra = NO_EXTRA) -> Iterator[Distribution]:
    """The numbers that one branch allows. Townsfolk balance every change."""
    players = sum(base)
    if branch.clash:
        return
    if branch.no_rules:
        yield from (Distribution(players - outsiders, outsiders, 0, 0) for outsiders in range(players))
        return
    late = branch.late[1] if branch.late else 0
    for minions, demons in product(_minions(branch, base, late), _demons(branch, base)):
        spend()
        evil = minions - late + extra.minion, demons + extra.demon
        if sum(evil) > players:
            continue
        for outsiders in _outsiders(branch, base, players - sum(evil) - extra.outsider):
            spend()
            good = outsiders - branch.shift + extra.outsider
            townsfolk = players - sum(evil) - good
            if outsiders >= branch.shift and townsfolk >= 0:
                yield Distribution(townsfolk, good, *evil)


def made_beside(branch: Branch, base: Distribution, minions: int) -> int:
    """How many Minions are made on the first night, of those whose token a Marionette keeps out of the bag."""
    if not branch.beside or minions != MOST_BESIDE:
        return 0
    totals = _of(branch, base, Team.MINION, sum(base))
    return min(total for total in totals if total >= MOST_BESIDE) - MOST_BESIDE


def with_room(distribution: Distribution, least: Sequence[int]) -> bool:
    """Whether every team has at least so many places."""
    return all(places >= needed for places, needed in zip(distribution, least, strict=True))


def _minions(branch: Branch, base: Distribution, late: int) -> tuple[int, ...]:
    if branch.replaces is Team.MINION:
        return (0,)
    totals = _of(branch, base, Team.MINION, sum(base))
    # Somebody good has to be left to sit beside the Demon, so of three Minions one more is made late, of four two.
    totals = tuple(total for total in totals if late <= total <= late + MOST_BESIDE) if late else totals
    totals = tuple(total for total in totals if total > MOST_BESIDE) if late > 1 else totals
    return tuple({min(total, MOST_BESIDE): None for total in totals}) if branch.beside else totals


def _demons(branch: Branch, base: Distribution) -> tuple[int, ...]:
    players = sum(base)
    if branch.most:
        clash = branch.fixed[2] not in (None, "any")
        return () if clash else tuple(range(players // 2 + 1, players))
    if branch.replaces:
        return (base.demon + base.of(branch.replaces),)
    return _of(branch, base, Team.DEMON, players)


def _outsiders(branch: Branch, base: Distribution, most: int) -> tuple[int, ...]:
    return _of(branch, base, Team.OUTSIDER, most)


def _of(branch: Branch, base: Distribution, team: Team, most: int) -> tuple[int, ...]:
    place = COUNTED_TEAMS.index(team)
    fixed = branch.fixed[place - 1]
    if fixed == "any":
        return tuple(range(max(0, most) + 1))
    if isinstance(fixed, int):
        return (fixed,)
    return open_totals(base[place], branch.sums[place - 1])
