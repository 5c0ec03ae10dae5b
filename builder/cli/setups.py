"""`clockwright setup`, `deal`: who can be in play together, and a legal game."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import click

import builder
from builder import catalogue
from builder.cli import sources, terminal
from builder.errors import ClockwrightError
from builder.game.ids import key
from builder.game.script import Script
from builder.game.setup.dealing import Deal
from builder.game.setup.legality import Verdict, check_table
from builder.game.setup.rules import Distribution, SetupError
from builder.game.setup.summary import Row, SetupTable
from builder.language import gettext as _, ngettext

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
def setup(given: str, *, players: int | None, in_play: str | None, as_json: bool) -> None:
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


@click.command("deal")
@sources.script_argument
@click.option(
    "--players",
    type=int,
    required=True,
    metavar="N",
    help="Number of players, not counting Travellers (5 to 20).",
)
@click.option(
    "--seed", metavar="S", help="Any word or number. The same seed deals the same game.  [default: random]"
)
@click.option("--with", "with_", metavar="ID,…", help="Characters that must be in play.")
@click.option("--without", metavar="ID,…", help="Characters that must not be in play.")
@terminal.json_option
def deal(
    given: str, *, players: int, seed: str | None, with_: str | None, without: str | None, as_json: bool
) -> None:
    """Deal a legal game: characters, bag, bluffs, tokens and steps."""
    script = sources.load(given)
    number = int(seed) if seed is not None and seed.isdecimal() else seed
    with understood():
        dealt = builder.deal(script, players, seed=number, with_=_ids(with_), without=_ids(without))
    if as_json:
        terminal.tell_json(dealt.as_json())
    else:
        _tell_deal(dealt, script)


def _ids(text: str | None) -> tuple[str, ...]:
    return tuple(filter(None, map(str.strip, (text or "").split(","))))


def _tell_deal(dealt: Deal, script: Script) -> None:
    names = {entry.key: entry.character.name for entry in script.entries if entry.character}

    def name(identifier: str) -> str:
        official = catalogue.find(identifier)
        return terminal.one_line(names.get(key(identifier)) or (official.name if official else identifier))

    terminal.tell(
        ngettext(
            "%(name)s: %(players)s player, seed %(seed)s",
            "%(name)s: %(players)s players, seed %(seed)s",
            dealt.players,
        )
        % {"name": terminal.one_line(script.name), "players": dealt.players, "seed": dealt.seed},
        bold=True,
    )
    evil = list(dealt.evil)
    for token, who in dealt.bag:
        bad = who in evil
        if bad:
            evil.remove(who)
        description = (
            name(token)
            if token == who
            else _("%(name)s, who is the %(other)s") % {"name": name(token), "other": name(who)}
        )
        terminal.tell(f"  {description}{' (evil)' if bad else ''}", fg="red" if bad else None)
    _tell_list(_("In play, but not as a player"), [name(each) for each in dealt.extra])
    _tell_list(_("Bluffs"), [name(each) for each in dealt.bluffs])
    _tell_list(
        _("Tokens to place"), [f"{name(on)}: {terminal.one_line(token)}" for on, token in dealt.reminders]
    )
    _tell_list(_("Steps"), [f"{number}. {step}" for number, step in enumerate(dealt.steps, start=1)])
    _tell_list(_("Why"), dealt.because)


def _tell_list(heading: str, lines: Sequence[str]) -> None:
    if lines:
        terminal.tell()
        terminal.tell(heading, bold=True)
        for line in lines:
            terminal.tell(f"  {terminal.one_line(line)}")
