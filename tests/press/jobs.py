"""What processes may be asked to do; functions of a module, so that they travel to them."""

import os
import signal
import time
from pathlib import Path
from typing import Any

from builder.press import engine, helper_process


def doze(seconds: float, answer: object = None) -> object:
    time.sleep(seconds)
    return answer


def doze_for_ever() -> None:
    while True:
        time.sleep(1)


def say_and_doze() -> None:
    """Says so on the standard output that it shares with whoever asked."""
    os.write(1, b"busy\n")
    doze_for_ever()


def hog_the_processor() -> None:
    while True:
        pass


def hog_memory() -> int:
    return len([bytearray(1 << 24) for _ in range(1000)])


def fail_when_full() -> None:
    """What C code does that gets no memory: it says something else."""
    hoard = []
    try:
        while True:
            hoard.append(bytearray(1 << 24))
    except MemoryError:
        raise SystemError("error return without exception set") from None


def what_cannot_travel() -> Any:
    return lambda: None


def stop_once(number: int, note: str) -> str:
    """Kills its process the first time."""
    if not Path(note).exists():
        Path(note).touch()
        os.kill(os.getpid(), number)
        time.sleep(10)
    return "done"


def stop_always(note: str) -> None:
    with Path(note).open("a") as file:
        file.write("x")
    os.kill(os.getpid(), signal.SIGKILL)


def family() -> tuple[int, int, int]:
    """This process, its helper, and the server that it was forked from."""
    helper = helper_process.here()
    return os.getpid(), helper._process if helper else 0, os.getppid()


def has_helper() -> bool:
    return helper_process.here() is not None


def can_fork() -> bool:
    return helper_process.is_harmless()


def can_fork_after_printing() -> bool:
    engine.font_configuration()
    return helper_process.is_harmless()
