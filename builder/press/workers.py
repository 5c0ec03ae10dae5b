"""Processes that print and can be killed: how they start, what they may take, and why one gave nothing."""

import multiprocessing
from concurrent.futures import Future
from typing import Any

from pebble import ProcessExpired, ProcessPool

from builder.errors import RenderError
from builder.press.job import limit_process, work

#: A process is replaced by a fresh one after so many jobs, so that no leak grows old.
JOBS_PER_CHILD = 100
#: What is made, and what is done to make it.
DOCUMENT, PICTURE = ("document", "lay out"), ("picture", "draw")


class Workers:
    """So many processes that have loaded the press."""

    def __init__(self, workers: int, *, seconds: float, memory_mb: int, preload: str) -> None:
        """`seconds` and `memory_mb` are what one job may take; `preload` is the module that its function is in."""
        self._seconds = seconds
        self._pool = processes(workers, seconds=seconds, memory_mb=memory_mb, preload=preload)

    def end(self) -> None:
        """Ends every process, whatever it does."""
        self._pool.stop()
        self._pool.join()

    def start(self, function: Any, *arguments: object) -> Future[Any]:  # noqa: ANN401  # a function of a module
        """The result of a job to come; with `result` it is waited for."""
        future: Future[Any] = self._pool.schedule(work, args=(function, *arguments), timeout=self._seconds)
        return future

    def result(self, future: Future[Any]) -> Any:  # noqa: ANN401  # what the function gave
        """What a job gave. Raises RenderError, which says why there is nothing."""
        try:
            return future.result()
        except Exception as error:
            raise RenderError(sentence(error, self._seconds)) from error


def processes(
    workers: int,
    *,
    seconds: float,
    memory_mb: int,
    preload: str,
    jobs: int = JOBS_PER_CHILD,
    niceness: int = 0,
) -> Any:  # noqa: ANN401  # some methods of pebble's ProcessPool have no types
    """A pool of processes, each for so many jobs of so many seconds; with `niceness` others go before them."""
    return ProcessPool(
        max_workers=workers,
        max_tasks=jobs,
        initializer=limit_process,
        initargs=(memory_mb, int(seconds + 1) * jobs, niceness),
        context=warm_context(preload),
    )


def warm_context(*preload: str) -> Any:  # noqa: ANN401  # two classes without a common public name
    """How render processes start: forked from a server that has loaded the press, where the system can fork."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["builder.press.forkserver", *preload])
    return context


def sentence(error: Exception, seconds: float, made: tuple[str, str] = DOCUMENT) -> str:
    """Why a process gave nothing, for a person."""
    what, do = made
    if isinstance(error, RenderError):
        return str(error)
    if isinstance(error, TimeoutError):
        return f"This {what} took longer than {seconds:g} seconds to {do}, so the work was stopped."
    if isinstance(error, ProcessExpired):
        return f"The process for this {what} ended early, most likely for want of memory."
    return f"This {what} could not be made ({type(error).__name__})."
