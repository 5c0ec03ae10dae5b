"""`clockwright formats`: what can be read and written."""

import click

from builder.answers import lists
from builder.cli import terminal


@click.command("formats")
@click.option("--json", "as_json", is_flag=True, help="One JSON value on standard output.")
def command(*, as_json: bool) -> None:
    """List the file formats that can be read and written."""
    found = lists.file_formats()
    if as_json:
        terminal.tell_json(found)
        return
    terminal.table(
        ("Format", "What it is", "Read", "Written"),
        [
            (
                each["format"],
                each["title"],
                "read" if each["reads"] else "",
                "written" if each["writes"] else "",
            )
            for each in found
        ],
    )
