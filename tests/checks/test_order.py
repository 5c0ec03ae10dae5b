"""Whether a check says something does not depend on the order of a script, unless the check declares that it does."""

import json
import random
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import builder
from builder import catalogue, checks, editing
from builder.checks import facts, silence
from builder.game.script import Script

HERE = Path(__file__).parent
SAMPLES = HERE.parents[1] / "data" / "samples"


def is_plain(script: Script) -> bool:
    """Whether nobody is on it twice, which the checks are asked about after every change."""
    return len({entry.key for entry in script.entries}) == len(script.entries)


@cache
def scripts() -> tuple[Script, ...]:
    """Every example of every check, the samples, and chance companies of examples and official characters."""
    chance = random.Random(25)
    files = [*sorted(HERE.glob("*/*.json")), *sorted(SAMPLES.glob("**/*.json"))]
    read = [replace(builder.parse(path), source="", reading=()) for path in files]
    everyone = list(catalogue.everyone())
    drawn = [
        json.dumps([one.id for one in chance.sample(everyone, chance.randint(2, 40))]) for _ in range(15)
    ]
    mixed = [
        replace(one, entries=(*one.entries, *other.entries))
        for one, other in zip(read[::4], chance.sample(read, len(read[::4])), strict=True)
    ]
    plain = [*read, *mixed, *(replace(builder.parse(text), source="") for text in (*drawn, '["imp", ""]'))]
    return tuple(catalogue.resolve(script) for script in plain if script.entries and is_plain(script))


def shuffled(script: Script) -> Script:
    chance = random.Random(len(script.entries))
    return replace(script, entries=tuple(chance.sample(script.entries, len(script.entries))))


def silent_codes(script: Script) -> frozenset[str]:
    """The checks that say nothing about a script, all asked."""
    known = facts.of(script)
    return frozenset(check.code for check in checks.found() if not any(check.check_facts(known)))


@pytest.mark.full
def test_a_check_is_silent_about_a_script_in_every_order_or_in_none() -> None:
    free = {check.code for check in checks.found() if not check.order_matters}
    seen: set[str] = set()
    for script in scripts():
        quiet = silent_codes(script) & free
        seen |= free - quiet
        assert silent_codes(shuffled(script)) & free == quiet, [entry.id for entry in script.entries]
    assert seen == free - {"reading", "duplicate"}  # they are about a file, and about somebody twice


@pytest.mark.full
def test_problems_after_moves_are_those_of_a_script_that_nobody_has_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    skipped = 0
    for script in scripts():
        checks.problems(script)
        other = shuffled(script)
        skipped += len(silence.silent(other))
        quick = checks.problems(other)
        with monkeypatch.context() as patch:
            patch.setattr(silence, "silent", lambda _: frozenset())
            assert quick == checks.problems(other)
    assert skipped > 20 * len(scripts())


@pytest.mark.parametrize(
    "op",
    [
        {"op": "character", "who": [1, "own"], "ability": "Each night*, you might. [+1 Outsider]"},
        {"op": "add", "id": "atheist"},
        {"op": "drop", "who": [[0, "imp"]]},
        {"op": "night", "night": "first", "order": ["dusk", "nobody", "dawn"]},
    ],
    ids=lambda op: op["op"],
)
def test_every_check_is_asked_about_a_script_of_others_or_other_words(op: dict[str, Any]) -> None:
    own = {"id": "own", "name": "Own", "team": "townsfolk", "ability": "You see."}
    script = editing.change(
        builder.parse(json.dumps(["imp", own, "chef"])), {"op": "author", "author": "A"}
    ).script
    checks.problems(script)
    moved = editing.change(script, {"op": "move", "who": [0, "chef"], "by": -1}).script
    assert silence.silent(moved)
    assert not silence.silent(editing.change(script, op).script)
    assert not silence.silent(editing.change(moved, op).script)
