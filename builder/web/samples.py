"""The sample scripts that come with the program, so that a first visit shows something real."""

from functools import cache

import builder
from builder import assets
from builder.game.teams import COUNTED_TEAMS, Team

FULL_TOWNSFOLK = 13


@cache
def sources() -> tuple[bytes, ...]:
    """The sample files: a full plain script first, then the special ones."""
    files = [path.read_bytes() for path in sorted(assets.data("samples").glob("*.json"))]
    return tuple(sorted(files, key=_rank))


def _rank(source: bytes) -> tuple[bool, int]:
    characters = builder.parse(source).characters
    townsfolk = sum(character.team is Team.TOWNSFOLK for character in characters)
    extras = sum(character.team not in COUNTED_TEAMS for character in characters)
    return townsfolk < FULL_TOWNSFOLK, extras
