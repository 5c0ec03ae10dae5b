"""What a Storyteller chooses at setup: whose ability the Alchemist has, what the Marionette thinks it is."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import NamedTuple

from builder.game.setup import effects as fx
from builder.game.setup.budget import spend
from builder.game.setup.cast import Cast, Member
from builder.game.teams import EVIL_TEAMS, Team

#: (whose effect it is, by name for people; the key of the character; the effect)
Source = tuple[str, str, fx.Effect]
#: (who has or gives the ability, whose ability)
Granted = tuple[str, str]


class Mask(NamedTuple):
    """The token that one who does not know itself holds: any of a team, or a very one."""

    holder: str
    team: Team
    token: str = ""
    evil: bool = False
    #: Whether its player has to sit directly beside the Demon.
    beside: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several things that the Storyteller can do."""

    sources: tuple[Source, ...] = ()
    granted: tuple[Granted, ...] = ()
    shown: tuple[Mask, ...] = ()
    #: Good seats that will be made Minions once there is a Demon: (who, how many).
    late: tuple[str, int] | None = None
    #: How likely it is, against the others.
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Scene:
    """Who is in play, how often, and which teams have unremarkable characters that are not."""

    cast: Cast
    counts: Mapping[str, int]
    spare: frozenset[Team]


def grants(scene: Scene, source: Source) -> list[Choice]:
    """Which ability one character has or gives: all abilities without setup text are one choice."""
    name, owner, grant = source
    assert isinstance(grant, fx.Grant)  # noqa: S101  # for the type checker
    return list(_abilities(scene, (name, owner), grant, frozenset())) or [Choice()]


def masks(scene: Scene, member: Member) -> list[Choice]:
    """The tokens that one who does not know itself can hold, for each of its copies."""
    evil = member.team in EVIL_TEAMS
    beside = any(disguise.beside for disguise in member.disguises)
    teams = list({team: None for disguise in member.disguises for team in disguise.teams})
    found = [
        Choice(
            shown=tuple(Mask(member.key, team, "", evil, beside) for team in chosen),
            weight=float(1 + sum(len(scene.cast.plain[team]) for team in chosen)),
        )
        for chosen in combinations_with_replacement(teams, member.low)
    ]
    spend(10 * len(found))
    for by, other in sorted(scene.cast.jinxes.shown):
        if by == member.key and other in scene.cast.members and other not in scene.counts:
            thought = scene.cast.members[other]
            through = f"{member.name} (as {thought.name})"
            sources = tuple(
                (through, other, it) for it in thought.effects if isinstance(it, fx.Change | fx.Partner)
            )
            found.append(Choice(sources, shown=(Mask(member.key, thought.team, other, evil, beside),)))
    return found


def lates(scene: Scene) -> list[Choice]:
    """Whether somebody is still to be made a Minion beside the Demon."""
    members, late = scene.cast.members, scene.cast.jinxes.late
    waiting = {
        who for who, other in late if other in scene.counts and who in members and who not in scene.counts
    }
    if not waiting:
        return [Choice()]
    others = sum(member.team is Team.MINION for member in members.values()) - len(waiting)
    return [
        Choice(weight=float(max(1, others))),
        *(Choice(late=(who, seats)) for who in sorted(waiting) for seats in (1, 2)),
    ]


def grantable(scene: Scene, by: str, member: Member, grant: fx.Grant) -> bool:
    """Whether an ability can be given at this table: its character is out of play, or the grant or a jinx allows it."""
    pair, jinxes = (by, member.key), scene.cast.jinxes
    if pair in jinxes.never or member.key in grant.excluded or member.key == by:
        return False
    if member.fills or member.lawless:
        return False
    if pair in jinxes.needs_in_play:
        return member.key in scene.counts
    copies = scene.counts.get(member.key, 0)
    if grant.in_play and pair not in jinxes.absent and not member.grants:
        return True
    return copies <= jinxes.while_at_most.get(pair, 0)


def _abilities(
    scene: Scene, owner: tuple[str, str], grant: fx.Grant, seen: frozenset[str]
) -> Iterator[Choice]:
    name, by = owner
    spend(len(scene.cast.special) // 2)
    plain = sum(len(scene.cast.plain[team]) for team in grant.teams if grant.in_play or team in scene.spare)
    for member in scene.cast.special:
        if member.team not in grant.teams or member.key in seen or not grantable(scene, by, member, grant):
            continue
        through = f"{name} ({member.name})"
        sources = _passed(through, member)
        nested = member.grants
        if nested:
            yield from _deeper(scene, (through, member.key), nested, (by, sources), seen | {member.key, by})
        elif sources:
            yield Choice(sources, ((by, member.key),))
        else:
            plain += 1
    if grant.own or plain:
        yield Choice(weight=float(max(1, 2 * plain if grant.own else plain)))


def _deeper(
    scene: Scene,
    owner: tuple[str, str],
    nested: Sequence[fx.Grant],
    outer: tuple[str, tuple[Source, ...]],
    seen: frozenset[str],
) -> Iterator[Choice]:
    """An ability that is itself to have, or to give, an ability: the Alchemist with the Boffin's."""
    by, sources = outer
    for grant in nested:
        inner = list(_abilities(scene, owner, grant, seen)) or [Choice()]
        whole = sum(choice.weight for choice in inner)
        for choice in inner:
            granted = ((by, owner[1]), *choice.granted) if choice.granted or sources else ()
            yield Choice((*sources, *choice.sources), granted, weight=choice.weight / whole)


def _passed(through: str, member: Member) -> tuple[Source, ...]:
    return tuple((through, member.key, effect) for effect in member.effects if effect.granted)
