"""Workers without processes: jobs are done where they are asked for, so that a test sees what they do."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Self

import pytest

from builder.artefact import Fault
from builder.press import worker_process


class InlineWorkers:
    """What `builder.press.workers.Workers` is, in this process."""

    def __init__(self, *_: object, **__: object) -> None:
        pass

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def submit(self, function: Callable[..., Any], *arguments: object) -> Future[Any]:
        future: Future[Any] = Future()
        found = worker_process.answer(function, *arguments)
        if isinstance(found, Fault):
            future.set_exception(found.as_error())
        else:
            future.set_result(found)
        return future


def use(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has whoever wants workers get these."""
    monkeypatch.setattr("builder.press.workers.Workers", InlineWorkers)
    monkeypatch.setattr("builder.press.fork_server.prepare", lambda _: None)
