"""`clockwright setup`: who can be in play together."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import click

import builder
from builder import catalogue
from builder.cli import sources, terminal
from builder.errors import ClockwrightError
from builder.game.script import Script
from builder.game.setup.legality import Verdict, check_table
from builder.game.setup.rules import Distribution, SetupError
from builder.game.setup.summary import Row, SetupTable
from builder.language import gettext as _
from builder.language import ngettext

#: The marks in a bar of Outsider counts: possible, and not.
YES, NO = "█", "·"


@click.command("setup")
@sources.script_argument
@click.option(
    "--players",
    type=int,
    metavar="N",
    help="Number of players, not counting Travellers (5 to 20).  [default: every number]",
)
@click.option(
    "--in-play",
    metavar="ID,…",
    help="Check whether a game with exactly these characters is legal. Needs --players.",
)
@terminal.json_option
def command(given: str, *, players: int | None, in_play: str | None, as_json: bool) -> None:
    """Show which setups are possible for each number of players: how many characters of each team, and why.

    With --in-play, check whether a game with exactly these characters is legal.
    """
    if in_play is not None and players is None:
        raise click.UsageError(_("--in-play needs --players. Say how many people play."))
    script = sources.load(given)
    with understood():
        if in_play is None:
            _tell_table(builder.setups(script, players), script, as_json=as_json)
            return
        ids = tuple(filter(None, map(str.strip, in_play.split(","))))
        verdict = check_table(script, catalogue.rules(), players or 0, ids)
    _tell_verdict(verdict, as_json=as_json)


@contextmanager
def understood() -> Iterator[None]:
    """Converts a question that the rules cannot answer to one readable message."""
    try:
        yield
    except SetupError as error:
        raise ClockwrightError(str(error)) from error


def numbers(each: Distribution) -> str:
    """`5 Townsfolk, 0 Outsiders, 1 Minion, 1 Demon` in short: `5/0/1/1`."""
    return f"{each.townsfolk}/{each.outsider}/{each.minion}/{each.demon}"


def _tell_table(table: SetupTable, script: Script, *, as_json: bool) -> None:
    if as_json:
        terminal.tell_json(table.as_json())
        return
    terminal.tell(terminal.one_line(script.name), bold=True)
    rows = list(table.rows.values())
    most = max((count for row in rows for count in row.outsiders), default=0)
    players, usual, outsiders = _("Players"), _("usual"), _("Outsiders")
    possible = _("possible (Townsfolk/Outsiders/Minions/Demons)")
    terminal.tell(f"{players:>7}  {usual:<8}  {outsiders:<{most + 10}}  {possible}")
    for row in rows:
        bar = "".join(YES if count in row.outsiders else NO for count in range(most + 1))
        outsiders = " ".join(map(str, row.outsiders)) or "none"
        possible = "  ".join(map(numbers, row.allowed)) or (
            _("no legal setup") if row.complete else _("too many to count")
        )
        terminal.tell(
            f"{row.players:>7}  {numbers(row.base):<8}  {bar} {outsiders:<9}  {possible}",
            fg=None if row.fillable else "red",
        )
    _tell_reasons(rows, {character.id: character.name for character in script.characters})


def _tell_reasons(rows: list[Row], names: Mapping[str, str]) -> None:
    """Prints the reasons, each sentence once: by number of players only if they differ."""
    if not rows:
        return
    if because := rows[0].because:
        terminal.tell()
        terminal.tell(_("Characters that change the counts"), bold=True)
        for identifier, effect in because:
            name = terminal.one_line(names.get(identifier, identifier))
            terminal.tell(f"  {name}: {terminal.one_line(effect)}")
    shown = [row for row in rows if row.reasons and (len(rows) == 1 or not row.fillable or not row.complete)]
    for row in shown:
        terminal.tell()
        terminal.tell(
            ngettext("%(players)s player", "%(players)s players", row.players) % {"players": row.players},
            bold=True,
        )
        for reason in row.reasons:
            terminal.tell(f"  {terminal.one_line(reason)}")


def _tell_verdict(verdict: Verdict, *, as_json: bool) -> None:
    if as_json:
        terminal.tell_json(verdict.as_json())
        return
    terminal.tell(_("This setup is legal.") if verdict.legal else _("This setup is not legal."), bold=True)
    for violation in verdict.violations:
        terminal.tell(f"  {terminal.one_line(violation.message)}")
    for step in verdict.steps:
        terminal.tell(f"  {terminal.one_line(step)}")
