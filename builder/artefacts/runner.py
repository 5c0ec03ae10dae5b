"""The one way to have something made elsewhere: a request and a script go in, an artefact or a fault comes out."""

from concurrent.futures import Future
from typing import Protocol, Self

from builder import artefacts
from builder.artefact import Artefact, PrintRequest
from builder.settings import settings

#: What its processes load before they are forked.
PRELOAD = ("builder.artefacts",)


class Runner(Protocol):
    """Makes artefacts: in processes of this machine, or on others. All that goes in and comes out can be serialized."""

    def submit(self, source: bytes, wanted: PrintRequest) -> Future[Artefact]:
        """The artefact to come. The future raises MissingPartError, PictureError, or RenderError with a sentence."""


class LocalRunner:
    """The runner on this machine."""

    def __init__(
        self, count: int, *, patience: int = 1, helpers: bool = True, preload: tuple[str, ...] = PRELOAD
    ) -> None:
        """`patience` is how many times as long as a document each may take; for `helpers` see `press.workers`."""
        from builder.press import workers

        self.seconds = patience * settings().render_seconds
        self._workers = workers.Workers(count, seconds=self.seconds, preload=preload, helpers=helpers)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._workers.__exit__(*error)

    def submit(self, source: bytes, wanted: PrintRequest) -> Future[Artefact]:
        """The artefact to come."""
        return self._workers.submit(artefacts.make, source, wanted)
