"""Which special characters can be in play together: the cases that a script's setup has to be looked at in."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from builder.game.setup.branches import Branch, branches
from builder.game.setup.budget import TooManyWaysError, spend
from builder.game.setup.cast import Cast, Member
from builder.game.setup.effects import (
    Change,
    Duplicates,
    Exactly,
    Grant,
    Later,
    Leaves,
    Most,
    Nobody,
    NoRules,
    Partner,
    Replaces,
)
from builder.game.setup.judging import Table
from builder.game.setup.rules import MOST_SEATS, Distribution
from builder.game.teams import EVIL_TEAMS, Team

#: With more special characters than this, only small combinations are looked at, with many more only pairs.
MOST_SPECIAL, MANY = 15, 24
SMALL, SMALLER = 3, 2
#: With more than this nothing is counted: of all official characters there are 33.
MOST_COUNTED = 120

_MOVING = (Change, Duplicates, Exactly, Grant, Later, Leaves, Most, Nobody, NoRules, Replaces)

Chosen = tuple[tuple[Member, int], ...]


@dataclass(frozen=True, slots=True)
class Combination:
    """Special characters in play together, with their copies, and what they do to the numbers."""

    table: Table
    members: tuple[Member, ...]
    numbers: Distribution
    branches: tuple[Branch, ...]
    #: Takes all places of its team (Legion).
    fills: Member | None = None
    #: Whether somebody has, or gives, the ability of a character that is not in play.
    grants: bool = False


def is_complete(cast: Cast) -> bool:
    """Whether every combination is looked at: always, but on scripts with dozens of special characters."""
    return len(cast.special) <= MOST_SPECIAL


def combinations(cast: Cast, *, moving: bool = False, among: Collection[str] = ()) -> Iterator[Combination]:
    """The combinations of a script that some table can have, those under the Atheist aside.

    Raises TooManyWaysError. With `moving`, of those alone that change numbers: enough to see which numbers there
    can be, where the script has plenty of everybody. Whoever is `among` them is so always.
    """
    if len(cast.special) > MOST_COUNTED:
        raise TooManyWaysError
    spare = frozenset(team for team, plain in cast.plain.items() if plain)
    members = [m for m in (_moving(cast) if moving else cast.special) if not m.lawless]
    there = [member for member in members if member.key in among]
    others = [member for member in members if member.key not in among]
    size = len(others) if len(others) <= MOST_SPECIAL else SMALL if len(others) <= MANY else SMALLER
    room = _room(cast)
    for fixed in _choices(there, room, len(there)):
        if len(fixed) == len(there):
            for chosen in _choices(others, _left(room, fixed), size):
                combination = _combination(cast, (*fixed, *chosen), spare)
                if combination:
                    yield combination


def _left(room: dict[Team, int], chosen: Chosen) -> dict[Team, int]:
    taken = {team: sum(n for m, n in chosen if m.team is team and not m.nobody) for team in room}
    return {team: most - taken[team] for team, most in room.items()}


def _moving(cast: Cast) -> list[Member]:
    """Special characters that change numbers, and those whom they need."""
    moving = [member for member in cast.special if _moves(member)]
    wanted = {effect.name for member in moving for effect in member.effects if isinstance(effect, Partner)}
    wanted.update(member.key for member in moving)
    return [member for member in cast.special if member.key in wanted]


def _moves(member: Member) -> bool:
    hides = any(not disguise.crosses for disguise in member.disguises) and member.team in EVIL_TEAMS
    return hides or member.extra or any(isinstance(effect, _MOVING) for effect in member.effects)


def _choices(members: Sequence[Member], room: dict[Team, int], size: int) -> Iterator[Chosen]:
    """Every choice of up to `size` members, with copies, that the seats can hold."""
    spend()
    yield ()
    for place, member in enumerate(members):
        if size == 0:
            return
        most = room[member.team]
        single = member.nobody or member.fills
        numbers = (1,) if single else tuple(range(member.low, min(member.high, most) + 1))
        for copies in numbers if most or member.nobody else ():
            left = room if member.nobody else room | {member.team: most - copies}
            for others in _choices(members[place + 1 :], left, size - 1):
                yield ((member, copies), *others)


def _room(cast: Cast) -> dict[Team, int]:
    """The most that each team can have on any table."""
    most = {Team.TOWNSFOLK: MOST_SEATS, Team.OUTSIDER: MOST_SEATS, Team.MINION: 3, Team.DEMON: 1}
    effects = [effect for member in cast.special for effect in member.effects] + [e for *_, e in cast.always]
    for effect in effects:
        if isinstance(effect, Change):
            most[effect.team] += max(0, *effect.options)
        elif isinstance(effect, Exactly):
            most[effect.team] = MOST_SEATS if effect.number is None else max(most[effect.team], effect.number)
    for member in cast.special:
        most[member.team] += member.high - 1 if member.extra else 0
    return most


def _combination(cast: Cast, chosen: Chosen, spare: frozenset[Team]) -> Combination | None:
    counts = {member.key: copies for member, copies in chosen}
    spend(len(cast.jinxes.one_in_play) // 16)
    if any(pair <= counts.keys() for pair in cast.jinxes.one_in_play):
        return None
    members = tuple(member for member, _ in chosen)
    open_ones = tuple(b for b in branches(cast, counts, spare) if b.needs <= counts.keys() and not b.clash)
    if not open_ones:
        return None
    table = Table(cast, counts)
    fills = next((member for member in members if member.fills), None)
    grants = any(isinstance(effect, Grant) for member in members for effect in member.effects)
    return Combination(table, members, table.numbers, open_ones, fills, grants)
