"""The code of a render process: runs jobs one after another, with resource limits, and returns results or faults.

A helper is a second process for half of a long document, forked from a render process before that uses Pango: a process
that has used Pango cannot be forked (see `workers`), so the helper starts early and waits. If it fails, the caller does
its half as well.
"""

import ctypes
import gc
import mmap
import os
import pickle
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NoReturn

from builder.artefact import Fault
from builder.errors import ClockwrightError
from builder.language import gettext as _
from builder.press import engine, weasyprint_patches

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


def helper() -> Helper | None:
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


MEGABYTE = 1 << 20
#: This close to its memory limit, a process may fail to start a thread or load a library.
NEARLY = 32 * MEGABYTE


@dataclass(frozen=True, slots=True)
class Settings:
    """Resource limits of a process, and whether it has a helper."""

    memory_mb: int
    cpu_seconds: int
    niceness: int = 0
    helper: bool = False


def live(pipe: Connection, settings: Settings, environment: Mapping[str, str], folder: str) -> None:
    """The main loop of a process: reads jobs from the pipe and writes results, until the other end is closed.

    Temporary files go into `folder`, which the caller deletes: a process that is killed can't.
    """
    tempfile.tempdir = folder
    die_with_parent()
    _close_server_pipe()
    os.environ.clear()  # use the caller's environment, not the one at the start of the server
    os.environ.update(environment)
    limit_process(settings.memory_mb, settings.cpu_seconds, settings.niceness)
    if "weasyprint" in sys.modules:
        with suppress(ClockwrightError):  # invalid settings: each job reports it
            weasyprint_patches.apply_for_good()
    if settings.helper:
        fork(but_for=pipe)
    gc.freeze()  # inherited objects are never garbage
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        pipe.send(None)
        while True:
            function, arguments = pipe.recv()
            _send(pipe, answer(function, *arguments))


def _close_server_pipe() -> None:
    """Lets the fork server exit when the program exits.

    It exits when a certain pipe is closed everywhere, but `multiprocessing` passes that pipe to each process, too. A
    busy process would keep the server, and so itself, alive after the program was killed.
    """
    server = getattr(sys.modules.get("multiprocessing.forkserver"), "_forkserver", None)
    alive = getattr(server, "_forkserver_alive_fd", None)
    if alive is not None:
        os.close(alive)
        server._forkserver_alive_fd = None  # type: ignore[union-attr]


def _send(pipe: Connection, found: Any) -> None:
    try:
        pipe.send(found)
    except OSError:
        raise
    except Exception as error:  # noqa: BLE001  # a result that cannot be pickled must not end the process
        pipe.send(fault(error))


def answer(function: Callable[..., Any], *arguments: object) -> Any:
    """Runs a job; returns its result, or a Fault whose text quotes nothing from the script."""
    try:
        return function(*arguments)
    except ClockwrightError as error:
        return Fault.of(error)
    except Exception as error:  # noqa: BLE001  # the caller must get a message
        return fault(error)


def fault(error: Exception) -> Fault:
    """What to tell of an error of ours, in the current language; it quotes nothing from the script."""
    if isinstance(error, MemoryError) or _is_full():
        return Fault(_("This document needs more memory than a render may take."))
    place = error.__traceback__
    while place and place.tb_next:
        place = place.tb_next
    where = f"{Path(place.tb_frame.f_code.co_filename).name}:{place.tb_lineno}" if place else "?"
    words = _(
        "This document could not be made, and that is our fault, not the script's."
        " Please report “%(error)s at %(place)s”."
    )
    return Fault(words % {"error": type(error).__name__, "place": where})


def limit_process(memory_mb: int, cpu_seconds: int, niceness: int = 0) -> None:
    """Limits memory and CPU time of this process, ignores Ctrl-C, turns off core files, and sets its niceness.

    The memory limit is added to the current usage, because a child of a large program inherits its memory.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if niceness and hasattr(os, "nice"):  # missing on Windows
        with suppress(OSError):
            os.nice(niceness)
    try:
        import resource
    except ImportError:
        return
    for limit, amount in (
        (resource.RLIMIT_AS, _address_space() + memory_mb * MEGABYTE),
        (resource.RLIMIT_CPU, cpu_seconds),
        (resource.RLIMIT_CORE, 0),
    ):
        hard = resource.getrlimit(limit)[1]
        resource.setrlimit(limit, (amount if hard == resource.RLIM_INFINITY else min(amount, hard), hard))


def _address_space() -> int:
    """Bytes of address space of this process; 0 if unknown."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except (OSError, ValueError):
        return 0
    return pages * mmap.PAGESIZE


def _is_full() -> bool:
    """Whether an error may be due to a lack of memory, which C code reports as various errors."""
    try:
        import resource
    except ImportError:
        return False
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    return limit != resource.RLIM_INFINITY and _address_space() > limit - NEARLY
