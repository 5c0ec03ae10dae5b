"""With how many players a script can be played, found out quickly: most scripts can with all."""

from dataclasses import replace
from itertools import islice

from builder import catalogue
from builder.game.script import Script
from builder.game.setup import impossible
from builder.game.setup.budget import TooManyWaysError, limited
from builder.game.setup.cast import Cast, Member, cast
from builder.game.setup.effects import Change, Copies, Effect, Exactly, Later, Most, Partner, Replaces
from builder.game.setup.groups import Combination, combinations, groups, is_complete
from builder.game.setup.rules import FEWEST_PLAYERS, MOST_SEATS, Distribution, Rules
from builder.game.teams import COUNTED_TEAMS

ALL = tuple(range(FEWEST_PLAYERS, MOST_SEATS + 1))
#: So many characters that change the setup, and combinations of them, are looked at; of more we say nothing.
MOST_SPECIAL, MOST_COMBINATIONS = 12, 300
#: Checks run after every change: they may take a fifth of the time that the table may.
MOST_STEPS = 280_000


def rules() -> Rules:
    """The official rules of setup."""
    return catalogue.rules()


def cast_of(script: Script) -> Cast:
    """Everybody who can be in play, with what each changes about the setup."""
    return cast(script, rules())


def playable(who: Cast) -> tuple[int, ...]:
    """The numbers of players (without Travellers) for which a legal table exists, or may exist for all we know."""
    try:
        with limited(MOST_STEPS):
            return _playable(who)
    except TooManyWaysError:
        return ALL


def _playable(who: Cast) -> tuple[int, ...]:
    left = [players for players in ALL if not _plainly(who, rules().base(players))]
    for member in who.special if left else ():
        left = _impossible(replace(who, special=(member,)), left)
    if not left or len(who.special) > MOST_SPECIAL:
        return ALL
    out = _impossible(who, left)
    return tuple(players for players in ALL if players not in out)


def _impossible(who: Cast, asked: list[int]) -> list[int]:
    """Those of the numbers for which there is surely no legal table."""
    some = list(islice(combinations(who), MOST_COMBINATIONS)) if asked else []
    if len(some) == MOST_COMBINATIONS:
        return []
    return [
        players for players in asked if not any(True for _unused in groups(who, rules().base(players), some))
    ]


def dealt(who: Cast, member: Member) -> tuple[int, ...] | None:
    """The numbers of players for which a legal table with this character exists; None if not everything was tried."""
    try:
        with limited(MOST_STEPS):
            some = list(islice(combinations(who, among=(member.key,)), MOST_COMBINATIONS))
            found = tuple(players for players in ALL if _has(who, rules().base(players), some, member))
    except TooManyWaysError:
        return None
    return found if len(some) < MOST_COMBINATIONS and is_complete(who) else None


def _has(who: Cast, base: Distribution, some: list[Combination], member: Member) -> bool:
    return any(member in group.members for group in groups(who, base, some))


def lacking(who: Cast, players: int) -> str:
    """Why a script cannot be played with so many players, in sentences."""
    with limited(MOST_STEPS):
        return impossible.reason(who, rules().base(players))


def _plainly(who: Cast, base: Distribution) -> bool:
    """Whether characters that change nothing are enough, so that nothing need be worked out."""
    if any(_compels(effect) for *_unused, effect in who.always):
        return False
    return all(len(who.plain[team]) >= base.of(team) for team in COUNTED_TEAMS)


def _compels(effect: Effect) -> bool:
    """Whether an effect may leave no table with the usual numbers."""
    if isinstance(effect, Change):
        return 0 not in effect.options
    return isinstance(effect, Exactly | Partner | Copies | Most | Replaces | Later)
