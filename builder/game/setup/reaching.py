"""Which numbers the legal tables of a script can have, without counting the tables."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from builder.game.setup.branches import Branch
from builder.game.setup.budget import spend
from builder.game.setup.cast import Cast
from builder.game.setup.combinations import Combination, combinations
from builder.game.setup.distributions import distributions
from builder.game.setup.groups import Group, lawless_groups, legal_group, with_duplicates
from builder.game.setup.judging import extra
from builder.game.setup.rules import Distribution
from builder.game.teams import COUNTED_TEAMS

Case = tuple[Combination, Branch]
#: Cases that allow the same numbers, by what these depend on; the fewest special characters first.
Cases = dict[tuple[object, ...], list[Case]]


@dataclass(slots=True)
class Reach:
    """One script: what its special characters can do together, worked out once for all numbers of players."""

    cast: Cast
    moving: list[Combination]
    _cases: Cases
    _all: Cases = field(default_factory=dict)

    def groups(self, base: Distribution) -> dict[Distribution, Group]:
        """The numbers that legal tables can have, each with the simplest such table."""
        found: dict[Distribution, Group] = {}
        for group in lawless_groups(self.cast, sum(base)):
            found[group.distribution] = group
        wanted = {each: None for each in self._look(base, self._cases, found) if self._can_be(each)}
        if wanted:
            # Some numbers take every character of a kind: look again, with everybody who is special by name alone.
            self._all = self._all or _sorted_out(combinations(self.cast))
            for _ in self._look(base, self._all, found):
                pass
        return found

    def any(self, base: Distribution) -> bool:
        """Whether there is a legal table at all."""
        if next(lawless_groups(self.cast, sum(base)), None):
            return True
        for alike in self._cases.values():
            first, branch = alike[0]
            for usual in distributions(branch, base, extra(first.table, branch)):
                if _first(alike, base, usual, usual):
                    return True
        return bool(self.groups(base))

    def _look(
        self, base: Distribution, cases: Cases, found: dict[Distribution, Group]
    ) -> Iterator[Distribution]:
        """Add what there is; yield the numbers for which nobody was found."""
        for alike in cases.values():
            first, branch = alike[0]
            for usual in distributions(branch, base, extra(first.table, branch)):
                for final in with_duplicates(branch, usual):
                    if final in found:
                        continue
                    group = _first(alike, base, usual, final)
                    if group:
                        found[final] = group
                    else:
                        yield final

    def _can_be(self, each: Distribution) -> bool:
        """Whether the script has as many of each team at all."""
        spend(len(self.cast.members) // 2)
        free = any(getattr(effect, "teams", ()) for *_, effect in self.cast.always)
        return free or all(
            each.of(team) <= sum(member.high for member in self.cast.team(team) if not member.nobody)
            for team in COUNTED_TEAMS
        )


def reach(cast: Cast) -> Reach:
    """What the special characters of a script can do together."""
    moving = sorted(combinations(cast, moving=True), key=lambda each: len(each.members))
    return Reach(cast, moving, _sorted_out(moving))


def _sorted_out(some: Iterable[Combination]) -> Cases:
    cases: Cases = {}
    for combination in sorted(some, key=lambda each: len(each.members)):
        for branch in combination.branches:
            alike = (*branch.numbers, extra(combination.table, branch))
            cases.setdefault(alike, []).append((combination, branch))
    return cases


def _first(
    cases: Iterable[Case], base: Distribution, usual: Distribution, final: Distribution
) -> Group | None:
    for combination, branch in cases:
        group = next(legal_group(combination, branch, base, usual, final), None)
        if group:
            return group
    return None
