"""Texts of one thing repeated, through every reader and check: no pattern may look at any part of them twice over."""

import json
import time

import pytest

import builder
from builder import formats
from builder.errors import UnreadableScriptError
from builder.formats.html import ATTRIBUTE
from builder.game import markup
from builder.official.edition import has_our_effects

pytestmark = [pytest.mark.full, pytest.mark.volume]

#: At this length a quadratic search takes from ten seconds to hours; a linear one a tenth of a second.
LONG = 150_000
#: A guard against hanging, not a measure.
SOON = 5.0
PUMPS = (
    "[", "]", "［", "[1]", "[+1 ", "(", " ", "[ ", "\t", "\n", "\n ", "# ", "1. ", "- **", "* ", "**", "*", "_", "<a ",
    "<b>", "<i ", "<", "a=", "a", "a-", "9", "9,", "9 or ", "+1 or ", "+", "- ", ",", ", +", ".", ".;", "…", "'", '"',
    "\\", "/*", "//", "data:image/png;base64,", "&#", "and ", "think you are ", "@", ":reminder:", "http://", "é",
)  # fmt: skip
OPENINGS = ("", "x", "# ", "1. ", "[", "<a ", "[ ", "## x", "- **", "by ")
FIELDS = ("ability", "name", "flavor", "firstNightReminder", "id")


def took(work: object, *given: object) -> float:
    """Seconds of the processor that something takes, whatever becomes of it."""
    start = time.process_time()
    try:
        work(*given)  # type: ignore[operator]
    except UnreadableScriptError as error:
        str(error).encode()
    return time.process_time() - start


def everything(text: str) -> None:
    """What a file goes through before and behind the door."""
    script = builder.parse(text)
    builder.problems(script)
    formats.public(script)
    for name in ("csv", "markdown", "bloodstar"):
        formats.write(script, name)


@pytest.mark.parametrize(
    "pump", [p if p in "[( <a 9," else pytest.param(p, marks=pytest.mark.slow) for p in PUMPS]
)
def test_a_pumped_text_is_read_in_time(pump: str) -> None:
    body = (pump * LONG)[:LONG]
    for opening in OPENINGS:
        assert took(everything, opening + body + "\x02") < SOON, opening
        assert took(everything, f"<html><title>x</title><p class={opening}{body}></p></html>") < SOON, opening


@pytest.mark.parametrize(
    "pump", [p if p in "[( <a 9," else pytest.param(p, marks=pytest.mark.slow) for p in PUMPS]
)
def test_a_pumped_field_is_read_checked_and_written_in_time(pump: str) -> None:
    body = (pump * LONG)[:LONG]
    for field in FIELDS:
        own = {"id": "own", "name": "O", "team": "minion", "ability": "x", field: "x" + body}
        text = json.dumps([own, "imp", "chef", "monk", "saint"])
        assert took(everything, text) < SOON, field


@pytest.mark.parametrize(
    "text", ["[" * LONG, "[" + " " * LONG, "[ " * LONG, "a" * LONG, "a" + " " * LONG, "**" * LONG]
)
def test_patterns_of_single_fields_are_linear(text: str) -> None:
    one = builder.parse(json.dumps([{"id": "o", "name": "O", "team": "minion", "ability": text}])).characters[
        0
    ]
    assert took(markup.ability, text) < SOON
    assert took(markup.reminder, text) < SOON
    assert took(has_our_effects, one, one) < SOON
    assert took(ATTRIBUTE.findall, text) < SOON
