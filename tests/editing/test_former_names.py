"""Homebrew that is renamed or deleted while other texts name it: noted, told, and mended by one button."""

import json

import builder
from builder import editing
from builder.game import former_names
from builder.game.script import Script

OWL = {"id": "owl", "name": "Owl", "team": "townsfolk", "ability": "You hear."}
ROOK = {
    "id": "rook",
    "name": "Rook",
    "team": "minion",
    "ability": "If the Owl dies, caw.",
    "reminders": ["Owl heard"],
}


def script(*entries: object) -> Script:
    return builder.parse(json.dumps([{"id": "_meta", "name": "Set"}, *entries]).encode())


def told(script: Script) -> list[str]:
    return [each.message for each in builder.problems(script) if each.code == "former-name"]


def test_a_renamed_character_is_renamed_everywhere_by_one_button() -> None:
    before = script(OWL, ROOK, "imp")
    assert told(before) == []
    renamed = editing.change(before, {"op": "character", "who": [0, "owl"], "name": "Barn Owl"}).script
    (problem,) = (each for each in builder.problems(renamed) if each.code == "former-name")
    assert "Owl is called Barn Owl now, but these texts still say Owl: Rook." in problem.message
    assert problem.fix
    mended = editing.change(renamed, problem.fix.op).script
    rook = mended.entries[1].written
    assert (rook["ability"], rook["reminders"]) == ("If the Barn Owl dies, caw.", ["Barn Owl heard"])
    assert told(mended) == []


def test_a_deleted_character_whom_texts_name_is_told_until_it_is_back() -> None:
    dropped = editing.change(script(OWL, ROOK, "imp"), {"op": "drop", "who": [[0, "owl"]]}).script
    (message,) = told(dropped)
    assert "Owl is no longer on this script, but these texts still name it: Rook." in message
    back = editing.change(dropped, {"op": "new-character", "name": "Owl", "team": "townsfolk"}).script
    assert told(back) == []


def test_a_name_that_nobody_says_is_not_noted() -> None:
    quiet = {**ROOK, "ability": "Caw at owls.", "reminders": []}
    dropped = editing.change(script(OWL, quiet), {"op": "drop", "who": [[0, "owl"]]}).script
    assert "formerNames" not in json.dumps(dropped.written())


def test_others_do_not_get_the_names_of_what_was_deleted() -> None:
    dropped = editing.change(script(OWL, ROOK), {"op": "drop", "who": [[0, "owl"]]}).script
    assert "formerNames" in json.dumps(dropped.written())
    assert "formerNames" not in json.dumps(builder.formats.public(dropped).written())


def test_a_bracket_with_a_name_that_nobody_has_says_whose_name_it_is() -> None:
    rook = {**ROOK, "ability": "Caw. [+the Glorb]"}
    (problem,) = (each for each in builder.problems(script(rook)) if each.code == "bracket-not-understood")
    assert "names “Glorb”, who is neither on the script nor official" in problem.message


LONG = {**OWL, "id": "long", "name": "The Owl Who Hears Everything That Is Said in the Barn at Night"}


def test_a_long_name_is_noted_whole() -> None:
    rook = {**ROOK, "ability": f"If {LONG['name']} dies, caw.", "reminders": []}
    renamed = editing.change(
        script(LONG, rook), {"op": "character", "who": [0, "long"], "name": "Owl"}
    ).script
    (problem,) = (each for each in builder.problems(renamed) if each.code == "former-name")
    assert problem.fix
    mended = editing.change(renamed, problem.fix.op).script
    assert mended.entries[1].written["ability"] == "If Owl dies, caw."


def test_a_name_that_was_replaced_or_exchanged_for_an_official_character_is_noted() -> None:
    before = script(OWL, ROOK)
    named = {"who": [0, "owl"], "field": "name", "from": "Owl", "to": "Barn Owl"}
    (message,) = told(editing.change(before, {"op": "rewrite", "texts": [named]}).script)
    assert "Owl is called Barn Owl now" in message
    (message,) = told(editing.change(before, {"op": "swap", "who": [0, "owl"], "id": "monk"}).script)
    assert "Owl is no longer on this script" in message


def test_of_a_file_with_very_many_former_names_few_are_read() -> None:
    names = {f"Name {number} {'x' * 20}": "" for number in range(30_000)} | {"y" * 200: ""}
    meta = {"id": "_meta", "name": "Set", "clockwright": {"formerNames": names}}
    assert len(former_names.of(builder.parse(json.dumps([meta, "imp"])).block)) == former_names.MOST
