"""`clockwright papers`: what can be printed on."""

import click

from builder import printables
from builder.cli import terminal


@click.command("papers")
@click.option("--json", "as_json", is_flag=True, help="One JSON value on standard output.")
def command(*, as_json: bool) -> None:
    """List the papers to print on, with their sizes in millimetres."""
    found = printables.papers().values()
    if as_json:
        terminal.tell_json(
            [{"id": each.id, "name": each.name, "width": each.width, "height": each.height} for each in found]
        )
        return
    terminal.table(
        ("Id", "Paper", "Size"),
        [(each.id, each.name, f"{each.width:g} by {each.height:g} mm") for each in found],
    )
