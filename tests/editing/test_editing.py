"""What somebody can do to a script on its page, as pure functions."""

import json
from typing import Any

import pytest

import builder
from builder import editing
from builder.editing import EditError
from builder.game.script import Script

HOMEBREW = {
    "id": "lamplighter_own",
    "name": "Lamplighter",
    "team": "townsfolk",
    "ability": "Each night, a lamp.",
}


def script(*entries: Any, meta: dict[str, Any] | None = None) -> Script:
    first = {"id": "_meta", "name": "Evening Bells"} | (meta or {})
    return builder.parse(json.dumps([first, *entries]))


def ids(changed: Script) -> list[str]:
    return [entry.id for entry in changed.entries]


BELLS = script("washerwoman", "chef", "empath", "butler", "poisoner", "baron", "imp")


def done(op: dict[str, Any], to: Script = BELLS) -> list[str]:
    return ids(editing.change(to, op).script)


def test_an_added_character_goes_where_the_official_order_has_it() -> None:
    assert done({"op": "add", "id": "Fortune Teller"}) == [
        *["washerwoman", "chef", "empath", "fortuneteller", "butler"],
        *["poisoner", "baron", "imp"],
    ]


def test_a_character_is_added_once_however_often_it_is_asked_for() -> None:
    change = editing.change(BELLS, {"op": "add", "id": "imp"})
    assert (change.script, change.label, change.say) == (BELLS, "", "Imp is on the script already.")


def test_homebrew_of_another_script_comes_with_its_definition_behind_its_team() -> None:
    changed = editing.change(BELLS, {"op": "add-entry", "value": HOMEBREW}).script
    assert ids(changed)[3] == "lamplighter_own"
    assert changed.entries[3].written == HOMEBREW


def test_several_are_removed_at_once() -> None:
    change = editing.change(BELLS, {"op": "drop", "who": [[6, "imp"], [1, "chef"]]})
    assert ids(change.script) == ["washerwoman", "empath", "butler", "poisoner", "baron"]
    assert (change.label, change.say) == ("− Chef, Imp", "Chef, Imp removed.")


def test_who_was_meant_is_found_by_id_where_the_place_is_out_of_date() -> None:
    assert done({"op": "drop", "who": [[0, "imp"]]}) == ids(BELLS)[:-1]


def test_the_second_of_two_alike_is_meant_by_its_place() -> None:
    twice = script("imp", "chef", "imp")
    assert done({"op": "drop", "who": [[2, "imp"]]}, twice) == ["imp", "chef"]


def test_removing_somebody_who_is_gone_changes_nothing_and_says_so() -> None:
    change = editing.change(BELLS, {"op": "drop", "who": [[2, "monk"]]})
    assert change.script == BELLS
    assert change.say == "That character is no longer on the script."


@pytest.mark.parametrize(
    ("op", "townsfolk"),
    [
        ({"by": 1}, ["chef", "washerwoman", "empath"]),
        ({"by": -1}, ["washerwoman", "chef", "empath"]),
        ({"after": [2, "empath"]}, ["chef", "empath", "washerwoman"]),
        ({"before": [2, "empath"]}, ["chef", "washerwoman", "empath"]),
        ({"before": [0, "washerwoman"]}, ["washerwoman", "chef", "empath"]),
    ],
)
def test_a_character_moves_inside_its_team(op: dict[str, Any], townsfolk: list[str]) -> None:
    assert done({"op": "move", "who": [0, "washerwoman"], **op})[:3] == townsfolk


def test_moving_up_passes_over_other_teams_between() -> None:
    mixed = script("chef", "imp", "empath")
    assert done({"op": "move", "who": [2, "empath"], "by": -1}, mixed) == ["empath", "chef", "imp"]


def test_a_similar_character_takes_the_place() -> None:
    change = editing.change(BELLS, {"op": "swap", "who": [6, "imp"], "id": "po"})
    assert ids(change.script)[-1] == "po"
    assert change.label == "+ Po, − Imp"


def test_a_new_name_leaves_everything_else_of_meta_alone() -> None:
    rich = script("imp", meta={"author": "Ringer", "x-own": {"deep": [1]}})
    changed = editing.change(rich, {"op": "rename", "name": "  Morning \n Bells "}).script
    assert dict(changed.written_meta or {}) == {
        "id": "_meta",
        "name": "Morning Bells",
        "author": "Ringer",
        "x-own": {"deep": [1]},
    }


def test_a_script_without_meta_gets_one_with_its_name() -> None:
    bare = builder.parse('["imp", "chef"]')
    changed = editing.change(bare, {"op": "rename", "name": "Bells"}).script
    assert json.loads(builder.dump(changed)) == [{"id": "_meta", "name": "Bells"}, "imp", "chef"]


def test_an_emptied_author_goes_and_the_last_character_can() -> None:
    one = script("imp", meta={"author": "Ringer"})
    nobody = editing.change(one, {"op": "author", "author": " "}).script
    empty = editing.change(nobody, {"op": "drop", "who": [[0, "imp"]]}).script
    assert json.loads(builder.dump(empty)) == [{"id": "_meta", "name": "Evening Bells"}]
    assert done({"op": "add", "id": "imp"}, empty) == ["imp"]


def test_the_button_of_a_problem_does_what_it_says() -> None:
    twice = script("imp", "chef", "imp")
    (problem,) = (each for each in builder.problems(twice) if each.code == "duplicate")
    assert problem.fix
    change = editing.change(twice, {**problem.fix.op, "label": problem.fix.label})
    assert ids(change.script) == ["imp", "chef"]
    assert change.label == problem.fix.label


@pytest.mark.parametrize(
    "op",
    [
        {},
        {"op": 7},
        {"op": "explode"},
        {"op": "add", "id": "nobody at all"},
        {"op": "add-entry", "value": {}},
        {"op": "add-entry"},
        {"op": "drop", "who": [7]},
        {"op": "drop", "who": "imp"},
        {"op": "move", "who": [0, "washerwoman"]},
        {"op": "move", "who": [0, "washerwoman"], "by": "x"},
        {"op": "move", "who": [0, "washerwoman"], "after": [0, "nobody"]},
        {"op": "swap", "who": [0, "washerwoman"], "id": "nobody"},
        {"op": "remove", "path": "$[99]"},
        {"op": "remove", "path": 7},
        {"op": "set", "path": "$[1]"},
        {"op": "dismiss"},
        {"op": "make-own", "path": "$[1]", "id": None},
    ],
)
def test_an_op_that_makes_no_sense_is_a_sentence_and_changes_nothing(op: dict[str, Any]) -> None:
    with pytest.raises(EditError, match=r"\w+ .*\."):
        editing.change(BELLS, op)


@pytest.mark.parametrize("text", ["{", "{" * 9000, '{"op": "add"' + " " * 300_000 + "}", '{"a":' * 5000])
def test_a_form_that_is_no_op_is_a_sentence(text: str) -> None:
    with pytest.raises(EditError, match=r"\."):
        editing.read(text, {}, {})


def test_ticks_of_a_form_say_who_is_meant() -> None:
    assert editing.read("drop", {}, {"who": ['[1, "chef"]', '[6, "imp"]']}) == {
        "op": "drop",
        "who": [[1, "chef"], [6, "imp"]],
    }


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        (["chef", "imp", "poet", "empath"], 3),  # behind the last of its team, who is no official character
        (["chef", "baron", "imp"], 1),  # behind the teams before it
        (["baron", "empath", "imp"], 2),
        (["baron", "imp"], 0),
        (["qqqq", "imp"], 0),
        (["butler", "qqqq"], 1),
    ],
    ids=str,
)
def test_a_homebrew_character_goes_to_the_same_place_whichever_way_it_comes(
    entries: list[str], expected: int
) -> None:
    poet = {"id": "poet", "name": "Poet", "team": "outsider", "ability": "You rhyme."}
    before = builder.parse(json.dumps([poet if each == "poet" else each for each in entries]))
    smith = poet | {"id": "smith", "name": "Smith"}
    origin = {"set": "abc", "revision": 1, "id": "smith"}
    for op in (
        {"op": "add", "value": smith},
        {"op": "add-entry", "value": smith},
        {"op": "new-character", **smith},
        {"op": "bring", "characters": [{"value": smith, "extra": {}, "from": origin}]},
    ):
        after = editing.change(before, op).script
        assert [entry.id for entry in after.entries].index("smith") == expected, op["op"]
