"""`clockwright papers`: what can be printed on."""

import click

from builder import printables
from builder.answers import lists
from builder.cli import terminal
from builder.printables.common import Paper


@click.command("papers")
@click.option("--json", "as_json", is_flag=True, help="One JSON value on standard output.")
def command(*, as_json: bool) -> None:
    """List the papers to print on, with their sizes in millimetres, and what each is for.

    For: clockwright print SCRIPT --paper PAPER, or for one kind only: --paper tokens=PAPER
    """
    found = printables.every_paper().values()
    if as_json:
        terminal.tell_json(lists.papers())
        return
    terminal.table(
        ("Id", "Paper", "Size", "For"),
        [(each.id, each.name, f"{each.width:g} by {each.height:g} mm", _use(each)) for each in found],
    )


def _use(paper: Paper) -> str:
    """What it is for: `everything`, or whose stickers it has."""
    if not paper.labels:
        return "everything"
    stickers = paper.labels.columns * paper.labels.rows
    what = {"card": "info cards"}.get(paper.labels.holds, f"{paper.labels.holds} tokens")
    return f"{', '.join(lists.kinds_on(paper))}: {stickers} stickers for {what} a sheet"
