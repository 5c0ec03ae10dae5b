"""Two columns of characters: where a team is divided, so that neither column is much longer than the other."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Protocol, TypeVar

from builder.printables import common
from builder.printables.common import Row, Section

#: So many characters stand together; a longer team is cut into parts that a page can hold.
MOST_TOGETHER = 20
#: So many in each part then: smaller parts fill their pages better.
FILLING = 10
#: Letters in a line of a column, and lines that a row has at least, its name among them.
LINE, LEAST_LINES = 44, 4


@dataclass(frozen=True, slots=True)
class Part:
    """Some characters of a team, in the order of the script: down the left column, then down the right one."""

    left: tuple[Row, ...]
    right: tuple[Row, ...]

    @property
    def taller(self) -> tuple[Row, ...]:
        """The column that needs more room."""
        return max(self.left, self.right, key=height)


class BlockLike(Protocol):
    """What of a team's part matters here."""

    @property
    def parts(self) -> tuple[Part, ...]:
        """Its characters in two columns."""


B = TypeVar("B", bound=BlockLike)


def parts(rows: Sequence[Row]) -> tuple[Part, ...]:
    """A team in two columns, cut where it is too long for a page; all parts about equally long."""
    count = 1 if len(rows) <= MOST_TOGETHER else ceil(len(rows) / FILLING)
    return tuple(_divided(rows[len(rows) * n // count : len(rows) * (n + 1) // count]) for n in range(count))


def height(rows: Sequence[Row]) -> int:
    """About how many lines a column takes."""
    return sum(max(LEAST_LINES, 1 + ceil(len(common.text(row.ability)) / LINE)) for row in rows)


def side_by_side(blocks: Sequence[B]) -> Iterator[tuple[B, ...]]:
    """Teams one below the other; two that follow each other and have one character each share a row."""
    waiting = list(blocks)
    while waiting:
        pair = 2 if len(waiting) > 1 and all(map(_is_lone, waiting[:2])) else 1
        yield tuple(waiting[:pair])
        del waiting[:pair]


def _is_lone(block: BlockLike) -> bool:
    return len(block.parts) == 1 and not block.parts[0].right


def columns_section(blocks: Sequence[BlockLike]) -> Section:
    """Teams in two columns as a section to fit: of each part the taller column, a name over each text."""
    columns = [part.taller for block in blocks for part in block.parts]
    texts = tuple(_lines(columns))
    return Section("columns", rows=len(texts), texts=texts, headings=len(columns))


def _divided(rows: Sequence[Row]) -> Part:
    """Divides where the taller column is least tall; of equals, so that the left one is the longer by a row at most."""
    cut = min(
        range(1, len(rows) + 1),
        key=lambda cut: (max(height(rows[:cut]), height(rows[cut:])), abs(2 * cut - len(rows) - 0.5)),
    )
    return Part(tuple(rows[:cut]), tuple(rows[cut:]))


def _lines(columns: Sequence[tuple[Row, ...]]) -> Iterator[str]:
    for column in columns:
        for row in column:
            yield f"{row.icon.name}\n{common.text(row.ability)}"
