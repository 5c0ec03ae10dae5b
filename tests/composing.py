"""Scripts composed for the tests: as long, as empty and as strange as the format lets them be."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

import builder
from builder.errors import UnreadableScriptError
from builder.game.script import Script

ROOT = Path(__file__).resolve().parent.parent
SAMPLES = ROOT / "data" / "samples"
SHARED = ROOT.parent / "shared"

#: How the characters of a script of so many are spread: 13/4/4/4, and 15/5/5/5.
TEAMS = ("townsfolk",) * 13 + ("outsider",) * 4 + ("minion",) * 4 + ("demon",) * 4
THIRTY = ("townsfolk",) * 15 + ("outsider",) * 5 + ("minion",) * 5 + ("demon",) * 5
#: Made-up letters would break anywhere; these are words as an ability has them.
PROVERB = (
    "each night choose a living player who is not the baker until dusk they may not speak of lanterns "
    "unless both neighbours wear a borrowed hat and the clock has struck"
)
WORDS = PROVERB.split()


def in_turn(looks: Iterable[tuple[str, ...]], names: Iterable[str], share: int = 4) -> list[Any]:
    """Each look with each script; all but every so many are slow, and each script meets another look next.

    The whole cross product is in test_matrix.py; this is what every run sees of it.
    """
    return [
        pytest.param(*look, name, marks=[] if (row + column) % share == 0 else [pytest.mark.slow])
        for row, look in enumerate(looks)
        for column, name in enumerate(names)
    ]


def script(*entries: Any, **meta: Any) -> Script:  # JSON
    """A script of these entries; `meta` as the `_meta` entry has it."""
    return builder.parse(json.dumps([{"id": "_meta", "name": "A Test of Type", **meta}, *entries]))


def sample(name: str) -> Script:
    """One of the samples that Clockwright brings."""
    return builder.parse(SAMPLES / f"{name}.json")


def refusal(source: bytes | str) -> str:
    """What a person is told of a file that is no script."""
    with pytest.raises(UnreadableScriptError) as caught:
        builder.parse(source)
    return str(caught.value)


def shared(path: str) -> Path:
    """A file beside the project; the test skips, saying so, where it is absent."""
    file = SHARED / path
    if not file.exists():
        pytest.skip(f"../shared/{path} is not here")
    return file


def prose(length: int, start: int = 0) -> str:
    """Words up to exactly so many characters, the last one a full stop."""
    text = ""
    while len(text) < length:
        text += WORDS[start % len(WORDS)] + " "
        start += 1
    return text[: length - 1].rstrip().ljust(length - 1, "e").capitalize() + "."


def homebrew(
    number: int,
    team: str,
    *,
    name: str | None = None,
    ability: str = "Each night*, choose a player.",
    **more: Any,
) -> dict[str, Any]:
    """A character of somebody's own."""
    return {
        "id": f"made{number}",
        "name": f"Maker {number}" if name is None else name,
        "team": team,
        "ability": ability,
        **more,
    }


def company(
    teams: Sequence[str] = TEAMS,
    *,
    names: int = 12,
    abilities: int = 90,
    reminders: int = 0,
    **more: Any,
) -> list[dict[str, Any]]:
    """Characters for these teams, their names, abilities and reminders so many characters long."""
    made = []
    for number, team in enumerate(teams):
        entry = homebrew(
            number,
            team,
            name=prose(names, number)[:-1] if names else "",
            ability=prose(abilities, number) if abilities else "",
            **more,
        )
        if reminders:
            words = prose(reminders, number)
            entry |= {
                "firstNight": number + 2,
                "firstNightReminder": words,
                "otherNight": number + 2,
                "otherNightReminder": words,
            }
        made.append(entry)
    return made


def jinxed(
    teams: Sequence[str] = (*TEAMS[:8], *TEAMS[-12:]), *, reason: int = 90, names: int = 0, reminder: str = ""
) -> Script:
    """Everybody has three jinxes of the script's own, whose reasons are so many characters long."""
    people = []
    for number, team in enumerate(teams):
        others = [number + step for step in (1, 2, 3)]
        rules = [{"id": f"made{other % len(teams)}", "reason": prose(reason, other)} for other in others]
        night = {"firstNight": number + 2, "firstNightReminder": reminder} if reminder else {}
        name = prose(names, number)[:-1] if names else None
        people.append(homebrew(number, team, name=name, jinxes=rules, **night))
    return script(*people, "djinn")
