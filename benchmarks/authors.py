"""How long help for authors takes: a whole set put right, a script's matchups."""

import json
from collections.abc import Iterator
from itertools import count

import builder
from benchmarks.rows import Row, milliseconds
from builder.answers import wording
from builder.wording import matchups

#: As many as a large set has.
SET = 35
FRESH = count()
ROUNDS = 7


def rows() -> Iterator[Row]:
    """Rows 21 and 22: house style of a set that was never seen before, and matchups of one."""
    yield Row(
        "21",
        f"house style: {SET} abilities put right",
        milliseconds(lambda: wording.fixed(_set())),
        limit=300,
    )
    fresh = iter([_set() for _ in range(ROUNDS + 1)])
    took = milliseconds(lambda: matchups.of(next(fresh)), ROUNDS)
    yield Row("22", f"matchups of {SET} homebrew characters", took, limit=20)


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
