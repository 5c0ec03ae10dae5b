"""`clockwright variant`: an official character as one's own, to be changed."""

import json

import click

import builder
from builder.cli import terminal
from builder.cli.converting import deliver


@click.command("variant")
@click.argument("character", metavar="CHARACTER")
@click.option(
    "--id", "own_id", default="", metavar="ID", help="The id of the variant.  [default: CHARACTER_variant]"
)
@click.option("-o", "--output", metavar="OUT", help="The file to write.  [default: standard output]")
def command(character: str, own_id: str, output: str | None) -> None:
    """Create a homebrew variant of an official character, complete and ready to edit, with its jinxes.

    The variant gets a new id, because the official app ignores changes to official characters.
    """
    written = builder.variant(character, own_id)
    deliver(json.dumps(written, ensure_ascii=False, indent=2) + "\n", output)
    terminal.say(
        f"In your script, replace “{terminal.one_line(character)}” with it, then change what you like."
    )
