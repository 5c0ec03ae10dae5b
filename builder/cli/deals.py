"""`clockwright deal`: a legal setup, with all that a Storyteller does for it."""

from collections.abc import Sequence

import click

import builder
from builder import catalogue
from builder.cli import sources, terminal
from builder.cli.setups import understood
from builder.game.ids import key
from builder.game.script import Script
from builder.game.setup.dealing import Deal
from builder.language import gettext as _
from builder.language import ngettext


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
def command(
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
        _tell(dealt, script)


def _ids(text: str | None) -> tuple[str, ...]:
    return tuple(filter(None, map(str.strip, (text or "").split(","))))


def _tell(dealt: Deal, script: Script) -> None:
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
    _list(_("In play, but not as a player"), [name(each) for each in dealt.extra])
    _list(_("Bluffs"), [name(each) for each in dealt.bluffs])
    _list(_("Tokens to place"), [f"{name(on)}: {terminal.one_line(token)}" for on, token in dealt.reminders])
    _list(_("Steps"), [f"{number}. {step}" for number, step in enumerate(dealt.steps, start=1)])
    _list(_("Why"), dealt.because)


def _list(heading: str, lines: Sequence[str]) -> None:
    if lines:
        terminal.tell()
        terminal.tell(heading, bold=True)
        for line in lines:
            terminal.tell(f"  {terminal.one_line(line)}")
