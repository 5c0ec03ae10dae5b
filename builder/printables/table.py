"""The table cards: cards that a Storyteller puts on the table, next to sheets and tokens."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import ceil

from builder import catalogue
from builder.errors import ClockwrightError, UnknownChoiceError
from builder.game.jinxes import applying
from builder.game.script import Script
from builder.game.setup.rules import FEWEST_PLAYERS, MOST_PLAYERS, SetupError, seats
from builder.game.teams import COUNTED_TEAMS, Team
from builder.language import gettext as _
from builder.printables import common, table_cards
from builder.printables.common import Front, Icon, JinxRow, Section
from builder.printables.options import DEFAULTS, Options, Setting
from builder.printables.table_cards import Bag, CardPage, Counts, NameCard, Seat

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
    bag = table_cards.bag(script, options, players) if players and "bag" in wanted else None
    counts = table_cards.counts(script, options) if "counts" in wanted else None
    bluffs = common.icons(script, options, Team.TOWNSFOLK, Team.OUTSIDER) if "bluffs" in wanted else ()
    jinx_rows = common.jinx_rows(script, options, jinxes)
    return Content(
        front=common.front(script, options, TITLE),
        bag=bag,
        counts=counts,
        bluffs=bluffs,
        jinxes=jinx_rows,
        info=table_cards.info(script) if "info" in wanted else (),
        names=_names(options.setting("names"), players) if "names" in wanted else (),
        seats=table_cards.seats(players or SEATS) if "notes" in wanted else (),
        blank=tuple(_blank()) if "blank" in wanted else (),
        back=table_cards.name_card(script.name) if "back" in wanted else None,
        sections=tuple(_sections(bag, counts, bluffs, jinx_rows)),
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
    return tuple(map(table_cards.name_card, given or [""] * NAME_CARDS * pages))


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
