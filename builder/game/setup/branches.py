"""What the characters in play do to the numbers, for every way to carry out their abilities.

A branch is one set of choices: which ability the Alchemist has, what the Marionette thinks it is, whether a Minion
is still to be made next to the Demon. Inside a branch only the options of bracketed numbers (−1 or +1) are open.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import NamedTuple

from builder.game.setup import effects as fx
from builder.game.setup.budget import spend
from builder.game.setup.cast import Cast, Member
from builder.game.setup.choices import Choice, Granted, Mask, Scene, Source, grants, lates, masks
from builder.game.setup.rules import Distribution
from builder.game.teams import COUNTED_TEAMS, Team
from builder.language import gettext as _

_NONE = (0,)
_NO_DEMON = fx.Exactly(Team.DEMON, 0)
#: If one sits next to the Demon without knowing it, only one other Minion's token can be in the bag: at most two
#: can sit next to the Demon. The rest are made on the first night.
MOST_NEIGHBORS = 2


@dataclass(frozen=True, slots=True)
class Branch:
    """One way to carry out the setup of those in play."""

    sources: tuple[Source, ...] = ()
    granted: tuple[Granted, ...] = ()
    #: One for each player who does not know their character.
    shown: tuple[Mask, ...] = ()
    #: Good seats that become Minions once there is a Demon: (who, how many).
    late: tuple[str, int] | None = None
    sums: tuple[tuple[int, ...], ...] = (_NONE, _NONE, _NONE)
    #: Changes that only apply with a number of players or more.
    crowded: tuple[fx.Change, ...] = ()
    #: Limits to the numbers of teams.
    among: tuple[fx.Among, ...] = ()
    #: Fixed numbers of Outsiders, Minions, Demons: None is not fixed, "any" is any number.
    fixed: tuple[int | str | None, ...] = (None, None, None)
    #: Names of those that fix one number to two values.
    clash: tuple[str, ...] = ()
    needs: frozenset[str] = frozenset()
    most: fx.Most | None = None
    replaces: Team | None = None
    later: tuple[fx.Later, ...] = ()
    evil: int = 0
    evil_limit: int | None = None
    no_rules: bool = False
    duplicates: frozenset[Team] = frozenset()
    beyond: frozenset[Team] = frozenset()
    #: Relative probability among the branches of the same table.
    weight: float = 1.0

    @property
    def shift(self) -> int:
        """How many evil players have an Outsider's token: the bag has the usual Outsiders, the table fewer."""
        return sum(mask.evil and mask.team is Team.OUTSIDER for mask in self.shown)

    @property
    def neighbors_demon(self) -> bool:
        """Whether a Minion who does not know it must sit next to the Demon."""
        return any(mask.beside for mask in self.shown)

    @property
    def delayed_seats(self) -> int:
        """How many good seats become Minions once there is a Demon."""
        return self.late[1] if self.late else 0

    @property
    def numbers(self) -> tuple[object, ...]:
        """Everything that the allowed numbers depend on: branches that share this allow the same."""
        moved = (
            self.sums,
            self.crowded,
            self.among,
            self.fixed,
            self.shift,
            self.neighbors_demon,
            self.delayed_seats,
        )
        return (*moved, self.most, self.replaces, self.beyond, self.clash)


def branches(cast: Cast, counts: Mapping[str, int], spare: frozenset[Team]) -> Iterator[Branch]:
    """Yield every branch of a table. `spare`: teams with an ordinary character that is not in play."""
    spend(16 + len(counts))
    present = cast.special_among(counts)
    own = (
        *((member.name, member.key, effect) for member in present for effect in member.effects),
        *((name, key, effect) for key, name, effect in cast.always),
        *_absent(cast, counts),
    )
    lawless = any(isinstance(effect, fx.NoRules) for *_unused, effect in own)
    choices = () if lawless else _choices(Scene(cast, counts, spare), own, present)
    for chosen in product(*choices):
        every = (*own, *(source for choice in chosen for source in choice.sources))
        # Effects that depend on a character apply only while that is in play.
        sources = tuple(it for it in every if not (who := getattr(it[2], "having", "")) or who in counts)
        spend(16 + 2 * len(sources))
        summed = _summed(sources)
        yield replace(
            summed,
            granted=tuple(pair for choice in chosen for pair in choice.granted),
            shown=tuple(mask for choice in chosen for mask in choice.shown),
            late=next((choice.late for choice in chosen if choice.late), None),
            clash=_demon_clash(present, sources) or (() if lawless else summed.clash),
            weight=prod(choice.weight for choice in chosen),
        )


def _absent(cast: Cast, counts: Mapping[str, int]) -> Iterator[Source]:
    """Characters that may have removed themselves: each adds one of its team although it is not in play."""
    for member in cast.leaving:
        if member.key not in counts:
            yield _("%(name)s (removed)") % {"name": member.name}, member.key, fx.Change(member.team, (-1, 0))


def _choices(scene: Scene, own: Sequence[Source], present: Sequence[Member]) -> Iterator[list[Choice]]:
    """Everything that the Storyteller has to choose, each with its options."""
    for source in own:
        grant = source[2]
        if isinstance(grant, fx.Grant) and not (grant.to_demon and _demonless(own, present)):
            yield grants(scene, source)
        if isinstance(grant, fx.Either):
            yield [Choice(tuple((*source[:2], effect) for effect in way)) for way in grant.ways]
    yield from (masks(scene, member) for member in present if member.hides)
    yield lates(scene)


def _demonless(own: Sequence[Source], present: Sequence[Member]) -> bool:
    """Whether the game begins without any Demon."""
    return any(effect == _NO_DEMON for *_unused, effect in own) and not any(
        member.nobody for member in present
    )


def _demon_clash(present: Sequence[Member], sources: Sequence[Source]) -> tuple[str, ...]:
    """Names that clash: a Demon that is not a player, and a character that says there is no Demon."""
    nobodies = [member for member in present if member.nobody and member.team is Team.DEMON]
    if not nobodies:
        return ()
    keys = {member.key for member in nobodies}
    others = [
        name
        for name, key, effect in sources
        if (effect == _NO_DEMON or isinstance(effect, fx.NoRules)) and key not in keys
    ]
    if not others and len(nobodies) == 1:
        return ()
    return tuple(dict.fromkeys((*(member.name for member in nobodies), *others)))


def _summed(sources: Sequence[Source]) -> Branch:  # noqa: C901  # one case for each kind of effect
    """The sum of all effects."""
    sums = {team: {0} for team in COUNTED_TEAMS[1:]}
    #: The names that fix a team's number, by the number; None is any.
    setting: dict[Team, dict[int | None, str]] = {team: {} for team in COUNTED_TEAMS[1:]}
    needs: set[str] = set()
    kinds: list[fx.Most | fx.Replaces] = []
    later: list[fx.Later] = []
    evil, limits, no_rules = 0, list[int](), False
    duplicates: list[fx.Duplicates] = []
    crowded: list[fx.Change] = []
    among: list[fx.Among] = []
    for name, _unused, effect in sources:
        match effect:
            case fx.Change(players=players) if players:
                crowded.append(effect)
            case fx.Among():
                among.append(effect)
            case fx.Change(team, options) if team in sums:
                spend(4 + len(sums[team]) * len(options) // 4)
                sums[team] = {total + option for total in sums[team] for option in options}
            case fx.Exactly(team, number) if team in setting:
                setting[team][number] = name
            case fx.Partner(partner):
                needs.add(partner)
            case fx.Alignment(number=number, evil=True):
                evil += 1 if number == fx.ANY_NUMBER else number
            case fx.Later():
                later.append(effect)
            case fx.Most() | fx.Replaces():
                kinds.append(effect)
            case fx.Duplicates():
                duplicates.append(effect)
            case fx.EvilLimit(number):
                limits.append(number)
            case fx.NoRules():
                no_rules = True
    return Branch(
        sources=tuple(sources),
        sums=tuple(tuple(sorted(totals)) for totals in sums.values()),
        crowded=tuple(crowded),
        among=tuple(among),
        fixed=tuple(map(_fixed, setting.values())),
        clash=next(filter(None, map(_clash, reversed(setting.values()))), ()),
        needs=frozenset(needs),
        most=next((each for each in kinds if isinstance(each, fx.Most)), None),
        replaces=next((each.team for each in kinds if isinstance(each, fx.Replaces)), None),
        later=tuple(later),
        evil=evil,
        evil_limit=min(limits, default=None),
        no_rules=no_rules,
        duplicates=frozenset(team for each in duplicates for team in each.teams),
        beyond=frozenset(team for each in duplicates for team in each.beyond),
    )


def _fixed(names: Mapping[int | None, str]) -> int | str | None:
    """The number that a team is fixed to; "any" if the effects leave it open."""
    return next((number for number in names if number is not None), "any") if names else None


def _clash(names: Mapping[int | None, str]) -> tuple[str, ...]:
    """The names that fix a team to different numbers."""
    certain = tuple(name for number, name in names.items() if number is not None)
    return certain if len(certain) > 1 else ()


class Extra(NamedTuple):
    """Copies that do not count toward their team's number."""

    outsider: int = 0
    minion: int = 0
    demon: int = 0


NO_EXTRA = Extra()


def distributions(branch: Branch, base: Distribution, extra: Extra = NO_EXTRA) -> Iterator[Distribution]:
    """The distributions that one branch allows. Townsfolk balance every change."""
    players = sum(base)
    if branch.clash:
        return
    if branch.no_rules:
        yield from (Distribution(players - outsiders, outsiders, 0, 0) for outsiders in range(players))
        return
    late, shift = branch.delayed_seats, branch.shift
    for minions, demons in product(_minions(branch, base), _demons(branch, base)):
        spend()
        evil = minions - late + extra.minion, demons + extra.demon
        if sum(evil) > players:
            continue
        for outsiders in _of(branch, base, Team.OUTSIDER, players - sum(evil) - extra.outsider):
            spend()
            good = outsiders - shift + extra.outsider
            townsfolk = players - sum(evil) - good
            if outsiders >= shift and townsfolk >= 0:
                yield Distribution(townsfolk, good, *evil)


def minions_made_later(branch: Branch, base: Distribution, minions: int) -> int:
    """How many Minions are made on the first night because a Marionette limits the Minion tokens in the bag."""
    if not branch.neighbors_demon or minions != MOST_NEIGHBORS:
        return 0
    totals = _of(branch, base, Team.MINION, sum(base))
    return min(total for total in totals if total >= MOST_NEIGHBORS) - MOST_NEIGHBORS


def _minions(branch: Branch, base: Distribution) -> tuple[int, ...]:
    if branch.replaces is Team.MINION:
        return (0,)
    late = branch.delayed_seats
    totals = _of(branch, base, Team.MINION, sum(base))
    # A good player must remain to sit next to the Demon, so of three Minions one more is made later, of four two.
    totals = tuple(total for total in totals if late <= total <= late + MOST_NEIGHBORS) if late else totals
    totals = tuple(total for total in totals if total > MOST_NEIGHBORS) if late > 1 else totals
    return tuple({min(total, MOST_NEIGHBORS): None for total in totals}) if branch.neighbors_demon else totals


def _demons(branch: Branch, base: Distribution) -> tuple[int, ...]:
    players = sum(base)
    if branch.most:
        clash = branch.fixed[2] not in (None, "any")
        return () if clash else tuple(range(players // 2 + 1, players))
    if branch.replaces:
        return (base.demon + base.of(branch.replaces),)
    return _of(branch, base, Team.DEMON, players)


def _of(branch: Branch, base: Distribution, team: Team, most: int) -> tuple[int, ...]:
    limits = [limit for limit in branch.among if limit.team is team]
    totals = _unlimited(branch, base, team, most, is_free=any(not limit.nearest for limit in limits))
    for limit in limits:
        if limit.nearest:
            found = {
                min(limit.numbers, key=lambda number: (abs(number - it), number)) for it in totals
            }  # used at once
        else:
            found = {total for total in totals if total in limit.numbers}
        totals = tuple(sorted(found))
    return totals


def _unlimited(
    branch: Branch, base: Distribution, team: Team, most: int, *, is_free: bool
) -> tuple[int, ...]:
    place = COUNTED_TEAMS.index(team)
    fixed = branch.fixed[place - 1]
    if isinstance(fixed, int):
        return (fixed,)
    if fixed == "any" or is_free:
        return tuple(range(max(0, most) + 1))
    sums = branch.sums[place - 1]
    for change in branch.crowded:
        if change.team is team and sum(base) >= change.players:
            sums = tuple({total + option for total in sums for option in change.options})
    return open_totals(base[place], sums)


def open_totals(base: int, sums: Iterable[int]) -> tuple[int, ...]:
    """The totals that a base number and the summed changes allow.

    Totals below zero are dropped if any total is not below zero; otherwise the number is 0.
    """
    totals = sorted({base + change for change in sums})
    return tuple(total for total in totals if total >= 0) or (0,)
