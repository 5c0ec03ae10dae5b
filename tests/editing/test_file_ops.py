"""A second import: the characters of a file change and add those of a script, as one revision."""

import json
from typing import Any

import pytest

import builder
from builder import catalogue, editing, formats
from builder.editing import EditError
from builder.game.script import Script

TOAD: dict[str, Any] = {
    "id": "toad_pond",
    "name": "Toad",
    "team": "outsider",
    "ability": "You croak.",
    "flavor": "Ribbit.",
    "reminders": ["Wet"],
}
HERON = {"id": "heron_pond", "name": "Heron", "team": "minion", "ability": "You wade."}
META = {
    "id": "_meta",
    "name": "Pond",
    "clockwright": {
        "characters": {"toad_pond": {"notes": "Mine.", "almanac": {"overview": "Old.", "tip": "Kept."}}}
    },
}


def script() -> Script:
    return catalogue.resolve(builder.parse(json.dumps([META, "chef", TOAD, HERON, "imp"])))


def update(text: str) -> editing.Change:
    return editing.change(script(), {"op": "update-from", "text": text})


def test_a_table_changes_what_it_says_and_adds_who_is_new() -> None:
    table = "Name,Team,Ability,Flavor,Overview\nToad,outsider,You croak twice.,,New.\n"
    table += "Otter,minion,You swim.,,\nImp,,,,\n"
    done = update(table)
    assert (done.say, done.label) == (
        "1 character changed: Toad. 1 character added: Otter.",
        "From a file: Toad, Otter",
    )
    ids = [entry.id for entry in done.script.entries]
    assert ids == ["chef", "toad_pond", "heron_pond", "otter", "imp"]
    toad = done.script.entries[1]
    assert toad.written == {**TOAD, "ability": "You croak twice."}
    assert toad.character
    page = toad.character.page
    assert (page.overview, page.tip, page.notes) == ("New.", "Kept.", "Mine.")
    assert done.script.entries[2].written == HERON
    assert done.script.name == "Pond"


def test_an_id_leads_to_a_character_with_another_name() -> None:
    done = update("ID,Name,Team,Ability\ntoad_pond,Great Toad,outsider,You croak.\n")
    assert [entry.id for entry in done.script.entries] == ["chef", "toad_pond", "heron_pond", "imp"]
    assert done.script.entries[1].written["name"] == "Great Toad"


@pytest.mark.parametrize("name", ["csv", "official"])
def test_its_own_export_changes_nothing(name: str) -> None:
    done = update(formats.write(script(), name))
    assert (done.label, done.say) == ("", "The file says nothing new.")


def test_what_an_export_derived_does_not_come_back_as_a_change() -> None:
    waking = {**TOAD, "firstNight": 60, "firstNightReminder": "Wake."}
    wading = {**HERON, "firstNight": 5, "firstNightReminder": "Wake."}
    meta = {**META, "firstNight": ["dusk", "toad_pond", "heron_pond", "chef", "dawn"]}
    ordered = catalogue.resolve(builder.parse(json.dumps([meta, "chef", waking, wading, "imp"])))
    exported = formats.write(formats.public(ordered))
    values = json.loads(exported)
    assert values[2]["firstNight"] != 60
    for name in ("official", "bloodstar", "csv"):
        given = formats.write(formats.public(ordered), name)
        assert editing.change(ordered, {"op": "update-from", "text": given}).label == "", name
    values[3]["ability"] = "You wade far."
    done = editing.change(ordered, {"op": "update-from", "text": json.dumps(values)})
    assert (done.say, done.label) == ("1 ability changed: Heron.", "From a file: Heron")
    assert done.script.entries[1].written == waking
    assert done.script.entries[2].written == {**wading, "ability": "You wade far."}


@pytest.mark.parametrize("text", ["", "Dear Ada,\n\nhello.", "{", "Name,Team\n,\n"])
def test_a_file_that_cannot_be_read_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(EditError, match="This file cannot be read"):
        update(text)
