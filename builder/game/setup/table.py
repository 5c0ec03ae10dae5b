"""What a script can do: for every number of players the tables it can have, why, and what it lacks."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from builder.game.script import Script
from builder.game.setup import explaining
from builder.game.setup.budget import TOO_MANY, TooManyWaysError, limited, spend
from builder.game.setup.cast import SCRIPTS, Cast, Member, cast
from builder.game.setup.combinations import Combination, is_complete
from builder.game.setup.counting import Group
from builder.game.setup.distributions import distributions
from builder.game.setup.effects import Copies, Effect, Partner
from builder.game.setup.judging import extra
from builder.game.setup.reaching import Reach, reach
from builder.game.setup.rules import FEWEST_PLAYERS, MOST_SEATS, Distribution, Rules, seats
from builder.game.teams import COUNTED_TEAMS, Team
from builder.memoize import of_values

#: More sentences than this about one number of players nobody reads.
_MOST_REASONS = 8


@dataclass(frozen=True, slots=True)
class Row:
    """One number of players: which numbers of each team a legal table of this script can have."""

    players: int
    base: Distribution
    allowed: tuple[Distribution, ...]
    #: (id, what it does) of everybody on the script who changes the numbers.
    because: tuple[tuple[str, str], ...]
    reasons: tuple[str, ...]
    #: Whether all ways were gone through; else there may be more numbers.
    complete: bool = True

    @property
    def outsiders(self) -> tuple[int, ...]:
        """How many Outsiders can be in play."""
        return tuple(sorted({each.outsider for each in self.allowed}))

    @property
    def fillable(self) -> bool:
        """Whether any legal table can be made, or may be for all we know."""
        return bool(self.allowed) or not self.complete

    def as_json(self) -> dict[str, Any]:
        """The shape that `clockwright setup --json` gives."""
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
    #: Whether all combinations were looked at (always, but with dozens of characters that change the setup).
    complete: bool = True

    def as_json(self) -> dict[str, Any]:
        """The shape that `clockwright setup --json` gives."""
        return {"players": {str(players): row.as_json() for players, row in self.rows.items()}}


def setups(script: Script, rules: Rules, players: int | None = None) -> SetupTable:
    """What a resolved script can do with so many players, or with 5 to 15. Raises PlayerCountError."""
    asked = range(FEWEST_PLAYERS, MOST_SEATS + 1) if players is None else (players,)
    bases = {number: rules.base(number) for number in asked}
    who = cast(script, rules)
    because = tuple(_because(who))
    rows: dict[int, Row] = {}
    with limited():
        try:
            whole = reach(who)
            rows.update((number, _row(whole, number, base, because)) for number, base in bases.items())
        except TooManyWaysError:
            rows |= {number: _open_row(number, bases[number], because) for number in bases.keys() - rows}
    return SetupTable({number: rows[number] for number in asked}, is_complete(who))


def _open_row(players: int, base: Distribution, because: tuple[tuple[str, str], ...]) -> Row:
    """A row of which nothing is known: there are too many ways."""
    return Row(players, base, (), because, (*_travellers(players), TOO_MANY), complete=False)


def _row(whole: Reach, players: int, base: Distribution, because: tuple[tuple[str, str], ...]) -> Row:
    found = whole.groups(base)
    allowed = tuple(sorted(found, key=lambda each: (each.outsider, each.minion, each.demon)))
    reasons = (*_travellers(players), *_why(base, found), *_lacking(whole, base, found))
    return Row(players, base, allowed, because, reasons)


def _because(who: Cast) -> Iterator[tuple[str, str]]:
    for member in who.special:
        told = [explaining.effect(it) for it in _named(who, member)]
        if any(told):
            yield member.id, "; ".join(text for text in told if text)
    for key, _, it in who.always:
        if explaining.effect(it):
            yield who.ids[key], explaining.effect(it)


def _named(who: Cast, member: Member) -> Iterator[Effect]:
    """What it changes, with others' names in place of their ids, and the number of its copies told once."""
    copies = [it for it in member.effects if isinstance(it, Copies)]
    for it in member.effects:
        if isinstance(it, Partner):
            yield replace(it, name=who.names.get(it.name, it.name))
        elif not isinstance(it, Copies):
            yield it
        elif it is copies[0]:
            yield replace(it, low=member.low, high=member.high)


def _travellers(players: int) -> Iterator[str]:
    if seats(players) < players:
        yield f"{players} people play as {seats(players)} with {players - seats(players)} Travellers."


def _why(base: Distribution, found: Mapping[Distribution, Group]) -> Iterator[str]:
    """For each number of Outsiders other than usual, the simplest way to it."""
    by_number: dict[int, Group] = {}
    for distribution, group in found.items():
        best = by_number.get(distribution.outsider)
        if best is None or len(group.members) < len(best.members):
            by_number[distribution.outsider] = group
    for number, group in sorted(by_number.items()):
        if number != base.outsider:
            steps = explaining.steps(group.branch, base, group.distribution)
            yield f"{_capital(explaining.some(number, Team.OUTSIDER))}: {' '.join(steps)}"


def _lacking(whole: Reach, base: Distribution, found: Mapping[Distribution, Group]) -> Iterator[str]:
    """What the script has too few of, for the smallest sets of characters that need more."""
    who = whole.cast
    there = _there(who)
    told: list[frozenset[str]] = []
    for combination in whole.moving:
        spend()
        keys = frozenset(combination.table.counts)
        if len(told) >= _MOST_REASONS or len(keys) > 2 or any(known <= keys for known in told):
            continue
        short = _shortage(combination, base, there)
        if short:
            told.append(keys)
            yield f"{_with(who, combination)}{sum(base)} players need {short}."
    if not found and not told:
        yield f"No legal table of {sum(base)} players can be made of this script."


@of_values(SCRIPTS)
def _there(who: Cast) -> Mapping[Team, int]:
    """How many of each team can be in play."""
    return {team: sum(max(1, m.high) for m in who.team(team) if not m.nobody) for team in COUNTED_TEAMS}


def _shortage(combination: Combination, base: Distribution, there: Mapping[Team, int]) -> str:
    """What no table with these characters gets enough of; empty where some table can be filled, or none is open."""
    shorts: list[str] = []
    for branch in combination.branches:
        for each in distributions(branch, base, extra(combination.table, branch)):
            if combination.fills is None and any(map(int.__lt__, each, combination.numbers)):
                continue
            short = [
                team
                for team in COUNTED_TEAMS
                if each.of(team) > there[team] and not _filled(combination, team)
            ]
            if not short:
                return ""
            shorts.append(
                explaining.listed(
                    f"{explaining.some(each.of(team), team)} (the script has {there[team]})" for team in short
                )
            )
    return min(shorts, key=len, default="")


def _filled(combination: Combination, team: Team) -> bool:
    return combination.fills is not None and combination.fills.team is team


def _with(who: Cast, combination: Combination) -> str:
    names = [who.names[member.key] for member in combination.members]
    return f"With {explaining.listed(names)} in play, " if names else ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
