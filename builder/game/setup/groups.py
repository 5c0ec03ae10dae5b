"""List every legal table of a script, in groups.

Only special characters (those that change numbers, or that a rule names) are enumerated one by one; the rest are
interchangeable within their team, so the tables with the same number of them are one group.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from builder.game.setup import effects as fx
from builder.game.setup.branches import Branch, branches
from builder.game.setup.budget import TooManyWaysError, spend
from builder.game.setup.cast import Cast, Member
from builder.game.setup.legality import Table, fits, legal_branches
from builder.game.setup.rules import MOST_SEATS, Distribution
from builder.game.teams import COUNTED_TEAMS, EVIL_TEAMS, Team

#: With more special characters than this, only small combinations are tried, with many more only pairs.
MOST_SPECIAL, MANY = 15, 24
SMALL, SMALLER = 3, 2
#: With more than this nothing is enumerated: all official characters together have 33.
MOST_COUNTED = 120

Chosen = tuple[tuple[Member, int], ...]
#: Number of different ordinary characters of each team.
Plain = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Combination:
    """Special characters in play together, with their copies, and their effect on the numbers."""

    table: Table
    members: tuple[Member, ...]
    numbers: Distribution
    branches: tuple[Branch, ...]
    #: Takes all seats of its team (Legion).
    fills: Member | None = None
    #: Whether any of them has, or grants, the ability of a character that is not in play.
    grants: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Equivalent legal tables: the same special characters, the same numbers."""

    members: tuple[Member, ...]
    copies: tuple[int, ...]
    distribution: Distribution
    #: One branch that leads to them.
    branch: Branch
    plain: Plain = ()


def is_complete(cast: Cast) -> bool:
    """Whether every combination is tried: always, except on scripts with dozens of special characters."""
    return len(cast.special) <= MOST_SPECIAL


def combinations(cast: Cast, *, moving: bool = False, among: Collection[str] = ()) -> Iterator[Combination]:
    """The combinations of special characters that some table can have, except those under the Atheist.

    Raises TooManyWaysError. With `moving`, only combinations that change numbers: enough to find the possible numbers
    if the script has plenty of every team. Every one contains all characters in `among`.
    """
    if len(cast.special) > MOST_COUNTED:
        raise TooManyWaysError
    members = [member for member in (_moving(cast) if moving else cast.special) if not member.lawless]
    there = [member for member in members if member.key in among]
    others = [member for member in members if member.key not in among]
    size = len(others) if len(others) <= MOST_SPECIAL else SMALL if len(others) <= MANY else SMALLER
    room = _room(cast)
    for fixed in _choices(there, room, len(there)):
        if len(fixed) == len(there):
            left = dict(room)
            for member, copies in fixed:
                left[member.team] -= 0 if member.nobody else copies
            for chosen in _choices(others, left, size):
                combination = _combination(cast, (*fixed, *chosen))
                if combination:
                    yield combination


def _moving(cast: Cast) -> list[Member]:
    """Special characters that change numbers, and those that they require."""
    moving = [member for member in cast.special if _moves(member)]
    every = [effect for member in moving for effect in member.effects]
    wanted = {effect.name for effect in every if isinstance(effect, fx.Partner)}
    wanted.update(effect.having for effect in every if isinstance(effect, fx.Change))
    wanted.update(member.key for member in moving)
    return [member for member in cast.special if member.key in wanted]


def _moves(member: Member) -> bool:
    hides = member.hides and member.team in EVIL_TEAMS
    return hides or member.extra or any(effect.moves for effect in member.effects)


def _choices(members: Sequence[Member], room: dict[Team, int], size: int) -> Iterator[Chosen]:
    """Every choice of up to `size` members, with copies, that fits the seats."""
    spend()
    yield ()
    for place, member in enumerate(members if size else ()):
        most = room[member.team]
        single = member.nobody or member.fills
        numbers = (1,) if single else range(member.low, min(member.high, most) + 1)
        for copies in numbers if most or member.nobody else ():
            left = room if member.nobody else room | {member.team: most - copies}
            for others in _choices(members[place + 1 :], left, size - 1):
                yield ((member, copies), *others)


def _room(cast: Cast) -> dict[Team, int]:
    """The maximum of each team on any table."""
    most = {Team.TOWNSFOLK: MOST_SEATS, Team.OUTSIDER: MOST_SEATS, Team.MINION: 3, Team.DEMON: 1}
    effects = [effect for member in cast.special for effect in member.effects] + [e for *_, e in cast.always]
    for effect in effects:
        if isinstance(effect, fx.Change):
            most[effect.team] += max(0, *effect.options)
        elif isinstance(effect, fx.Exactly):
            most[effect.team] = MOST_SEATS if effect.number is None else max(most[effect.team], effect.number)
    for member in cast.special:
        most[member.team] += member.high - 1 if member.extra else 0
    return most


def _combination(cast: Cast, chosen: Chosen) -> Combination | None:
    counts = {member.key: copies for member, copies in chosen}
    table = Table(cast, counts)
    if table.is_jinxed:
        return None
    every = branches(cast, counts, cast.spare)
    open_ones = tuple(branch for branch in every if branch.needs <= counts.keys() and not branch.clash)
    if not open_ones:
        return None
    members = tuple(member for member, _ in chosen)
    return Combination(
        table,
        members,
        table.numbers,
        open_ones,
        fills=next((member for member in members if member.fills), None),
        grants=any(member.grants for member in members),
    )


def groups(cast: Cast, base: Distribution, some: Iterable[Combination]) -> Iterator[Group]:
    """The legal tables for a number of players, in groups."""
    for combination in some:
        seen: set[tuple[Distribution, int, Plain]] = set()
        for branch in combination.branches:
            for usual, final in open_numbers(combination, branch, base):
                for group in legal_groups(combination, branch, base, usual, final):
                    alike = final, usual.outsider, group.plain
                    if alike not in seen:
                        seen.add(alike)
                        yield group
    yield from lawless_groups(cast, sum(base))


def open_numbers(
    combination: Combination, branch: Branch, base: Distribution
) -> Iterator[tuple[Distribution, Distribution]]:
    """The numbers that a branch allows, also with any number of second Outsiders in place of Townsfolk."""
    for usual in combination.table.distributions(branch, base):
        yield usual, usual
        doubled = usual.townsfolk if Team.OUTSIDER in branch.beyond and usual.outsider else 0
        for more in range(1, doubled + 1):
            yield usual, usual._replace(townsfolk=usual.townsfolk - more, outsider=usual.outsider + more)


def legal_groups(
    combination: Combination, branch: Branch, base: Distribution, usual: Distribution, final: Distribution
) -> Iterator[Group]:
    """The legal tables with these numbers in one branch, by the number of different characters.

    `usual` are the numbers before second Outsiders replace Townsfolk, `final` those after.
    """
    spend()
    if combination.fills is None and not usual.has_room(combination.numbers):
        return
    for plain in _fillings(combination, branch, usual, final):
        spend(4)
        if _works(combination, branch, base, plain, final):
            copies = tuple(combination.table.counts.values())
            yield Group(combination.members, copies, final, branch, plain)


def _fillings(
    combination: Combination, branch: Branch, usual: Distribution, final: Distribution
) -> Iterator[Plain]:
    """How many different ordinary characters of each team can fill the remaining seats."""
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
    """Whether no one of a team has a second copy here: free duplicates are counted elsewhere."""
    return all(combination.table.counts[m.key] == m.low for m in combination.members if m.team is team)


def _can_repeat(kinds: int, number: int) -> bool:
    """Whether this number of copies can be taken from these kinds, with repetition."""
    return number == 0 or (number > 0 and kinds > 0)


def _works(
    combination: Combination, branch: Branch, base: Distribution, plain: Plain, final: Distribution
) -> bool:
    """Whether tokens, later characters and abilities are possible; all tables of a group share the answer."""
    cast = combination.table.cast
    teams = [(team, cast.plain[team], used) for team, used in zip(COUNTED_TEAMS, plain, strict=True)]
    given = combination.grants and any(some and used >= len(some) for _, some, used in teams)
    if not (branch.shown or branch.later or branch.late or branch.evil_limit is not None or given):
        return True
    counts = dict(combination.table.counts)
    for team, some, used in teams:
        counts.update((member.key, 1) for member in some[:used])
        seated = [m.key for m in map(cast.members.__getitem__, counts) if m.team is team and not m.nobody]
        if seated:
            counts[seated[0]] += final.of(team) - sum(counts[name] for name in seated)
    table = Table(cast, counts)
    return any(legal_branches(table, base)) if given else fits(table, branch, base)


def lawless_groups(cast: Cast, players: int) -> Iterator[Group]:
    """The legal tables on which the Storyteller may break the rules: all mixes of good characters, with duplicates."""
    townsfolk, outsiders = len(cast.team(Team.TOWNSFOLK)), len(cast.team(Team.OUTSIDER))
    for member in cast.special:
        if member.lawless:
            sources = tuple((member.name, member.key, effect) for effect in member.effects)
            branch = Branch(sources=sources, no_rules=True)
            for number in range(players):
                if _can_repeat(townsfolk, players - number - 1) and _can_repeat(outsiders, number):
                    yield Group((member,), (1,), Distribution(players - number, number, 0, 0), branch)
