"""Runs print requests in other processes or on other machines."""

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future
from typing import Any, Protocol, Self

from builder import artefacts, formats
from builder.artefact import Artefact, PrintRequest
from builder.errors import (
    BusyError,
    ClockwrightError,
    JobTimeoutError,
    MissingPartError,
    RenderError,
    WorkerDiedError,
)
from builder.game.script import Script
from builder.language import gettext as _, number
from builder.settings import Settings, settings

#: Modules that are imported before worker processes are forked.
PRELOAD = ("builder.artefacts", "builder.documents")
#: Time limit for a job on a single picture.
PICTURE_SECONDS = 10
#: Seconds that a rejected client should wait before a retry.
RETRY_AFTER = 4


class Runner(Protocol):
    """Makes artefacts in other processes, here or on other machines. Jobs and results are values that can be pickled.

    `tests/artefacts/test_runners.py` tests what every runner must do.
    """

    def submit(self, source: bytes | str, wanted: PrintRequest) -> Future[Artefact]:
        """Starts `artefacts.make` with these arguments; a job that loses its worker is tried once more.

        The future raises RenderError with a user message, among them JobTimeoutError and WorkerDiedError, or
        MissingPartError or PictureError; `sentence` explains any other. Raises BusyError if no jobs are accepted.
        """

    @property
    def is_available(self) -> bool:
        """Whether it accepts jobs."""

    def close(self, seconds: float = 0) -> None:
        """Accepts no more jobs, gives running ones at most `seconds` to finish, then stops them."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class LocalRunner(Runner):
    """Runs requests in worker processes on this machine."""

    def __init__(
        self,
        count: int,
        limits: Settings | None = None,
        *,
        patience: int = 1,
        niceness: int = 0,
        helpers: bool = True,
        preload: tuple[str, ...] = PRELOAD,
    ) -> None:
        """`limits` are those of the environment by default; `patience` multiplies the time limit of a document.

        For `niceness` and `helpers` see `press.workers`.
        """
        from builder.press import workers

        limits = limits or settings()
        self._seconds = patience * limits.render_seconds
        self._workers = workers.Workers(
            count,
            seconds=self._seconds,
            memory_mb=limits.render_memory_mb,
            niceness=niceness,
            helpers=helpers,
            preload=preload,
        )

    def submit(self, source: bytes | str, wanted: PrintRequest) -> Future[Artefact]:
        """Starts a job."""
        try:
            return self._workers.submit(
                artefacts.make, source, wanted, seconds=job_seconds(wanted, self._seconds)
            )
        except RuntimeError as error:  # it is closed
            raise BusyError(RETRY_AFTER) from error

    @property
    def is_available(self) -> bool:
        """Whether it accepts jobs."""
        return self._workers.is_available

    def close(self, seconds: float = 0) -> None:
        """Accepts no more jobs, gives running ones at most `seconds` to finish, then kills every process."""
        self._workers.close(seconds)


def start(
    count: int,
    limits: Settings | None = None,
    *,
    patience: int = 1,
    niceness: int = 0,
    helpers: bool = True,
    preload: tuple[str, ...] = PRELOAD,
) -> Runner:
    """The runner of this machine; if CLOCKWRIGHT_BROKER is set, the farm, whose workers have their own `count`.

    Arguments as for `LocalRunner`. Raises ClockwrightError if the farm's settings are invalid.
    """
    limits = limits or settings()
    if limits.broker:
        return farm(limits, patience=patience)
    return LocalRunner(count, limits, patience=patience, niceness=niceness, helpers=helpers, preload=preload)


def farm(limits: Settings, *, patience: int = 1, queue: str = "pages") -> Runner:
    """The farm, which needs CLOCKWRIGHT_BROKER. Raises ClockwrightError if it is not configured or installed."""
    if not limits.broker:
        raise ClockwrightError(
            _(
                "There is no farm: set CLOCKWRIGHT_BROKER to its Redis, such as redis://host:6379/0, and"
                " CLOCKWRIGHT_ARTEFACTS to its store (see docs/farm.md)."
            )
        )
    try:
        from builder.farm.client import FarmRunner
    except ImportError as error:
        raise MissingPartError(
            _("CLOCKWRIGHT_BROKER needs further packages (%(name)s); type:  pip install 'clockwright[farm]'")
            % {"name": error.name}
        ) from None
    return FarmRunner(limits, patience=patience, queue=queue)


def job_seconds(wanted: PrintRequest, seconds: float) -> float:
    """The time limit of a job, from that of a document."""
    return min(PICTURE_SECONDS, seconds) if _is_picture(wanted) else seconds


def sentence(error: Exception, wanted: PrintRequest) -> str:
    """A user message for a failed job."""
    is_picture = _is_picture(wanted)
    if isinstance(error, JobTimeoutError):
        text = _("This document took longer than %(seconds)s seconds to lay out, so it was stopped.")
        if is_picture:
            text = _("This picture took longer than %(seconds)s seconds to draw, so it was stopped.")
        return text % {"seconds": number(error.seconds)}
    if isinstance(error, WorkerDiedError):
        if is_picture:
            return _("The process for this picture ended early, most likely because memory ran out.")
        return _("The process for this document ended early, most likely because memory ran out.")
    if isinstance(error, ClockwrightError):
        return str(error)
    text = (
        _("This picture could not be made (%(error)s).")
        if is_picture
        else _("This document could not be made (%(error)s).")
    )
    return text % {"error": type(error).__name__}


def _is_picture(wanted: PrintRequest) -> bool:
    extra = artefacts.extras().get(wanted.kind)
    return extra is not None and extra.is_picture


class Press:
    """Renders several documents at once: in processes of this machine, or on the farm."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Stops what is running."""
        self._runner.close()

    def render(self, script: Script, kind: str, **choices: Any) -> Artefact:
        """Render like `builder.render`. Raises RenderError on failure or beyond its time or memory limit."""
        return next(self.render_each([(script, kind)], **choices))

    def render_each(self, wanted: Iterable[tuple[Script, str]], **choices: Any) -> Iterator[Artefact]:
        """Render a document for each script and kind, in order, in parallel as far as there are processes."""
        jobs = [(formats.write(script).encode(), _request(kind, **choices)) for script, kind in wanted]
        started = [(self._runner.submit(*job), job[1]) for job in jobs]
        return (_result(future, request) for future, request in started)


def _request(
    kind: str,
    *,
    style: str | None = None,
    paper: str = artefacts.PAPER,
    settings: Mapping[str, str] | None = None,
    fetch: bool = True,
    **more: Any,
) -> PrintRequest:
    """The request for what `builder.render` is asked for with these arguments."""
    return PrintRequest(kind, style or "", paper, tuple((settings or {}).items()), fetch=fetch, **more)


def _result(future: Future[Artefact], wanted: PrintRequest) -> Artefact:
    try:
        return future.result()
    except Exception as error:
        raise RenderError(sentence(error, wanted)) from error


def pool(workers: int = 2) -> Press:
    """Create a pool of processes, which are killed beyond the time or memory limit (see `settings`), or use the farm.

    `with builder.pool() as press: press.render(script, "sheet")`; `press.render_each([(script, "sheet"), …])` prints
    several at once. Both take what `render` takes, and raise RenderError with the reason where there is no document.
    """
    return Press(start(workers))
