"""After an edit, what it left alone is the same object; all of it is what reading the file anew would give."""

import json
from typing import Any

import pytest

import builder
from builder import catalogue, editing
from builder.formats import official
from builder.formats.official import variants
from builder.game.script import Script

PAGE = {"almanac": {"overview": "About it."}}
META = {
    "id": "_meta",
    "name": "S",
    "clockwright": {"format": 1, "characters": {"own1": PAGE, "baron_variant": {}}},
}


def own(number: int) -> dict[str, Any]:
    return {
        "id": f"own{number}",
        "name": f"Own {number}",
        "team": "townsfolk",
        "ability": "Each night, rest.",
    }


@pytest.fixture
def script() -> Script:
    """Four homebrew characters, one of them with a page, an official character and a variant of another."""
    baron = catalogue.find("baron")
    assert baron
    variant = variants.variant("baron")
    meta = json.loads(json.dumps(META))
    meta["clockwright"]["characters"]["baron_variant"] = variants.provenance(baron)
    read = builder.parse(json.dumps([meta, *map(own, range(4)), "imp", variant]))
    return editing.change(read, {"op": "rename", "name": "T"}).script


@pytest.mark.parametrize(
    "op",
    [
        {"op": "character", "who": [0, "own0"], "ability": "Another."},
        {"op": "character", "who": [1, "own1"], "overview": "Another page."},
        {"op": "character", "who": [1, "own1"], "overview": ""},
        {"op": "character", "who": [5, "baron_variant"], "ability": "Nothing. [+1 Outsider]"},
        {"op": "duplicate", "who": [1, "own1"]},
        {"op": "move", "who": [3, "own3"], "before": [0, "own0"]},
        {"op": "drop", "who": [[0, "own0"]]},
        {"op": "icon", "who": [2, "own2"], "emblem": "moon"},
        {"op": "sort"},
    ],
    ids=lambda op: op["op"],
)
def test_a_changed_script_is_the_one_that_its_values_give(script: Script, op: dict[str, Any]) -> None:
    changed = editing.change(script, op).script
    anew = catalogue.resolve(official.assembled(enumerate(json.loads(json.dumps(changed.written())))))
    assert changed == anew
    assert [entry.path for entry in changed.entries] == [entry.path for entry in anew.entries]


def test_characters_that_an_edit_left_alone_are_the_same_objects(script: Script) -> None:
    changed = editing.change(script, {"op": "character", "who": [0, "own0"], "ability": "Another."}).script
    same = [one is other for one, other in zip(script.entries, changed.entries, strict=True)]
    assert same[:4] == [False, True, True, True]


def test_a_file_is_made_of_the_same_pieces_but_for_those_with_what_changed() -> None:
    many = builder.parse(json.dumps([{"id": "_meta", "name": "S"}, *map(own, range(60))]))
    before = official.filed(editing.change(many, {"op": "rename", "name": "T"}).script)
    changed = editing.change(many, {"op": "rename", "name": "T"}).script
    changed = editing.change(changed, {"op": "character", "who": [30, "own30"], "ability": "Another."}).script
    after = official.filed(changed)
    assert json.loads("".join(after.pieces)) == changed.written()
    known = set(map(id, before.pieces))
    fresh = [each for each in after.pieces if id(each) not in known and "ability" in each]
    assert len(fresh) == 1
    assert "Another." in fresh[0]
