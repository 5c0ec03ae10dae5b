"""What others get of a script: nothing that a newer version may mean as private."""

import itertools
import json
from typing import Any

from hypothesis import given, strategies as st

import builder
from builder import catalogue, formats
from builder.game.night import night_sheet
from builder.game.night_merge import fitted

META: dict[str, Any] = {
    "id": "_meta",
    "name": "Low Tide",
    "of_another_program": {"kept": 1},
    "clockwright": {
        "almanac": {"synopsis": "Dark."},
        "baseUrl": "https://example.org/tide",
        "diary_of_2031": "Ada must not read this.",
        "characters": {
            "diver": {
                "almanac": {"overview": "Deep."},
                "tags": ["information"],
                "confession_of_2031": "I stole it.",
            }
        },
    },
}
DIVER = {
    "id": "diver",
    "name": "Diver",
    "team": "townsfolk",
    "ability": "You start knowing how deep it is.",
    "of_another_program": "depth",
}


def test_what_a_newer_version_wrote_beside_a_script_is_not_for_others() -> None:
    script = builder.parse(json.dumps([META, DIVER, "imp"]))
    meta, diver, _ = formats.public(script).written()
    assert "2031" not in json.dumps([meta, diver])
    assert meta["clockwright"] == {
        "almanac": {"synopsis": "Dark."},
        "baseUrl": "https://example.org/tide",
        "characters": {"diver": {"almanac": {"overview": "Deep."}, "tags": ["information"]}},
    }


def test_fields_of_other_programs_go_along_and_the_author_keeps_everything() -> None:
    script = builder.parse(json.dumps([META, DIVER, "imp"]))
    meta, diver, _ = formats.public(script).written()
    assert (meta["of_another_program"], diver["of_another_program"]) == ({"kept": 1}, "depth")
    assert builder.parse(builder.dump(script)).written()[0] == META


def test_a_script_with_nothing_private_is_given_as_it_is() -> None:
    block = {name: META["clockwright"][name] for name in ("almanac", "baseUrl")}
    script = builder.parse(json.dumps([META | {"clockwright": block}, DIVER]))
    assert formats.public(script) is script


def wakes(number: float | None, name: str, **more: Any) -> dict[str, Any]:
    written = {"id": name.lower(), "name": name, "team": "minion", "ability": "You wake.", **more}
    return written | {"firstNightReminder": "Wake."} | ({} if number is None else {"firstNight": number})


def numbered(order: list[str], *entries: Any) -> dict[str, Any]:
    """By id: the first-night numbers for others of a script with an order of its own."""
    script = builder.parse(json.dumps([{"id": "_meta", "name": "x", "firstNight": order}, *entries]))
    found = formats.public(script)
    night = catalogue.night_order()
    before, after = (night_sheet(each, night).first for each in (script, found))
    assert [row.id for row in after] == [row.id for row in before]
    assert formats.public(found) is found, "once is enough"
    assert builder.parse(builder.dump(script)).written() == script.written(), (
        "the author's own file stays exact"
    )
    return {each["id"]: each.get("firstNight") for each in found.written() if isinstance(each, dict)}


def test_numbers_follow_the_script_s_own_order_between_the_official_ones() -> None:
    order = ["dusk", "minioninfo", "demoninfo", "cat", "poisoner", "ant", "bee", "spy", "dawn"]
    place = {each: at for at, each in enumerate(catalogue.night_order().first_night, start=1)}
    found = numbered(order, wakes(40, "Ant"), wakes(41, "Bee"), wakes(50, "Cat"), "poisoner", "spy")
    assert (found["ant"], found["bee"]) == (40, 41), "what agrees with the order stays as it was typed"
    assert place["demoninfo"] < found["cat"] < place["poisoner"] < found["ant"] < found["bee"] < place["spy"]


def test_the_numbers_of_an_imported_set_stay_until_its_nights_are_reordered() -> None:
    own = [wakes(11, "A_set"), wakes(12, "B_set"), wakes(13, "C_set")]
    steps = ["dusk", "minioninfo", "demoninfo"]
    assert numbered([*steps, "a_set", "b_set", "c_set", "dawn"], *own)["a_set"] == 11
    assert numbered([*steps, "c_set", "a_set", "b_set", "dawn"], *own) == {
        "_meta": [*steps, "c_set", "a_set", "b_set", "dawn"],
        "c_set": 11,
        "a_set": 12,
        "b_set": 13,
    }, "counted as Bloodstar counts, which is how other programs and this one know the older scale"


def test_who_does_not_wake_keeps_0_and_who_was_placed_without_a_number_gets_one() -> None:
    found = numbered(["ant", "bee", "cat"], wakes(7, "Ant"), wakes(None, "Bee"), wakes(0, "Cat"))
    assert (found["ant"], found["cat"]) == (7, 0)
    assert found["bee"] > 7


def test_a_script_without_an_order_of_its_own_keeps_its_numbers() -> None:
    script = builder.parse(json.dumps([wakes(9, "Ant"), wakes(3, "Bee"), "imp"]))
    assert formats.public(script) is script


@given(st.lists(st.none() | st.integers(1, 90) | st.floats(0.5, 90), min_size=1, max_size=12), st.data())
def test_sorted_by_their_numbers_homebrew_wakes_in_the_author_s_order(
    numbers: list[float | None], data: st.DataObject
) -> None:
    rising = data.draw(st.lists(st.integers(1, 80), max_size=4, unique=True).map(sorted))
    rows: list[float | None] = [*numbers]
    fixed = set()
    for number in rising:
        at = data.draw(st.integers(max(fixed, default=-1) + 1, len(rows)))
        rows.insert(at, number)
        fixed.add(at)
    found = fitted(rows, fixed)
    assert all(found[at] == rows[at] for at in fixed)
    assert all(one < other for one, other in itertools.pairwise(found) if one and other)
    assert None not in found
    assert fitted(found, fixed) == found, "numbers in order stay"
