"""Which numbers a Storyteller aims at while a table is drawn, given the special characters drawn so far."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from builder.game.setup.branches import Branch, branches
from builder.game.setup.budget import spend
from builder.game.setup.cast import Cast
from builder.game.setup.distributions import distributions
from builder.game.setup.judging import Table, extra
from builder.game.setup.rules import Distribution
from builder.game.teams import COUNTED_TEAMS

#: Special characters with their copies; 0: it was drawn and removed itself.
Special = frozenset[tuple[str, int]]
Aim = tuple[float, Distribution]


@dataclass(frozen=True, slots=True)
class Aims:
    """The open numbers for one script and number of players, each worked out once."""

    cast: Cast
    base: Distribution
    banned: frozenset[str] = frozenset()
    _open: dict[Special, tuple[Aim, ...]] = field(default_factory=dict)
    _needs: dict[Special, frozenset[str]] = field(default_factory=dict)

    def open(self, special: Special) -> tuple[Aim, ...]:
        """The numbers that are open with these characters, with their chances.

        Those that the script can fill, where there are such: others may become so by whoever is drawn next.
        """
        if special not in self._open:
            found = tuple(self._weighed(special, filled=True)) or tuple(self._weighed(special, filled=False))
            self._open[special] = found
        return self._open[special]

    def needs(self, special: Special) -> frozenset[str]:
        """Whoever else has to be in play with these characters, whatever the Storyteller chooses."""
        if special not in self._needs:
            every = list(self.branches(special))
            lawless = any(branch.no_rules for branch in every)
            needs = frozenset.intersection(*(branch.needs for branch in every)) if every else frozenset()
            self._needs[special] = frozenset() if lawless else needs
        return self._needs[special]

    def branches(self, special: Special) -> Iterator[Branch]:
        """The ways to carry out the setup of these characters."""
        counts = {name: copies for name, copies in special if copies}
        spare = frozenset(team for team, plain in self.cast.plain.items() if plain)
        return branches(self.cast, counts, spare)

    def _weighed(self, special: Special, *, filled: bool) -> Iterator[Aim]:
        chances: dict[Distribution, float] = {}
        table = Table(self.cast, {name: copies for name, copies in special if copies})
        for branch in self.branches(special):
            if not self._possible(branch, table):
                continue
            weights = {
                each: _likely(branch, self.base, each)
                for each in distributions(branch, self.base, extra(table, branch))
                if not filled or self._fillable(branch, table, each)
            }
            whole = sum(weights.values())
            for each, weight in weights.items():
                chances[each] = chances.get(each, 0.0) + branch.weight * weight / whole
        total = sum(chances.values())
        yield from (
            (chance / total, each) for each, chance in sorted(chances.items(), key=lambda pair: pair[1])
        )

    def _possible(self, branch: Branch, table: Table) -> bool:
        outside = branch.needs - table.counts.keys()
        return branch.no_rules or all(
            name in self.cast.members and name not in self.banned for name in outside
        )

    def _fillable(self, branch: Branch, table: Table, each: Distribution) -> bool:
        """Whether the script has enough of every team."""
        spend(4 + len(self.cast.members) // 2)
        for team in COUNTED_TEAMS:
            members = [
                member
                for member in self.cast.team(team)
                if member.key not in self.banned and not (member.nobody and member.key in table.counts)
            ]
            free = bool(members) and (branch.no_rules or team in branch.duplicates)
            filled = any(member.fills and member.key in table.counts for member in members)
            if not (free or filled) and each.of(team) > sum(member.high for member in members):
                return False
        return True


def in_play(special: Special) -> set[str]:
    """Who of them is still in play."""
    return {name for name, copies in special if copies}


def _likely(branch: Branch, base: Distribution, each: Distribution) -> float:
    """Where any number will do, one near the usual is likelier: each step away halves the chance.

    Of Legion a step away from the advised number quarters it: 9 of 10 players are legal, and no game.
    """
    weight = 1.0
    if branch.fixed[0] == "any" or branch.no_rules:
        weight *= 0.5 ** abs(each.outsider - base.outsider)
    if branch.most:
        advised = dict(branch.most.advised).get(sum(base), sum(base) // 2 + 1)
        weight *= 0.25 ** abs(each.demon - advised)
    return weight
