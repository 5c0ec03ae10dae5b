"""What the library holds ready after a save is what it would read from its file: word for word, place for place."""

import json
from typing import Any

import pytest
from examples import examples
from hypothesis import given
from test_formats_never_lose_anything import SCRIPTS

from builder import catalogue
from builder.errors import ClockwrightError
from builder.formats import official
from builder.game.script import Script
from builder.library import bodies

pytestmark = pytest.mark.full


def changed(value: list[Any]) -> Script | None:
    """The script of some values as an op puts it together; None where nobody could save it."""
    try:
        read = official.read(json.dumps(value))
    except ClockwrightError:
        return None
    return catalogue.resolve(official.assembled(enumerate(read.written())))


@examples(120)
@given(SCRIPTS)
def test_a_script_held_ready_is_the_one_in_the_file(value: list[Any]) -> None:
    script = changed(value)
    if script is None:
        return
    pieces, comes_back = official.filed(script)
    text = "".join(pieces)
    assert text == official.write(script)
    bodies.SCRIPTS.clear()
    if comes_back:
        bodies.remember(text, script)
    held = bodies.script_of(text)
    assert repr(held) == repr(bodies._script(text))
    assert held.source == ""
    bodies.SCRIPTS.clear()
