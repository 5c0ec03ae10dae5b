"""`clockwright jinxes`: the special rules between characters of a script."""

import click

from builder import catalogue
from builder.answers import scripts as answers
from builder.cli import sources, terminal
from builder.game.ids import key
from builder.game.jinxes import applying


@click.command("jinxes")
@sources.script_argument
@terminal.json_option
def command(given: str, *, as_json: bool) -> None:
    """List the jinxes that apply to a script, official and homebrew."""
    script = sources.load(given)
    if as_json:
        terminal.tell_json(answers.jinxes(script))
        return
    found = applying(script, catalogue.jinxes())
    names = {entry.key: entry.character.name for entry in script.entries if entry.character}
    if not found:
        terminal.tell("No jinxes apply to this script.")
    for jinx in found:
        pair = " & ".join(names.get(key(each), each) for each in jinx.characters)
        terminal.tell(terminal.one_line(f"{pair}: {jinx.reason}"))
