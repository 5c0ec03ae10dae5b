"""A limit on the work that one question about a setup takes, counted in steps: every machine gives up at the same."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import ParamSpec, TypeVar

from builder.game.setup.rules import SetupError

P = ParamSpec("P")
T = TypeVar("T")

#: About a microsecond each. A script of all official characters takes a little less, one that people play a fortieth.
STEPS = 1_700_000
TOO_MANY = (
    "There are too many ways to count: too many characters of this script change the setup. Take some of them off the "
    "script, or shorten what their abilities say in square brackets."
)
_left: ContextVar[list[int] | None] = ContextVar("setup steps left", default=None)


class TooManyWaysError(SetupError):
    """A setup has more ways than are gone through."""

    def __init__(self) -> None:
        super().__init__(TOO_MANY)


@contextmanager
def limited(steps: int = STEPS) -> Iterator[None]:
    """Limit the work that is done inside to this number of steps. Inside of another limit, the outer one counts."""
    if _left.get() is not None:
        yield
        return
    token = _left.set([steps])
    try:
        yield
    finally:
        _left.reset(token)


def within_budget(question: Callable[P, T]) -> Callable[P, T]:
    """A function that answers one question about a setup within the limit. It raises TooManyWaysError beyond it."""

    @wraps(question)
    def answer(*values: P.args, **named: P.kwargs) -> T:
        with limited():
            return question(*values, **named)

    return answer


def spend(steps: int = 1) -> None:
    """Count steps of work. Raises TooManyWaysError where the limit is reached."""
    left = _left.get()
    if left is None:
        return
    left[0] -= steps
    if left[0] < 0:
        raise TooManyWaysError
