"""Setup effects: everything that a character can change about who is in play, as data.

Each effect is one small value. A character's file lists them in `setupEffects`, as objects with a key `effect`
(the name of the class in kebab case: `evil-limit`) and a `source`, so that another table of rules (an older wording
of the Huntsman, say) is only other data. Homebrew effects are the same values, parsed from the ability's brackets.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, cast

from builder.game.ids import key
from builder.game.setup.rules import SetupError
from builder.game.teams import GOOD_TEAMS, Team
from builder.language import N_, gettext as _

#: More copies than any table has players.
ANY_NUMBER = 20


class EffectError(SetupError):
    """An invalid table of rules; the text names the effect and the reason."""


class Effect:
    """One thing that a character changes, with the properties of its kind."""

    __slots__ = ()
    #: Whether the presence of its character can make a table legal or illegal, and whether it changes the numbers.
    counts: ClassVar[bool] = False
    moves: ClassVar[bool] = False
    #: Whether its character takes all seats of its team.
    fills: ClassVar[bool] = False
    #: Whether it is inherited with the abilities of a whole team (Hermit), or with a granted ability (Alchemist).
    inherited: ClassVar[bool] = False
    granted: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Change(Effect):
    """More or fewer of a team, balanced by Townsfolk: Baron is `options=(2,)`, Godfather `(-1, 1)`."""

    counts = moves = inherited = granted = True
    team: Team
    options: tuple[int, ...]
    #: Only with at least this number of players, and only while this character is in play.
    players: int = 0
    having: str = ""


@dataclass(frozen=True, slots=True)
class Either(Effect):
    """The Storyteller chooses one of several groups of effects: `[+1 Minion or +2 Outsiders]`."""

    counts = moves = inherited = True
    ways: tuple[tuple[Effect, ...], ...]


@dataclass(frozen=True, slots=True)
class Among(Effect):
    """The number of a team is any of these or, with `nearest`, the one of these nearest to what it would be."""

    counts = moves = inherited = granted = True
    team: Team
    numbers: tuple[int, ...]
    nearest: bool = False


@dataclass(frozen=True, slots=True)
class Exactly(Effect):
    """The number of a team is fixed, whatever other effects add or remove; `number=None` is any number (Xaan)."""

    counts = moves = inherited = granted = True
    team: Team
    number: int | None


@dataclass(frozen=True, slots=True)
class Partner(Effect):
    """Another character must be in play. An Outsider, Minion or Demon may be added for it, by one of `adds`."""

    counts = inherited = granted = True
    name: str
    adds: tuple[int, ...] = (0, 1)


@dataclass(frozen=True, slots=True)
class Never(Effect):
    """Another character is never in play with it; of a Fabled or Loric: never at all."""

    counts = True
    name: str


@dataclass(frozen=True, slots=True)
class Copies(Effect):
    """Number of copies of a character. `extra`: copies outside the Townsfolk do not count toward the team's number.

    With `high=0` it is not in play when the game begins.
    """

    counts = True
    low: int
    high: int
    #: Of which character; empty: its own.
    name: str = ""
    extra: bool = False


@dataclass(frozen=True, slots=True)
class Most(Effect):
    """More than half of the players are this character (Legion), but not all of them."""

    counts = moves = fills = True
    name: str = ""
    #: Number of players to recommended number of copies.
    advised: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Replaces(Effect):
    """All of a team are this character instead (Riot, by its older rule)."""

    counts = moves = fills = True
    team: Team
    name: str = ""


@dataclass(frozen=True, slots=True)
class Disguise(Effect):
    """It never knows itself: it draws a token of another team. `crosses`: seats are swapped instead (Lunatic)."""

    inherited = True
    teams: tuple[Team, ...]
    crosses: bool = False
    #: It sits directly next to the Demon, so at most one more Minion token can be in the bag.
    beside: bool = False
    #: Text of the marker token to place by it.
    marker: str = ""


@dataclass(frozen=True, slots=True)
class Grant(Effect):
    """It has, or grants the Demon, an ability of a character of these teams, usually one that is not in play."""

    counts = moves = True
    teams: tuple[Team, ...]
    to_demon: bool = False
    #: Whether the Storyteller may also make up an ability.
    own: bool = False
    #: Whether the character may be in play too (Alchemist).
    in_play: bool = False
    excluded: tuple[str, ...] = ()
    marker: str = ""


@dataclass(frozen=True, slots=True)
class AbilitiesOf(Effect):
    """It has the abilities of all of a team on the script (Hermit), their setup included."""

    team: Team


@dataclass(frozen=True, slots=True)
class Leaves(Effect):
    """It may remove itself from play and be replaced by a Townsfolk (Hermit)."""

    counts = moves = True


@dataclass(frozen=True, slots=True)
class Nobody(Effect):
    """It is in play without being a player (Lil' Monsta)."""

    counts = moves = True


@dataclass(frozen=True, slots=True)
class Later(Effect):
    """Characters of a team are made after the setup: the usual number and `more` (Kazali), or only `more`."""

    counts = moves = granted = True
    team: Team
    more: int = 0
    as_usual: bool = True
    when: str = N_("on the first night")


@dataclass(frozen=True, slots=True)
class Alignment(Effect):
    """Players whose alignment differs from their character's: `team=None` is the character itself.

    `teams`: players of any of these instead. A number of ANY_NUMBER is all of them.
    """

    inherited = granted = True
    team: Team | None
    number: int = 1
    evil: bool = True
    teams: tuple[Team, ...] = ()


@dataclass(frozen=True, slots=True)
class EvilLimit(Effect):
    """Limits how many more evil players than usual there may be (Spirit of Ivory)."""

    number: int


@dataclass(frozen=True, slots=True)
class Duplicates(Effect):
    """Characters of these teams may be in play more than once.

    `beyond`: teams whose duplicates do not count toward their number and replace a Townsfolk (Pope: Outsiders).
    """

    counts = moves = True
    teams: tuple[Team, ...]
    beyond: tuple[Team, ...] = ()
    bluffs: bool = False


@dataclass(frozen=True, slots=True)
class NoRules(Effect):
    """The Storyteller may break the rules: all players are good, in any mix, with any duplicates (Atheist)."""

    counts = moves = True


@dataclass(frozen=True, slots=True)
class Bluffs(Effect):
    """Who learns bluffs. Modes: none, in-play, instead (of the Demon), each-minion, optional, always."""

    mode: str


@dataclass(frozen=True, slots=True)
class BagTokens(Effect):
    """The bag has more tokens than there are players, of a team or (None) of any; as many stay in it."""

    team: Team | None
    number: int = 1


#: How players sit: next to one of the others; next to none of them; on the other side of the table; in one row.
SEAT_RULES = ("beside", "apart", "opposite", "row")


@dataclass(frozen=True, slots=True)
class Seats(Effect):
    """How players sit: each of `who`, by one of SEAT_RULES, with regard to `whom`.

    Both are a team, “good”, “evil”, the name of a character, or empty: the player itself.
    """

    where: str
    who: str = ""
    whom: str = ""


@dataclass(frozen=True, slots=True)
class Step(Effect):
    """Something that the Storyteller does or remembers at setup; changes no numbers.

    `marker` is placed by one player: `on` are teams, “good” for good players of the good ones, “opposing” for players
    of the other alignment, “others” if it is never the player itself; empty is the player itself.
    """

    text: str
    marker: str = ""
    on: tuple[str, ...] = ()
    #: Only with at least this number of copies in play.
    copies: int = 1
    #: Whether it says “they” of whoever has it.
    needs_name: bool = field(default=False, compare=False)


def read(written: Mapping[str, Any]) -> Effect:
    """Parse one effect from JSON. Raises EffectError if it is invalid."""
    fields = {name: value for name, value in written.items() if name not in ("effect", "source")}
    try:
        shape = _SHAPES[written["effect"]]
        effect: Effect = shape(
            **{name: _FIELDS[name](value) if name in _FIELDS else value for name, value in fields.items()}
        )
    except (KeyError, TypeError, ValueError, AttributeError) as mistake:
        raise EffectError(
            _("This setup effect cannot be read: %(dict)s (%(mistake)s).")
            % {"dict": dict(written), "mistake": mistake}
        ) from mistake
    return effect


def written(effect: Effect) -> dict[str, Any]:
    """One effect as JSON that `read` reads: only what differs from the usual."""
    found: dict[str, Any] = {"effect": next(name for name, shape in _SHAPES.items() if shape is type(effect))}
    for each in fields(cast("Any", effect)):
        value = getattr(effect, each.name)
        if value != each.default or each.name == "team":
            found[each.name] = _plain(value)
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return written(value) if isinstance(value, Effect) else value.value if isinstance(value, Team) else value


def _teams(names: Iterable[str]) -> tuple[Team, ...]:
    return tuple(team for name in names for team in (sorted(GOOD_TEAMS) if name == "good" else [Team(name)]))


_SHAPES: Mapping[str, type[Any]] = {
    re.sub(r"\B(?=[A-Z])", "-", shape.__name__).lower(): shape
    for shape in tuple(vars().values())
    if isinstance(shape, type) and issubclass(shape, Effect) and shape is not Effect
}
_FIELDS: Mapping[str, Callable[[Any], Any]] = {
    "team": lambda name: None if name is None else Team(name),
    "teams": _teams,
    "beyond": _teams,
    "options": tuple,
    "numbers": tuple,
    "ways": lambda ways: tuple(tuple(map(read, way)) for way in ways),
    "adds": tuple,
    "on": tuple,
    "excluded": lambda names: tuple(map(key, names)),
    "advised": lambda table: tuple(sorted((int(players), copies) for players, copies in table.items())),
}
