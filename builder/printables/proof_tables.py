"""Tables of a proof: who meets whom (jinxes by the number of their rule, matchups by their kind), and who does what.

And what games a script has: the setup by number of players, and statistics of simulated deals.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from builder import catalogue
from builder.game import tags as wording
from builder.game.character import Character, Jinx
from builder.game.ids import key
from builder.game.jinxes import elsewhere
from builder.game.script import Script
from builder.game.setup import summary
from builder.game.setup.budget import TOO_MANY
from builder.game.setup.sampler import Simulation, simulate
from builder.game.setup.summary import Row
from builder.game.teams import COUNTED_TEAMS, Team
from builder.language import N_, gettext as _, number as in_digits
from builder.printables import common
from builder.printables.common import Icon, JinxRow, typeset
from builder.printables.options import Options
from builder.prose_lists import join_ranges, ranges

#: Minimum and maximum number of jinxed characters for a grid; with fewer a list is enough, with more it is unreadable.
FEWEST, MOST = 3, 20
#: Minimum number of characters for which the grid needs the whole width of the page.
WIDE = 9


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """A row of the grid: for each earlier character the number of the rule that they share, or 0."""

    icon: Icon
    numbers: tuple[int, ...]


GOOD = "good"
#: The sign of each kind of matchup in a grid, gravest first, and its name.
SIGNS = {
    "conflict": ("×", N_("Conflict")),
    "watch": ("!", N_("Watch out")),
    "hard": ("…", N_("Hard to run")),
    GOOD: ("+", N_("Good together")),
}


@dataclass(frozen=True, slots=True)
class MeetingRow:
    """A row of the grid: for each earlier character the gravest kind of what happens with it, or an empty text."""

    icon: Icon
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JinxBlock:
    """All jinxes of a script."""

    rows: tuple[JinxRow, ...]
    #: Jinxes of its own characters with characters that are not on it.
    elsewhere: tuple[JinxRow, ...]
    jinxed: int
    #: A triangular grid: each row has one more cell than the row above. Empty if there is only a list.
    matrix: tuple[MatrixRow, ...]

    @property
    def is_wide(self) -> bool:
        """Whether the grid needs the whole width of the page."""
        return len(self.matrix) >= WIDE


def jinx_block(script: Script, options: Options, jinxes: Sequence[Jinx]) -> JinxBlock:
    """The jinxes of a script; a rule's number is its position in the list."""
    rows = common.jinx_rows(script, options, jinxes)
    icons = {key(icon.id): icon for row in rows for icon in row.icons}
    order = list(dict.fromkeys(entry.key for entry in script.entries if entry.key in icons))
    numbers = {jinx.pair: number for number, jinx in enumerate(jinxes, start=1)}
    matrix = [
        MatrixRow(icons[one], tuple(numbers.get(frozenset({one, other}), 0) for other in order[:place]))
        for place, one in enumerate(order)
    ]
    others = common.jinx_rows(script, options, elsewhere(script))
    return JinxBlock(rows, others, len(order), tuple(matrix) if FEWEST <= len(order) <= MOST else ())


def meeting_matrix(
    script: Script, options: Options, meetings: Sequence[tuple[str, str, str]], most: int
) -> tuple[MeetingRow, ...]:
    """A triangular grid of the characters that meet; of many, only of those that do not go well together.

    Empty if there are too few or too many of them.
    """
    kinds: dict[frozenset[str], str] = {}
    for kind, *pair in meetings:
        kinds.setdefault(frozenset(map(key, pair)), kind)
    if len(frozenset().union(*kinds)) > most:
        kinds = {pair: kind for pair, kind in kinds.items() if kind != GOOD}
    met = frozenset().union(*kinds)
    order = {each.key: each for each in script.characters if each.key in met}
    if not FEWEST <= len(order) <= most:
        return ()
    keys = list(order)
    return tuple(
        MeetingRow(
            common.icon(order[one], options),
            tuple(kinds.get(frozenset({one, other}), "") for other in keys[:place]),
        )
        for place, one in enumerate(keys)
    )


#: Rows of the table, and the tags that each counts.
DEEDS = (
    (N_("Learn"), frozenset({"information", "start-knowing"})),
    (N_("Protect"), frozenset({"protection"})),
    (N_("Kill"), frozenset({"demon-kill", "extra-death", "night-death"})),
    (N_("Poison"), frozenset({"poison"})),
    (N_("Make drunk"), frozenset({"drunkenness"})),
    (N_("Mislead"), frozenset({"misinformation", "misled"})),
    (N_("Misregister"), frozenset({"misregistration"})),
    (N_("Make mad"), frozenset({"madness"})),
    (N_("Change others"), frozenset({"character-change"})),
    (N_("Lend abilities"), frozenset({"ability-gain"})),
    (N_("Turn evil"), frozenset({"extra-evil"})),
    (N_("Turn good"), frozenset({"extra-good"})),
    (N_("Revive"), frozenset({"resurrection"})),
    (N_("Affect votes"), frozenset({"nomination", "voting", "execution"})),
    (N_("End the game"), frozenset({"win-condition"})),
    (N_("Confirm players"), frozenset({"confirms"})),
    (N_("Change setup"), frozenset({"setup", "outsiders"})),
)
_EACH_NIGHT = re.compile(r"\beach night\b", re.IGNORECASE)
_ONCE = re.compile(r"\bonce per game\b", re.IGNORECASE)
#: Columns of the table; Travellers, Fabled and Loric share one.
OTHERS = "others"


@dataclass(frozen=True, slots=True)
class DeedRow:
    """A deed, and how many characters of each team do it."""

    label: str
    #: (team, number of characters), for every column.
    counts: tuple[tuple[str, int], ...]
    #: The length of each relative to the longest bar, in percent.
    parts: tuple[tuple[str, float], ...]
    total: int


@dataclass(frozen=True, slots=True)
class DeedTable:
    """Rows with the same scale, without empty columns."""

    columns: tuple[str, ...]
    deeds: tuple[DeedRow, ...]
    times: tuple[DeedRow, ...]


def tagged(script: Script) -> list[tuple[Character, frozenset[str]]]:
    """The tags of each character: from official data or set by the author, else detected in its wording."""
    ticks = wording.ticked(script.block)
    return [
        (
            entry.character,
            ticks[entry.id] if entry.id in ticks and entry.is_custom else _tags(entry.character),
        )
        for entry in script.entries
        if entry.character
    ]


def _tags(character: Character) -> frozenset[str]:
    if character.tags:
        return character.tags
    return wording.by_wording(character.ability, character.team, catalogue.tag_words())


def deeds(script: Script) -> DeedTable:
    """The table of deeds, without empty rows."""
    does = tagged(script)
    there = {_column(character) for character, _ in does}
    columns = tuple(team for team in (*map(str, COUNTED_TEAMS), OTHERS) if team in there)
    done = [(label, [one for one, tags in does if tags & wanted]) for label, wanted in DEEDS]
    timed = [(label, [one for one, tags in does if is_then(one, tags)]) for label, is_then in _TIMES]
    most = max((len(found) for _, found in (*done, *timed)), default=1)
    return DeedTable(columns, _rows(done, columns, most), _rows(timed, columns, most))


def _rows(
    counted: Iterable[tuple[str, list[Character]]], columns: tuple[str, ...], most: int
) -> tuple[DeedRow, ...]:
    return tuple(_row(label, found, columns, most) for label, found in counted if found)


def _row(label: str, found: list[Character], columns: tuple[str, ...], most: int) -> DeedRow:
    teams = [_column(character) for character in found]
    counts = tuple((team, teams.count(team)) for team in columns)
    parts = tuple((team, round(100 * number / most, 2)) for team, number in counts if number)
    return DeedRow(_(label), counts, parts, len(found))


def _column(character: Character) -> str:
    return str(character.team) if character.team in COUNTED_TEAMS else OTHERS


_TIMES: tuple[tuple[str, Callable[[Character, frozenset[str]], object]], ...] = (
    (N_("Each night"), lambda who, tags: _EACH_NIGHT.search(who.ability) or "ongoing" in tags),
    (N_("Once per game"), lambda who, tags: _ONCE.search(who.ability) or "once" in tags),
    (
        N_("At the start"),
        lambda who, tags: "start-knowing" in tags or (who.first_night and not who.other_night),
    ),
    (N_("By day"), lambda _who, tags: "day-action" in tags),
    (N_("None of these"), lambda who, tags: not any(is_then(who, tags) for _label, is_then in _TIMES[:-1])),
)
HEADINGS = {str(team): team.plural for team in Team} | {OTHERS: N_("Others")}


@dataclass(frozen=True, slots=True)
class Numbers:
    """A team's numbers for a number of players: `2`, `1–3`; a dash if no setup is legal."""

    text: str
    is_usual: bool


@dataclass(frozen=True, slots=True)
class SetupRow:
    """One team, by number of players."""

    team: str
    heading: str
    numbers: tuple[Numbers, ...]


@dataclass(frozen=True, slots=True)
class SetupBlock:
    """The setup by number of players."""

    players: tuple[int, ...]
    rows: tuple[SetupRow, ...]
    #: (character, what it does)
    because: tuple[tuple[str, str], ...]
    #: Numbers of players without a legal setup: `7 to 15`.
    unfillable: str


def setup_block(script: Script) -> SetupBlock:
    """The setup table of a script, and the characters that change it."""
    rows = summary.setups(script, catalogue.rules()).rows
    names = {entry.key: entry.character.name for entry in script.entries if entry.character}
    because = {
        (typeset(names.get(key(identifier), identifier)), typeset(what))
        for row in rows.values()
        for identifier, what in row.because
    }
    return SetupBlock(
        tuple(rows),
        tuple(
            SetupRow(team.value, team.heading, tuple(_numbers(row, team.value) for row in rows.values()))
            for team in COUNTED_TEAMS
        ),
        tuple(sorted(because)),
        join_ranges(players for players, row in rows.items() if not row.fillable),
    )


def _numbers(row: Row, team: str) -> Numbers:
    found = sorted({each.as_json()[team] for each in row.allowed})
    return Numbers(listed(found), found == [row.base.as_json()[team]])


def listed(numbers: Sequence[int]) -> str:
    """Formats numbers: `2`, `0/2`, `0–3`, `0/7–12`; a dash if there are none."""
    return "/".join(ranges(numbers)) or "–"


#: With fewer games than this, a character with a chance of 1% may be in none.
FEW_GAMES = 500


@dataclass(frozen=True, slots=True)
class Bar:
    """How often something happened, in percent, and how often without characters that change the setup."""

    label: str
    icon: Icon | None
    team: str
    percent: int
    expected: int
    #: `percent` as text: `<1` if it is rare.
    told: str
    #: Both relative to the longest bar, in percent.
    width: float
    mark: float


@dataclass(frozen=True, slots=True)
class DealsBlock:
    """The simulated games."""

    deals: int
    #: A sentence or two about how they were simulated.
    how: str
    #: By team, then in the script's order.
    characters: tuple[Bar, ...]
    outsiders: tuple[Bar, ...]


def deals_block(script: Script, options: Options) -> DealsBlock:
    """Simulates games of a script and returns bars; deterministic."""
    found = simulate(script, catalogue.rules())
    return DealsBlock(found.deals, how(found), _characters(script, options, found), _outsiders(found))


def how(found: Simulation) -> str:
    """A sentence about the games: `1,000 games for 7 to 15 players, those for 8 to 12 twice as often`."""
    if not found.deals:
        return _(TOO_MANY) if found.too_many else _("No legal game is possible with this script.")
    numbers = sorted(found.players)
    often = sorted(
        players for players, games in found.players.items() if games > 1.5 * min(found.players.values())
    )
    values = {
        "games": in_digits(found.deals),
        "players": join_ranges(numbers),
        "often": join_ranges(often),
        "none": join_ranges(found.impossible),
    }
    said = [_("%(games)s games for %(players)s players.")]
    if often:
        said = [_("%(games)s games for %(players)s players, those for %(often)s twice as often.")]
    if found.impossible:
        said.append(_("No legal game is possible for %(none)s."))
    if found.deals < FEW_GAMES:
        said.append(_("With so few games, rare characters may be missing."))
    return " ".join(said) % values


def _characters(script: Script, options: Options, found: Simulation) -> tuple[Bar, ...]:
    """A bar for each character that a player can be."""
    members = {
        each.key: each for team in COUNTED_TEAMS for each in script.team(team) if each.key in found.found
    }
    longest = _longest(found.found, found.expected)
    return tuple(
        _bar(icon.name, icon, icon.team, (found.found[name], found.expected[name]), longest)
        for name, each in members.items()
        for icon in (common.icon(each, options),)
    )


def _outsiders(found: Simulation) -> tuple[Bar, ...]:
    numbers = sorted(found.outsiders.keys() | found.usual_outsiders.keys())
    longest = _longest(found.outsiders, found.usual_outsiders)
    return tuple(
        _bar(
            str(number),
            None,
            "outsider",
            (found.outsiders.get(number, 0), found.usual_outsiders.get(number, 0)),
            longest,
        )
        for number in numbers
    )


def _bar(label: str, icon: Icon | None, team: str, chances: tuple[float, float], longest: float) -> Bar:
    found, expected = chances
    return Bar(
        label,
        icon,
        team,
        round(100 * found),
        round(100 * expected),
        str(round(100 * found) or ("<1" if found else "0")),
        round(100 * found / longest, 1),
        round(100 * expected / longest, 1),
    )


def _longest(*chances: Mapping[int, float] | Mapping[str, float]) -> float:
    return max((chance for each in chances for chance in each.values()), default=1.0) or 1.0
