"""A runner without processes: jobs are done where they are asked for, so that a test sees what they do."""

from concurrent.futures import Future
from typing import Self

import pytest

from builder import artefacts
from builder.artefact import Artefact, Fault, PrintRequest
from builder.press import worker_process


class InlineRunner:
    """What `builder.artefacts.runner.LocalRunner` is, in this process."""

    def __init__(self, *_: object, **__: object) -> None:
        pass

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def submit(self, source: bytes | str, wanted: PrintRequest) -> Future[Artefact]:
        future: Future[Artefact] = Future()
        found = worker_process.answer(artefacts.make, source, wanted)
        if isinstance(found, Fault):
            future.set_exception(found.as_error())
        else:
            future.set_result(found)
        return future


def use(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has whoever wants a runner get this one."""
    monkeypatch.setattr("builder.artefacts.runner.LocalRunner", InlineRunner)
    monkeypatch.setattr("builder.press.fork_server.prepare", lambda _: None)
