"""Divides a team's characters into two columns of similar length."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import ceil

from builder.printables import common
from builder.printables.common import Row, Section

#: Maximum number of characters in one part; a longer team is divided into parts that fit on a page.
MOST_TOGETHER = 20
#: Number of characters in each such part; smaller parts fill pages better.
FILLING = 10
#: Estimates before a layout: letters in a line of a column, and heights of a name, a line and the shortest row in em.
LINE, NAME, LEADING, LEAST = 42, 1.3, 1.14, 3.4
#: Differences of heights that count as none.
SAME = 0.05


@dataclass(frozen=True, slots=True)
class Part:
    """Some characters of a team, in the script's order: down the left column, then down the right one."""

    left: tuple[Row, ...]
    right: tuple[Row, ...]

    @property
    def taller(self) -> tuple[Row, ...]:
        """The taller column, by an estimate."""
        return max(self.left, self.right, key=lambda rows: sum(map(height, rows)))

    def divided(self, heights: Sequence[float]) -> "Part":
        """The same characters in columns of more equal height; itself if there is no better division."""
        rows = (*self.left, *self.right)
        cut = best_cut(heights) if len(heights) == len(rows) else len(self.left)
        return self if cut == len(self.left) else Part(rows[:cut], rows[cut:])


@dataclass(frozen=True, slots=True)
class Block:
    """One team's part of the sheet."""

    team: str
    heading: str
    rows: tuple[Row, ...]
    #: The same rows in two columns; a long team has several parts, each small enough for a page.
    parts: tuple[Part, ...]

    def divided(self, heights: Iterator[Sequence[float]]) -> "Block":
        """The same team with its parts divided anew, each by the next heights of its rows."""
        return replace(self, parts=tuple(part.divided(next(heights, ())) for part in self.parts))


def parts(rows: Sequence[Row]) -> tuple[Part, ...]:
    """Divides a team into parts of about equal length, each in two columns."""
    count = 1 if len(rows) <= MOST_TOGETHER else ceil(len(rows) / FILLING)
    return tuple(_divided(rows[len(rows) * n // count : len(rows) * (n + 1) // count]) for n in range(count))


def height(row: Row) -> float:
    """Estimates the height of a row of a column in em."""
    return max(LEAST, NAME + LEADING * ceil(_letters(row) / LINE))


def best_cut(heights: Sequence[float]) -> int:
    """The number of rows in the left column with which both are most equal; if in doubt, the left one is longer."""
    whole = sum(heights)
    apart = [abs(2 * above - whole) for above in accumulate(heights)]
    # Heights of a layout differ in the last digits, by what was laid out before.
    return max(cut for cut, much in enumerate(apart, 1) if much <= min(apart) + SAME)


def _letters(row: Row) -> int:
    more = len(row.translation.name) + len(common.text(row.translation.ability)) if row.translation else 0
    return len(common.text(row.ability)) + more


def side_by_side(blocks: Sequence[Block]) -> Iterator[tuple[Block, ...]]:
    """Groups teams into rows; two consecutive teams with one character each share a row."""
    waiting = list(blocks)
    while waiting:
        pair = 2 if len(waiting) > 1 and all(map(_is_lone, waiting[:2])) else 1
        yield tuple(waiting[:pair])
        del waiting[:pair]


def _is_lone(block: Block) -> bool:
    return len(block.parts) == 1 and not block.parts[0].right


def columns_section(blocks: Sequence[Block]) -> Section:
    """Teams in two columns as a section to fit: the taller column of each part, with names above texts."""
    columns = [part.taller for block in blocks for part in block.parts]
    texts = tuple(f"{row.icon.name}\n{row_text(row)}" for column in columns for row in column)
    return Section("columns", rows=len(texts), texts=texts, headings=len(columns))


def _divided(rows: Sequence[Row]) -> Part:
    cut = best_cut(list(map(height, rows)))
    return Part(tuple(rows[:cut]), tuple(rows[cut:]))


def row_text(row: Row) -> str:
    """The texts of a row; those of a second language are on lines of their own."""
    said = common.text(row.ability)
    return (
        f"{said}\n{row.translation.name}: {common.text(row.translation.ability)}" if row.translation else said
    )
