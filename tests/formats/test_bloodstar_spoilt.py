"""Whatever comes as a save, a .blood file or an almanac page: a script that stays whole, or a refusal in words."""

import json
from random import Random
from typing import Any

import pytest
import spoiling
from hypothesis import HealthCheck, given, settings, strategies as st

import builder
from builder import formats
from builder.errors import UnreadableScriptError
from builder.formats import bloodstar
from builder.game.script import Script

SEEDS = st.integers(0, 2**40)
FEW = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
MANY = settings(max_examples=3_500, deadline=None, suppress_health_check=list(HealthCheck))


def read(source: bytes | str) -> Script | None:
    """A script, or None after a refusal that says something."""
    refusal = ""
    try:
        return builder.parse(source)
    except UnreadableScriptError as error:
        refusal = str(error)
    assert refusal.strip()
    return None


def saved(script: Script) -> Any:
    return json.loads(formats.write(script, "bloodstar"))


def written(value: Any) -> str:
    """A JSON value by its letters: 1, 1.0 and true are three."""
    return json.dumps(value, sort_keys=True)


def stays_whole(script: Script) -> None:
    """Checked, exported, read again, made public, put together with itself: nothing breaks, nothing is lost."""
    assert all(problem.message.strip() for problem in builder.problems(script))
    exported = builder.dump(script)
    again = builder.parse(exported)
    assert json.loads(builder.dump(again)) == json.loads(exported)
    assert all(problem.message.strip() for problem in bloodstar.report(script))
    builder.dump(formats.public(script))
    together = builder.parse_together([exported, formats.write(script, "bloodstar")])
    assert len(together.entries) >= len({entry.key for entry in script.entries})


def check_save(seed: int) -> None:
    source = spoiling.save(Random(seed))
    script = read(source)
    if script is None or not isinstance(json.loads(source), dict):
        return
    assert written(saved(script)) == written(json.loads(source))
    assert written(saved(builder.parse(builder.dump(script)))) == written(json.loads(source))
    stays_whole(script)


def check_archive(seed: int) -> None:
    script = read(spoiling.archive(Random(seed)))
    if script is not None:
        stays_whole(script)


def check_page(seed: int) -> None:
    script = read(spoiling.page(Random(seed)))
    if script is not None:
        stays_whole(script)


@pytest.mark.full
@FEW
@given(SEEDS)
def test_a_spoilt_save_loses_nothing(seed: int) -> None:
    check_save(seed)


@pytest.mark.full
@FEW
@given(SEEDS)
def test_a_spoilt_archive_is_read_or_refused(seed: int) -> None:
    check_archive(seed)


@pytest.mark.full
@FEW
@given(SEEDS)
def test_a_spoilt_page_is_read_or_refused(seed: int) -> None:
    check_page(seed)


@pytest.mark.slow
@MANY
@given(SEEDS)
def test_thousands_of_spoilt_saves_lose_nothing(seed: int) -> None:
    check_save(seed)


@pytest.mark.slow
@MANY
@given(SEEDS)
def test_thousands_of_spoilt_archives_are_read_or_refused(seed: int) -> None:
    check_archive(seed)


@pytest.mark.slow
@MANY
@given(SEEDS)
def test_thousands_of_spoilt_pages_are_read_or_refused(seed: int) -> None:
    check_page(seed)
