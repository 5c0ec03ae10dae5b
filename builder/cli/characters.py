"""`clockwright characters`: the official characters."""

from typing import Any

import click

from builder import catalogue
from builder.cli import terminal
from builder.errors import UnknownChoiceError
from builder.game.character import Character
from builder.game.teams import Team, read_team


@click.command("characters")
@click.option("--team", metavar="TEAM", help="One team only, such as minion.")
@click.option("--json", "as_json", is_flag=True, help="One JSON value on standard output.")
def command(team: str | None, *, as_json: bool) -> None:
    """List the official characters, with their abilities in our own words."""
    only = _team(team)
    found = [character for character in catalogue.everyone() if only in {None, character.team}]
    if as_json:
        terminal.tell_json([_as_json(character) for character in found])
        return
    terminal.table(
        ("Id", "Name", "Team", "Ability"),
        [(each.id, each.name, each.team.title, each.ability) for each in found],
    )


def _team(text: str | None) -> Team | None:
    if text is None:
        return None
    team = read_team(text)
    if team is None:
        raise UnknownChoiceError("team", text, [known.value for known in Team])
    return team


def _as_json(character: Character) -> dict[str, Any]:
    return {
        "id": character.id,
        "name": character.name,
        "team": character.team.value,
        "edition": character.edition,
        "ability": character.ability,
        "firstNight": _number(character.first_night),
        "otherNight": _number(character.other_night),
        "firstNightReminder": character.first_night_reminder,
        "otherNightReminder": character.other_night_reminder,
        "setup": character.setup,
        "reminders": list(character.reminders),
        "remindersGlobal": list(character.reminders_global),
        "special": [dict(feature) for feature in character.special],
        "emblem": character.emblem,
        "tags": sorted(character.tags),
    }


def _number(number: float | None) -> float:
    """A place in the night; 0: does not wake."""
    number = number or 0
    return int(number) if float(number).is_integer() else number
