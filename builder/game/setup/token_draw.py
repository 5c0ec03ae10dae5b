"""Draw a table as a Storyteller does: Demon, Minions, Outsiders, Townsfolk, each uniformly from the script.

The characters drawn so far determine the allowed numbers. A setup effect applies at once: surplus characters of a
team are put back, and required ones are put in. A table that ends illegal is drawn again.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from builder.game.setup import effects as fx
from builder.game.setup.branches import Branch, branches
from builder.game.setup.budget import spend
from builder.game.setup.cast import Cast, Member
from builder.game.setup.groups import Group
from builder.game.setup.legality import Table
from builder.game.setup.rules import Distribution
from builder.game.teams import COUNTED_TEAMS, Team

#: Special characters with their copies; 0: it was drawn and removed itself.
Special = frozenset[tuple[str, int]]
Aim = tuple[float, Distribution]


@dataclass(frozen=True, slots=True)
class Aims:
    """The allowed numbers for one script and number of players, cached by special characters."""

    cast: Cast
    base: Distribution
    banned: frozenset[str] = frozenset()
    _open: dict[Special, tuple[Aim, ...]] = field(default_factory=dict)
    _needs: dict[Special, frozenset[str]] = field(default_factory=dict)

    def open(self, special: Special) -> tuple[Aim, ...]:
        """The allowed numbers with these characters, with their probabilities.

        Prefers numbers that the script can fill; if there are none, later draws may change that.
        """
        if special not in self._open:
            found = tuple(self._weighed(special, filled=True)) or tuple(self._weighed(special, filled=False))
            self._open[special] = found
        return self._open[special]

    def needs(self, special: Special) -> frozenset[str]:
        """Other characters that these require in every branch."""
        if special not in self._needs:
            every = [frozenset() if branch.no_rules else branch.needs for branch in self.branches(special)]
            self._needs[special] = frozenset.intersection(*every) if every else frozenset()
        return self._needs[special]

    def branches(self, special: Special) -> Iterator[Branch]:
        """The ways to carry out the setup of these characters."""
        return branches(self.cast, _in_play(special), self.cast.spare)

    def _weighed(self, special: Special, *, filled: bool) -> Iterator[Aim]:
        chances: dict[Distribution, float] = {}
        table = Table(self.cast, _in_play(special))
        for branch in self.branches(special):
            if not self._possible(branch, table):
                continue
            weights = {
                each: _likely(branch, self.base, each)
                for each in table.distributions(branch, self.base)
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


def _in_play(special: Special) -> dict[str, int]:
    """Those still in play, with their copies."""
    return {name: copies for name, copies in special if copies}


def _likely(branch: Branch, base: Distribution, each: Distribution) -> float:
    """If any number is allowed, those near the usual are likelier: each step away halves the probability.

    For Legion each step away from the advised number quarters it: 9 of 10 players are legal, but no fun.
    """
    weight = 1.0
    if branch.fixed[0] == "any" or branch.no_rules or branch.among:
        weight *= 0.5 ** abs(each.outsider - base.outsider)
    if branch.most:
        advised = dict(branch.most.advised).get(sum(base), sum(base) // 2 + 1)
        weight *= 0.25 ** abs(each.demon - advised)
    return weight


#: Teams are filled in this order.
_ORDER = (Team.DEMON, Team.MINION, Team.OUTSIDER, Team.TOWNSFOLK)


class State(NamedTuple):
    """A table during the draw."""

    special: Special
    #: Number of ordinary characters of each team.
    plain: tuple[int, ...]
    target: Distribution | None = None
    newest: str = ""


#: Possible next states with their probabilities; none: the table must be drawn again.
Outcomes = list[tuple[float, State]]


@dataclass(frozen=True, slots=True)
class Drawing:
    """One script, one number of players, and the required and excluded characters."""

    cast: Cast
    base: Distribution
    forced: Mapping[str, int] = field(default_factory=dict)
    banned: frozenset[str] = frozenset()
    #: All groups of legal tables, listed once random draws have failed.
    listed: list[Group] = field(default_factory=list)
    aims: Aims = field(init=False)

    def __post_init__(self) -> None:
        """Compute the numbers once for all draws."""
        object.__setattr__(self, "aims", Aims(self.cast, self.base, self.banned))

    def start(self) -> State:
        """A table with only the required characters."""
        return State(frozenset(self.forced.items()), (0, 0, 0, 0))

    def done(self, state: State) -> bool:
        """Whether a table is full and complete."""
        return state.target is not None and self.numbers(state) == state.target and not self._missing(state)

    def numbers(self, state: State) -> Distribution:
        """How many of each team are on the table."""
        totals = dict(zip(COUNTED_TEAMS, state.plain, strict=True))
        for name, copies in state.special:
            member = self.cast.members[name]
            if member.fills and state.target:
                totals[member.team] = max(copies, state.target.of(member.team))
            elif not member.nobody:
                totals[member.team] += copies
        return Distribution(*totals.values())

    def outcomes(self, state: State) -> Outcomes:
        """The possible next states of an incomplete table."""
        spend(8 + (len(self.cast.special) + len(self.cast.jinxes.one_in_play)) // 4)
        names = _in_play(state.special).keys()
        if any(pair <= names for pair in self.cast.jinxes.one_in_play):
            return []
        if state.target is None:
            return self._aimed(state)
        missing = self._missing(state)
        if missing:
            return self._put_in(state, min(missing))
        numbers = self.numbers(state)
        for team in COUNTED_TEAMS:
            if numbers.of(team) > state.target.of(team):
                return self._taken_back(state, team)
        for team in _ORDER:
            drawn = list(self._drawn(state, team, state.target.of(team) - numbers.of(team)))
            if drawn:
                return drawn
        return []

    def _aimed(self, state: State) -> Outcomes:
        aims = self._roomy(state)
        whole = sum(chance for chance, _ in aims)
        found = [(chance / whole, state._replace(target=aim)) for chance, aim in aims]
        instead = self._instead_of_demons() if state == self.start() else []
        if instead:
            ways = len(instead) + bool(found)
            found = [(chance / ways, after) for chance, after in found]
            return [*found, *((1 / ways, self._with(state, member, member.low)) for member in instead)]
        return found or self._one_of(state, [pair for pair in self._loose(state) if pair[0] != state.newest])

    def _roomy(self, state: State) -> list[Aim]:
        """Numbers with room for the newest and the required characters, if there are any."""
        aims = self.aims.open(state.special)
        least = dict.fromkeys(COUNTED_TEAMS, 0)
        staying = self.aims.needs(state.special) | self.forced.keys() | {state.newest}
        keeping = [pair for pair in state.special if pair[0] in staying]
        for name, copies in (*keeping, *((name, 1) for name in self._missing(state))):
            member = self.cast.members.get(name)
            if member and not member.nobody:
                least[member.team] += copies
        return [each for each in aims if each[1].has_room(list(least.values()))] or list(aims)

    def _instead_of_demons(self) -> list[Member]:
        """Minions that replace the Demon on scripts where no Demon leaves room for them (Summoner with Legion)."""
        demons = self.cast.team(Team.DEMON)
        if not demons or not all(fx.Exactly(Team.MINION, 0) in demon.effects for demon in demons):
            return []
        some = (
            m for m in self.cast.special if m.team is Team.MINION and fx.Exactly(Team.DEMON, 0) in m.effects
        )
        return [member for member in some if member.key not in self.banned | self.forced.keys()]

    def _missing(self, state: State) -> frozenset[str]:
        return self.aims.needs(state.special) - _in_play(state.special).keys()

    def _put_in(self, state: State, name: str) -> Outcomes:
        member = self.cast.members.get(name)
        if member is None or name in self.banned or (name, 0) in state.special:
            return []
        return [(1.0, self._with(state, member, member.low))]

    def _taken_back(self, state: State, team: Team) -> Outcomes:
        """Put one of a team back: ordinary ones first, the newest last."""
        place = COUNTED_TEAMS.index(team)
        if state.plain[place]:
            return [(1.0, state._replace(plain=_changed(state.plain, place, -1)))]
        found = [pair for pair in self._loose(state) if self.cast.members[pair[0]].team is team]
        return self._one_of(state, [pair for pair in found if pair[0] != state.newest] or found)

    def _loose(self, state: State) -> list[tuple[str, int]]:
        """Special characters that no other requires."""
        staying = self.aims.needs(state.special) | self.forced.keys()
        return [pair for pair in sorted(state.special) if pair[0] not in staying]

    def _one_of(self, state: State, pairs: list[tuple[str, int]]) -> Outcomes:
        return [
            (1 / len(pairs), State(state.special - {pair}, state.plain, None, state.newest)) for pair in pairs
        ]

    def _drawn(self, state: State, team: Team, room: int) -> Iterator[tuple[float, State]]:
        if room <= 0:
            return
        place = COUNTED_TEAMS.index(team)
        names = {name for name, _ in state.special}
        special = [m for m in self.cast.special if m.team is team and m.key not in names | self.banned]
        plain = max(0, len(self.cast.plain[team]) - state.plain[place])
        there = plain + len(special)
        if plain or (not there and self._repeats(state, team)):
            chance = plain / there if there else 1.0
            yield chance, state._replace(plain=_changed(state.plain, place, 1), newest="")
        for member in special:
            numbers = _copies(member, room)
            for copies in numbers:
                yield 1 / there / len(numbers), self._with(state, member, copies)

    def _repeats(self, state: State, team: Team) -> bool:
        """Whether an exhausted team has a character that can be in play again."""
        lawless = any(self.cast.members[name].lawless for name, _ in state.special)
        found = next(self.aims.branches(state.special), None)
        there = any(self.cast.members[name].team is team for name, _ in state.special)
        there = there or state.plain[COUNTED_TEAMS.index(team)] > 0
        return there and (lawless or (found is not None and team in found.duplicates))

    def _with(self, state: State, member: Member, copies: int) -> State:
        """The table with another special character: the numbers stay unless it changes the allowed ones."""
        special = state.special | {(member.key, copies)}
        known = state.target is not None and self.aims.open(special) == self.aims.open(state.special)
        return State(special, state.plain, state.target if known else None, member.key)


def _copies(member: Member, room: int) -> range:
    """How many copies of a character may be drawn at once; 0: it removes itself."""
    if member.nobody or member.fills:
        return range(1, 2)
    if member.leaves:
        return range(2)
    most = member.high if member.extra else min(member.high, room)
    return range(member.low, max(member.low, most) + 1)


def _changed(plain: tuple[int, ...], place: int, by: int) -> tuple[int, ...]:
    return *plain[:place], plain[place] + by, *plain[place + 1 :]
