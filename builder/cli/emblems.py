"""`clockwright emblems`: find an emblem for a character."""

import click

from builder import emblems
from builder.cli import terminal

#: So many are shown unless somebody wants more.
SHOWN = 24


@click.command("emblems")
@click.argument("words", nargs=-1)
@click.option(
    "-n",
    "--limit",
    type=click.IntRange(1, 5000),
    default=SHOWN,
    show_default=True,
    help="Show at most so many.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON value on standard output.")
def command(words: tuple[str, ...], *, limit: int, as_json: bool) -> None:
    """Find emblems by what they show or stand for; without WORDS, list them by name.

    The best come first. A mistyped word is forgiven.
    """
    found = emblems.search(" ".join(words), limit) if words else emblems.names()[:limit]
    if as_json:
        terminal.tell_json(list(found))
        return
    for name in found:
        terminal.tell(name)
    if not found:
        terminal.say("No emblem is called so. Try another word, such as lantern or crown.")
