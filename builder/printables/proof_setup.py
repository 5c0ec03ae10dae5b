"""The possible numbers of each team's characters, by number of players."""

from collections.abc import Sequence
from dataclasses import dataclass

from builder import catalogue
from builder.game.ids import key
from builder.game.script import Script
from builder.game.setup import summary
from builder.game.setup.summary import Row
from builder.game.teams import COUNTED_TEAMS
from builder.printables.typography import typeset
from builder.prose_lists import join_ranges, ranges


@dataclass(frozen=True, slots=True)
class Numbers:
    """A team's numbers for a number of players: `2`, `1–3`; a dash if no setup is legal."""

    text: str
    is_usual: bool


@dataclass(frozen=True, slots=True)
class SetupRow:
    """One team, by number of players."""

    team: str
    heading: str
    numbers: tuple[Numbers, ...]


@dataclass(frozen=True, slots=True)
class SetupBlock:
    """The setup by number of players."""

    players: tuple[int, ...]
    rows: tuple[SetupRow, ...]
    #: (character, what it does)
    because: tuple[tuple[str, str], ...]
    #: Numbers of players without a legal setup: `7 to 15`.
    unfillable: str


def setup_block(script: Script) -> SetupBlock:
    """The setup table of a script, and the characters that change it."""
    rows = summary.setups(script, catalogue.rules()).rows
    names = {entry.key: entry.character.name for entry in script.entries if entry.character}
    because = {
        (typeset(names.get(key(identifier), identifier)), typeset(what))
        for row in rows.values()
        for identifier, what in row.because
    }
    return SetupBlock(
        tuple(rows),
        tuple(
            SetupRow(team.value, team.heading, tuple(_numbers(row, team.value) for row in rows.values()))
            for team in COUNTED_TEAMS
        ),
        tuple(sorted(because)),
        join_ranges(players for players, row in rows.items() if not row.fillable),
    )


def _numbers(row: Row, team: str) -> Numbers:
    found = sorted({each.as_json()[team] for each in row.allowed})
    return Numbers(listed(found), found == [row.base.as_json()[team]])


def listed(numbers: Sequence[int]) -> str:
    """Formats numbers: `2`, `0/2`, `0–3`, `0/7–12`; a dash if there are none."""
    return "/".join(ranges(numbers)) or "–"
