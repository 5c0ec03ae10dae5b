"""The jinxes of a script: a grid of numbers if there are few, and a list of all rules."""

from collections.abc import Sequence
from dataclasses import dataclass

from builder.game.character import Jinx
from builder.game.ids import key
from builder.game.jinxes import elsewhere
from builder.game.script import Script
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
