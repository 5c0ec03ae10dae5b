"""What happens inside a render process: one job, within limits, whose faults come back as sentences."""

import mmap
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from builder.errors import ClockwrightError, RenderError
from builder.press.document import Document

MEGABYTE = 1 << 20
#: So near its limit a process cannot start a thread, or load a library.
NEARLY = 32 * MEGABYTE


def work(function: Callable[..., Any], *arguments: object) -> Any:  # noqa: ANN401  # whatever the job gives
    """One job in the child. Every fault comes back as a RenderError, whose text travels."""
    try:
        return function(*arguments)
    except ClockwrightError as error:
        raise RenderError(str(error)) from None
    except Exception as error:  # noqa: BLE001  # the parent must get a sentence, and no text of the script
        if isinstance(error, MemoryError) or _is_full():
            raise RenderError("This document needs more memory than a render may take.") from None
        place = error.__traceback__
        while place and place.tb_next:
            place = place.tb_next
        where = f"{Path(place.tb_frame.f_code.co_filename).name}:{place.tb_lineno}" if place else "?"
        raise RenderError(
            "This document could not be made, and that is our fault, not the script's."
            f" Please report “{type(error).__name__} at {where}”."
        ) from None


def rasterise(document: Document, dpi: int) -> list[bytes]:
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
        import resource  # noqa: PLC0415  # there is none on Windows
    except ImportError:
        return
    for limit, amount in (
        (resource.RLIMIT_AS, _held() + memory_mb * MEGABYTE),
        (resource.RLIMIT_CPU, cpu_seconds),
        (resource.RLIMIT_CORE, 0),
    ):
        hard = resource.getrlimit(limit)[1]
        resource.setrlimit(limit, (amount if hard == resource.RLIM_INFINITY else min(amount, hard), hard))


def _held() -> int:
    """Bytes of address space that this process has; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except (OSError, ValueError):
        return 0
    return pages * mmap.PAGESIZE


def _is_full() -> bool:
    """Whether a fault may be for want of memory: C code says so in many ways (SystemError, OSError, ImportError)."""
    try:
        import resource  # noqa: PLC0415  # there is none on Windows
    except ImportError:
        return False
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    return limit != resource.RLIM_INFINITY and _held() > limit - NEARLY
