"""Summarize what a script can do: for every number of players its possible tables, why, and what it lacks."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from builder.game.script import Script
from builder.game.setup import effects as fx, explaining, impossible
from builder.game.setup.branches import Branch
from builder.game.setup.budget import TOO_MANY, TooManyWaysError, limited, spend
from builder.game.setup.cast import Cast, Member, cast
from builder.game.setup.groups import (
    Combination,
    Group,
    combinations,
    is_complete,
    lawless_groups,
    legal_groups,
    open_numbers,
)
from builder.game.setup.rules import FEWEST_PLAYERS, MOST_SEATS, Distribution, Rules, seats
from builder.game.teams import COUNTED_TEAMS, Team
from builder.language import gettext as _

#: At most this many sentences about one number of players.
_MOST_REASONS = 8


@dataclass(frozen=True, slots=True)
class Row:
    """One number of players: the possible numbers of each team on legal tables of this script."""

    players: int
    base: Distribution
    allowed: tuple[Distribution, ...]
    #: (id, effect) of all characters on the script that change the numbers.
    because: tuple[tuple[str, str], ...]
    reasons: tuple[str, ...]
    #: Whether all branches were tried; otherwise there may be more numbers.
    complete: bool = True

    @property
    def outsiders(self) -> tuple[int, ...]:
        """How many Outsiders can be in play."""
        return tuple(sorted({each.outsider for each in self.allowed}))

    @property
    def fillable(self) -> bool:
        """Whether a legal table exists, or may exist if not all branches were tried."""
        return bool(self.allowed) or not self.complete

    def as_json(self) -> dict[str, Any]:
        """The JSON object for `clockwright setup --json`."""
        return {
            "base": self.base.as_json(),
            "allowed": [each.as_json() for each in self.allowed],
            "outsiders": list(self.outsiders),
            "because": [{"id": identifier, "effect": what} for identifier, what in self.because],
            "fillable": self.fillable,
            "reasons": list(self.reasons),
        }


@dataclass(frozen=True, slots=True)
class SetupTable:
    """The rows of a script by number of players."""

    rows: Mapping[int, Row]
    #: Whether all combinations were tried (always, except with dozens of characters that change the setup).
    complete: bool = True

    def as_json(self) -> dict[str, Any]:
        """The JSON object for `clockwright setup --json`."""
        return {"players": {str(players): row.as_json() for players, row in self.rows.items()}}


def setups(script: Script, rules: Rules, players: int | None = None) -> SetupTable:
    """Summarize a resolved script for this number of players, or for 5 to 15. Raises PlayerCountError."""
    numbers = range(FEWEST_PLAYERS, MOST_SEATS + 1) if players is None else (players,)
    bases = {number: rules.base(number) for number in numbers}
    who = cast(script, rules)
    because = tuple(_because(who))
    rows: dict[int, Row] = {}
    with limited():
        try:
            reach = Reach.of(who)
            rows.update((number, _row(reach, number, base, because)) for number, base in bases.items())
        except TooManyWaysError:
            for number in bases.keys() - rows:
                reasons = (*_travellers(number), TOO_MANY)
                rows[number] = Row(number, bases[number], (), because, reasons, complete=False)
    return SetupTable({number: rows[number] for number in numbers}, is_complete(who))


def _row(reach: "Reach", players: int, base: Distribution, because: tuple[tuple[str, str], ...]) -> Row:
    found = reach.groups(base)
    allowed = tuple(sorted(found, key=lambda each: (each.outsider, each.minion, each.demon)))
    reasons = (*_travellers(players), *_why(base, found), *_lacking(reach, base, found))
    return Row(players, base, allowed, because, tuple(dict.fromkeys(reasons)))


def _because(who: Cast) -> Iterator[tuple[str, str]]:
    does = [(member.id, list(_named(who, member))) for member in who.special]
    does += [(who.ids[key], [effect]) for key, _unused, effect in who.always]
    for identifier, effects in does:
        text = "; ".join(filter(None, map(explaining.effect, effects)))
        if text:
            yield identifier, text


def _named(who: Cast, member: Member) -> Iterator[fx.Effect]:
    """Its effects, with names in place of ids, and the number of copies only once."""
    copies = [it for it in member.effects if isinstance(it, fx.Copies)]
    for it in member.effects:
        if not isinstance(it, fx.Copies):
            yield explaining.named(it, who.names)
        elif it is copies[0]:
            yield replace(it, low=member.low, high=member.high)


def _travellers(players: int) -> Iterator[str]:
    if seats(players) < players:
        travellers = explaining.some(players - seats(players), Team.TRAVELLER)
        yield _("Set up %(players)s players like %(seats)s, plus %(travellers)s.") % {
            "players": players,
            "seats": seats(players),
            "travellers": travellers,
        }


def _why(base: Distribution, found: Mapping[Distribution, Group]) -> Iterator[str]:
    """For each unusual number of Outsiders, the simplest explanation."""
    by_number: dict[int, Group] = {}
    for group in sorted(found.values(), key=lambda each: len(each.members)):
        by_number.setdefault(group.distribution.outsider, group)
    for number, group in sorted(by_number.items()):
        if number != base.outsider:
            steps = explaining.steps(group.branch, base, group.distribution)
            yield f"{explaining.capital(explaining.some(number, Team.OUTSIDER))}: {' '.join(steps)}"


def _lacking(reach: "Reach", base: Distribution, found: Mapping[Distribution, Group]) -> Iterator[str]:
    """What the script has too few of, for the smallest combinations that need more."""
    known: list[frozenset[str]] = []
    for combination in reach.moving:
        spend()
        keys = frozenset(combination.table.counts)
        if len(known) >= _MOST_REASONS or len(keys) > 2 or any(smaller <= keys for smaller in known):
            continue
        short = _shortage(combination, base, reach.there)
        if short:
            known.append(keys)
            names = explaining.listed(member.name for member in combination.members)
            values = {"names": names, "players": sum(base), "characters": short}
            text = _("%(players)s players need %(characters)s.")
            if keys:
                text = _("With %(names)s in play, %(players)s players need %(characters)s.")
            yield text % values
    if not found:
        yield impossible.reason(reach.cast, base)


def _shortage(combination: Combination, base: Distribution, there: Mapping[Team, int]) -> str:
    """What these characters lack on every table; empty if some table can be filled, or none is allowed."""
    shorts: list[str] = []
    filled = combination.fills.team if combination.fills else None
    for branch in combination.branches:
        for each in combination.table.distributions(branch, base):
            if filled is None and not each.has_room(combination.numbers):
                continue
            short = impossible.shortages(each, there, filled)
            if not short:
                return ""
            shorts.append(explaining.listed(short))
    return min(shorts, key=len, default="")


#: Cases by the properties that determine the allowed numbers; fewest special characters first.
Cases = dict[tuple[object, ...], list[tuple[Combination, Branch]]]


@dataclass(slots=True)
class Reach:
    """What the special characters of one script can do together, computed once for all numbers of players."""

    cast: Cast
    #: Combinations of characters that change numbers, smallest first.
    moving: list[Combination]
    #: The maximum of each team in play.
    there: Mapping[Team, int]
    _cases: Cases
    _all: Cases = field(default_factory=dict)

    @classmethod
    def of(cls, cast: Cast) -> "Reach":
        """Compute what the special characters of a script can do together."""
        moving = sorted(combinations(cast, moving=True), key=lambda each: len(each.members))
        there = {team: sum(max(1, m.high) for m in cast.team(team) if not m.nobody) for team in COUNTED_TEAMS}
        return cls(cast, moving, there, _alike(moving))

    def groups(self, base: Distribution) -> dict[Distribution, Group]:
        """The possible numbers of legal tables, each with the simplest table."""
        found = {group.distribution: group for group in lawless_groups(self.cast, sum(base))}
        wanted = [each for each in self._search(base, self._cases, found) if self._can_be(each)]
        if wanted:
            # Some numbers need every character of a kind: search again, including those that are special only by name.
            self._all = self._all or _alike(combinations(self.cast))
            for _unused in self._search(base, self._all, found):
                pass
        return found

    def _search(
        self, base: Distribution, cases: Cases, found: dict[Distribution, Group]
    ) -> Iterator[Distribution]:
        """Add results; yield the numbers without any."""
        for alike in cases.values():
            for usual, final in open_numbers(*alike[0], base):
                if final not in found:
                    every = (group for case in alike for group in legal_groups(*case, base, usual, final))
                    if group := next(every, None):
                        found[final] = group
                    else:
                        yield final

    def _can_be(self, each: Distribution) -> bool:
        """Whether the script has enough characters of each team."""
        spend(len(self.cast.members) // 2)
        free = any(getattr(effect, "teams", ()) for *_unused, effect in self.cast.always)
        return free or all(
            each.of(team) <= sum(member.high for member in self.cast.team(team) if not member.nobody)
            for team in COUNTED_TEAMS
        )


def _alike(some: Iterable[Combination]) -> Cases:
    cases: Cases = {}
    pairs = [(combination, branch) for combination in some for branch in combination.branches]
    # A number is explained by the characters themselves rather than by somebody who gains their ability.
    for combination, branch in sorted(pairs, key=lambda pair: (len(pair[0].members), len(pair[1].granted))):
        alike = (*branch.numbers, combination.table.extra_copies(branch))
        cases.setdefault(alike, []).append((combination, branch))
    return cases
