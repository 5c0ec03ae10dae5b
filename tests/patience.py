"""Waiting for a process, or a page in a browser; and how much work something may be."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page


def wait_until(is_so: Callable[[], bool], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


def until(page: "Page", expression: str, argument: Any = None, *, seconds: float = 60) -> None:
    """Waits until some JavaScript is true. (Playwright's own way needs `eval`, which our policy forbids.)"""
    end = time.monotonic() + seconds
    while not page.evaluate(expression, argument):
        assert time.monotonic() < end, f"not true within {seconds} s: {expression}"
        page.wait_for_timeout(50)


def at_home(page: "Page") -> None:
    """The server has all that was handed to the queue of changes (not what is still being typed)."""
    until(page, "!Object.keys(localStorage).some(name => name.startsWith('clockwright:'))")


@contextmanager
def little_work() -> Iterator[None]:
    """What is done inside does not grow with the square of what it is given, which would take minutes.

    Counted is this process's own work, so that a busy machine is no fault.
    """
    began = time.process_time()
    yield
    assert time.process_time() - began < 15
