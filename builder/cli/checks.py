"""`clockwright checks`: what a script is checked for."""

import click

from builder import checks
from builder.cli import terminal


@click.command("checks")
@click.option("--json", "as_json", is_flag=True, help="One JSON value on standard output.")
def command(*, as_json: bool) -> None:
    """List what a script is checked for."""
    found = checks.found()
    if as_json:
        terminal.tell_json(
            [{"code": each.code, "severity": each.severity.value, "help": each.help} for each in found]
        )
        return
    terminal.table(
        ("Code", "Severity", "What it looks for"),
        [(each.code, each.severity.value, each.summary) for each in found],
    )
