"""Characters from other sets: brought in, compared, updated, kept as they are."""

import json
from typing import Any

import pytest

import builder
from builder.editing import EditError, change, extra_fields, origins
from builder.editing.origins import Copy
from builder.formats import public_script
from builder.game.script import Script

LEAF: dict[str, Any] = {
    "id": "leafcounter",
    "name": "Leaf Counter",
    "team": "townsfolk",
    "ability": "Each night, count leaves.",
    "otherNight": 30,
    "reminders": ["Counted"],
}
PAGE = {"almanac": {"overview": "Counts leaves.", "rules": ["One.", "Two."]}, "tags": ["information"]}
FROM = {"set": "autumn", "revision": 3, "id": "leafcounter"}


def script(*entries: Any, characters: object = None) -> Script:
    meta: dict[str, Any] = {"id": "_meta", "name": "Winter"}
    if characters:
        meta["clockwright"] = {"format": 1, "characters": characters}
    return builder.parse(json.dumps([meta, *entries]))


def bring(base: Script, *told: dict[str, Any]) -> Script:
    return change(base, {"op": "bring", "characters": list(told)}).script


def here(base: Script = script("washerwoman", "imp")) -> Script:  # noqa: B008  # never changed
    return bring(base, {"value": LEAF, "extra": PAGE, "from": FROM})


def renew(base: Script, then: object, newest: object, *, keep: bool = False) -> Script:
    told = {"id": "leafcounter", "then": then, "newest": newest, "from": FROM | {"revision": 7}}
    return change(base, {"op": "renew", "characters": [told], "keep": keep}).script


def parts(value: Any = None, extra: Any = None) -> dict[str, Any]:
    return {"value": LEAF | (value or {}), "extra": PAGE | (extra or {})}


def extra_of(found: Script, name: str = "leafcounter") -> Any:
    return dict(zip([entry.id for entry in found.entries], extra_fields.of(found), strict=True))[name]


def test_who_is_brought_stands_behind_its_team_with_everything_beside_it() -> None:
    found = here()
    assert [entry.id for entry in found.entries] == ["washerwoman", "leafcounter", "imp"]
    assert found.entries[1].written == LEAF
    assert extra_of(found) == PAGE | {"from": FROM}
    assert found.characters[1].page.rules == ("One.", "Two.")


def test_private_notes_stay_with_their_set() -> None:
    found = bring(script(), {"value": LEAF, "extra": PAGE | {"notes": "psst", "export": False}, "from": FROM})
    assert extra_of(found) == PAGE | {"from": FROM}


def test_a_copy_of_a_set_has_no_private_part() -> None:
    theirs = script(LEAF, characters={"leafcounter": PAGE | {"notes": "psst", "from": FROM}})
    assert origins.copy_of(theirs, "Leaf Counter") == Copy(LEAF, PAGE)
    assert origins.copy_of(theirs, "imp") is None


def test_who_is_there_already_is_not_brought_again() -> None:
    done = change(here(), {"op": "bring", "characters": [{"value": LEAF, "extra": {}, "from": FROM}]})
    assert done.label == ""
    assert done.say == "Leaf Counter is on the script already."


def test_several_are_one_change() -> None:
    others = [LEAF | {"id": f"leaf{n}", "name": f"Leaf {n}"} for n in range(8)]
    told = [{"value": each, "extra": {}, "from": FROM} for each in others]
    done = change(script("imp"), {"op": "bring", "characters": told})
    assert len(done.script.entries) == 9
    assert done.label == "+ Leaf 0, Leaf 1, Leaf 2, Leaf 3, Leaf 4, Leaf 5 and 2 more"


def test_where_a_character_is_from_is_in_no_file_for_others() -> None:
    public = public_script.public(here())
    assert "autumn" not in json.dumps(public.written())
    assert extra_of(public) == PAGE


def test_what_differs_is_told_part_by_part() -> None:
    newest = Copy(LEAF | {"ability": "Each night, count trees.", "setup": True}, PAGE | {"tags": ["once"]})
    found = origins.differences(Copy(LEAF, PAGE), Copy(LEAF, PAGE), newest)
    assert [(each.title, each.then, each.newest) for each in found] == [
        ("Ability", "Each night, count leaves.", "Each night, count trees."),
        ("Switch “Changes the setup”", "", "yes"),
        ("Tags", "information", "once"),
    ]
    assert all(each.is_theirs and not each.is_mine for each in found)


def test_a_change_of_mine_and_a_change_of_theirs_are_told_apart() -> None:
    mine = Copy(LEAF | {"name": "Leaf Teller"}, PAGE)
    newest = Copy(LEAF, PAGE | {"almanac": {"overview": "Counts.", "rules": ["One.", "Two."]}})
    name, overview = origins.differences(Copy(LEAF, PAGE), mine, newest)
    assert (name.is_mine, name.is_theirs, name.mine) == (True, False, "Leaf Teller")
    assert (overview.is_mine, overview.is_theirs, overview.newest) == (False, True, "Counts.")


def test_the_same_everywhere_is_no_difference() -> None:
    assert origins.differences(Copy(LEAF, PAGE), Copy(LEAF, PAGE), Copy(LEAF, PAGE)) == ()


def test_brought_up_to_date_it_is_as_in_its_set() -> None:
    found = renew(here(), parts(), parts({"ability": "Each night, count trees."}, {"tags": ["once"]}))
    assert found.entries[1].written == LEAF | {"ability": "Each night, count trees."}
    assert extra_of(found) == PAGE | {"tags": ["once"], "from": FROM | {"revision": 7}}


def test_what_was_changed_here_stays_where_it_should() -> None:
    mine = change(
        here(), {"op": "character", "who": [1, "leafcounter"], "flavor": "Rustle.", "overview": "Mine."}
    ).script
    newest = parts({"ability": "Each night, count trees.", "flavor": "Whisper."})
    kept = renew(mine, parts(), newest, keep=True)
    assert kept.entries[1].written == LEAF | {"ability": "Each night, count trees.", "flavor": "Rustle."}
    assert kept.characters[1].page.overview == "Mine."
    gone = renew(mine, parts(), newest)
    assert gone.entries[1].written["flavor"] == "Whisper."
    assert gone.characters[1].page.overview == "Counts leaves."


def test_what_the_set_dropped_goes_and_private_notes_stay() -> None:
    noted = change(here(), {"op": "character", "who": [1, "leafcounter"], "notes": "psst"}).script
    bare = {name: value for name, value in LEAF.items() if name != "reminders"}
    found = renew(noted, parts(), {"value": bare, "extra": {}})
    assert found.entries[1].written == bare
    assert extra_of(found) == {"notes": "psst", "from": FROM | {"revision": 7}}


def test_a_renamed_copy_keeps_its_id() -> None:
    mine = change(here(), {"op": "character", "who": [1, "leafcounter"], "id": "leafteller"}).script
    told = {"id": "leafteller", "then": parts(), "newest": parts({"flavor": "Rustle."}), "from": FROM}
    found = change(mine, {"op": "renew", "characters": [told]}).script
    assert found.entries[1].written == LEAF | {"id": "leafteller", "flavor": "Rustle."}


def test_keeping_mine_only_remembers_what_was_seen() -> None:
    told = {"id": "leafcounter", "from": FROM | {"revision": 9}}
    done = change(here(), {"op": "keep-mine", "characters": [told]})
    assert done.script.entries[1].written == LEAF
    assert extra_of(done.script)["from"]["revision"] == 9
    assert done.say == "Leaf Counter kept as it is here."


@pytest.mark.parametrize("told", [None, {}, {"from": 1}, {"from": {"set": "", "revision": 1}}, {"from": {}}])
def test_an_origin_that_cannot_be_read_is_none(told: object) -> None:
    assert origins.origin(told) is None


@pytest.mark.parametrize("op", ["bring", "renew", "keep-mine"])
@pytest.mark.parametrize(
    "characters",
    [
        None,
        "imp",
        [1],
        [{}],
        [{"value": "imp", "extra": {}, "from": FROM}],
        [{"value": {"id": "x"}, "extra": {}, "from": FROM}],
        [{"value": LEAF, "extra": [], "from": FROM}],
        [{"value": LEAF, "extra": {}, "from": "autumn"}],
        [{"id": "nobody", "from": FROM}],
        [{"id": ["leafcounter"], "newest": {"value": 1}}],
    ],
)
def test_what_cannot_be_meant_is_told(op: str, characters: object) -> None:
    with pytest.raises(EditError):
        change(here(), {"op": op, "characters": characters})
