"""The table cards: cards that a Storyteller puts on the table, next to sheets and tokens.

The bag of a dealt game, counts, name cards, seats for notes, cards to show at night.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil, cos, pi, sin
from textwrap import wrap
from typing import Literal
from unicodedata import east_asian_width

from builder import catalogue
from builder.errors import ClockwrightError, UnknownChoiceError
from builder.game import cards, markup
from builder.game.ids import key
from builder.game.jinxes import applying
from builder.game.markup import Mark
from builder.game.script import Script
from builder.game.setup.dealing import Deal, deal
from builder.game.setup.rules import FEWEST_PLAYERS, MOST_PLAYERS, SetupError, seats
from builder.game.teams import COUNTED_TEAMS, Team
from builder.language import gettext as _
from builder.printables import common, names
from builder.printables.common import CountRow, Front, Icon, JinxRow, Section, typeset
from builder.printables.night import info_words
from builder.printables.options import DEFAULTS, Options, Setting

#: Type sizes of a name, by its maximum number of letters.
_SIZES = ((12, "huge"), (22, "large"), (40, "middle"), (70, "small"))


@dataclass(frozen=True, slots=True)
class Change:
    """A character that changes the counts, and how."""

    icon: Icon
    words: str


@dataclass(frozen=True, slots=True)
class Counts:
    """The number of characters of each team, by number of players, and what changes it on this script."""

    players: tuple[int, ...]
    rows: tuple[CountRow, ...]
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class NameCard:
    """A name of a player or a script, as large as possible; without a name, a line to write on."""

    name: str
    size: str
    direction: Literal["ltr", "rtl"]


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's circle: its center as fractions of the page's width and height, from the upper left corner."""

    number: int
    across: float
    down: float


def counts(script: Script, options: Options) -> Counts:
    """The counts, and the characters that change them on this script."""
    return Counts(tuple(catalogue.setup_counts()), common.count_rows(), tuple(_changes(script, options)))


def _changes(script: Script, options: Options) -> Iterator[Change]:
    seen: set[str] = set()
    for character in script.characters:
        brackets = [
            piece.text.strip(" []\xa0")
            for piece in common.ability(character.ability)
            if piece.mark is Mark.SETUP
        ]
        if brackets and character.key not in seen:
            seen.add(character.key)
            yield Change(common.icon(character, options), "; ".join(brackets))


def name_card(name: str) -> NameCard:
    """A name card of a player, or a blank one; the name of a script for the back of its sheet."""
    return NameCard(typeset(name), _size(name), markup.direction(name))


def seats_to_note(players: int) -> tuple[Seat, ...]:
    """Seats around a table that fills the page, clockwise from the top."""
    return tuple(
        Seat(
            number + 1,
            round(0.5 + 0.5 * sin(2 * pi * number / players), 4),
            round(0.5 - 0.5 * cos(2 * pi * number / players), 4),
        )
        for number in range(players)
    )


def find(script: Script, options: Options, identifier: str) -> Icon:
    """The picture of a character of this script or an official one, by id."""
    wanted = key(identifier)
    here = (character for character in script.characters if character.key == wanted)
    character = next(here, None) or catalogue.find(identifier)
    return common.icon(character, options) if character else common.unknown_icon(identifier)


def _size(words: str) -> str:
    """The type size of a name; long words count more, because they cannot be broken."""
    length = max(len(words), 2 * max(map(len, words.split()), default=0) - 2)
    return next((name for most, name in _SIZES if length <= most), "tiny")


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
    in_bag = {each for pair in dealt.bag for each in pair}
    marked = (on for on, _words in dealt.reminders)
    icons = {each: find(script, options, each) for each in {*in_bag, *dealt.extra, *dealt.bluffs, *marked}}
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


def _tokens(dealt: Deal, icons: dict[str, Icon]) -> Iterator[Token]:
    """The tokens by name, because the order of the deal would reveal who sits where."""
    evil = list(map(key, dealt.evil))
    tokens = []
    for token, who in dealt.bag:
        bad = key(who) in evil
        if bad:
            evil.remove(key(who))
        tokens.append(Token(icons[token], icons[who] if who != token else None, bad))
    yield from sorted(tokens, key=lambda token: names.sort_key(token.icon.name))


#: Type sizes of a card: maximum letters per line, and maximum lines.
_CARD_SIZES = (
    ("huge", 7, 1),
    ("large", 10, 2),
    ("middle", 13, 3),
    ("modest", 16, 4),
    ("small", 21, 5),
    ("tiny", 30, 8),
)
_MOST_OWN = 24
#: Rows per page, with two cards each: normally, and if one more row saves a page.
_ROWS, _CLOSE_ROWS = 6, 7


@dataclass(frozen=True, slots=True)
class Card:
    """A card that is shown at night."""

    words: str
    #: The same, broken into lines of similar length.
    lines: tuple[str, ...]
    #: `huge` to `tiny`.
    size: str
    direction: Literal["ltr", "rtl"]


@dataclass(frozen=True, slots=True)
class CardPage:
    """A page with rows of two cards, filled up with empty ones to write on."""

    rows: int
    cards: tuple[Card, ...]


_EMPTY = Card("", (), "huge", "ltr")


def info(script: Script) -> tuple[CardPage, ...]:
    """Pages of the standard cards and those that the script's night reminders mention."""
    own = dict.fromkeys(words for words in info_words(script) if not cards.is_standard(words))
    return _pages([_card(typeset(words)) for words in (*cards.standard(), *list(own)[:_MOST_OWN])])


def _pages(shown: Sequence[Card]) -> tuple[CardPage, ...]:
    """Distributes cards over as few pages as possible."""
    close = _ROWS if any(card.size == "tiny" for card in shown) else _CLOSE_ROWS
    rows = min((_ROWS, close), key=lambda rows: ceil(len(shown) / (2 * rows)))
    each = 2 * rows
    return tuple(
        CardPage(rows, (*some, *[_EMPTY] * (each - len(some))))
        for some in (tuple(shown[start : start + each]) for start in range(0, len(shown), each))
    )


def _card(words: str) -> Card:
    size, lines = next(
        (
            (size, lines)
            for size, width, most in _CARD_SIZES
            if len(lines := _lines(words, width)) <= most and max(map(len, lines)) <= width
        ),
        ("tiny", (words,)),
    )
    return Card(words, _evened(words, lines), size, markup.direction(words))


def _lines(words: str, width: int) -> tuple[str, ...]:
    # Without spaces between words, and with letters that are twice as wide.
    if words and all(east_asian_width(letter) in "WF" for letter in words):
        count = ceil(2 * len(words) / width)
        each = ceil(len(words) / count)
        return tuple(words[start : start + each] for start in range(0, len(words), each))
    return tuple(wrap(words, width, break_long_words=False, break_on_hyphens=False)) or ("",)


def _evened(words: str, lines: tuple[str, ...]) -> tuple[str, ...]:
    """Breaks text into the same number of lines, with the longest as short as possible."""
    narrower = [_lines(words, width) for width in range(1, max(map(len, lines)))]
    fitting = (each for each in (lines, *narrower) if len(each) == len(lines))
    return min(fitting, key=lambda lines: max(map(len, lines)))


KIND = "table"
TITLE = "table cards"
ORDER = 5
#: All cards, in print order.
CARDS = ("bag", "counts", "bluffs", "jinxes", "info", "names", "notes", "blank", "back")
SETTINGS = {
    "cards": Setting(
        f"Which cards, separated by commas: {', '.join(CARDS)}. By default, all that make sense.", ""
    ),
    "players": Setting(
        "Deals a game for this number of players: what goes into the bag, and who is who.", ""
    ),
    "seed": Setting("Which game is dealt; same seed, same game.", "1"),
    "with": Setting("Characters that have to be in the dealt game: ids separated by commas.", ""),
    "without": Setting("Characters that must not be in it: ids separated by commas.", ""),
    "names": Setting(
        "The players' names for their cards, separated by commas; without names the cards are blank.", ""
    ),
}
#: Number of name cards per page; number of seats for notes if no number of players is chosen.
NAME_CARDS, SEATS = 8, 12
MOST_NAMES = 40
#: Numbers of rows on an empty character sheet, as on a typical script.
BLANK_ROWS = {Team.TOWNSFOLK: 13, Team.OUTSIDER: 4, Team.MINION: 4, Team.DEMON: 4}


@dataclass(frozen=True, slots=True)
class BlankTeam:
    """The empty rows of one team."""

    team: str
    heading: str
    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Content:
    """The content of the table cards; cards that were not requested are empty."""

    front: Front
    bag: Bag | None
    counts: Counts | None
    bluffs: tuple[Icon, ...]
    jinxes: tuple[JinxRow, ...]
    #: Pages of cards to show at night.
    info: tuple[CardPage, ...]
    names: tuple[NameCard, ...]
    #: Positions of the players' circles on the page for notes.
    seats: tuple[Seat, ...]
    blank: tuple[BlankTeam, ...]
    #: The script's name for the back of its sheet.
    back: NameCard | None
    sections: tuple[Section, ...] = field(default=())


def content(script: Script, options: Options = DEFAULTS) -> Content:
    """The content of a script's table cards."""
    options = options.with_defaults(SETTINGS)
    wanted = _wanted(options.setting("cards"))
    players = _players(options.setting("players"))
    jinxes = applying(script, catalogue.jinxes()) if "jinxes" in wanted else ()
    dealt = bag(script, options, players) if players and "bag" in wanted else None
    numbers = counts(script, options) if "counts" in wanted else None
    bluffs = common.icons(script, options, Team.TOWNSFOLK, Team.OUTSIDER) if "bluffs" in wanted else ()
    jinx_rows = common.jinx_rows(script, options, jinxes)
    return Content(
        front=common.front(script, options, TITLE),
        bag=dealt,
        counts=numbers,
        bluffs=bluffs,
        jinxes=jinx_rows,
        info=info(script) if "info" in wanted else (),
        names=_names(options.setting("names"), players) if "names" in wanted else (),
        seats=seats_to_note(players or SEATS) if "notes" in wanted else (),
        blank=tuple(_blank()) if "blank" in wanted else (),
        back=name_card(script.name) if "back" in wanted else None,
        sections=tuple(_sections(dealt, numbers, bluffs, jinx_rows)),
    )


def judge(options: Options) -> None:
    """Validates the settings without a script. Raises ClockwrightError."""
    _wanted(options.setting("cards"))
    _names(options.setting("names"), _players(options.setting("players")))


def _wanted(cards: str) -> frozenset[str]:
    wanted = frozenset(filter(None, (card.strip().lower() for card in cards.split(","))))
    for card in sorted(wanted.difference(CARDS)):
        raise UnknownChoiceError(_("There is no table card “%(name)s”."), card, CARDS)
    return wanted or frozenset(CARDS)


def _players(number: str) -> int | None:
    if not number.strip():
        return None
    if not number.strip().isdecimal():
        raise ClockwrightError(
            _("“%(number)s” is not a number of players. Use %(least)s to %(most)s.")
            % {"number": number[:40], "least": FEWEST_PLAYERS, "most": MOST_PLAYERS}
        )
    players = int(number.strip()[:6])
    try:
        seats(players)
    except SetupError as error:
        raise ClockwrightError(str(error)) from error
    return players


def _names(names: str, players: int | None) -> tuple[NameCard, ...]:
    given = [name for name in map(str.strip, names.replace("\n", ",").split(",")) if name]
    if len(given) > MOST_NAMES:
        raise ClockwrightError(
            _("There are %(count)s names. The limit is %(most)s.") % {"count": len(given), "most": MOST_NAMES}
        )
    pages = -(-(players or NAME_CARDS) // NAME_CARDS)
    return tuple(map(name_card, given or [""] * NAME_CARDS * pages))


def _blank() -> Iterator[BlankTeam]:
    for team in COUNTED_TEAMS:
        yield BlankTeam(team.value, team.heading, tuple(range(BLANK_ROWS[team])))


def _sections(
    bag: Bag | None, counts: Counts | None, bluffs: tuple[Icon, ...], jinxes: tuple[JinxRow, ...]
) -> Iterator[Section]:
    if bag:
        ticks = (bag.tokens, bag.markers, bag.bluffs, bag.extra)
        rows = sum(ceil(len(each) / 3) for each in ticks) + len(bag.steps)
        yield Section("bag", rows=rows, texts=(*bag.steps, " ".join(bag.because)))
    if counts or bluffs:
        changes = counts.changes if counts else ()
        rows = 5 * bool(counts) + ceil(len(changes) / 2) + ceil(len(bluffs) / 3)
        yield Section("desk", rows=rows)
    if jinxes:
        yield Section("jinxes", rows=len(jinxes), texts=tuple(common.text(jinx.reason) for jinx in jinxes))
