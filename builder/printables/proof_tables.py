"""Tables of a proof: who meets whom (jinxes by the number of their rule, matchups by their kind), and who does what."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from builder import catalogue
from builder.game import tags as wording
from builder.game.character import Character, Jinx
from builder.game.ids import key
from builder.game.jinxes import elsewhere
from builder.game.script import Script
from builder.game.teams import COUNTED_TEAMS, Team
from builder.language import N_, gettext as _
from builder.printables import common
from builder.printables.common import Icon, JinxRow
from builder.printables.options import Options

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
