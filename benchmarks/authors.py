"""How long help for authors takes: a whole set put right."""

import json
from collections.abc import Iterator
from itertools import count

import builder
from benchmarks.rows import Row, milliseconds
from builder.answers import styles

#: As many as a large set has.
SET = 35
FRESH = count()


def rows() -> Iterator[Row]:
    """Row 20: house style of a set that was never seen before."""
    yield Row(
        "20", f"house style: {SET} abilities put right", milliseconds(lambda: styles.fixed(_set())), limit=300
    )


def _set() -> builder.Script:
    """A set with a slip or two in each ability; no two sets have the same."""
    first = next(FRESH) * SET
    every = [
        {
            "id": f"own{number}",
            "name": f"Own {number}",
            "team": "townsfolk",
            "ability": f"Each Night*, choose two players: you learn if a minion who is {number} steps away is among "
            "them, and if they are neighbours of the demon",
        }
        for number in range(first, first + SET)
    ]
    return builder.parse(json.dumps(every))
