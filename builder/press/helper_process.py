"""A second process for half of a long document: forked from a render process before that has used Pango.

What Pango has used cannot be forked (see `workers`), so the helper is there from the start and waits. Where it comes to
grief nothing is lost: whoever asked does that half as well.
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
    """The helper of this process, seen from outside."""

    def __init__(self, process: int, pipe: Connection) -> None:
        self._process, self._pipe = process, pipe
        self._number = 0

    def begin(self, function: Callable[..., Any], *arguments: object) -> bool:
        """Has it do something; False where it cannot."""
        self._number += 1
        try:
            self._pipe.send((self._number, function, arguments))
        except (OSError, pickle.PicklingError):
            self.end()
            return False
        return True

    def result(self, seconds: float) -> Any:
        """What it made; None where it failed, died or took longer than so many seconds, and then it is ended."""
        with suppress(OSError, EOFError, pickle.UnpicklingError):
            while self._pipe.poll(seconds):
                number, made = self._pipe.recv()
                if number == self._number:  # else nobody asked for an earlier answer
                    return made
        self.end()
        return None

    def end(self) -> None:
        """Ends it."""
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
    """Gives this process a helper, which does not hold on to `but_for`. Nothing happens where a fork would do harm."""
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
        _live(others)
    others.close()
    _HERE.append(Helper(process, mine))


def is_harmless() -> bool:
    """Whether this process can be forked: it has one thread, and Pango was not used, which has others of its own."""
    if not hasattr(os, "fork") or threading.active_count() > 1 or engine.has_used_pango():
        return False
    with suppress(OSError):
        return len(list(Path("/proc/self/task").iterdir())) == 1
    return False  # where nobody tells how many threads there are


def _live(pipe: Connection) -> NoReturn:
    """The life of the helper. It never comes back from here."""
    try:
        die_with_parent()
        while True:
            number, function, arguments = pipe.recv()
            try:
                made = function(*arguments)
            except Exception:  # noqa: BLE001  # whoever asked does it again, and says what is wrong
                made = None
            pipe.send((number, made))
    finally:
        os._exit(0)


def die_with_parent() -> None:
    """Asks Linux to end this process when the one that forked it is gone; elsewhere the closed pipe has to do."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
