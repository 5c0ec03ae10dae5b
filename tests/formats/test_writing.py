"""The official file that is written: clean for the official app, and nothing lost for us."""

import json
from pathlib import Path
from typing import Any

import pytest
from mended_entries import mended

import builder
from builder import formats
from builder.errors import UnknownChoiceError
from builder.formats import official
from builder.game.character import Character
from builder.game.script import Entry, Meta, Script
from builder.game.teams import Team

SHARED = Path(__file__).parents[3] / "shared"
CORPUS = SHARED / "corpus" / "community-scripts.jsonl"
FIXTURES = sorted([*SHARED.glob("fixtures/wc25/*.json"), *SHARED.glob("fixtures/homebrew/*.json")])
META = {"id": "_meta", "name": "Low Tide"}
FOUR = ["baron", "butler", "chef", "empath"]


def exported(value: list[Any]) -> list[Any]:
    """What is written of a script, after making sure that it is clean and comes back whole."""
    script = formats.read(json.dumps(value))
    text = formats.write(script)
    assert [problem.message for problem in official.format_problems(json.loads(text))] == []
    assert formats.read(text).written() == [mended(item) for item in value]
    assert json.loads(formats.write(formats.read(text))) == json.loads(text)
    written: list[Any] = json.loads(text)
    return written


def told(value: list[Any]) -> list[str]:
    return [problem.message for problem in official.report(formats.read(json.dumps(value)))]


def test_a_clean_script_is_written_byte_for_byte_as_json_is_usually_indented() -> None:
    value = [{"name": "Ebbe — 占", "id": "_meta", "tide": ["out"]}, "imp", {"id": "baron"}, *FOUR]
    text = json.dumps(value, indent=2, ensure_ascii=False) + "\n"
    assert json.loads(formats.write(formats.read(text))) == json.loads(text)
    assert official.report(formats.read(text)) == []


def test_meta_stays_where_its_author_put_it() -> None:
    value = ["imp", "baron", META, "chef", {"id": "_meta", "name": "Second"}, "empath"]
    assert exported(value) == value


def test_an_attribution_travels_in_meta_and_comes_back() -> None:
    own = {"id": "own", "attribution": "A. Harbour", "name": "Own", "team": "demon", "ability": "Salt."}
    written = exported([META, *FOUR, own])
    assert written[5] == {"id": "own", "name": "Own", "team": "demon", "ability": "Salt."}
    assert written[0]["clockwright"]["entries"][0]["put"] == {"attribution": "A. Harbour"}
    assert told([META, *FOUR, own]) == [
        (
            "Own: the export moves attribution to the script's details. "
            "The file keeps the original, and Clockwright shows it when you open the file again."
        )
    ]


def test_a_long_text_is_shortened_in_the_file_and_whole_in_meta() -> None:
    own = {"id": "own", "name": "Own", "team": "demon", "ability": "Salt. " * 50}
    written = exported([META, *FOUR, own])
    assert len(written[5]["ability"]) <= 250
    assert written[5]["ability"].endswith("Salt.…")
    assert "the export shortens ability" in told([META, *FOUR, own])[0]


def test_forms_that_are_only_tolerated_are_written_as_the_format_has_them() -> None:
    own = {
        "id": 7, "name": "Own", "team": "Traveler", "ability": "x", "firstNight": "12", "reminders": "Ebb, Flood",
        "image": None, "setup": "yes", "jinxes": [{"id": "spy", "reason": "No."}, "no jinx"],
        "special": [{"type": "vote", "name": "card", "time": "noon"}], "flavor": ["Salt.", "Sand."],
    }  # fmt: skip
    written = exported([META, *FOUR, own])
    assert written[5] == {
        "id": "7", "name": "Own", "team": "traveller", "ability": "x", "firstNight": 12,
        "reminders": ["Ebb", "Flood"], "setup": True, "jinxes": [{"id": "spy", "reason": "No."}],
        "special": [{"type": "vote", "name": "card"}], "flavor": "Salt. Sand.",
    }  # fmt: skip
    (message,) = told([META, *FOUR, own])
    assert message == (
        "Own: the export shortens jinxes, special; corrects id, team, firstNight, reminders, setup, flavor; "
        "moves image to the script's details. The file keeps the original, and Clockwright shows it when you open "
        "the file again."
    )


def test_what_the_format_demands_is_filled_in_and_taken_out_again() -> None:
    own = {"team": "demon", "name": "The Undertow", "attribution": "x"}
    nameless = {"id": "own", "team": "minion", "ability": "Salt."}
    written = exported([*FOUR, own, nameless])
    assert written[5] == {"team": "demon", "name": "The Undertow", "id": "theundertow", "ability": ""}
    assert written[6] == {"id": "own", "team": "minion", "ability": "Salt.", "name": "own"}
    assert told([*FOUR, own, nameless])[1].startswith("“own”: the export fills in name.")


def test_a_script_without_meta_gets_one_only_to_carry_things_and_loses_it_again() -> None:
    written = exported([*FOUR, {"id": "imp", "jinxes": []}])
    assert written[0]["name"] == "Unnamed script"
    assert written[0]["clockwright"]["added"] is True
    assert written[5] == {"id": "imp"}


def test_entries_that_the_format_has_no_room_for_are_left_out_and_come_back_in_their_place() -> None:
    value = [
        "imp",
        5,
        META,
        *FOUR,
        None,
        {"id": "own", "name": "Own"},
        {"id": "j", "name": "J", "team": "jinxes"},
    ]
    assert [item if isinstance(item, str) else item["id"] for item in exported(value)] == [
        "imp",
        "_meta",
        *FOUR,
    ]
    assert told(value)[0] == (
        "Entry 2 does not fit into the official format, so the export leaves it out. "
        "The file keeps the original, and Clockwright shows it when you open the file again."
    )


def test_a_meta_without_a_name_and_with_faulty_fields_is_mended() -> None:
    meta = {
        "id": "_meta", "author": None, "hideTitle": "true", "logo": "https://example.org/" + "x" * 250,
        "bootlegger": "Nobody swims.", "firstNight": "dusk, chef", "tide": 1,
    }  # fmt: skip
    written = exported([meta, "imp", *FOUR])[0]
    assert written["name"] == "Unnamed script"
    assert written["hideTitle"] is True
    assert "logo" not in written
    assert written["bootlegger"] == ["Nobody swims."]
    assert written["firstNight"] == ["dusk", "chef"]
    assert written["tide"] == 1
    assert exported([meta | {"name": None}, "imp", *FOUR])[0]["name"] == "Unnamed script"


def test_a_meta_that_is_a_character_too_is_told_apart_by_our_mark() -> None:
    both = META | {"team": "demon", "ability": ""}
    assert exported([both, "imp", *FOUR])[0] == both | {"clockwright": {"format": 1}}
    second = exported([META, "imp", *FOUR, both])
    assert [item for item in second if isinstance(item, str)] == ["imp", *FOUR]


def test_somebody_elses_clockwright_survives() -> None:
    for foreign in ("a clock", {}, {"format": 1}, {"hands": 2}, {"entries": 1}, None):
        meta = {"id": "_meta", "clockwright": foreign, "name": "Low Tide"}
        script = formats.read(json.dumps([meta, "imp", *FOUR]))
        assert exported(script.written()) is not None
        exported(
            [*script.written(), {"id": "own", "name": "Own", "team": "demon", "ability": "", "by": "me"}]
        )


def test_fields_of_a_later_version_of_ours_survive() -> None:
    value = [META | {"clockwright": {"format": 1, "theme": "sea"}}, "imp", *FOUR]
    script = formats.read(json.dumps(value))
    assert script.written_meta == META | {"clockwright": {"theme": "sea"}}
    assert formats.read(formats.write(script)) == script


def test_who_edits_an_exported_file_is_right() -> None:
    own = {
        "id": "own",
        "name": "Own",
        "team": "demon",
        "ability": "Salt. " * 50,
        "attribution": "x",
        "flavor": 4,
    }
    written = exported([*FOUR, own])
    written[5] |= {"ability": "Sugar.", "flavor": "Sweet."}
    written[0]["name"] = "High Tide"
    script = formats.read(json.dumps([written[0], written[5], *FOUR]))
    assert script.name == "High Tide"
    assert script.entries[0].written == own | {"ability": "Sugar.", "flavor": "Sweet."}


def test_extras_of_an_entry_that_is_gone_go_with_it() -> None:
    written = exported(
        [*FOUR, "imp", {"id": "own", "name": "Own", "team": "demon", "ability": "", "by": "me"}]
    )
    assert formats.read(json.dumps(written[:-1])).written() == [*FOUR, "imp"]


def test_extras_find_an_id_that_somebody_wrote_as_a_plain_word() -> None:
    written = exported([*FOUR, {"id": "imp", "jinxes": []}])
    written[5] = "imp"
    assert formats.read(json.dumps(written)).written() == [*FOUR, {"id": "imp", "jinxes": []}]


@pytest.mark.parametrize(
    "block",
    [
        {"format": 1, "entries": 5, "left_out": {}, "meta": []},
        {"format": 1, "entries": [5, {"id": "imp"}, {"id": 5, "at": 1}, {"id": "nobody", "at": True}]},
        {"format": 1, "left_out": [5, {"at": "1", "entry": "imp"}, {"at": 1}]},
        {
            "format": 1,
            "entries": [{"id": "imp", "at": 1, "put": 5, "absent": {}, "order": 7}],
            "added": "yes",
        },
    ],
    ids=str,
)
def test_a_forged_block_does_no_harm(block: dict[str, Any]) -> None:
    script = formats.read(json.dumps([META | {"clockwright": block}, "imp", *FOUR]))
    assert [entry.id for entry in script.entries] == ["imp", *FOUR]
    assert formats.read(formats.write(script)) == script


@pytest.mark.parametrize(
    "value",
    [
        ["imp", "baron"],
        [*FOUR, "an-id-that-is-much-too-long"],
        [*FOUR, {"id": "an-id-that-is-much-too-long"}],
    ],
    ids=["too few", "word", "object"],
)
def test_what_cannot_be_made_clean_is_written_as_it_is_and_named(value: list[Any]) -> None:
    script = formats.read(json.dumps(value))
    assert json.loads(formats.write(script)) == value
    assert len(told(value)) == 1


def test_a_long_id_of_an_own_character_is_never_rewritten() -> None:
    own = {"id": "o" * 51, "name": "Own", "team": "demon", "ability": "", "by": "me"}
    script = formats.read(json.dumps([META, *FOUR, own]))
    text = formats.write(script)
    assert json.loads(text)[5]["id"] == "o" * 51
    assert formats.read(text) == script
    assert told([META, *FOUR, own])[-1].startswith(
        "The id of Own has 51 characters. The official app allows 50."
    )


def test_a_script_made_by_hand_gets_its_meta_from_what_it_says() -> None:
    own = Character("own", "Own", Team.DEMON)
    meta = Meta(
        "Low Tide", "A. Harbour", hide_title=True, bootlegger=("No.",), first_night=("dusk",), other_night=()
    )
    written = {"id": "own", "name": "Own", "team": "demon", "ability": ""}
    script = Script(meta, (Entry("imp", "imp"), Entry("own", written, own)))
    assert json.loads(formats.write(script)) == [
        {
            "id": "_meta", "name": "Low Tide", "author": "A. Harbour", "hideTitle": True, "bootlegger": ["No."],
            "firstNight": ["dusk"], "otherNight": [],
        },
        "imp",
        written,
    ]  # fmt: skip
    assert json.loads(formats.write(Script(entries=script.entries))) == ["imp", written]


def test_a_plain_list_has_the_names_under_the_title() -> None:
    script = builder.parse(json.dumps([META, "imp", {"id": "fanggu"}, "nobodyelse", ""]))
    assert formats.write(script, "text") == "# Low Tide\nImp\nFang Gu\nnobodyelse\n"
    assert [entry.id for entry in formats.read(formats.write(script, "text")).entries] == [
        "imp",
        "fanggu",
        "nobodyelse",
    ]


def test_there_is_a_list_of_formats() -> None:
    assert {name: module.TITLE for name, module in formats.found().items()}[
        "official"
    ] == "Official script JSON"
    with pytest.raises(
        UnknownChoiceError, match=r"There is no format “stone”\. Choose from: .*official.*text"
    ):
        formats.write(Script(), "stone")


@pytest.mark.parametrize("path", FIXTURES or [None], ids=lambda path: path.name if path else "absent")
def test_every_published_script_comes_back_whole(path: Path | None) -> None:
    if path is None:
        pytest.skip("the published scripts are not at ../shared/fixtures")
    value = json.loads(path.read_bytes())
    written = exported(value)
    if not official.report(formats.read(path.read_bytes())):
        assert json.dumps(written) == json.dumps(value)


def test_every_clean_community_script_is_written_as_it_was() -> None:
    if not CORPUS.exists():
        pytest.skip(f"the community scripts are not at {CORPUS}")
    for line in CORPUS.read_text("utf-8").splitlines():
        value = json.loads(line)["script"]
        text = formats.write(formats.read(json.dumps(value)))
        assert text == json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def test_two_scripts_with_one_definition_keep_what_is_said_beside_each() -> None:
    owl = {"id": "owl", "name": "Owl", "team": "townsfolk", "ability": "You hear."}

    def of(notes: str) -> str:
        block = {"characters": {"owl": {"notes": notes}}}
        script = builder.parse(json.dumps([{"id": "_meta", "name": "x", "clockwright": block}, owl]))
        return script.characters[0].page.notes

    assert [of("one"), of("two"), of("one"), of("")] == ["one", "two", "one", ""]
