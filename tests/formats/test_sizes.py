"""The size of a file: letters, depth, values, and whether it can be written."""

from typing import Any

import pytest

from builder.formats.official.json_text import levels, size

META = {
    "id": "_meta",
    "name": "Größe",
    "firstNight": ["dusk", "imp"],
    "clockwright": {"format": 1, "characters": {"own": {"almanac": {"rules": ["“One.”", "Two."]}}, "é": {}}},
}
OWN = {"id": "own", "name": "Own", "team": "demon", "ability": "Each night*…", "firstNight": 2.5}


@pytest.mark.parametrize(
    "items",
    [
        [],
        [{}],
        ["imp"],
        [META],
        [META, "imp", OWN, {"id": "spy"}, OWN],
        [[[[[["deep"]]]]]],
        [None, True, 1e20],
    ],
)
def test_a_size_is_that_of_the_text_on_one_line(items: list[Any]) -> None:
    found = size(items)
    every = list(levels(items))
    assert found.depth == len(every)
    assert found.values == sum(len(inner) for level in every for inner in level)
    assert found.is_writable


@pytest.mark.parametrize("slip", ["\ud800", float("nan"), float("-inf")])
def test_half_letters_and_numbers_that_are_none_are_found_wherever_they_are(slip: Any) -> None:
    beside = {"id": "_meta", "clockwright": {"characters": {"own": {"notes": slip}}}}
    assert not size([OWN | {"ability": slip}]).is_writable
    assert not size([beside, OWN]).is_writable
    assert not size([{"id": "_meta", "name": slip}]).is_writable


def test_a_text_that_only_speaks_of_infinity_can_be_written() -> None:
    assert size([OWN | {"ability": "To Infinity, NaN."}]).is_writable
