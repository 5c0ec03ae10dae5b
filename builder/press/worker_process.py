"""What happens inside a render process: one job after another, within limits, whose faults come back as sentences."""

import gc
import mmap
import os
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from builder.artefact import Artefact, Fault
from builder.errors import ClockwrightError
from builder.press import helper_process, weasyprint_patches

MEGABYTE = 1 << 20
#: So near its limit a process cannot start a thread, or load a library.
NEARLY = 32 * MEGABYTE


@dataclass(frozen=True, slots=True)
class Settings:
    """What a process may take, and whether it has a helper."""

    memory_mb: int
    cpu_seconds: int
    niceness: int = 0
    helper: bool = False


def live(pipe: Connection, settings: Settings, environment: Mapping[str, str]) -> None:
    """The life of a process: jobs come by the pipe and answers go by it, until the other end is closed."""
    helper_process.die_with_parent()
    _let_go_of_server()
    os.environ.clear()  # that of the program that wants the jobs, not of the time when the server was started
    os.environ.update(environment)
    limit_process(settings.memory_mb, settings.cpu_seconds, settings.niceness)
    _leave_patches_on()
    if settings.helper:
        helper_process.fork(but_for=pipe)
    gc.freeze()  # what it has from the server is no garbage, and need not be searched for any
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        pipe.send(None)
        while True:
            function, arguments = pipe.recv()
            _send(pipe, answer(function, *arguments))


def _leave_patches_on() -> None:
    """Applies our patches of WeasyPrint once; where the settings are wrong each job says so."""
    if "weasyprint" in sys.modules:
        with suppress(ClockwrightError):
            weasyprint_patches.apply_for_good()


def _let_go_of_server() -> None:
    """Has the server of this process end when the program does.

    It ends when nobody holds a certain pipe any more, and `multiprocessing` gives that to each process, too, so that it
    may ask for others: one at work would keep the server, and so itself, after the program was killed.
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
    except Exception as error:  # noqa: BLE001  # what cannot travel must not cost the process
        pipe.send(_fault(error))


def answer(function: Callable[..., Any], *arguments: object) -> Any:
    """What a job gives, or a Fault, whose text quotes nothing of the script."""
    try:
        return function(*arguments)
    except ClockwrightError as error:
        return Fault.of(error)
    except Exception as error:  # noqa: BLE001  # the caller must get a sentence
        return _fault(error)


def _fault(error: Exception) -> Fault:
    if isinstance(error, MemoryError) or _is_full():
        return Fault("This document needs more memory than a render may take.")
    place = error.__traceback__
    while place and place.tb_next:
        place = place.tb_next
    where = f"{Path(place.tb_frame.f_code.co_filename).name}:{place.tb_lineno}" if place else "?"
    return Fault(
        "This document could not be made, and that is our fault, not the script's."
        f" Please report “{type(error).__name__} at {where}”."
    )


def rasterise(document: Artefact, dpi: int) -> list[bytes]:
    """The pages as PNG files (in the child)."""
    return document.png(dpi)


def limit_process(memory_mb: int, cpu_seconds: int, niceness: int = 0) -> None:
    """Takes from a child what no render needs: endless memory and time, core files, the terminal's Ctrl-C.

    The memory counts from what it has already: a child of a big program has that program's from the start.
    With `niceness` others go before it where the processor is wanted by many.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if niceness and hasattr(os, "nice"):  # there is none on Windows
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
    """Bytes of address space that this process has; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except (OSError, ValueError):
        return 0
    return pages * mmap.PAGESIZE


def _is_full() -> bool:
    """Whether a fault may be for want of memory: C code says so in many ways (SystemError, OSError, ImportError)."""
    try:
        import resource
    except ImportError:
        return False
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    return limit != resource.RLIM_INFINITY and _address_space() > limit - NEARLY
