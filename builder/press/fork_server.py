"""The server that render processes are forked from: it has imported the press but not used it."""

import multiprocessing
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import resource_tracker
from types import ModuleType
from typing import Any


def prepare(preload: Sequence[str]) -> None:
    """Starts the fork server, so that it imports the press in parallel with this process."""
    found = context(preload)
    if found.get_start_method() == "forkserver":
        from multiprocessing import forkserver

        with quiet_start():
            forkserver.ensure_running()


def context(preload: Sequence[str]) -> Any:
    """The `multiprocessing` context: a fork server that has imported the press, if the system can fork."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["builder.press.preloaded", *preload])
    return context


@contextmanager
def quiet_start() -> Iterator[None]:
    """Processes started within neither import the program's main module nor react to Ctrl-C."""
    with _without_main(), _without_interrupt():
        yield


@contextmanager
def _without_main() -> Iterator[None]:
    """Keeps `multiprocessing` from importing the program's main module in each process, as ours do not need it.

    Otherwise a user's program that prints would need an `if __name__ == "__main__"` guard.
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


@contextmanager
def _without_interrupt() -> Iterator[None]:
    """Blocks Ctrl-C in processes started within: a terminal sends it to every process, but the server ends its workers.

    Set before the start, because a process that is still importing cannot ignore it.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # its start would unblock Ctrl-C
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
