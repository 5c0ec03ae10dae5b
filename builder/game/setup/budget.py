"""A step limit for one question about a setup. Steps, not seconds: every machine gives up at the same point."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import ParamSpec, TypeVar

from builder.game.setup.rules import SetupError
from builder.language import N_

P = ParamSpec("P")
T = TypeVar("T")

#: About a microsecond each. A script of all official characters takes a little less, a typical script a fortieth.
STEPS = 1_700_000
TOO_MANY = N_(
    "Too many characters on this script change the setup, so there are too many possible "
    "setups to count. Remove some of them, or shorten the square brackets in their abilities."
)
_left: ContextVar[list[int] | None] = ContextVar("setup steps left", default=None)


class TooManyWaysError(SetupError):
    """A setup has more combinations than the limit allows."""

    def __init__(self) -> None:
        super().__init__(TOO_MANY)


@contextmanager
def limited(steps: int = STEPS) -> Iterator[None]:
    """Limit the work inside this block to a number of steps. When nested, the outer limit counts."""
    if _left.get() is not None:
        yield
        return
    token = _left.set([steps])
    try:
        yield
    finally:
        _left.reset(token)


def within_budget(question: Callable[P, T]) -> Callable[P, T]:
    """Decorate a function to run within the step limit. It raises TooManyWaysError beyond it."""

    @wraps(question)
    def answer(*values: P.args, **named: P.kwargs) -> T:
        with limited():
            return question(*values, **named)

    return answer


def spend(steps: int = 1) -> None:
    """Count steps of work. Raises TooManyWaysError when the limit is reached."""
    left = _left.get()
    if left is None:
        return
    left[0] -= steps
    if left[0] < 0:
        raise TooManyWaysError
