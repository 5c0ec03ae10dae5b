"""Whose ability the Alchemist, the Boffin's Demon or the Amnesiac has, by name."""

from collections.abc import Iterator
from random import Random

from builder.game.setup.cast import Member
from builder.game.setup.choices import Scene, grantable
from builder.game.setup.effects import AbilitiesOf, Alignment, Change, Exactly, Grant, Later, Partner
from builder.game.setup.seating import Seating

_WITH_SETUP = Change | Exactly | Partner | Alignment | Later | Grant


def name(seating: Seating, random: Random) -> None:
    """Settle who has whose ability (`seating.grants`), and add a step for each."""
    table = seating.table
    scene = Scene(table.cast, table.counts, frozenset())
    named = seating.grants
    named += seating.branch.granted
    for member in table.members:
        for grant in (effect for effect in member.effects if isinstance(effect, Grant)):
            if not any(by == member.key for by, _ in named):
                named += _plain(seating, scene, member.key, grant, random)
    for by, ability in named:
        _tell(seating, by, ability)


def abilities(seating: Seating) -> Iterator[tuple[str, str, Member]]:
    """Every ability at a table: (through whom, for people; the key of who has it; whose ability it is).

    Those of the characters themselves, of all Outsiders for a Hermit, and those that are given. What a jinx puts in
    place of a given ability (the Alchemist-Spy's) is left out.
    """
    for member in seating.table.members:
        yield member.name, member.key, member
        for effect in member.effects:
            if isinstance(effect, AbilitiesOf):
                others = (each for each in seating.cast.team(effect.team) if each is not member)
                yield from ((f"{member.name} ({each.name})", member.key, each) for each in others)
    yield from given(seating)


def given(seating: Seating) -> Iterator[tuple[str, str, Member]]:
    """The abilities that are given, as `abilities` tells them."""
    members = seating.cast.members
    for by, ability in seating.grants:
        if ability and not _is_lacking(seating, (by, ability)):
            yield f"{members[by].name} ({members[ability].name})", _holder(seating, by), members[ability]


def _is_lacking(seating: Seating, pair: tuple[str, str]) -> bool:
    jinxes = seating.cast.jinxes
    return pair in jinxes.needs_in_play | jinxes.absent


def _holder(seating: Seating, by: str) -> str:
    """Who has an ability that one gives: itself or, with a Boffin, the Demon."""
    if not any(isinstance(effect, Grant) and effect.to_demon for effect in seating.cast.members[by].effects):
        return by
    demons = (seat.character for seat in seating.seats if seating.is_demon(seat))
    return next(demons, by)


def _plain(seating: Seating, scene: Scene, by: str, grant: Grant, random: Random) -> list[tuple[str, str]]:
    """An ability without setup text of its own: any character of those teams that is not in play."""
    nobody = any(member.nobody for member in seating.table.members)
    if grant.to_demon and not (seating.table.numbers.demon or nobody):
        return []
    members = [
        member
        for team in grant.teams
        for member in seating.cast.team(team)
        if member.key not in seating.banned
    ]
    special = {member.key for member in seating.cast.special}
    free = [
        m.key
        for m in members
        if grantable(scene, by, m, grant) and (m.key not in special or _without_setup(seating, m.key))
    ]
    if grant.own and (not free or random.random() < 0.5):
        return [(by, "")]
    return [(by, random.choice(sorted(free)))] if free else []


def _without_setup(seating: Seating, ability: str) -> bool:
    return not any(isinstance(effect, _WITH_SETUP) for effect in seating.cast.members[ability].effects)


def _tell(seating: Seating, by: str, ability: str) -> None:
    names = seating.cast.names
    grants = [effect for effect in seating.cast.members[by].effects if isinstance(effect, Grant)]
    whom = "the Demon" if any(grant.to_demon for grant in grants) else f"the {names[by]}"
    what = f"the ability of the {names[ability]}" if ability else "an ability of your own making"
    jinxed = ", as their jinx tells it" if _is_lacking(seating, (by, ability)) else ""
    seating.steps.append(f"{whom[0].upper()}{whom[1:]} has {what}{jinxed}.")
    for grant in grants:
        # The token is swapped for the ability's, which lies at another player while that character is in play.
        if grant.marker and ability and ability not in seating.table.counts:
            seating.markers.append((ability, grant.marker))
