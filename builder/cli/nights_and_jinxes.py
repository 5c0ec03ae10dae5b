"""`clockwright night`, `jinxes`: who wakes when on a script, and which special rules apply."""

from collections.abc import Sequence

import click

from builder import catalogue
from builder.answers import scripts as answers
from builder.cli import sources, terminal
from builder.game import markup
from builder.game.ids import key
from builder.game.jinxes import applying
from builder.game.night import Row, night_sheet
from builder.language import gettext as _


@click.command("night")
@sources.script_argument
@click.option(
    "--players",
    type=click.IntRange(5, 20),
    metavar="N",
    help="Number of players, not counting Travellers (5 to 20). With fewer than 7, the evil team gets no information.",
)
@terminal.json_option
def night(given: str, players: int | None, *, as_json: bool) -> None:
    """Show the night order: the first night and the other nights, from dusk to dawn."""
    script = sources.load(given)
    if as_json:
        terminal.tell_json(answers.nights(script, players))
        return
    sheet = night_sheet(script, catalogue.night_order(), players)
    _tell(_("First night"), sheet.first)
    terminal.tell()
    _tell(_("Other nights"), sheet.other)
    for notice in sheet.notices:
        terminal.say(terminal.one_line(notice.message))


def _tell(heading: str, rows: Sequence[Row]) -> None:
    terminal.tell(heading, bold=True)
    for row in rows:
        words = markup.plain(f"{row.reminder} {row.note}".strip())
        terminal.tell(terminal.one_line(f"{row.name}: {words}" if words else row.name))


@click.command("jinxes")
@sources.script_argument
@terminal.json_option
def jinxes(given: str, *, as_json: bool) -> None:
    """List the jinxes that apply to a script, official and homebrew."""
    script = sources.load(given)
    if as_json:
        terminal.tell_json(answers.jinxes(script))
        return
    found = applying(script, catalogue.jinxes())
    names = {entry.key: entry.character.name for entry in script.entries if entry.character}
    if not found:
        terminal.tell(_("No jinxes apply to this script."))
    for jinx in found:
        pair = " & ".join(names.get(key(each), each) for each in jinx.characters)
        terminal.tell(terminal.one_line(f"{pair}: {jinx.reason}"))
