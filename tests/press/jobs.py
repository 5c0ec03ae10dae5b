"""What processes may be asked to do; functions of a module, so that they travel to them."""

import os
import time
from typing import Any

from builder.press import engine, worker_process


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


def what_cannot_travel() -> Any:
    return lambda: None


def family() -> tuple[int, int, int]:
    """This process, its helper, and the server that it was forked from."""
    helper = worker_process.helper()
    return os.getpid(), helper._process if helper else 0, os.getppid()


def has_helper() -> bool:
    return worker_process.helper() is not None


def can_fork() -> bool:
    return worker_process.is_harmless()


def can_fork_after_printing() -> bool:
    engine.font_configuration()
    return worker_process.is_harmless()
