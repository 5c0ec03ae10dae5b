"""What a character can change about who is in play: the words in which the rules of setup are written as data.

Each effect is one small value. In a character's file it stands under `setupEffects` as an object with a key `effect`
(the name of the class in small letters: `evil-limit`) and a `source`, so that another table of rules (an older wording
of the Huntsman, say) is only other data. Homebrew effects are the same values, read from the brackets of the ability.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, get_args

from builder.game.ids import key
from builder.game.setup.rules import SetupError
from builder.game.teams import GOOD_TEAMS, Team

#: More copies than any table has players.
ANY_NUMBER = 20


class EffectError(SetupError):
    """A table of rules that cannot be read; the text says which effect and why."""


class _Effect:
    """What the setup has to know of an effect whatever it is."""

    __slots__ = ()
    #: Whether its character's presence can make a table legal or illegal, and whether it changes the numbers.
    counts: ClassVar[bool] = False
    moves: ClassVar[bool] = False
    #: Whether its character takes all places of its team.
    fills: ClassVar[bool] = False
    #: Whether it comes along for who has the abilities of a whole team (Hermit), or is given one (Alchemist).
    inherited: ClassVar[bool] = False
    granted: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Change(_Effect):
    """More or fewer of a team, Townsfolk giving way: Baron is `options=(2,)`, Godfather `(-1, 1)`."""

    counts = moves = inherited = granted = True
    team: Team
    options: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Exactly(_Effect):
    """The number of a team is set, whatever the others add or take; `number=None` is any number (Xaan)."""

    counts = moves = inherited = granted = True
    team: Team
    number: int | None


@dataclass(frozen=True, slots=True)
class Partner(_Effect):
    """Somebody else must be in play. An Outsider, Minion or Demon may be added for it, by one of `adds`."""

    counts = inherited = granted = True
    name: str
    adds: tuple[int, ...] = (0, 1)


@dataclass(frozen=True, slots=True)
class Copies(_Effect):
    """How many there are of one character. `extra`: copies outside the Townsfolk come on top of the team's number."""

    counts = True
    low: int
    high: int
    #: Whose copies; empty: its own.
    name: str = ""
    extra: bool = False


@dataclass(frozen=True, slots=True)
class Most(_Effect):
    """More than half of the players are this character (Legion). Game: at least one player is not."""

    counts = moves = fills = True
    name: str = ""
    #: Players to copies: how many are advised.
    advised: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Replaces(_Effect):
    """All of a team are this character instead (Riot, by its older rule)."""

    counts = moves = fills = True
    team: Team
    name: str = ""


@dataclass(frozen=True, slots=True)
class Disguise(_Effect):
    """It never knows itself: it draws a token of another kind. `crosses`: seats are crossed instead (Lunatic)."""

    inherited = True
    teams: tuple[Team, ...]
    crosses: bool = False
    #: It sits directly beside the Demon, so a good token has to: one more Minion's in the bag is all there can be.
    beside: bool = False
    #: What the marker token says that is put beside it.
    marker: str = ""


@dataclass(frozen=True, slots=True)
class Grant(_Effect):
    """It has, or gives the Demon, the ability of a character of these teams, as a rule one that is not in play."""

    counts = moves = True
    teams: tuple[Team, ...]
    to_demon: bool = False
    #: Whether the Storyteller may also make up an ability.
    own: bool = False
    #: Whether the character may be in play as well (Alchemist).
    in_play: bool = False
    excluded: tuple[str, ...] = ()
    marker: str = ""


@dataclass(frozen=True, slots=True)
class AbilitiesOf(_Effect):
    """It has the abilities of all of a team on the script (Hermit), their setup included."""

    team: Team


@dataclass(frozen=True, slots=True)
class Leaves(_Effect):
    """It may remove itself from play and leave its place to a Townsfolk (Hermit)."""

    counts = moves = True


@dataclass(frozen=True, slots=True)
class Nobody(_Effect):
    """It is in play though no player is it (Lil' Monsta)."""

    counts = moves = True


@dataclass(frozen=True, slots=True)
class Later(_Effect):
    """Characters of a team are made after the setup: the usual number and `more` (Kazali), or just `more`."""

    counts = moves = granted = True
    team: Team
    more: int = 0
    as_usual: bool = True
    when: str = "on the first night"


@dataclass(frozen=True, slots=True)
class Alignment(_Effect):
    """Players whose alignment is not that of their character: `team=None` is the character itself."""

    inherited = granted = True
    team: Team | None
    number: int = 1
    evil: bool = True


@dataclass(frozen=True, slots=True)
class EvilLimit(_Effect):
    """The most evil players there may be more than usual (Spirit of Ivory)."""

    number: int


@dataclass(frozen=True, slots=True)
class Duplicates(_Effect):
    """Characters of these teams may be in play more than once.

    `beyond`: teams whose duplicates stand outside the count and take a Townsfolk's place (Pope: Outsiders).
    """

    counts = moves = True
    teams: tuple[Team, ...]
    beyond: tuple[Team, ...] = ()
    bluffs: bool = False


@dataclass(frozen=True, slots=True)
class NoRules(_Effect):
    """The Storyteller may break the rules: all players are good, in any mix, with any duplicates (Atheist)."""

    counts = moves = True


@dataclass(frozen=True, slots=True)
class Bluffs(_Effect):
    """Who is shown bluffs. Modes: none, in-play, instead (of the Demon), each-minion, optional, always."""

    mode: str


@dataclass(frozen=True, slots=True)
class Step(_Effect):
    """Something that the Storyteller does or bears in mind at setup; changes no numbers.

    `marker` is put on one player: `on` are teams, “good” for good players of the good ones, “opposing” for players
    of the other alignment, “others” where it is never the player itself; nothing is the player itself.
    """

    text: str
    marker: str = ""
    on: tuple[str, ...] = ()
    #: Only with at least this number of copies in play.
    copies: int = 1


Effect = (
    Change
    | Exactly
    | Partner
    | Copies
    | Most
    | Replaces
    | Disguise
    | Grant
    | AbilitiesOf
    | Leaves
    | Nobody
    | Later
    | Alignment
    | EvilLimit
    | Duplicates
    | NoRules
    | Bluffs
    | Step
)


def read(written: Mapping[str, Any]) -> Effect:
    """One effect from its JSON form. Raises EffectError for a form that does not exist."""
    fields = {name: value for name, value in written.items() if name not in ("effect", "source")}
    try:
        shape = _SHAPES[written["effect"]]
        effect: Effect = shape(**{name: _FIELDS.get(name, _as_is)(value) for name, value in fields.items()})
    except (KeyError, TypeError, ValueError, AttributeError) as mistake:
        raise EffectError(f"This setup effect cannot be read: {dict(written)} ({mistake}).") from mistake
    return effect


def _as_is(value: Any) -> Any:
    return value


def _teams(names: Iterable[str]) -> tuple[Team, ...]:
    return tuple(team for name in names for team in (sorted(GOOD_TEAMS) if name == "good" else [Team(name)]))


_SHAPES: Mapping[str, type[Any]] = {
    re.sub(r"\B(?=[A-Z])", "-", shape.__name__).lower(): shape for shape in get_args(Effect)
}
_FIELDS: Mapping[str, Callable[[Any], Any]] = {
    "team": lambda name: None if name is None else Team(name),
    "teams": _teams,
    "beyond": _teams,
    "options": tuple,
    "adds": tuple,
    "on": tuple,
    "excluded": lambda names: tuple(map(key, names)),
    "advised": lambda table: tuple(sorted((int(players), copies) for players, copies in table.items())),
}
