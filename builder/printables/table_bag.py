"""The bag: a dealt game, in the steps in which a Storyteller sets it up."""

from collections.abc import Iterator
from dataclasses import dataclass

from builder import catalogue
from builder.errors import ClockwrightError
from builder.game.ids import key
from builder.game.script import Script
from builder.game.setup.dealing import Deal, deal
from builder.game.setup.rules import SetupError
from builder.printables import collation, table_cards
from builder.printables.common import Icon
from builder.printables.options import Options
from builder.printables.typography import typeset

#: Maximum letters of a seed; the rest is ignored.
MOST_SEED = 40


@dataclass(frozen=True, slots=True)
class Token:
    """A token in the bag; `truly` is the character that its player really is, if different."""

    icon: Icon
    truly: Icon | None
    evil: bool


@dataclass(frozen=True, slots=True)
class Marker:
    """A reminder token to place, and the character whose token it goes next to."""

    icon: Icon
    words: str


@dataclass(frozen=True, slots=True)
class Bag:
    """A dealt game."""

    players: int
    seed: str
    tokens: tuple[Token, ...]
    #: Characters in play without a player.
    extra: tuple[Icon, ...]
    bluffs: tuple[Icon, ...]
    markers: tuple[Marker, ...]
    steps: tuple[str, ...]
    because: tuple[str, ...]


def bag(script: Script, options: Options, players: int) -> Bag:
    """Deals a game by the settings. Raises ClockwrightError with the reason if it is impossible."""
    seed = options.setting("seed").strip()[:MOST_SEED]
    asked, unasked = (_ids(options.setting(name)) for name in ("with", "without"))
    try:
        dealt = deal(
            script, catalogue.rules(), players, int(seed) if seed.isdecimal() else seed, asked, unasked
        )
    except SetupError as error:
        raise ClockwrightError(str(error)) from error
    icons = {each: table_cards.find(script, options, each) for each in _everybody(dealt)}
    return Bag(
        players,
        typeset(seed),
        tuple(_tokens(dealt, icons)),
        tuple(icons[each] for each in dealt.extra),
        tuple(icons[each] for each in dealt.bluffs),
        tuple(Marker(icons[on], typeset(catalogue.reminder(words))) for on, words in dealt.reminders),
        tuple(map(typeset, dealt.steps)),
        tuple(map(typeset, dealt.because)),
    )


def _ids(text: str) -> list[str]:
    return list(filter(None, map(str.strip, text.split(","))))


def _everybody(dealt: Deal) -> set[str]:
    in_bag = {each for pair in dealt.bag for each in pair}
    return {*in_bag, *dealt.extra, *dealt.bluffs, *(on for on, _ in dealt.reminders)}


def _tokens(dealt: Deal, icons: dict[str, Icon]) -> Iterator[Token]:
    """The tokens by name, because the order of the deal would reveal who sits where."""
    evil = list(map(key, dealt.evil))
    tokens = []
    for token, who in dealt.bag:
        bad = key(who) in evil
        if bad:
            evil.remove(key(who))
        tokens.append(Token(icons[token], icons[who] if who != token else None, bad))
    yield from sorted(tokens, key=lambda token: collation.sort_key(token.icon.name))
