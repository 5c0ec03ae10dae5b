"""`clockwright printables`: what can be printed."""

import click

from builder import printables
from builder.cli import terminal


@click.command("printables")
@click.option("--json", "as_json", is_flag=True, help="One JSON value on standard output.")
def command(*, as_json: bool) -> None:
    """List what can be printed, and in which styles (the first is the usual one)."""
    kinds = printables.kinds()
    if as_json:
        terminal.tell_json(
            [{"kind": kind, "title": printables.title(kind), "styles": list(kinds[kind])} for kind in kinds]
        )
        return
    terminal.table(
        ("Kind", "Document", "Styles"),
        [(kind, printables.title(kind), ", ".join(kinds[kind])) for kind in kinds],
    )
