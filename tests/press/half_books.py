"""Almanacs in a process with a helper; functions of a module, so that they travel to it."""

import os
import time

import pytest

import builder
from builder.game.script import Script
from builder.press import worker_process
from builder.press.almanac import layout


def printed(book: Script) -> tuple[bytes, bool]:
    """The almanac, and whether the helper is there and did half of it."""
    helper = worker_process.helper()
    done: list[object] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layout, "WORTH_A_PROCESS", 1)
        if helper:
            result = helper.result
            patch.setattr(helper, "result", lambda seconds: done.append(made := result(seconds)) or made)
        pdf = builder.render(book, "almanac").pdf
    return pdf, any(done)


def printed_in_trouble(book: Script, trouble: str) -> tuple[bytes, bool]:
    """The almanac, whose helper comes to grief; and whether it is still there."""
    helper = worker_process.helper()
    assert helper
    begin = helper.begin
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layout, "WORTH_A_PROCESS", 1)
        patch.setattr(layout, "HELPER_SECONDS", 0.5)
        patch.setattr(helper, "begin", lambda *_: begin(TROUBLES[trouble]))
        pdf = builder.render(book, "almanac").pdf
    return pdf, worker_process.helper() is not None


def _die() -> None:
    os._exit(9)


def _hang() -> None:
    while True:
        time.sleep(1)


def _fail() -> None:
    raise ZeroDivisionError


TROUBLES = {"dies": _die, "hangs": _hang, "fails": _fail}
