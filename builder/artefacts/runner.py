"""Runs print requests in other processes or on other machines."""

from concurrent.futures import Future
from typing import Protocol, Self

from builder import artefacts
from builder.artefact import Artefact, PrintRequest
from builder.settings import settings

#: Modules that are imported before worker processes are forked.
PRELOAD = ("builder.artefacts",)


class Runner(Protocol):
    """Makes artefacts in other processes, here or on other machines. Requests and results can be serialized."""

    def submit(self, source: bytes, wanted: PrintRequest) -> Future[Artefact]:
        """Starts a job. The future raises MissingPartError, PictureError, or RenderError with a user message."""


class LocalRunner:
    """Runs requests in worker processes on this machine."""

    def __init__(
        self, count: int, *, patience: int = 1, helpers: bool = True, preload: tuple[str, ...] = PRELOAD
    ) -> None:
        """`patience` multiplies the time limit of a document; for `helpers` see `press.workers`."""
        from builder.press import workers

        self.seconds = patience * settings().render_seconds
        self._workers = workers.Workers(count, seconds=self.seconds, preload=preload, helpers=helpers)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._workers.__exit__(*error)

    def submit(self, source: bytes, wanted: PrintRequest) -> Future[Artefact]:
        """Starts a job."""
        return self._workers.submit(artefacts.make, source, wanted)
