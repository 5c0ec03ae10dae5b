"""Answers about one script."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import builder
from builder import catalogue, checks
from builder.answers.shapes import Checked, Dealt, JinxValue, Nights, ProblemValue, Setups, Step, VerdictValue
from builder.errors import ClockwrightError
from builder.game.jinxes import applying
from builder.game.night import Row, night_sheet
from builder.game.script import Script
from builder.game.setup.legality import check_table
from builder.game.setup.rules import SetupError
from builder.game.teams import Team


def checked(script: Script, *, dismissed: bool = False) -> Checked:
    """The problems of a script; with `dismissed` also those that its author dismissed."""
    counts = {team.value: sum(1 for _ in script.team(team)) for team in Team}
    answer: dict[str, Any] = {
        "script": {"name": script.meta.name, "author": script.meta.author, "counts": counts},
        "problems": [problem.as_json() for problem in builder.problems(script)],
    }
    if dismissed:
        answer["dismissed"] = [
            problem.as_json() | {"note": note} for problem, note in checks.dismissed(script)
        ]
    return cast("Checked", answer)


@contextmanager
def _translated() -> Iterator[None]:
    """Raises ClockwrightError with the sentence of a SetupError."""
    try:
        yield
    except SetupError as error:
        raise ClockwrightError(str(error)) from error


def setups(script: Script, players: int | None = None) -> Setups:
    """Who can be in play together. Raises ClockwrightError for an impossible number of players."""
    with _translated():
        return cast("Setups", builder.setups(script, players).as_json())


def verdict(script: Script, players: int, in_play: tuple[str, ...]) -> VerdictValue:
    """Whether a table of exactly these characters is legal. Raises as `setups` does."""
    with _translated():
        return cast("VerdictValue", check_table(script, catalogue.rules(), players, in_play).as_json())


def dealt(
    script: Script, players: int, seed: int | str | None, with_: tuple[str, ...], without: tuple[str, ...]
) -> Dealt:
    """A legal game. Raises ClockwrightError that says why there is none."""
    with _translated():
        return cast("Dealt", builder.deal(script, players, seed=seed, with_=with_, without=without).as_json())


def nights(script: Script, players: int | None = None) -> Nights:
    """Who wakes when: the first night and the other nights."""
    sheet = night_sheet(script, catalogue.night_order(), players)
    return {
        "firstNight": [_step(row) for row in sheet.first],
        "otherNight": [_step(row) for row in sheet.other],
        "notices": [cast("ProblemValue", notice.as_json()) for notice in sheet.notices],
    }


def _step(row: Row) -> Step:
    reminder = f"{row.reminder} {row.note}".strip() if row.note else row.reminder
    return {"kind": row.kind.value, "id": row.id, "name": row.name, "reminder": reminder}


def jinxes(script: Script) -> list[JinxValue]:
    """The jinxes that apply to a script, official ones and its own."""
    return [
        {"characters": list(jinx.characters), "reason": jinx.reason, "source": jinx.source}
        for jinx in applying(script, catalogue.jinxes())
    ]
