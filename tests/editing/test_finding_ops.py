"""What a button does to a script, and what it answers when its place is gone."""

import json
from typing import Any

import pytest

import builder
from builder import editing
from builder.game.script import Script

TEXT = '[{"id": "_meta", "name": "Low Tide", "odd name": {"deep": [1, 2]}}, "imp", {"id": "Fang Gu"}, "chef", "chef",]'


@pytest.fixture
def script() -> Script:
    return builder.parse(TEXT)


@pytest.mark.parametrize(
    ("op", "written"),
    [
        ({"op": "remove", "path": "$[4]"}, {4: None}),
        ({"op": "remove", "path": '$[0]["odd name"].deep[1]'}, {0: {"odd name": {"deep": [1]}}}),
        ({"op": "replace-id", "path": "$[1]", "id": "fanggu"}, {1: "fanggu"}),
        ({"op": "replace-id", "path": "$[2]", "id": "fanggu"}, {2: {"id": "fanggu"}}),
        ({"op": "set", "path": "$[0].author", "value": "A. Harbour"}, {0: {"author": "A. Harbour"}}),
        ({"op": "set", "path": "$[3]", "value": "spy"}, {3: "spy"}),
    ],
    ids=str,
)
def test_one_place_changes_and_nothing_else(
    script: Script, op: dict[str, Any], written: dict[int, Any]
) -> None:
    before = script.written()
    expected = []
    for index, value in enumerate(before):
        new = written.get(index, value)
        if new is not None:
            expected.append(value | new if isinstance(new, dict) else new)
    changed = editing.change(script, op).script
    assert changed.written() == expected
    assert script.written() == before
    assert all(entry.character for entry in changed.entries)


def test_what_was_forgiven_in_reading_is_still_told_after_a_fix(script: Script) -> None:
    mended = editing.change(script, {"op": "remove", "path": "$[4]"}).script
    assert "extra-comma" in {problem.code for problem in builder.problems(mended)}


@pytest.mark.parametrize(
    "path", ["$[9]", "$[1].id", "$[0].nothing.more", "$[0].nothing", '$[0]["odd name"][0]', "$", "", None, 3]
)
def test_a_place_that_is_gone_is_said_so(script: Script, path: object) -> None:
    with pytest.raises(editing.EditError):
        editing.change(script, {"op": "remove", "path": path})


@pytest.mark.parametrize("path", ["$[9]", "$[1][0]"])
def test_nobody_can_be_renamed_who_is_not_there(script: Script, path: str) -> None:
    with pytest.raises(editing.EditError):
        editing.change(script, {"op": "replace-id", "path": path, "id": "imp"})


@pytest.mark.parametrize("op", [{"op": "shuffle", "path": "$[1]"}, {}])
def test_a_change_that_does_not_exist_is_refused(script: Script, op: dict[str, Any]) -> None:
    with pytest.raises(editing.EditError, match="There is no such change"):
        editing.change(script, op)


SHARED: list[dict[str, Any]] = [
    {"id": "_meta", "name": "Lights", "firstNight": ["dusk", "lamp_lights", "dawn"]},
    {"id": "lamp_lights", "name": "Lamp", "team": "townsfolk", "ability": "A.", "firstNightReminder": "Nod."},
    {
        "id": "lamp_lights",
        "name": "Wrecker",
        "team": "minion",
        "ability": "B.",
        "firstNightReminder": "Show.",
    },
]


def test_the_second_of_two_characters_with_one_id_gets_a_new_one_and_keeps_its_place_in_the_night() -> None:
    script = builder.parse(json.dumps(SHARED))
    (problem,) = (each for each in builder.problems(script) if each.code == "duplicate")
    assert problem.fix is not None
    changed = editing.change(script, problem.fix.op).script
    assert [entry.id for entry in changed.entries] == ["lamp_lights", "wrecker_lights"]
    assert [entry.character.name for entry in changed.entries if entry.character] == ["Lamp", "Wrecker"]
    assert changed.meta.first_night == ("dusk", "lamp_lights", "wrecker_lights", "dawn")
    assert not [each for each in builder.problems(changed) if each.code == "duplicate"]


def test_a_night_that_only_the_second_of_two_wakes_in_is_listed_under_its_new_id() -> None:
    script = builder.parse(json.dumps([SHARED[0], SHARED[1] | {"firstNightReminder": ""}, SHARED[2]]))
    changed = editing.change(script, {"op": "new-id", "path": "$[2]"}).script
    assert changed.meta.first_night == ("dusk", "wrecker_lights", "dawn")
