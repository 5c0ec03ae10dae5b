"""The Storyteller's choices at setup: whose ability the Alchemist has, what the Marionette thinks it is."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import NamedTuple

from builder.game.setup import effects as fx
from builder.game.setup.budget import spend
from builder.game.setup.cast import Cast, Member
from builder.game.teams import EVIL_TEAMS, Team
from builder.language import gettext as _

#: (name of the character with the effect; its key; the effect)
Source = tuple[str, str, fx.Effect]
#: (who has or grants the ability, whose ability)
Granted = tuple[str, str]


class Mask(NamedTuple):
    """The token of a player who does not know their character: any of a team, or a specific one."""

    holder: str
    team: Team
    token: str = ""
    evil: bool = False
    #: Whether its player must sit directly next to the Demon.
    beside: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """One option of a choice."""

    sources: tuple[Source, ...] = ()
    granted: tuple[Granted, ...] = ()
    shown: tuple[Mask, ...] = ()
    #: Good seats that become Minions once there is a Demon: (who, how many).
    late: tuple[str, int] | None = None
    #: Relative probability among the options.
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Scene:
    """Who is in play, with copies, and which teams have ordinary characters left over."""

    cast: Cast
    counts: Mapping[str, int]
    spare: frozenset[Team]


def grants(scene: Scene, source: Source) -> list[Choice]:
    """The abilities that one character may have or grant: all abilities without setup text are one option."""
    name, owner, grant = source
    assert isinstance(grant, fx.Grant)  # noqa: S101  # for the type checker
    return list(_abilities(scene, (name, owner), grant, frozenset())) or [Choice()]


def masks(scene: Scene, member: Member) -> list[Choice]:
    """The possible tokens of a character that does not know itself, for each of its copies."""
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
            through = _("%(name)s (as %(thought_name)s)") % {
                "name": member.name,
                "thought_name": thought.name,
            }
            sources = tuple(
                (through, other, it) for it in thought.effects if isinstance(it, fx.Change | fx.Partner)
            )
            found.append(Choice(sources, shown=(Mask(member.key, thought.team, other, evil, beside),)))
    return found


def lates(scene: Scene) -> list[Choice]:
    """Whether someone is still to be made a Minion next to the Demon."""
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
    """Whether an ability can be granted here: its character is out of play, or the grant or a jinx allows it."""
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
        sources = tuple((through, member.key, effect) for effect in member.effects if effect.granted)
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
    """An ability that itself has or grants an ability: the Alchemist with the Boffin's."""
    by, sources = outer
    for grant in nested:
        inner = list(_abilities(scene, owner, grant, seen)) or [Choice()]
        whole = sum(choice.weight for choice in inner)
        for choice in inner:
            granted = ((by, owner[1]), *choice.granted) if choice.granted or sources else ()
            yield Choice((*sources, *choice.sources), granted, weight=choice.weight / whole)
