"""What an author can do to characters of their own: fields, new ones, variants, copies, the export switch."""

import json
import re
from typing import Any

import pytest

import builder
from builder import catalogue, editing
from builder.editing import EditError, fields
from builder.formats.official import schema
from builder.formats.public_script import public
from builder.game.script import Script
from builder.game.teams import Team

LAMP = {
    "id": "lamplighter_bells",
    "name": "Lamplighter",
    "team": "townsfolk",
    "ability": "Each night, a lamp.",
    "firstNight": 12,
    "reminders": ["Lit"],
}
MOTH = {"id": "moth_bells", "name": "Moth", "team": "minion", "ability": "Each night*, it flutters."}


def script(*entries: Any, beside: dict[str, Any] | None = None, **meta: Any) -> Script:
    """A script; `beside` is what `_meta.clockwright.characters` says."""
    ours = {"clockwright": {"characters": beside}} if beside else {}
    return builder.parse(json.dumps([{"id": "_meta", "name": "Evening Bells"} | meta | ours, *entries]))


def bells(**options: Any) -> Script:
    return script("washerwoman", LAMP, "chef", MOTH, "imp", **options)


def do(to: Script, op_name: str, /, **op: Any) -> Script:
    """The script after an op, as it is when its file is opened again."""
    changed = editing.change(to, {"op": op_name, **op}).script
    assert [each for each in schema.faults(json.loads(builder.dump(changed))) if each.kind != "too-few"] == []
    again = builder.parse(builder.dump(changed))
    assert again.written() == changed.written()
    return again


def put(to: Script, /, **told: Any) -> Script:
    return do(to, "character", who=[1, "lamplighter_bells"], **told)


def lamp(of: Script) -> dict[str, Any]:
    return dict(next(entry.written for entry in of.entries if entry.id.startswith("lamp")))


def beside(of: Script) -> dict[str, Any]:
    extras = (of.written_meta or {}).get("clockwright", {}).get("characters", {})
    assert isinstance(extras, dict)
    return extras


def ids(of: Script) -> list[str]:
    return [entry.id for entry in of.entries]


@pytest.mark.parametrize(
    ("field", "typed", "written"),
    [
        ("name", "  Lamp \n lighter ", "Lamp lighter"),
        ("ability", " Each night*,\r\na lamp. ", "Each night*,\na lamp."),
        ("team", "traveler", "traveller"),
        ("team", "Outsiders", "outsider"),
        ("firstNight", "12,5", 12.5),
        ("otherNight", " 7 ", 7),
        ("otherNight", "7.0", 7),
        ("otherNight", 3, 3),
        ("otherNight", "-1", -1),
        ("setup", "on", True),
        ("setup", True, True),
        ("reminders", "Lit\r\n\r\n Dark \nLit", ["Lit", "Dark", "Lit"]),
        ("reminders", ["Lit", "", "Dark"], ["Lit", "Dark"]),
        ("remindersGlobal", "Is the Lamplighter", ["Is the Lamplighter"]),
        ("flavor", "One\n\nTwo", "One\n\nTwo"),
        ("edition", "tb", "tb"),
        ("image", "https://lamps.example/a.png", "https://lamps.example/a.png"),
        (
            "image",
            "https://lamps.example/a.png\nhttps://lamps.example/b.png",
            ["https://lamps.example/a.png", "https://lamps.example/b.png"],
        ),
        ("special", '[{"type": "vote", "name": "hidden"}]', [{"type": "vote", "name": "hidden"}]),
        ("special", {"type": "vote", "name": "hidden", "time": ""}, [{"type": "vote", "name": "hidden"}]),
    ],
)
def test_a_field_of_the_format_is_read_from_json_and_from_a_form(
    field: str, typed: Any, written: Any
) -> None:
    assert lamp(put(bells(), **{field: typed}))[field] == written


@pytest.mark.parametrize(
    ("field", "typed", "written"),
    [
        ("overview", "It lights.", "It lights."),
        ("tip", "Carry oil.", "Carry oil."),
        ("rules", "One.\r\n\r\nTwo,\r\nstill two.\n \n\nThree.", ["One.", "Two,\nstill two.", "Three."]),
        ("examples", ["One.", " ", "Two\n\nparts."], ["One.", "Two\n\nparts."]),
        ("howToRun", "Wake.", ["Wake."]),
        ("advice", "Do.\n\nDo not.", ["Do.", "Do not."]),
        ("warnings", "Veterans only.", ["Veterans only."]),
        ("optionalRule", "Two lamps.", "Two lamps."),
        ("attribution", "A friend", "A friend"),
        ("revealed", "2026-11-21", "2026-11-21"),
    ],
)
def test_a_part_of_the_almanac_page_stands_beside_the_character(field: str, typed: Any, written: Any) -> None:
    changed = put(bells(), **{field: typed})
    assert beside(changed) == {"lamplighter_bells": {"almanac": {field: written}}}
    assert lamp(changed) == LAMP


def test_the_page_of_a_character_has_what_was_typed() -> None:
    changed = put(bells(), overview="It lights.", rules="One.\n\nTwo.", notes="Secret.", export="")
    page = changed.entries[1].character.page  # type: ignore[union-attr]  # it is there
    assert (page.overview, page.rules, page.notes, page.export) == (
        "It lights.",
        ("One.", "Two."),
        "Secret.",
        False,
    )
    assert "Secret" not in builder.dump(public(changed))


@pytest.mark.parametrize(
    ("field", "typed"),
    [("firstNight", ""), ("firstNight", None), ("reminders", " \n "), ("reminders", []), ("edition", "")],
)
def test_an_emptied_field_goes(field: str, typed: Any) -> None:
    assert field not in lamp(put(put(bells(), edition="tb"), **{field: typed}))


def test_an_emptied_name_or_ability_stays_as_an_empty_text_so_that_the_character_stays_one() -> None:
    changed = put(bells(), name="", ability="")
    assert (lamp(changed)["name"], lamp(changed)["ability"]) == ("", "")
    assert changed.entries[1].is_custom


def test_what_is_not_told_stays_and_the_last_part_takes_its_block_along() -> None:
    once = put(bells(), overview="It lights.", tags=["information"])
    twice = put(once, overview="")
    assert beside(twice) == {"lamplighter_bells": {"tags": ["information"]}}
    assert "clockwright" not in (put(twice, tags="auto").written_meta or {})


def test_the_history_names_the_fields_and_the_same_again_is_no_change() -> None:
    op = {"op": "character", "who": [1, "lamplighter_bells"], "ability": "New.", "tip": "Oil.", "setup": "on"}
    change = editing.change(bells(), op)
    assert change.label == "Lamplighter: ability, tip, switch “Changes the setup”"
    assert editing.change(change.script, op).label == ""


def test_a_long_text_is_kept_and_a_file_for_the_app_has_it_shortened() -> None:
    long = "Each night, choose a player. " * 30
    changed = put(bells(), ability=long, reminders="\n".join(["A token with far too many words on it"] * 25))
    assert lamp(changed)["ability"] == long.strip()
    assert len(lamp(changed)["reminders"]) == 25
    exported = json.loads(builder.dump(changed))[2]
    assert len(exported["ability"]) <= 250
    assert len(exported["reminders"]) == 20


def test_a_whole_form_sent_back_as_it_was_shown_changes_nothing() -> None:
    odd = {
        **LAMP,
        "firstNight": "12",
        "setup": False,
        "otherNight": 0,
        "reminders": "Lit, Dark",
        "image": ["https://lamps.example/a.png"],
        "attribution": "A friend",
        "flavor": " One\r\nTwo ",
        "special": [{"type": "vote", "name": "multiplier", "value": 2}],
    }
    page = {
        "almanac": {"rules": ["One.\n\nStill one.", "Two."], "examples": "A single one."},
        "tags": ["poison"],
    }
    held = script(odd, "imp", beside={"lamplighter_bells": page})
    texts = fields.texts(held, 0)
    assert (texts["firstNight"], texts["rules"]) == ("12", "One.\n\nStill one.\n\nTwo.")
    browsers = {name: text.replace("\n", "\r\n") for name, text in texts.items()}
    op = {"op": "character", "who": [0, "lamplighter_bells"], **browsers}
    assert editing.change(held, op) == editing.Change(held, "", "")


def test_the_features_of_a_form_are_put_together_and_a_row_left_empty_is_none() -> None:
    rows = {
        "special.0.type": "vote",
        "special.0.name": "multiplier",
        "special.0.value": "3",
        "special.1.type": "",
        "special.1.name": "",
        "special.1.time": "night",
        "special.2.type": "signal",
        "special.2.name": "grimoire",
        "special.2.time": "night",
    }
    assert lamp(put(bells(), **rows))["special"] == [
        {"type": "vote", "name": "multiplier", "value": 3},
        {"type": "signal", "name": "grimoire", "time": "night"},
    ]


def test_no_ticks_are_the_authors_word_and_the_wording_decides_again_when_asked() -> None:
    none = put(bells(), tags=[])
    assert beside(none) == {"lamplighter_bells": {"tags": []}}
    assert beside(put(none, tags="auto")) == {}
    form = editing.read(
        "character", {}, {"who": ['[1, "lamplighter_bells"]'], "tags": ["", "poison", "once"]}
    )
    assert beside(editing.change(bells(), form).script) == {"lamplighter_bells": {"tags": ["poison", "once"]}}


def test_an_attribution_beside_the_ability_moves_to_the_page_and_can_be_emptied() -> None:
    held = script({**LAMP, "attribution": "A friend"}, "imp")
    changed = do(held, "character", who=[0, "lamplighter_bells"], attribution="Two friends")
    assert "attribution" not in lamp(changed)
    assert changed.entries[0].character.page.attribution == "Two friends"  # type: ignore[union-attr]  # it is there
    emptied = do(held, "character", who=[0, "lamplighter_bells"], attribution="")
    assert emptied.entries[0].character.page.attribution == ""  # type: ignore[union-attr]  # as above


def test_a_new_id_is_followed_by_everything_that_goes_by_the_old_one() -> None:
    other = {**MOTH, "jinxes": [{"id": "lamplighter_bells", "reason": "Moths and lamps."}]}
    held = script(
        *[LAMP, other, "imp"],
        firstNight=["dusk", "lamplighter_bells", "dawn"],
        otherNight=["dusk", "Lamplighter Bells", "dawn"],
        clockwright={
            "characters": {"lamplighter_bells": {"notes": "Mine."}},
            "dismissed": [{"code": "many-jinxes", "characters": ["imp", "lamplighter_bells"]}],
        },
    )
    changed = do(held, "character", who=[0, "lamplighter_bells"], id="lamp_new")
    meta = changed.written_meta or {}
    assert ids(changed) == ["lamp_new", "moth_bells", "imp"]
    assert changed.entries[1].written["jinxes"] == [{"id": "lamp_new", "reason": "Moths and lamps."}]
    assert (meta["firstNight"], meta["otherNight"]) == (
        ["dusk", "lamp_new", "dawn"],
        ["dusk", "lamp_new", "dawn"],
    )
    assert meta["clockwright"]["characters"] == {"lamp_new": {"notes": "Mine."}}
    assert meta["clockwright"]["dismissed"][0]["characters"] == ["imp", "lamp_new"]


def test_a_new_name_leaves_the_id_alone_even_where_the_id_was_only_the_name() -> None:
    nameless = {name: value for name, value in LAMP.items() if name != "id"}
    changed = editing.change(
        script(nameless, "imp"),
        {"op": "character", "who": [0, "lamplighter"], "name": "Torch", "tip": "Oil."},
    ).script
    assert (changed.entries[0].id, changed.entries[0].written["name"]) == ("lamplighter", "Torch")
    assert beside(changed) == {"lamplighter": {"almanac": {"tip": "Oil."}}}


def test_of_two_alike_each_keeps_what_stands_beside_it() -> None:
    notes = {"lamplighter_bells": {"notes": "First."}, "lamplighter_bells (2)": {"notes": "Second."}}
    held = script(LAMP, "chef", {**LAMP, "name": "Other"}, "imp", beside=notes)
    first_gone = do(held, "drop", who=[[0, "lamplighter_bells"]])
    assert beside(first_gone) == {"lamplighter_bells": {"notes": "Second."}}
    swapped = do(held, "move", who=[2, "lamplighter_bells"], before=[0, "lamplighter_bells"])
    assert [entry.character.page.notes for entry in swapped.entries if entry.is_custom] == [
        "Second.",
        "First.",
    ]  # type: ignore[union-attr]  # they are there
    renamed = do(held, "character", who=[2, "lamplighter_bells"], id="torch_bells")
    assert beside(renamed) == {"lamplighter_bells": {"notes": "First."}, "torch_bells": {"notes": "Second."}}


def test_whoever_leaves_takes_its_page_along_and_a_namesake_starts_anew() -> None:
    held = bells(beside={"lamplighter_bells": {"notes": "Mine."}, "somebody_else": {"notes": "Kept."}})
    gone = do(held, "drop", who=[[1, "lamplighter_bells"]])
    assert beside(gone) == {"somebody_else": {"notes": "Kept."}}
    again = do(gone, "new-character", team="townsfolk", name="Lamplighter", id="lamplighter_bells")
    assert again.entries[1].character.page.notes == ""  # type: ignore[union-attr]  # it is there


def test_a_file_may_speak_of_somebody_who_comes_later() -> None:
    held = bells(beside={"somebody_else": {"notes": "Kept."}})
    value = {"id": "somebody_else", "name": "Somebody", "team": "demon", "ability": "Kills."}
    added = do(held, "add-entry", value=value)
    assert added.entries[-1].character.page.notes == "Kept."  # type: ignore[union-attr]  # it is there


def test_a_new_character_stands_behind_its_team_under_an_id_like_the_others() -> None:
    changed = do(
        bells(), "new-character", team="townsfolk", name="Night Porter", ability="You start knowing a door."
    )
    assert ids(changed) == "washerwoman lamplighter_bells chef nightporter_bells moth_bells imp".split()
    assert changed.entries[3].written == {
        "id": "nightporter_bells",
        "name": "Night Porter",
        "team": "townsfolk",
        "ability": "You start knowing a door.",
    }


def test_the_first_character_of_a_set_gets_an_id_with_the_scripts_name() -> None:
    first = do(script("imp"), "new-character", team="townsfolk", name="Imp")
    assert ids(first) == ["imp_eveningbells", "imp"]
    twice = do(first, "new-character", team="traveller", name="Imp")
    assert ids(twice)[2] == "imp_eveningbells2"


@pytest.mark.parametrize("name", ["", "New script"])
def test_ids_in_scripts_without_a_name_do_not_meet(name: str) -> None:
    def made() -> str:
        nameless = script("imp", name=name)
        return ids(
            editing.change(nameless, {"op": "new-character", "team": "demon", "name": "Tide!"}).script
        )[1]

    found = {made() for _ in range(6)}
    assert all(re.fullmatch(r"tide_[a-z2-9]{4}", each) for each in found)
    assert len(found) > 1


def test_an_official_character_becomes_a_variant_in_its_place_with_all_that_speaks_of_it() -> None:
    held = bells(
        firstNight=["dusk", "washerwoman", "dawn"], beside={"washerwoman": {"tags": ["information"]}}
    )
    changed = do(held, "variant", id="Washerwoman")
    written = changed.entries[0].written
    official = catalogue.find("washerwoman")
    assert official is not None
    assert ids(changed)[0] == written["id"] == "washerwoman_variant"
    assert (written["ability"], written["name"]) == (official.ability, "Washerwoman")
    assert (changed.written_meta or {})["firstNight"] == ["dusk", "washerwoman_variant", "dawn"]
    extra = beside(changed)["washerwoman_variant"]
    assert (extra["emblem"], extra["tags"], extra["variantOf"]) == (
        official.emblem,
        ["information"],
        "washerwoman",
    )
    assert changed.entries[0].character.emblem == official.emblem  # type: ignore[union-attr]  # it is there


def test_a_variant_of_somebody_who_is_not_here_comes_behind_its_team_under_an_id_of_choice() -> None:
    changed = do(bells(), "variant", id="baron", own="baron_mine")
    assert ids(changed)[3:] == ["moth_bells", "baron_mine", "imp"]
    twice = do(do(bells(), "variant", id="baron"), "variant", id="baron")
    assert [each for each in ids(twice) if "baron" in each] == ["baron_variant", "baron_variant2"]


def test_a_variant_keeps_the_jinxes_of_both_sides() -> None:
    held = script({"id": "alchemist", "jinxes": [{"id": "imp", "reason": "Mine."}]}, "spy", "imp")
    jinxes = {
        jinx["id"]: jinx["reason"]
        for jinx in do(held, "variant", id="alchemist").entries[0].written["jinxes"]
    }
    assert jinxes["imp"] == "Mine."
    assert "spy" in jinxes


def test_a_copy_has_everything_and_its_own_id_and_name() -> None:
    page = {"almanac": {"tip": "Oil."}, "notes": "Mine.", "from": {"set": "other", "revision": 3}}
    changed = do(bells(beside={"lamplighter_bells": page}), "duplicate", who=[1, "lamplighter_bells"])
    assert ids(changed)[1:3] == ["lamplighter_bells", "lamplighter_bells2"]
    assert changed.entries[2].written == LAMP | {"id": "lamplighter_bells2", "name": "Lamplighter 2"}
    assert beside(changed)["lamplighter_bells2"] == {"almanac": {"tip": "Oil."}, "notes": "Mine."}
    third = do(changed, "duplicate", who=[2, "lamplighter_bells2"])
    assert (ids(third)[3], third.entries[3].written["name"]) == ("lamplighter_bells3", "Lamplighter 2 2")


def test_a_copy_of_a_character_with_a_very_long_id_has_one_that_the_app_takes() -> None:
    held = script({**LAMP, "id": "lamp" + "x" * 46}, "imp")
    copies = do(do(held, "duplicate", who=[0, held.entries[0].id]), "duplicate", who=[0, held.entries[0].id])
    assert [len(each) for each in ids(copies)] == [50, 50, 50, 3]
    assert len(set(ids(copies))) == 4


def test_the_export_switch_holds_characters_back_and_lets_them_go() -> None:
    off = do(bells(), "export", who=[[1, "lamplighter_bells"], [3, "moth_bells"]])
    assert ids(public(off)) == ["washerwoman", "chef", "imp"]
    on = do(off, "export", who=[1, "lamplighter_bells"], on=True)
    assert ids(public(on)) == ["washerwoman", "lamplighter_bells", "chef", "imp"]
    assert beside(do(on, "export", who=[[3, "moth_bells"]])) == {}


def test_an_id_that_nobody_knows_becomes_a_character_once_its_team_is_told() -> None:
    held = script("imp", "nobody_yet")
    changed = do(held, "character", who=[1, "nobody_yet"], team="townsfolk", ability="You are new.")
    assert changed.entries[1].written == {
        "id": "nobody_yet",
        "name": "nobody_yet",
        "team": "townsfolk",
        "ability": "You are new.",
    }


@pytest.mark.parametrize(
    ("op", "told"),
    [
        ({"firstNight": "abc"}, "The first-night number must be a number such as 12 or 12.5; “abc” is none."),
        ({"firstNight": [1]}, "The first-night number must be a number"),
        ({"firstNight": True}, "The first-night number must be a number"),
        ({"firstNight": 10**400}, "not infinite"),
        ({"firstNight": float("nan")}, "not infinite"),
        ({"team": "goblin"}, "The team must be one of townsfolk"),
        ({"team": ""}, "A character needs a team"),
        ({"setup": "perhaps"}, "is on or off; “perhaps” is neither"),
        ({"ability": ["a", "b"]}, "The ability must be a text"),
        ({"ability": "x" * 30_000}, "30,000 characters. The limit is 20,000"),
        ({"rules": "x" * 30_000}, "The rules has 30,000 characters"),
        ({"reminders": "x\n" * 400}, "no more than 300"),
        ({"special": "bag"}, "is no JSON"),
        ({"special": [{"type": "vote"}]}, "The name of a feature must be one of"),
        ({"special": [7]}, "each with a type and a name"),
        ({"tags": ["brilliant"]}, "There is no tag “brilliant”"),
        ({"emblem": "Top Hat!"}, "such as top-hat; “Top Hat!” is none"),
        ({"image": "data:image/png;base64," + "A" * 30_000}, "whole picture, not an address"),
        ({"id": ""}, "A character needs an id"),
        ({"id": "imp"}, "“imp” is the ID of the official Imp"),
        ({"id": "Moth Bells"}, "only have letters, digits"),
        ({"id": "moth-bells"}, "Moth already has the ID “moth_bells”"),
        ({"id": "../x"}, "only have letters, digits"),
        ({"id": "_meta"}, "only have letters, digits"),
        ({"id": "x" * 60}, "at most 50 characters; this one has 60"),
        ({"who": [0, "washerwoman"], "ability": "x"}, "Washerwoman is an official character"),
        ({"who": [9, "nobody"], "ability": "x"}, "no longer on the script"),
        (
            {"who": [[1, "lamplighter_bells"], [3, "moth_bells"]], "ability": "x"},
            "not clear which character is meant",
        ),
        ({"op": "new-character", "team": "demon"}, "needs a name"),
        ({"op": "new-character", "name": "Lamp"}, "needs a team"),
        ({"op": "variant", "id": "nobody at all"}, "No official character is called “nobody at all”"),
        ({"op": "variant", "id": "imp", "own": "chef"}, "is the ID of the official Chef"),
        ({"op": "duplicate", "who": [0, "washerwoman"]}, "Create a variant"),
    ],
)
def test_what_cannot_be_meant_is_a_sentence_with_its_remedy(op: dict[str, Any], told: str) -> None:
    with pytest.raises(EditError) as error:
        editing.change(bells(), {"op": "character", "who": [1, "lamplighter_bells"], **op})
    assert told in str(error.value)
    assert str(error.value).endswith(".")


def test_a_script_that_could_not_be_opened_again_is_not_made() -> None:
    page = {"overview": "word " * 2800}
    many = [{**LAMP, "id": f"lamp{number}", "name": f"Lamp {number}"} for number in range(140)]
    held = script(*many, beside={each["id"]: {"almanac": page} for each in many[:-1]})
    with pytest.raises(EditError, match="too long to open again"):
        editing.change(
            held, {"op": "character", "who": [139, "lamp139"], "overview": "x" * 19_000, "tip": "x" * 19_000}
        )


def test_letters_that_no_file_can_hold_are_left_out() -> None:
    changed = put(bells(), ability="A \ud800lamp\x00 and \x07bell.", notes="\udfff")
    assert lamp(changed)["ability"] == "A \ufffdlamp and bell."


def test_every_field_says_what_it_is_called() -> None:
    assert all(field.title for field in fields.FIELDS.values())
    assert {field.name for field in fields.FIELDS.values() if field.where is fields.Where.FORMAT} == (
        schema.rule("character")["properties"].keys() - {"jinxes"}
    )


def test_every_team_has_a_place_for_a_new_character() -> None:
    for team in Team:
        assert len(do(bells(), "new-character", team=team.value, name="Newcomer").entries) == 6
