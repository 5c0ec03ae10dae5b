"""The parts of a set made at once: what comes back, and what is said where nothing does."""

import os
from collections.abc import Callable, Iterator

import composing
import pytest
from inline_workers import InlineWorkers

from builder.errors import RenderError, UnknownChoiceError
from builder.game.script import Script
from builder.press import workers
from builder.publishing import parts, together
from builder.publishing.parts import File

Part = Callable[..., Iterator[File]]


def good(script: Script, *, fetch: bool) -> Iterator[File]:
    yield f"{script.name}.txt", b"made" if fetch else b""


def odd(*_: object, **__: object) -> Iterator[File]:
    raise UnknownChoiceError("style", "odd", ("even",))


def broken(*_: object, **__: object) -> Iterator[File]:
    raise ZeroDivisionError


@pytest.fixture(autouse=True)
def press(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts that need no fonts, made here."""
    monkeypatch.setattr(together, "Workers", InlineWorkers)
    made: dict[str, Part] = {"icons-1": good, "good": good, "odd": odd, "broken": broken}
    monkeypatch.setattr(parts, "PARTS", made)


def nothing() -> None:
    """What is done meanwhile."""


def test_what_waits_is_done_here_while_the_parts_are_made() -> None:
    done: list[int] = []
    list(together.made(composing.script("imp"), ("good", "icons-1"), lambda: done.append(os.getpid())))
    assert set(done) == {os.getpid()}


def test_every_part_comes_back_pictures_first() -> None:
    made = list(together.made(composing.script("imp"), ("good", "icons-1"), nothing))
    assert made == [(("A Test of Type.txt", b"made"),)] * 2


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("odd", "odd could not be made: There is no style “odd”"),
        ("broken", "broken could not be made: .*our fault.*ZeroDivisionError"),
    ],
)
def test_a_part_that_cannot_be_made_is_named_with_the_reason(name: str, words: str) -> None:
    with pytest.raises(RenderError, match=words):
        list(together.made(composing.script("imp"), ("good", name), nothing))


def end_early(_script: Script, _name: str) -> None:
    os._exit(3)


def test_a_part_whose_process_ends_early_is_named_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(together, "Workers", workers.Workers)
    monkeypatch.setattr(parts, "make", end_early)
    with pytest.raises(RenderError, match=r"good could not be made: .*want of memory"):
        list(together.made(composing.script("imp"), ("good",), nothing))
