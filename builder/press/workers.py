"""Runs jobs that may hang, crash or use too much memory in separate processes that can be killed.

The processes are forked from a server that has imported the press but not used it: on first use Pango starts threads,
and a process forked from one with threads may inherit locks that are never released.
"""

import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from logging import getLogger
from typing import TYPE_CHECKING, Any, Self

from builder import files
from builder.artefact import Fault
from builder.errors import JobTimeoutError, WorkerDiedError
from builder.press import fork_server, worker_process

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

#: A process is replaced after this many jobs, to limit memory leaks.
JOBS_PER_PROCESS = 100
#: Time limits for the start and the end of a process.
START_SECONDS, END_SECONDS = 60, 10

_log = getLogger(__name__)
#: `multiprocessing` cannot start processes from several threads at once.
_starting = threading.Lock()


class Workers:
    """A pool of up to `count` processes that have imported the press; each runs one job at a time."""

    def __init__(
        self,
        count: int,
        *,
        preload: Sequence[str],
        seconds: float,
        memory_mb: int,
        niceness: int = 0,
        helpers: bool = True,
    ) -> None:
        """Starts only the fork server.

        `seconds` (wall clock) and `memory_mb` limit a job; `preload` names modules that jobs need. With `helpers` each
        process has a second one for half of a long document, which is useless if there are as many jobs as cores.
        """
        self._seconds = seconds
        self._settings = worker_process.Settings(
            memory_mb=memory_mb,
            cpu_seconds=int(seconds + 1) * JOBS_PER_PROCESS,
            niceness=niceness,
            helper=helpers and cores() > 1,
        )
        self._context = fork_server.context(preload)
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="clockwright-worker")
        self._lock = threading.Lock()
        self._idle: list[_Process] = []
        self._busy: set[_Process] = set()
        self._is_closed = self._could_not_start = False
        #: Number of processes that died during a job.
        self.died = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def is_available(self) -> bool:
        """Whether it accepts jobs: not after `close`, nor while no process can be started."""
        return not (self._is_closed or self._could_not_start)

    def submit(
        self,
        function: Callable[..., Any],
        *arguments: object,
        seconds: float | None = None,
    ) -> Future[Any]:
        """Runs a module-level function in a process; it, its arguments and its result are pickled.

        The future raises the error of a `Fault` if the job fails (mostly RenderError, with a user message),
        JobTimeoutError if it takes more than `seconds` from its start, WorkerDiedError if it loses its process twice.
        Raises RuntimeError after `close`.
        """
        return self._threads.submit(self._run, function, arguments, seconds or self._seconds)

    def close(self, seconds: float = 0) -> None:
        """Accepts no more jobs, gives running ones at most `seconds` to finish, then kills every process."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        timer = threading.Timer(seconds, self._kill_all)
        timer.daemon = True
        timer.start()
        self._threads.shutdown()
        timer.cancel()
        timer.join()  # it may be running
        self._kill_all()

    def _kill_all(self) -> None:
        with self._lock:
            self._is_closed = True
            idle, self._idle = self._idle, []
            busy = [*self._busy]
        for process in busy:
            process.kill()  # the thread that waits for it cleans up
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
        """Lends a process for one job: the most recently used idle one, whose caches are warm, or a new one."""
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
    """A handle for one process."""

    def __init__(self, context: Any, settings: worker_process.Settings) -> None:
        """Starts the process. Raises OSError or EOFError if it cannot be started."""
        with _starting, fork_server.quiet_start():
            mine: Connection
            mine, others = context.Pipe()
            self._pipe = mine
            self._folder = tempfile.mkdtemp(dir=files.temporary_folder())
            self._process = context.Process(
                target=worker_process.live,
                args=(others, settings, dict(os.environ), self._folder),
                daemon=True,
            )
            try:
                self._process.start()
            except BaseException:
                mine.close()
                shutil.rmtree(self._folder, ignore_errors=True)
                raise
            finally:
                others.close()
        self.jobs = 0
        self.is_idle = True

    @property
    def is_alive(self) -> bool:
        """Whether it is running; the system may have killed an idle one to free memory."""
        with _starting:
            return bool(self._process.is_alive())

    def do(self, function: Callable[..., Any], arguments: tuple[object, ...], seconds: float) -> Any:
        """Runs a job and waits for it. Raises TimeoutError; EOFError or OSError if the process dies."""
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
        """Kills it at once."""
        self._process.kill()

    def end(self) -> None:
        """Ends it and releases its resources here."""
        with _starting:
            self._process.kill()
            self._process.join(END_SECONDS)
            with suppress(ValueError):  # still alive; it ends with its server
                self._process.close()
        self._pipe.close()
        shutil.rmtree(self._folder, ignore_errors=True)


def cores() -> int:
    """The number of available cores."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1
