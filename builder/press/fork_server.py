"""The server that render processes are forked from: it has loaded the press, and used nothing of it."""

import multiprocessing
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import resource_tracker
from types import ModuleType
from typing import Any


def prepare(preload: Sequence[str]) -> None:
    """Starts the server that processes are forked from, so that it loads the press while this process does more."""
    found = context(preload)
    if found.get_start_method() == "forkserver":
        from multiprocessing import forkserver

        with quiet_start():
            forkserver.ensure_running()


def context(preload: Sequence[str]) -> Any:
    """How processes start: forked from a server that has loaded the press, where the system can fork."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["builder.press.preloaded", *preload])
    return context


@contextmanager
def quiet_start() -> Iterator[None]:
    """Keeps the program's main module and Ctrl-C from the processes that are started meanwhile."""
    with _without_main(), _without_interrupt():
        yield


@contextmanager
def _without_main() -> Iterator[None]:
    """Keeps `multiprocessing` from running the program's own main module again in each process: ours need none of it.

    A program of a user's that prints would otherwise have to be written for being run twice.
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


@contextmanager
def _without_interrupt() -> Iterator[None]:
    """Keeps Ctrl-C from what is started: it goes to every process of a terminal, and the server ends them in its time.

    A process that is still loading could not refuse it otherwise.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # it would let Ctrl-C through again when it is started
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
