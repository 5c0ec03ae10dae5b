"""`clockwright characters`: the official characters."""

import click

from builder import catalogue
from builder.answers import lists
from builder.cli import terminal


@click.command("characters")
@click.option("--team", metavar="TEAM", help="One team only, such as minion.")
@click.option("--json", "as_json", is_flag=True, help="One JSON value on standard output.")
def command(team: str | None, *, as_json: bool) -> None:
    """List the official characters, with their abilities in our own words."""
    only = lists.team_called(team) if team is not None else None
    if as_json:
        terminal.tell_json(lists.characters(only))
        return
    found = [character for character in catalogue.everyone() if only in {None, character.team}]
    terminal.table(
        ("Id", "Name", "Team", "Ability"),
        [(each.id, each.name, each.team.title, each.ability) for each in found],
    )
