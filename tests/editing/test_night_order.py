"""The order of a night, taken whole or given back."""

import json
from dataclasses import replace
from typing import Any

import pytest

import builder
from builder import editing
from builder.editing import EditError, night_order
from builder.game.script import Meta, Script, renames
from builder.web.view_models import conflicts

PLAIN = '["poisoner", "empath", "chef", "imp"]'


def done(script: Script, **op: Any) -> editing.Change:
    return editing.change(script, {"op": "night", **op})


def ids(script: Script, night: str = "first") -> list[str]:
    return [row.id for row in night_order.rows(script, night)]


def test_an_order_is_taken_as_it_is_told() -> None:
    script = builder.parse(PLAIN)
    wanted = ids(script)[::-1]
    change = done(script, night="first", order=wanted)
    assert (change.label, change.say) == ("Night order", "Night order changed.")
    assert ids(change.script) == wanted
    assert ids(change.script, "other") == ids(script, "other")


def test_the_order_that_stands_already_changes_nothing() -> None:
    script = builder.parse(PLAIN)
    assert not done(script, night="first", order=ids(script)).label
    assert not done(script, night="first", order=None).label


def test_what_a_script_says_of_itself_stays_where_no_file_said_it() -> None:
    script = replace(builder.parse(PLAIN), meta=Meta(name="Lamps", author="Somebody"))
    meta = done(script, night="first", order=ids(script)[::-1]).script.written_meta or {}
    assert (meta["name"], meta["author"]) == ("Lamps", "Somebody")


def test_the_usual_order_comes_back() -> None:
    script = builder.parse(PLAIN)
    moved = done(script, night="other", order=ids(script, "other")[::-1]).script
    back = done(moved, night="other", order=None)
    assert back.label == "Usual night order"
    assert ids(back.script, "other") == ids(script, "other")


def test_who_does_not_wake_is_left_out_of_an_order() -> None:
    script = builder.parse(PLAIN)
    change = done(script, night="first", order=["dusk", "Empath", "baron", "nobody", "POISONER", "dawn"])
    assert (change.script.written_meta or {})["firstNight"] == ["dusk", "empath", "poisoner", "dawn"]


@pytest.mark.parametrize(
    ("op", "words"),
    [
        ({"night": "third", "order": ["dusk"]}, "which night"),
        ({"night": ["first"], "order": ["dusk"]}, "which night"),
        ({"night": "first", "order": "dusk"}, "not a night order"),
        ({"night": "first", "order": [1, 2]}, "not a night order"),
        ({"night": "first", "order": []}, "No character"),
        ({"night": "first", "order": ["baron"]}, "No character"),
    ],
)
def test_what_is_no_order_is_refused_in_words(op: dict[str, Any], words: str) -> None:
    with pytest.raises(EditError, match=words):
        done(builder.parse(PLAIN), **op)


def test_a_character_with_a_new_id_keeps_its_place_in_an_order_that_meets_it() -> None:
    own = {
        "id": "owl_own",
        "name": "Owl",
        "team": "townsfolk",
        "ability": "Each night, hoot.",
        "firstNight": 30,
    }
    before = builder.parse(json.dumps([own, "poisoner", "imp"]))
    after = editing.change(before, {"op": "character", "who": [0, "owl_own"], "id": "owl_new"}).script
    op = {"op": "night", "night": "first", "order": ["dusk", "owl_own", "poisoner", "dawn"]}
    again = conflicts.op_now(op, after, renames(before, after))
    assert again["order"] == ["dusk", "owl_new", "poisoner", "dawn"]
