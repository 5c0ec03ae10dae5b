"""Setup effects as they stand in data: objects with a key `effect`, read into values."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from builder.game.ids import key
from builder.game.setup.effects import (
    AbilitiesOf,
    Alignment,
    Bluffs,
    Change,
    Copies,
    Disguise,
    Duplicates,
    Effect,
    EvilLimit,
    Exactly,
    Grant,
    Later,
    Leaves,
    Most,
    Nobody,
    NoRules,
    Partner,
    Replaces,
    Step,
)
from builder.game.setup.rules import SetupError
from builder.game.teams import GOOD_TEAMS, Team


class EffectError(SetupError):
    """A table of rules that cannot be read; the text says which effect and why."""


def _teams(names: Iterable[str]) -> tuple[Team, ...]:
    return tuple(team for name in names for team in (sorted(GOOD_TEAMS) if name == "good" else [Team(name)]))


_SHAPES: Mapping[str, type[Any]] = {
    "change": Change,
    "exactly": Exactly,
    "partner": Partner,
    "copies": Copies,
    "most": Most,
    "replaces": Replaces,
    "disguise": Disguise,
    "grant": Grant,
    "abilities-of": AbilitiesOf,
    "leaves": Leaves,
    "nobody": Nobody,
    "later": Later,
    "alignment": Alignment,
    "evil-limit": EvilLimit,
    "duplicates": Duplicates,
    "no-rules": NoRules,
    "bluffs": Bluffs,
    "step": Step,
}
_READ: Mapping[str, Callable[[Any], Any]] = {
    "team": lambda name: None if name is None else Team(name),
    "teams": _teams,
    "beyond": _teams,
    "options": tuple,
    "adds": tuple,
    "on": tuple,
    "excluded": lambda names: tuple(map(key, names)),
    "advised": lambda table: tuple(sorted((int(players), copies) for players, copies in table.items())),
}


def read(written: Mapping[str, Any]) -> Effect:
    """One effect from its JSON form. Raises EffectError for a form that does not exist."""
    fields = {name: value for name, value in written.items() if name not in ("effect", "source")}
    try:
        shape = _SHAPES[written["effect"]]
        effect: Effect = shape(**{name: _READ.get(name, _same)(value) for name, value in fields.items()})
    except (KeyError, TypeError, ValueError, AttributeError) as mistake:
        raise EffectError(f"This setup effect cannot be read: {dict(written)} ({mistake}).") from mistake
    return effect


def _same(value: Any) -> Any:
    return value
