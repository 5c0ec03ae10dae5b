"""The size of a file: letters, depth, values, and whether it can be written."""

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, strategies as st

from builder.formats.official.json_text import indented, is_safe, levels, pieces, size
from builder.formats.source import DEEPEST_TOLD, LIMIT, MOST_VALUES

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


TEXTS = st.text(max_size=8) | st.sampled_from(
    ["_meta", "id", "clockwright", "characters", "line\nfeed", '"\\/']
)
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | TEXTS
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)
METAS = st.dictionaries(TEXTS, VALUES, max_size=3).map(lambda fields: {**fields, "id": "_meta"})


@given(st.lists(VALUES | METAS, max_size=5))
def test_values_are_indented_byte_for_byte_as_json_does_it(items: list[Any]) -> None:
    for _again in range(2):  # written, then remembered
        assert indented(items) == json.dumps(items, ensure_ascii=False, indent=2)
        assert "".join(pieces(items)) == indented(items)


def test_a_value_that_was_changed_in_place_is_indented_anew() -> None:
    items = deepcopy([META, OWN])
    for _again in range(3):
        indented(items)
    items[0]["clockwright"]["characters"]["own"]["almanac"]["rules"][0] = "“Another.”"
    items[1]["firstNight"] = 3
    assert indented(items) == json.dumps(items, ensure_ascii=False, indent=2)


def nested(depth: int) -> list[Any]:
    found: list[Any] = []
    for _level in range(depth - 1):
        found = [found]
    return found


@pytest.mark.parametrize(
    ("items", "is_fine"),
    [
        ([META, OWN], True),
        (["NaN", "Infinity", {"id": "NaN", "is": "NaN, -Infinity", "NaN": "Infinity,"}], True),
        ([float("nan")], False),
        ([{"id": "own", "ability": [-float("inf")]}], False),
        ([{"id": "own", "ability": float("nan"), "team": "demon"}], False),
        ([{"id": "_meta", "name": float("inf")}], False),
        (["half \ud83d"], False),
        ([{"\udc00": 1}], False),
        (nested(DEEPEST_TOLD), True),
        (nested(DEEPEST_TOLD + 1), False),
        ([0] * (MOST_VALUES + 1), False),
        (["x" * LIMIT], False),
    ],
)
def test_a_text_is_safe_only_if_its_value_is_within_all_limits(items: list[Any], is_fine: bool) -> None:
    assert is_safe(pieces(items)) is is_fine
    if is_fine:
        whole = size(items)
        assert whole.is_writable
        assert whole.depth <= DEEPEST_TOLD
        assert whole.values <= MOST_VALUES
        assert whole.letters <= LIMIT
