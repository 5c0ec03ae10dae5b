"""The parts of a set made at once: what comes back, and what is said where nothing does."""

import os
from concurrent.futures import Future
from typing import Any

import composing
import pytest
from inline_runner import InlineRunner

import builder
from builder import artefacts, publishing
from builder.artefact import Artefact, PrintRequest, bundle
from builder.artefacts import runner, set_parts
from builder.errors import BusyError, RenderError, UnknownChoiceError

ICONS, GOOD, ODD, BROKEN, DEADLY = (
    PrintRequest(f"set-{name}") for name in ("icons-1", "good", "odd", "broken", "deadly")
)
REAL = runner.LocalRunner


def make(_: bytes, wanted: PrintRequest) -> Artefact:
    """Parts that need no fonts."""
    if wanted.kind == ODD.kind:
        raise UnknownChoiceError("There is no style “%(name)s”.", "odd", ("even",))
    if wanted.kind == BROKEN.kind:
        raise ZeroDivisionError
    if wanted.kind == DEADLY.kind:
        os._exit(3)
    return bundle([(f"{wanted.kind}.txt", b"made" if wanted.fetch else b"")])


@pytest.fixture(autouse=True)
def press(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builder.artefacts.runner.LocalRunner", InlineRunner)
    monkeypatch.setattr(artefacts, "make", make)


def published(monkeypatch: pytest.MonkeyPatch, *stages: tuple[PrintRequest, ...]) -> list[str]:
    monkeypatch.setattr(set_parts, "STAGES", stages)
    return [name for name, _ in builder.publish(composing.script("imp"))]


def test_every_part_comes_back_pictures_first(monkeypatch: pytest.MonkeyPatch) -> None:
    made = published(monkeypatch, (ICONS,), (GOOD,))
    assert made == ["set-icons-1.txt", "set-good.txt", "script.json", "set.json", "index.html"]


def test_what_is_published_from_here_has_its_missing_pictures_fetched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(set_parts, "STAGES", ((GOOD,),))
    assert dict(builder.publish(composing.script("imp")))["set-good.txt"] == b"made"


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (ODD, "odd could not be made: There is no style “odd”"),
        (BROKEN, "broken could not be made: .*our fault.*ZeroDivisionError"),
    ],
)
def test_a_part_that_cannot_be_made_is_named_with_the_reason(
    monkeypatch: pytest.MonkeyPatch, wanted: PrintRequest, words: str
) -> None:
    with pytest.raises(RenderError, match=words):
        published(monkeypatch, (GOOD, wanted))


def test_a_part_whose_process_ends_early_is_named_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builder.artefacts.runner.LocalRunner", REAL)
    with pytest.raises(RenderError, match=r"deadly could not be made: .*memory ran out"):
        published(monkeypatch, (DEADLY,))


def test_a_busy_press_says_when_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(_: Any) -> Future[Artefact]:
        future: Future[Artefact] = Future()
        future.set_exception(BusyError(4))
        return future

    with pytest.raises(BusyError) as refused:
        list(publishing.publish(composing.script("imp"), submit=busy))
    assert refused.value.retry_after == 4
