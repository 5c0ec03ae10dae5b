"""Who meets whom, as grids: jinxes by the number of their rule, with a list of all; matchups by their kind."""

from collections.abc import Sequence
from dataclasses import dataclass

from builder.game.character import Jinx
from builder.game.ids import key
from builder.game.jinxes import elsewhere
from builder.game.script import Script
from builder.language import N_
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
    #: Number of characters with a jinx.
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
