"""A second process for half of a long document, forked from a render process before that uses Pango.

A process that has used Pango cannot be forked (see `workers`), so the helper starts early and waits. If it fails, the
caller does its half as well.
"""

import ctypes
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NoReturn

from builder.press import engine

PR_SET_PDEATHSIG = 1


class Helper:
    """A handle for the helper of this process."""

    def __init__(self, process: int, pipe: Connection) -> None:
        self._process, self._pipe = process, pipe
        self._number = 0

    def begin(self, function: Callable[..., Any], *arguments: object) -> bool:
        """Starts a job in the helper; returns False, and ends the helper, if the job cannot be sent."""
        self._number += 1
        try:
            self._pipe.send((self._number, function, arguments))
        except (OSError, pickle.PicklingError):
            self.end()
            return False
        return True

    def result(self, seconds: float) -> Any:
        """The result of the last job; None if it failed. Ends a helper that died or exceeds the time limit."""
        with suppress(OSError, EOFError, pickle.UnpicklingError):
            while self._pipe.poll(seconds):
                number, made = self._pipe.recv()
                if number == self._number:  # else it is the unread result of an earlier job
                    return made
        self.end()
        return None

    def end(self) -> None:
        """Kills it."""
        _HERE.clear()
        self._pipe.close()
        with suppress(OSError):
            os.kill(self._process, signal.SIGKILL)
            os.waitpid(self._process, 0)


_HERE: list[Helper] = []


def here() -> Helper | None:
    """The helper of this process, if it has one."""
    return _HERE[0] if _HERE else None


def fork(*, but_for: Connection) -> None:
    """Forks a helper for this process if that is safe; it closes the inherited connection `but_for`."""
    if not is_harmless():
        return
    mine, others = Pipe()
    try:
        process = os.fork()
    except OSError:
        mine.close()
        others.close()
        return
    if process == 0:
        mine.close()
        but_for.close()
        _serve(others)
    others.close()
    _HERE.append(Helper(process, mine))


def is_harmless() -> bool:
    """Whether this process can be forked: it has one thread and has not used Pango, which starts threads."""
    if not hasattr(os, "fork") or threading.active_count() > 1 or engine.has_used_pango():
        return False
    with suppress(OSError):
        return len(list(Path("/proc/self/task").iterdir())) == 1
    return False  # the number of threads is unknown


def _serve(pipe: Connection) -> NoReturn:
    """The main loop of the helper. Never returns."""
    try:
        die_with_parent()
        while True:
            number, function, arguments = pipe.recv()
            try:
                made = function(*arguments)
            except Exception:  # noqa: BLE001  # the caller tries again and reports the error
                made = None
            pipe.send((number, made))
    finally:
        os._exit(0)


def die_with_parent() -> None:
    """Asks Linux to kill this process when its parent dies; elsewhere it ends when the pipe is closed."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
