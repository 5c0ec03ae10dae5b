"""The characters as a table (CSV), for a spreadsheet."""

import csv
from io import StringIO

from builder.game.character import Character
from builder.game.script import Script
from builder.language import N_

NAME = "csv"
TITLE = N_("Table of the characters (CSV), for a spreadsheet")
COLUMNS = (
    *(
        "id",
        "name",
        "team",
        "ability",
        "first night",
        "first night reminder",
        "other nights",
        "other night reminder",
    ),
    *("reminders", "global reminders", "setup", "flavor"),
)
#: Characters that begin a formula in a spreadsheet.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write(script: Script) -> str:
    """One row for each character in the script's order; unknown ids have only their id."""
    target = StringIO()
    table = csv.writer(target, lineterminator="\n")
    table.writerow(COLUMNS)
    for entry in script.entries:
        table.writerow(map(_harmless, _row(entry.character) if entry.character else (entry.id,)))
    return target.getvalue()


def _row(character: Character) -> tuple[str, ...]:
    return (
        character.id,
        character.name,
        character.team.value,
        character.ability,
        f"{character.first_night:g}" if character.first_night else "",
        character.first_night_reminder,
        f"{character.other_night:g}" if character.other_night else "",
        character.other_night_reminder,
        "; ".join(character.reminders),
        "; ".join(character.reminders_global),
        "yes" if character.setup else "",
        character.flavor,
    )


def _harmless(cell: str) -> str:
    """A cell that a spreadsheet does not execute as a formula."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell
