"""Scripts spoilt by accident or on purpose: what opens comes through every step, and is written alike each time."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from saving import SHARED
from spoiling import spoilt

import builder
from builder import formats
from builder.answers import scripts
from builder.errors import ClockwrightError, UnreadableScriptError

pytestmark = [pytest.mark.full, pytest.mark.volume]

OWN: list[Any] = [
    {"id": "_meta", "name": "Fog", "author": "A", "bootlegger": ["x"], "firstNight": ["dusk", "imp", "own"]},
    "imp", "baron", {"id": "chef"}, "poisoner", "monk", "saint", "butler",
    {"id": "own", "name": "Own", "team": "minion", "ability": "Each night*. [+1 Outsider]", "setup": True,
     "firstNight": 3, "firstNightReminder": "Wake.", "reminders": ["A", "B"], "flavor": "f",
     "jinxes": [{"id": "imp", "reason": "r"}], "special": [{"type": "selection", "name": "bag-disabled"}]},
]  # fmt: skip
#: What a slip of the keyboard, or an enemy, puts in.
SLIPS = (
    "[", "]", '"', ",", "{", "}", "\\ud800", "9" * 400, "1e999", "NaN", "'", "//x\n", "/*", " ", "[+1 Outsider]",
    "\\", "\u202e", "\x00", '"id":"imp",', '"a":1,"a":2,',
)  # fmt: skip


def originals() -> list[list[Any]]:
    """Scripts to spoil: one of ours, and what lies in ../shared."""
    found = [json.loads(path.read_bytes()) for path in sorted(SHARED.glob("**/*.json"))]
    small = [each for each in found if isinstance(each, list) and len(json.dumps(each)) < 60_000]
    return [OWN, OWN, *small]


def texts(seed: int, number: int) -> Iterator[str]:
    """So many spoilt scripts as text."""
    random, some = Random(seed), originals()
    for _ in range(number):
        value = spoilt(random.choice(some), random)
        text = json.dumps(value, ensure_ascii=random.random() < 0.5)
        for _ in range(random.choice([0, 0, 1, 1, 3])):
            at = random.randrange(len(text) + 1)
            text = text[:at] + random.choice(SLIPS) + text[at + random.choice([0, 0, 1, 5]) :]
        yield text


def try_everything(text: str) -> None:
    """Nothing but a sentence may come of it; what opens is the same after each dump."""
    try:
        script = builder.parse(text)
    except UnreadableScriptError as error:
        str(error).encode()
        return
    for problem in builder.problems(script):
        problem.message.encode()
    dumped = builder.dump(script)
    assert builder.dump(builder.parse(dumped)) == dumped
    formats.public(script)
    for name, module in formats.found().items():
        if hasattr(module, "write"):
            formats.write(script, name)
        if hasattr(module, "report"):
            module.report(script)
    scripts.nights(script)
    scripts.setups(script, 7)
    try:
        scripts.dealt(script, 8, 1, (), ())
    except ClockwrightError as error:
        str(error).encode()


@pytest.mark.parametrize(
    ("seed", "number"), [(1, 60), pytest.param(2, 3_000, marks=pytest.mark.slow)], ids=["few", "many"]
)
def test_a_spoilt_script_comes_through_every_step_or_is_refused(seed: int, number: int) -> None:
    for text in texts(seed, number):
        try_everything(text)


def test_the_order_of_what_is_set_aside_is_the_same_after_each_dump() -> None:
    own = {"id": "own", "setup": [], "flavor": "x" * 600, "name": "Own", "team": "minion", "ability": "a"}
    try_everything(json.dumps(["imp", own]))


def test_an_entry_that_is_called_meta_is_no_character_of_a_bloodstar_save() -> None:
    try_everything('[{"id": "_meta", "name": "x"}, "imp", "_meta", "baron", "chef"]')


def test_a_script_of_nobody_is_written_in_every_format() -> None:
    empty = builder.Script()
    for name, module in formats.found().items():
        if hasattr(module, "write"):
            formats.write(empty, name)
        if hasattr(module, "report"):
            assert all(each.message for each in module.report(empty))


@pytest.mark.parametrize("number", ["1" * 309, "1" * 5_000, "-" + "9" * 400, "1e400", "-1e999"])
@pytest.mark.parametrize("field", ["firstNight", "reminders", "unknown"])
def test_an_endless_number_is_a_fault_with_its_place(field: str, number: str) -> None:
    with pytest.raises(UnreadableScriptError, match=r"Line 1, column .*This number is too large"):
        builder.parse(f'["imp", {{"id": "x", "{field}": {number}}}]')


@pytest.mark.parametrize("text", ['[{"a\\ud800"}]', '[{"a\ud800"}]', '["\ud800"]', "[\ud800]"])
def test_a_sentence_that_quotes_half_a_letter_can_be_shown(text: str) -> None:
    with pytest.raises(UnreadableScriptError) as caught:
        builder.parse(text)
    str(caught.value).encode()
