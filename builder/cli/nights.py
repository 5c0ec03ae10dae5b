"""`clockwright night`: who wakes when."""

from collections.abc import Sequence

import click

from builder import catalogue
from builder.answers import scripts as answers
from builder.cli import sources, terminal
from builder.game import markup
from builder.game.night import Row, night_sheet


@click.command("night")
@sources.script_argument
@click.option(
    "--players",
    type=click.IntRange(5, 20),
    metavar="N",
    help="Number of players, not counting Travellers (5 to 20). With fewer than 7, the evil team gets no information.",
)
@terminal.json_option
def command(given: str, players: int | None, *, as_json: bool) -> None:
    """Show the night order: the first night and the other nights, from dusk to dawn."""
    script = sources.load(given)
    if as_json:
        terminal.tell_json(answers.nights(script, players))
        return
    sheet = night_sheet(script, catalogue.night_order(), players)
    _tell("First night", sheet.first)
    terminal.tell()
    _tell("Other nights", sheet.other)
    for notice in sheet.notices:
        terminal.say(terminal.one_line(notice.message))


def _tell(heading: str, rows: Sequence[Row]) -> None:
    terminal.tell(heading, bold=True)
    for row in rows:
        words = markup.plain(f"{row.reminder} {row.note}".strip())
        terminal.tell(terminal.one_line(f"{row.name}: {words}" if words else row.name))
