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
@click.option("-o", "--output", metavar="OUT", help="The file to write; standard output without it.")
def command(character: str, own_id: str, output: str | None) -> None:
    """Write an official character as one of your own, in full and ready to be changed and put on a script.

    The official app ignores changes to an official id; under an id of its own it takes them. Its jinxes come with it.
    """
    written = builder.variant(character, own_id)
    deliver(json.dumps(written, ensure_ascii=False, indent=2) + "\n", output)
    terminal.say(
        f"Put it into a script in the place of “{terminal.one_line(character)}”, and change what you like."
    )
