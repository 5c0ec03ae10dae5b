"""What becomes of a script's own night orders when one of its characters sleeps or wakes."""

import json
from typing import Any

import pytest

import builder
from builder import editing
from builder.editing import night_order
from builder.editing.change import Change

LAMP = {
    "id": "lamp_own",
    "name": "Lamplighter",
    "team": "townsfolk",
    "ability": "Each night, a lamp.",
    "firstNight": 40,
    "firstNightReminder": "Light it.",
}
ORDER = ["dusk", "poisoner", "lamp_own", "empath", "dawn"]


def put(order: list[str] | None, lamp: dict[str, Any], **told: Any) -> Change:
    meta = {"id": "_meta", "name": "Lamps"} | ({"firstNight": order} if order else {})
    script = builder.parse(json.dumps([meta, LAMP | lamp, "poisoner", "empath", "imp"]))
    return editing.change(script, {"op": "character", "who": [0, "lamp_own"], **told})


def order(change: Change) -> Any:
    return (change.script.written_meta or {}).get("firstNight")


def test_who_has_neither_number_nor_reminder_any_more_leaves_the_order() -> None:
    change = put(ORDER, {}, firstNight="", firstNightReminder="")
    assert order(change) == ["dusk", "poisoner", "empath", "dawn"]
    assert "removed from the order of the first night" in change.say


@pytest.mark.parametrize("field", ["firstNight", "firstNightReminder"])
def test_who_has_one_of_the_two_stays_in_the_order(field: str) -> None:
    assert order(put(ORDER, {}, **{field: ""})) == ORDER


def test_who_gets_a_number_comes_in_at_its_place() -> None:
    without = [each for each in ORDER if each != "lamp_own"]
    sleeping = {"firstNight": 0, "firstNightReminder": ""}
    after_all = put(without, sleeping, firstNight="1000")
    assert order(after_all) == [*without, "lamp_own"]
    between = put(without, sleeping, firstNight="36")
    assert order(between) == ["dusk", "poisoner", "lamp_own", "empath", "dawn"]
    assert "added to the order of the first night" in between.say


def test_a_number_means_the_place_right_after_a_character_in_an_order_that_does_not_follow_the_numbers() -> (
    None
):
    imported = ["dusk", "empath", "poisoner", "dawn"]
    change = put(imported, {"firstNight": 0, "firstNightReminder": ""}, firstNight="36")
    assert order(change) == ["dusk", "empath", "poisoner", "lamp_own", "dawn"]


def test_another_number_does_not_move_who_is_listed_and_a_script_without_an_order_gets_none() -> None:
    assert order(put(ORDER, {}, firstNight="1")) == ORDER
    assert order(put(None, {}, firstNight="", firstNightReminder="")) is None


def test_the_editor_knows_which_orders_list_somebody() -> None:
    change = put(ORDER, {}, flavor="Bright.")
    assert night_order.ordered(change.script, "lamp_own") == (True, False)


def test_who_leaves_the_script_leaves_its_orders() -> None:
    meta = {"id": "_meta", "name": "Lamps", "firstNight": ORDER, "otherNight": ["lamp_own"]}
    script = builder.parse(json.dumps([meta, LAMP, "poisoner", "empath", "imp"]))
    dropped = editing.change(script, {"op": "drop", "who": [[0, "lamp_own"]]}).script
    assert dropped.written_meta is not None
    assert dropped.written_meta["firstNight"] == ["dusk", "poisoner", "empath", "dawn"]
    assert "otherNight" not in dropped.written_meta
    swapped = editing.change(script, {"op": "swap", "who": [0, "lamp_own"], "id": "monk"}).script
    assert swapped.written_meta is not None
    assert "lamp_own" not in swapped.written_meta["firstNight"]


def test_the_public_script_has_its_order_in_full_and_nobody_who_is_gone() -> None:
    meta = {"id": "_meta", "name": "Lamps", "firstNight": ["dusk", "gone", "lamp_own", "poisoner", "dawn"]}
    script = builder.parse(json.dumps([meta, LAMP, "poisoner", "empath", "imp"]))
    public = builder.formats.public(script)
    assert public.written_meta is not None
    assert public.written_meta["firstNight"] == [row.id for row in night_order.rows(script, "first")]
    assert {"empath", "minioninfo"} <= set(public.written_meta["firstNight"])
    whole = meta | {"firstNight": ["dusk", "lamp_own", "poisoner", "empath", "dawn"]}
    script = builder.parse(json.dumps([whole, LAMP, "poisoner", "empath", "imp"]))
    assert (builder.formats.public(script).written_meta or {})["firstNight"] == whole["firstNight"]
