"""What checks need to know of a script's setup, without the whole table."""

from collections.abc import Iterator
from dataclasses import dataclass

from builder.game.problem import Problem
from builder.game.script import Script
from builder.game.setup.budget import within_budget
from builder.game.setup.cast import Cast, cast
from builder.game.setup.effects import (
    AbilitiesOf,
    Bluffs,
    Change,
    Disguise,
    Exactly,
    Leaves,
    NoRules,
    Partner,
    Step,
)
from builder.game.setup.reaching import Reach, reach
from builder.game.setup.rules import FEWEST_PLAYERS, MOST_SEATS, Distribution, Rules
from builder.game.teams import COUNTED_TEAMS, Team


@dataclass(frozen=True, slots=True)
class Outlook:
    """Which games a script makes possible, and what is wrong with what it says about the setup."""

    #: Numbers of players with a legal table.
    playable: tuple[int, ...]
    #: Ids of those who put the number of Outsiders in doubt.
    modifiers: tuple[str, ...]
    #: (id, id of whom it needs) where the other is not on the script.
    without_partner: tuple[tuple[str, str], ...]
    #: Brackets that are not understood.
    problems: tuple[Problem, ...]


@within_budget
def outlook(script: Script, rules: Rules) -> Outlook:
    """The outlook of a resolved script, for 5 to 15 players."""
    who = cast(script, rules)
    return Outlook(tuple(_playable(who, rules)), tuple(_modifiers(who)), tuple(_alone(who)), who.problems)


def _playable(who: Cast, rules: Rules) -> Iterator[int]:
    """A number is playable if unremarkable characters alone make a table, or else if any do."""
    plain = Distribution(*(_unremarkable(who, team) for team in COUNTED_TEAMS))
    usual = not any(isinstance(effect, Exactly) for *_, effect in who.always)
    whole: Reach | None = None
    for players in range(FEWEST_PLAYERS, MOST_SEATS + 1):
        base = rules.base(players)
        if usual and not any(map(int.__lt__, plain, base)):
            yield players
            continue
        whole = whole or reach(who)
        if whole.any(base):
            yield players


def _unremarkable(who: Cast, team: Team) -> int:
    """How many of a team can be in play without a difference to anything."""
    named = {name for pair in who.jinxes.one_in_play for name in pair}
    special = (m for m in who.special if m.team is team and m.key not in named)
    return len(who.plain[team]) + sum(
        all(_harmless(effect) for effect in m.effects) and m.baggable for m in special
    )


def _harmless(effect: object) -> bool:
    if isinstance(effect, Change):
        return 0 in effect.options
    return isinstance(effect, Step | Bluffs | AbilitiesOf | Leaves | Disguise)


def _modifiers(who: Cast) -> Iterator[str]:
    for member in who.special:
        if any(_doubtful(effect) for effect in member.effects):
            yield member.id
    yield from dict.fromkeys(who.ids[key] for key, _, effect in who.always if _doubtful(effect))


def _doubtful(effect: object) -> bool:
    if isinstance(effect, Change | Exactly):
        return effect.team is Team.OUTSIDER
    return isinstance(effect, Leaves | NoRules)


def _alone(who: Cast) -> Iterator[tuple[str, str]]:
    for member in who.special:
        for effect in member.effects:
            if isinstance(effect, Partner) and effect.name not in who.members:
                yield member.id, effect.name
