"""What happens inside a render process: one job, within limits, whose faults come back as sentences."""

import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

from builder.errors import ClockwrightError, RenderError
from builder.press.document import Document

MEGABYTE = 1 << 20


def work(function: Callable[..., Any], *arguments: object) -> Any:  # noqa: ANN401  # whatever the job gives
    """One job in the child. Every fault comes back as a RenderError, whose text travels."""
    try:
        return function(*arguments)
    except ClockwrightError as error:
        raise RenderError(str(error)) from None
    except MemoryError:
        raise RenderError("This document needs more memory than a render may take.") from None
    except Exception as error:  # noqa: BLE001  # the parent must get a sentence, and no text of the script
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


def limit_process(memory_mb: int, cpu_seconds: int) -> None:
    """Takes from a child what no render needs: endless memory and time, core files, the terminal's Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        import resource  # noqa: PLC0415  # there is none on Windows
    except ImportError:
        return
    for limit, amount in (
        (resource.RLIMIT_AS, memory_mb * MEGABYTE),
        (resource.RLIMIT_CPU, cpu_seconds),
        (resource.RLIMIT_CORE, 0),
    ):
        hard = resource.getrlimit(limit)[1]
        resource.setrlimit(limit, (amount if hard == resource.RLIM_INFINITY else min(amount, hard), hard))
