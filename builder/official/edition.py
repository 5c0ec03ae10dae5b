"""The edition in use in this process, and caches that are invalidated when it changes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, wraps
from inspect import signature
from typing import ParamSpec, TypeVar

from builder import language_texts
from builder.game.character import Character
from builder.official import state
from builder.official.resources import Resources
from builder.official.state import Mark, State

P = ParamSpec("P")
T = TypeVar("T")
#: Cache sizes: of a function with arguments, and of one with a single result for each wording.
_MANY, _FEW = 2048, 8


@dataclass(frozen=True, slots=True)
class Edition:
    """The publisher's texts in use."""

    state: State
    resources: Resources
    characters: Mapping[str, Character]
    #: Ids of all its characters.
    listed: frozenset[str]


def per_wording(make: Callable[P, T]) -> Callable[P, T]:
    """Cache a function that depends on the wording; invalidated by a sync, even in a running server.

    Other languages have results of their own.
    """

    @lru_cache(maxsize=_MANY if signature(make).parameters else _FEW)
    def memoized(marks: tuple[object, ...], *given: P.args, **named: P.kwargs) -> T:  # noqa: ARG001  # tell them apart
        return make(*given, **named)

    @wraps(make)
    def current(*given: P.args, **named: P.kwargs) -> T:
        return memoized((state.mark(), language_texts.mark()), *given, **named)  # type: ignore[arg-type]  # ids are hashable

    return current


def in_force() -> Edition | None:
    """The synced edition; None if there is none, or if it is damaged."""
    return _in_force(state.mark())


@lru_cache(maxsize=2)
def _in_force(mark: Mark) -> Edition | None:
    found = state.read() if mark else None
    resources = state.load(found) if found else None
    if found is None or resources is None:
        return None
    by_key = {character.key: character for character in resources.characters}
    listed = frozenset(each.id for each in resources.characters)
    return Edition(found, resources, by_key, listed)
