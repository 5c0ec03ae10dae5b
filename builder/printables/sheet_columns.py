"""Divides a team's characters into two columns of similar length."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from builder.printables import common
from builder.printables.common import Row, Section

#: Maximum number of characters in one part; a longer team is divided into parts that fit on a page.
MOST_TOGETHER = 20
#: Number of characters in each such part; smaller parts fill pages better.
FILLING = 10
#: Letters in a line of a column, and minimum lines of a row, including its name.
LINE, LEAST_LINES = 44, 4


@dataclass(frozen=True, slots=True)
class Part:
    """Some characters of a team, in the script's order: down the left column, then down the right one."""

    left: tuple[Row, ...]
    right: tuple[Row, ...]

    @property
    def taller(self) -> tuple[Row, ...]:
        """The taller column."""
        return max(self.left, self.right, key=height)


@dataclass(frozen=True, slots=True)
class Block:
    """One team's part of the sheet."""

    team: str
    heading: str
    rows: tuple[Row, ...]
    #: The same rows in two columns; a long team has several parts, each small enough for a page.
    parts: tuple[Part, ...]


def parts(rows: Sequence[Row]) -> tuple[Part, ...]:
    """Divides a team into parts of about equal length, each in two columns."""
    count = 1 if len(rows) <= MOST_TOGETHER else ceil(len(rows) / FILLING)
    return tuple(_divided(rows[len(rows) * n // count : len(rows) * (n + 1) // count]) for n in range(count))


def height(rows: Sequence[Row]) -> int:
    """Estimates the number of lines of a column."""
    return sum(max(LEAST_LINES, 1 + ceil(_letters(row) / LINE)) for row in rows)


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
    texts = tuple(_lines(columns))
    return Section("columns", rows=len(texts), texts=texts, headings=len(columns))


def _divided(rows: Sequence[Row]) -> Part:
    """Divides rows so that the taller column is as short as possible; prefers a left column with one more row."""
    cut = min(
        range(1, len(rows) + 1),
        key=lambda cut: (max(height(rows[:cut]), height(rows[cut:])), abs(2 * cut - len(rows) - 0.5)),
    )
    return Part(tuple(rows[:cut]), tuple(rows[cut:]))


def _lines(columns: Sequence[tuple[Row, ...]]) -> Iterator[str]:
    for column in columns:
        for row in column:
            more = (
                f"\n{row.translation.name}: {common.text(row.translation.ability)}" if row.translation else ""
            )
            yield f"{row.icon.name}\n{common.text(row.ability)}{more}"
