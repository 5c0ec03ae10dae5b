"""Pixels that processes share: what one has decoded the others see, and nothing else."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from picturing import encoded, icon

from builder.press.pictures import decoded, reading, shared, store

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork"),
    pytest.mark.usefixtures("data_folder"),
]
COLOURS = ((200, 30, 20, 255), (20, 40, 200, 120))


def in_a_child(work: Callable[[], object]) -> None:
    """Does something in a process that ends then."""
    child = os.fork()
    if not child:
        try:
            work()
        finally:
            os._exit(0)
    os.waitpid(child, 0)


def bring(part: int, body: bytes) -> str:
    shared.write_to(part)
    return store.store().take_in(body)


def test_what_two_processes_bring_a_third_sees_as_it_is() -> None:
    bodies = [encoded(icon(90 + 40 * number, colour)) for number, colour in enumerate(COLOURS)]
    names = [store.name_of(body) for body in bodies]
    with shared.memory(2):
        for part, body in enumerate(bodies):
            in_a_child(lambda part=part, body=body: bring(part, body))  # type: ignore[misc]  # its defaults
        for name, body in zip(names, bodies, strict=True):
            expected = reading.picture(body)
            assert shared.size(name) == decoded.size(name) == expected.size
            assert shared.get(name).tobytes() == expected.convert("RGBa").tobytes()


def test_pixels_are_those_of_the_kept_file_whether_shared_or_not() -> None:
    body = encoded(icon(120, COLOURS[1]))
    alone = decoded.multiplied(store.store().take_in(body)).tobytes()
    with shared.memory(1):
        shared.write_to(0)
        name = store.name_of(body)
        assert decoded.multiplied(name).tobytes() == alone
        assert shared.size(name)
        assert decoded.multiplied(name).tobytes() == alone


def test_nothing_is_shared_without_memory_or_by_somebody_who_has_no_part_of_it() -> None:
    name = bring(0, encoded(icon(90)))
    assert shared.size(name) is None
    with shared.memory(1):
        other = store.store().take_in(encoded(icon(91)))
        assert shared.size(other) is None
        with pytest.raises(KeyError):
            shared.get(other)
    assert decoded.size(other)


def test_a_picture_for_which_there_is_no_room_is_decoded_by_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "ROOM", 100_000)
    with shared.memory(1):
        small, large = bring(0, encoded(icon(90))), bring(0, encoded(icon(400)))
        assert shared.size(small)
        assert shared.size(large) is None
        assert decoded.multiplied(large).size == decoded.size(large)


def test_a_picture_that_is_gone_is_said_to_be_gone(data_folder: Path) -> None:
    assert data_folder
    assert decoded.size("0" * 32) is None
    for look in (decoded.multiplied, decoded.whole):
        with pytest.raises(KeyError):
            look("0" * 32)
