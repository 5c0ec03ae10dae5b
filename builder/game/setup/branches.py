"""What the characters in play do to the numbers, in every way in which their abilities can be carried out.

A branch is one set of choices: which ability the Alchemist has, what the Marionette thinks it is, whether one is still
to be made next to the Demon. Inside a branch only the options of the bracketed numbers (−1 or +1) are open.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Any

from builder.game.setup.budget import spend
from builder.game.setup.cast import Cast, Member, leaving
from builder.game.setup.choices import Granted, Mask, Scene, Source, grants, lates, masks
from builder.game.setup.effects import (
    Alignment,
    Change,
    Duplicates,
    Effect,
    EvilLimit,
    Exactly,
    Grant,
    Later,
    Most,
    NoRules,
    Partner,
    Replaces,
)
from builder.game.teams import COUNTED_TEAMS, Team

_NONE = (0,)


@dataclass(frozen=True, slots=True)
class Branch:
    """One way to carry out the setup of those in play."""

    sources: tuple[Source, ...] = ()
    granted: tuple[Granted, ...] = ()
    #: One for each player that does not know itself.
    shown: tuple[Mask, ...] = ()
    #: Good seats that will be made Minions once there is a Demon: (who, how many).
    late: tuple[str, int] | None = None
    sums: tuple[tuple[int, ...], ...] = (_NONE, _NONE, _NONE)
    #: Set numbers of Outsiders, Minions, Demons: None is not set, "any" is any number.
    fixed: tuple[int | str | None, ...] = (None, None, None)
    #: Who sets one number to two values.
    clash: tuple[str, ...] = ()
    needs: frozenset[str] = frozenset()
    most: Most | None = None
    replaces: Team | None = None
    later: tuple[Later, ...] = ()
    evil: int = 0
    evil_limit: int | None = None
    no_rules: bool = False
    duplicates: frozenset[Team] = frozenset()
    beyond: frozenset[Team] = frozenset()
    #: How likely a Storyteller comes to it, against the other branches of the same table.
    weight: float = 1.0

    @property
    def shift(self) -> int:
        """How many evil players hold an Outsider's token: the bag has the usual Outsiders, the table fewer."""
        return sum(mask.evil and mask.team is Team.OUTSIDER for mask in self.shown)

    @property
    def beside(self) -> bool:
        """Whether a Minion who does not know it has to sit beside the Demon."""
        return any(mask.beside for mask in self.shown)

    @property
    def numbers(self) -> tuple[object, ...]:
        """Whatever the allowed numbers depend on: branches alike in this allow the same."""
        return (
            self.sums,
            self.fixed,
            self.shift,
            self.beside,
            self.late[1] if self.late else 0,
            self.most,
            self.replaces,
            self.beyond,
            self.clash,
        )


def branches(cast: Cast, counts: Mapping[str, int], spare: frozenset[Team]) -> Iterator[Branch]:
    """Every branch of a table. `spare`: teams with an unremarkable character that is left out of play."""
    spend(16 + len(counts))
    present = cast.special_among(counts)
    scene = Scene(cast, counts, spare)
    own = (
        *((member.name, member.key, effect) for member in present for effect in member.effects),
        *((name, key, effect) for key, name, effect in cast.always),
        *_absent(scene),
    )
    lawless = any(isinstance(effect, NoRules) for *_, effect in own)
    choices = (
        []
        if lawless
        else [
            *(
                grants(scene, it)
                for it in own
                if isinstance(it[2], Grant) and not (it[2].to_demon and _demonless(own, present))
            ),
            *(masks(scene, member) for member in present if any(not it.crosses for it in member.disguises)),
            lates(scene),
        ]
    )
    for chosen in product(*choices):
        sources = (*own, *(source for choice in chosen for source in choice.sources))
        spend(16 + 2 * len(sources))
        summed = _summed(sources)
        yield replace(
            summed,
            granted=tuple(pair for choice in chosen for pair in choice.granted),
            shown=tuple(mask for choice in chosen for mask in choice.shown),
            late=next((choice.late for choice in chosen if choice.late), None),
            clash=_demon_clash(present, summed.sources) or (() if lawless else summed.clash),
            weight=prod(choice.weight for choice in chosen),
        )


def _absent(scene: Scene) -> Iterator[Source]:
    """Whoever may have removed itself takes one of its team along though it is not in play."""
    for member in leaving(scene.cast.special):
        if member.key not in scene.counts:
            yield f"{member.name} (removed)", member.key, Change(member.team, (-1, 0))


def _demonless(own: Sequence[Source], present: Sequence[Member]) -> bool:
    """Whether nobody at all is the Demon when the game begins."""
    no_demon = any(effect == Exactly(Team.DEMON, 0) for *_, effect in own)
    return no_demon and not any(member.nobody for member in present)


def _demon_clash(present: Sequence[Member], own: Sequence[Source]) -> tuple[str, ...]:
    """A Demon that no player is cannot be in play where somebody else says that there is none."""
    held = [member for member in present if member.nobody and member.team is Team.DEMON]
    if not held:
        return ()
    keys = {member.key for member in held}
    others = [name for name, key, effect in own if _no_demon(effect) and key not in keys]
    if others or len(held) > 1:
        return tuple(dict.fromkeys((*(member.name for member in held), *others)))
    return ()


def _no_demon(effect: Effect) -> bool:
    return effect == Exactly(Team.DEMON, 0) or isinstance(effect, NoRules)


def _summed(sources: Sequence[Source]) -> Branch:
    """What all the effects come to together."""
    of: defaultdict[type[Effect], list[Any]] = defaultdict(list)
    names: dict[tuple[Team, int | None], str] = {}
    for name, _, effect in sources:
        of[type(effect)].append(effect)
        if isinstance(effect, Exactly):
            names[effect.team, effect.number] = name
    fixed: list[int | str | None] = []
    clash: tuple[str, ...] = ()
    for team in COUNTED_TEAMS[1:]:
        numbers = [number for its, number in names if its is team]
        certain = [number for number in numbers if number is not None]
        fixed.append(certain[0] if certain else ("any" if numbers else None))
        if len(certain) > 1:
            clash = tuple(names[team, number] for number in certain)
    return Branch(
        sources=tuple(sources),
        sums=tuple(_sum(of[Change], team) for team in COUNTED_TEAMS[1:]) if Change in of else (_NONE,) * 3,
        fixed=tuple(fixed),
        clash=clash,
        needs=frozenset(each.name for each in of[Partner]),
        most=next(iter(of[Most]), None),
        replaces=next((each.team for each in of[Replaces]), None),
        later=tuple(of[Later]),
        evil=sum(each.number for each in of[Alignment] if each.evil),
        evil_limit=min((each.number for each in of[EvilLimit]), default=None),
        no_rules=NoRules in of,
        duplicates=frozenset(team for each in of[Duplicates] for team in each.teams),
        beyond=frozenset(team for each in of[Duplicates] for team in each.beyond),
    )


def _sum(changes: Iterable[Change], team: Team) -> tuple[int, ...]:
    totals = {0}
    for each in changes:
        if each.team is team:
            spend(4 + len(totals) * len(each.options) // 4)
            totals = {total + option for total in totals for option in each.options}
    return tuple(sorted(totals))
