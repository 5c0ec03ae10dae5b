"""Files that are made to hurt: each gets its answer in under a second of the processor's time."""

import time
from collections.abc import Callable

import pytest

import builder
from builder import formats
from builder.errors import UnreadableScriptError
from builder.formats.source import LIMIT

pytestmark = pytest.mark.full
#: Those that take longest; shorter ones go the same ways.
LONG = (
    "40,000 fields given twice", "40,000 reminders", "fields given twice", "2,000 strange entries", "comments",
    "line comments", "200,000 numbers and a slip",
)  # fmt: skip

#: Measuring coverage takes its time.
SOON = 10.0  # a guard against hanging, not a measure: machines are noisy
DEEP = 100_000
FEW = '"imp", "baron", "butler", "chef"'


def answer(made: bytes | str) -> str:
    """What the user reads: the refusal, or the problems."""
    try:
        script = builder.parse(made)
    except UnreadableScriptError as refusal:
        return str(refusal)
    formats.read(builder.dump(script))
    return "\n".join(problem.message for problem in builder.problems(script))


def within(*entries: str) -> str:
    """A script of four characters and these entries."""
    return "[" + ", ".join([FEW, *entries]) + "]"


def forged(block: str) -> str:
    return '[{"id": "_meta", "name": "x", "clockwright": {"format": 1, ' + block + "}}, " + FEW + ', "own"]'


def repeated(what: str, times: int) -> str:
    return ",".join([what] * times)


VALUES = "This file has more than 50,000 values"
MANY = "This list has more than 2,000 entries"
TOO_DEEP = "nested more than 64 deep"
#: How the file is made (when its turn comes), and what the answer has to say.
HOSTILE: dict[str, tuple[Callable[[], bytes | str], str]] = {
    "deep lists": (lambda: "[" * DEEP, TOO_DEEP),
    "deep lists that end": (lambda: "[" * DEEP + "]" * DEEP, TOO_DEEP),
    "deep objects": (lambda: '{"a":' * DEEP, TOO_DEEP),
    "a deep field": (lambda: within('{"id": "x", "y": ' + "[" * 65 + "]" * 65 + "}"), TOO_DEEP),
    "a deep field and a slip": (lambda: within('{"id": "x", "y": ' + "[" * 65 + "]" * 65 + ",}"), TOO_DEEP),
    "5 MB of text": (
        lambda: '["' + "x" * 5_000_000,
        "5,000,002 characters; the limit for a script file is 2,000,000",
    ),
    "5 MB of bytes": (lambda: b"[" + b" " * 5_000_000, "This file has 5,000,001 bytes"),
    "200,000 ids": (lambda: "[" + repeated('"imp"', 200_000) + "]", VALUES),
    "200,000 numbers": (lambda: "[" + repeated("0", 200_000) + "]", VALUES),
    "200,000 numbers and a slip": (lambda: "[" + repeated("0", 200_000) + ",]", VALUES),
    "2,000 unknown ids": (
        lambda: "[" + ",".join(f'"nobody{number}"' for number in range(2_000)) + "]",
        "This script has 2,000 entries",
    ),
    "2,000 times the same": (
        lambda: "[" + repeated('{"id": "imp"}', 2_000) + "]",
        "This script has 2,000 entries",
    ),
    "100,000 fields": (
        lambda: within('{"id": "x", ' + ",".join(f'"f{number}": 0' for number in range(100_000)) + "}"),
        VALUES,
    ),
    "a giant text": (
        lambda: within('{"id": "x", "name": "' + "y" * 1_900_000 + '", "team": "demon"}'),
        "has 1900000 characters. The official app allows 30. Shorten it by 1899970.",
    ),
    "a text without end": (lambda: '["' + "a" * 1_900_000, "This text never ends"),
    "backslashes without end": (lambda: '["' + "\\" * 1_900_000, "This text never ends"),
    "a text without end in other quotes": (lambda: "['" + "a" * 1_900_000, "This text never ends"),
    "comments": (lambda: "[" + "/**/" * 450_000 + FEW + "]", "this file has comments"),
    "open comments": (lambda: "[" + "/*/" * 600_000, "This is not JSON"),
    "line comments": (lambda: "[" + "//\n" * 600_000, "The file ends here"),
    "stars": (lambda: "[/*" + "*" * 1_900_000, "This comment never ends"),
    "commas": (lambda: "[" + FEW + "," * 1_900_000 + "]", "there is an extra comma"),
    "new lines": (lambda: "\n" * 1_900_000 + "[", "Line 1900001, column 2"),
    "a long number": (lambda: within("9" * 1_900_000), "This number is too large"),
    "a long word": (lambda: "a" * 1_900_000, "A script file is a list"),
    "many lines": (lambda: "imp\n" * 400_000, MANY),
    "many names in a line": (lambda: "imp," * 400_000, MANY),
    "many bullets": (lambda: "1. " * 600_000 + "imp", "This is not JSON"),
    "half letters": (
        lambda: within(repeated('"\\ud83e\\udd80"', 20_000), '"\\ud800"'),
        "There is half a character",
    ),
    "a forged block": (
        lambda: forged('"left_out": [' + repeated('{"at": 0, "entry": "imp"}', 15_000) + "]"),
        MANY,
    ),
    "forged extras": (
        lambda: forged('"entries": [' + repeated('{"id": "own", "at": 9, "put": {"x": 1}}', 9_000) + "]"),
        "comes with “x”",
    ),
    "fields given twice": (lambda: within('{"id": "x", ' + repeated('"a": 1', 200_000) + "}"), VALUES),
    "40,000 fields given twice": (
        lambda: within('{"id": "x", ' + repeated('"a": 1', 40_000) + "}"),
        "“a” appears twice",
    ),
    "40,000 reminders": (
        lambda: within(
            '{"id": "x", "team": "demon", "name": "", "reminders": [' + repeated("0", 40_000) + "]}"
        ),
        "has 40000 items. The official app allows 20.",
    ),
    "2,000 strange entries": (
        lambda: within(repeated('{"x": [[]]}', 1_990)),
        "The check “format” found more than 100 problems",
    ),
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.volume] * (name in LONG)) for name in HOSTILE]
)
def test_a_hostile_file_does_not_hang(name: str) -> None:
    make, expected = HOSTILE[name]
    made = make()
    start = time.process_time()
    told = answer(made)
    assert time.process_time() - start < SOON
    assert expected in told


def test_the_deepest_nesting_that_is_allowed_is_read_and_checked() -> None:
    text = within('{"id": "own", "name": "x", "y": ' + "[" * 62 + "]" * 62 + "}")
    assert "has a field “y”" in answer(text)


def test_a_file_of_exactly_the_limit_is_read() -> None:
    text = '["imp"]'
    assert builder.parse(text + " " * (LIMIT - len(text))).entries[0].id == "imp"
