"""Every legal table of a script, listed without dealing one.

Only special characters (those that change numbers, or whom a rule names) are gone through one by one; the rest are
alike within their team, so the tables with so many of them are one group.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from builder.game.setup.branches import Branch
from builder.game.setup.budget import spend
from builder.game.setup.cast import Cast, Member
from builder.game.setup.combinations import Combination
from builder.game.setup.distributions import distributions
from builder.game.setup.judging import Table, extra, fits, legal_branches
from builder.game.setup.rules import Distribution
from builder.game.teams import COUNTED_TEAMS, GOOD_TEAMS, Team

#: How many different unremarkable characters of each team.
Plain = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Legal tables that are alike: the same special characters, the same numbers."""

    members: tuple[Member, ...]
    copies: tuple[int, ...]
    distribution: Distribution
    #: One way in which they come about.
    branch: Branch
    plain: Plain = ()


def groups(cast: Cast, base: Distribution, some: Iterable[Combination]) -> Iterator[Group]:
    """The legal tables for so many players, alike ones together."""
    for combination in some:
        yield from _legal(combination, base)
    yield from lawless_groups(cast, sum(base))


def legal_group(
    combination: Combination, branch: Branch, base: Distribution, usual: Distribution, final: Distribution
) -> Iterator[Group]:
    """The legal tables of these numbers that one branch leads to, by how many different characters they have.

    `usual` are the numbers before second Outsiders stand in for Townsfolk, `final` those after.
    """
    spend()
    if combination.fills is None and any(map(int.__lt__, usual, combination.numbers)):
        return
    for plain in _fillings(combination, branch, usual, final):
        spend(4)
        if _works(combination, branch, base, plain, final):
            copies = tuple(combination.table.counts.values())
            yield Group(combination.members, copies, final, branch, plain)


def lawless_groups(cast: Cast, players: int) -> Iterator[Group]:
    """The legal tables on which the Storyteller may break the rules."""
    for member in cast.special:
        if member.lawless:
            yield from _without_rules(cast, member, players)


def _legal(combination: Combination, base: Distribution) -> Iterator[Group]:
    seen: set[tuple[Distribution, int, Plain]] = set()
    for branch in combination.branches:
        for usual in distributions(branch, base, extra(combination.table, branch)):
            for final in with_duplicates(branch, usual):
                for group in legal_group(combination, branch, base, usual, final):
                    alike = final, usual.outsider, group.plain
                    if alike not in seen:
                        seen.add(alike)
                        yield group


def with_duplicates(branch: Branch, usual: Distribution) -> Iterator[Distribution]:
    """The numbers themselves, and with so many second Outsiders in place of Townsfolk."""
    yield usual
    if Team.OUTSIDER in branch.beyond and usual.outsider:
        for more in range(1, usual.townsfolk + 1):
            yield usual._replace(townsfolk=usual.townsfolk - more, outsider=usual.outsider + more)


def _fillings(
    combination: Combination, branch: Branch, usual: Distribution, final: Distribution
) -> Iterator[Plain]:
    """How many different unremarkable characters of each team can fill the places that are left."""
    teams: list[list[int]] = []
    cast = combination.table.cast
    for place, team in enumerate(COUNTED_TEAMS):
        there, taken = len(cast.plain[team]), combination.numbers[place]
        if combination.fills and combination.fills.team is team:
            found = [0] if taken == 1 else []
        elif team in branch.beyond:
            different, again = usual[place] - taken, final[place] - usual[place]
            found = [different] if 0 <= different <= there and _can_repeat(usual[place], again) else []
        elif team in branch.duplicates:
            more = final[place] - taken
            found = [k for k in range(min(there, more) + 1) if _can_repeat(taken + k, more - k)]
        else:
            different = final[place] - taken
            found = [different] if 0 <= different <= there else []
        free = team in branch.duplicates and not _once(combination, team)
        if free or not found:
            return
        teams.append(found)
    yield from product(*teams)


def _once(combination: Combination, team: Team) -> bool:
    """Whether nobody of a team has a second copy here: where duplicates are free, they are counted elsewhere."""
    return all(combination.table.counts[m.key] == m.low for m in combination.members if m.team is team)


def _can_repeat(kinds: int, number: int) -> bool:
    """Whether so many more can be taken from so many kinds, each as often as one likes."""
    return number == 0 or (number > 0 and kinds > 0)


def _works(
    combination: Combination, branch: Branch, base: Distribution, plain: Plain, final: Distribution
) -> bool:
    """Whether tokens, later characters and abilities work out; all tables of a group are alike in that."""
    cast = combination.table.cast
    used = dict(zip(COUNTED_TEAMS, plain, strict=True))
    exhausted = any(some and used[team] >= len(some) for team, some in cast.plain.items())
    given = combination.grants and exhausted
    if not (branch.shown or branch.later or branch.late or branch.evil_limit is not None or given):
        return True
    counts = dict(combination.table.counts)
    for team, some in cast.plain.items():
        counts.update((member.key, 1) for member in some[: used[team]])
        left = final.of(team) - sum(n for name, n in counts.items() if _seated(cast.members[name], team))
        again = next((name for name in counts if _seated(cast.members[name], team)), None)
        if again and left:
            counts[again] += left
    table = Table(cast, counts)
    return any(legal_branches(table, base)) if given else fits(table, branch, base)


def _seated(member: Member, team: Team) -> bool:
    return member.team is team and not member.nobody


def _without_rules(cast: Cast, member: Member, players: int) -> Iterator[Group]:
    """All mixes of good characters, duplicates and all, with this one among them."""
    townsfolk, outsiders = (
        sum(m.team is team for m in cast.members.values()) for team in sorted(GOOD_TEAMS, reverse=True)
    )
    branch = Branch(
        sources=tuple((member.name, member.key, effect) for effect in member.effects), no_rules=True
    )
    for number in range(players):
        if _can_repeat(townsfolk, players - number - 1) and _can_repeat(outsiders, number):
            yield Group((member,), (1,), Distribution(players - number, number, 0, 0), branch)
