"""Jobs in processes of their own that can be killed: the one way here to run what may hang, crash or eat memory.

The processes are forked from a server that has loaded the press and used nothing of it. From its first use on, Pango
has threads of its own, and a process that is forked from one with threads keeps their locks for ever.
"""

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from logging import getLogger
from typing import TYPE_CHECKING, Any, Self

from builder.artefact import Fault
from builder.errors import ClockwrightError, RenderError
from builder.press import fork_server, worker_process
from builder.settings import settings

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

#: A process is replaced by a fresh one after so many jobs, so that no leak grows old.
JOBS_PER_PROCESS = 100
#: Seconds that a process may take to start, and to go.
START_SECONDS, END_SECONDS = 60, 10
#: What is made, and what is done to make it.
DOCUMENT, PICTURE = ("document", "lay out"), ("picture", "draw")

_log = getLogger(__name__)
#: Of `multiprocessing`, which is not made for threads that start processes at once.
_starting = threading.Lock()


class JobTimeoutError(TimeoutError):
    """A job took longer than it may, and was stopped."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(f"longer than {seconds:g} seconds")


class WorkerDiedError(Exception):
    """A process ended without an answer, twice, or could not be started."""


class Workers:
    """Up to `count` processes that have loaded the press; each does one job after another."""

    def __init__(
        self,
        count: int,
        *,
        preload: Sequence[str],
        seconds: float | None = None,
        memory_mb: int | None = None,
        niceness: int = 0,
        helpers: bool = True,
    ) -> None:
        """Starts nothing yet but the server that processes are forked from.

        `seconds` of wall clock and `memory_mb` are what one job may take, else what the settings say; `preload` names
        the modules that jobs need. With `niceness` other programs go first. With `helpers` each process has another
        one for half of a long document: not worth it where there are as many jobs as cores.
        """
        limits = settings()
        self._seconds = limits.render_seconds if seconds is None else seconds
        self._settings = worker_process.Settings(
            memory_mb=limits.render_memory_mb if memory_mb is None else memory_mb,
            cpu_seconds=int(self._seconds + 1) * JOBS_PER_PROCESS,
            niceness=niceness,
            helper=helpers and cores() > 1,
        )
        self._context = fork_server.context(preload)
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="clockwright-worker")
        self._lock = threading.Lock()
        self._idle: list[_Process] = []
        self._busy: set[_Process] = set()
        self._is_closed = self._could_not_start = False
        #: How many processes ended before their job did.
        self.died = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def is_available(self) -> bool:
        """Whether jobs can be done: not after the end, nor while no process can be started."""
        return not (self._is_closed or self._could_not_start)

    def submit(
        self,
        function: Callable[..., Any],
        *arguments: object,
        seconds: float | None = None,
    ) -> Future[Any]:
        """The result to come of a function of a module; it, its arguments and its result travel as pickles.

        The future raises the error of a `Fault` where the job fails (mostly RenderError, with a sentence),
        JobTimeoutError where it takes more than `seconds` from its start, WorkerDiedError where it loses its process
        twice. Raises RuntimeError after `close`.
        """
        return self._threads.submit(self._run, function, arguments, seconds or self._seconds)

    def result(self, future: Future[Any]) -> Any:
        """Waits for what was submitted. Raises RenderError with a sentence wherever there is nothing."""
        try:
            return future.result()
        except Exception as error:
            raise RenderError(sentence(error)) from error

    def close(self, seconds: float = 0) -> None:
        """Takes no more jobs, lets those that run go on for so many seconds, then kills every process."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        timer = threading.Timer(seconds, self._kill_all)
        timer.daemon = True
        timer.start()
        self._threads.shutdown()
        timer.cancel()
        timer.join()  # it may be at it this moment
        self._kill_all()

    def _kill_all(self) -> None:
        with self._lock:
            self._is_closed = True
            idle, self._idle = self._idle, []
            busy = [*self._busy]
        for process in busy:
            process.kill()  # whoever waits for it ends it
        for process in idle:
            process.end()

    def _run(self, function: Callable[..., Any], arguments: tuple[object, ...], seconds: float) -> Any:
        for is_last in (False, True):
            try:
                with self._process() as process:
                    answer = process.do(function, arguments, seconds)
            except TimeoutError as error:
                raise JobTimeoutError(seconds) from error
            except (EOFError, OSError) as error:
                self.died += 1
                _log.warning("a render process ended before its job did, or did not start")
                if is_last or self._is_closed:
                    raise WorkerDiedError from error
                continue
            if isinstance(answer, Fault):
                raise answer.as_error()
            return answer
        raise AssertionError

    @contextmanager
    def _process(self) -> "Iterator[_Process]":
        """A process for one job: the one that was idle last, whose caches are the freshest, or a new one."""
        process = self._take()
        done = False
        try:
            yield process
            done = process.is_idle
        finally:
            with self._lock:
                self._busy.discard(process)
                keep = done and process.jobs < JOBS_PER_PROCESS and not self._is_closed
                if keep:
                    self._idle.append(process)
            if not keep:
                process.end()

    def _take(self) -> "_Process":
        while True:
            with self._lock:
                process = self._idle.pop() if self._idle else None
            if process is None:
                process = self._start()
            elif not process.is_alive:
                process.end()
                continue
            with self._lock:
                if not self._is_closed:
                    self._busy.add(process)
                    return process
            process.end()
            raise WorkerDiedError

    def _start(self) -> "_Process":
        try:
            process = _Process(self._context, self._settings)
        except (OSError, EOFError):
            self._could_not_start = True
            _log.exception("no render process can be started")
            raise
        self._could_not_start = False
        return process


class _Process:
    """One process, seen from outside."""

    def __init__(self, context: Any, settings: worker_process.Settings) -> None:
        """Raises OSError or EOFError where it cannot be started."""
        with _starting, fork_server.quiet_start():
            mine: Connection
            mine, others = context.Pipe()
            self._pipe = mine
            self._process = context.Process(
                target=worker_process.live, args=(others, settings, dict(os.environ)), daemon=True
            )
            try:
                self._process.start()
            except BaseException:
                mine.close()
                raise
            finally:
                others.close()
        self.jobs = 0
        self.is_idle = True

    @property
    def is_alive(self) -> bool:
        """Whether it still runs: an idle one may have been killed for want of memory."""
        with _starting:
            return bool(self._process.is_alive())

    def do(self, function: Callable[..., Any], arguments: tuple[object, ...], seconds: float) -> Any:
        """Has it do a job. Raises TimeoutError; EOFError or OSError where it dies."""
        if not self.jobs and not self._pipe.poll(START_SECONDS):
            raise OSError("the process did not start")
        if not self.jobs:
            self._pipe.recv()
        self.jobs += 1
        self.is_idle = False
        self._pipe.send((function, arguments))
        if not self._pipe.poll(seconds):
            raise TimeoutError
        answer = self._pipe.recv()
        self.is_idle = True
        return answer

    def kill(self) -> None:
        """Ends it at once, whatever it does."""
        self._process.kill()

    def end(self) -> None:
        """Ends it and lets go of all it had here."""
        with _starting:
            self._process.kill()
            self._process.join(END_SECONDS)
            with suppress(ValueError):  # it did not go, and will with its server
                self._process.close()
        self._pipe.close()


def cores() -> int:
    """How many processes can work at once."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def sentence(error: Exception, made: tuple[str, str] = DOCUMENT) -> str:
    """Why a job gave nothing, for a person."""
    what, do = made
    if isinstance(error, ClockwrightError):
        return str(error)
    if isinstance(error, JobTimeoutError):
        return f"This {what} took longer than {error.seconds:g} seconds to {do}, so the work was stopped."
    if isinstance(error, WorkerDiedError):
        return f"The process for this {what} ended early, most likely for want of memory."
    return f"This {what} could not be made ({type(error).__name__})."
