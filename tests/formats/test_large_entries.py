"""A character too long for any cache is read each time, so that large scripts do not stay in memory."""

import json

import pytest

import builder
from builder.formats.official import entries


def cached(ability: str) -> int:
    """How many cached answers hold this ability."""
    caches = (entries._OWN, entries._WHOLE, entries._ENTRIES)
    held = (answer for cache in caches for answer in cache._answers.values())  # type: ignore[attr-defined]
    return sum(getattr(getattr(each, "character", each), "ability", "") == ability for each in held)


@pytest.mark.parametrize("more", [{}, {"attribution": "Ada"}], ids=["plain", "with an extra field"])
def test_an_entry_over_20_kb_is_in_no_cache_and_a_usual_one_is(more: dict[str, str]) -> None:
    for letters, is_cached in ((1_000, True), (30_000, False)):
        ability = f"{more}" + "x" * letters
        own = {"id": "diver", "name": "Diver", "team": "townsfolk", "ability": ability, **more}
        assert builder.parse(json.dumps([own])).entries[0].character is not None
        assert (cached(ability) > 0) == is_cached
