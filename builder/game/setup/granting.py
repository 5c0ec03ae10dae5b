"""Whose ability the Alchemist, the Boffin's Demon or the Amnesiac has, by name."""

from random import Random

from builder.game.setup.choosing import Scene, grantable
from builder.game.setup.effects import Alignment, Change, Exactly, Grant, Later, Partner
from builder.game.setup.seating import Seating

_WITH_SETUP = Change | Exactly | Partner | Alignment | Later | Grant


def named(seating: Seating, random: Random) -> tuple[tuple[str, str], ...]:
    """(who has or gives it, whose ability); "" for one of the Storyteller's own making. Adds a step for each."""
    table = seating.table
    scene = Scene(table.cast, table.counts, frozenset())
    given = list(seating.branch.granted)
    for member in table.members:
        for grant in (effect for effect in member.effects if isinstance(effect, Grant)):
            if not any(by == member.key for by, _ in given):
                given += _plain(seating, scene, member.key, grant, random)
    for by, ability in given:
        _tell(seating, by, ability)
    return tuple(given)


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
    free = [m.key for m in members if m.key not in special and m.key not in seating.table.counts]
    free += [
        m.key
        for m in members
        if m.key in special and grantable(scene, by, m, grant) and _without_setup(seating, m.key)
    ]
    if grant.own and (not free or random.random() < 0.5):  # noqa: PLR2004  # heads or tails
        return [(by, "")]
    return [(by, random.choice(sorted(free)))] if free else []


def _without_setup(seating: Seating, ability: str) -> bool:
    return not any(isinstance(effect, _WITH_SETUP) for effect in seating.cast.members[ability].effects)


def _tell(seating: Seating, by: str, ability: str) -> None:
    names = seating.cast.names
    grants = [effect for effect in seating.cast.members[by].effects if isinstance(effect, Grant)]
    whom = "the Demon" if any(grant.to_demon for grant in grants) else f"the {names[by]}"
    what = f"the ability of the {names[ability]}" if ability else "an ability of your own making"
    seating.steps.append(f"{whom[0].upper()}{whom[1:]} has {what}.")
    for grant in grants:
        if grant.marker and ability:
            seating.markers.append((ability, grant.marker))
