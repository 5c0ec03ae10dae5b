"""Bloodstar saves come in with all that they say, and go out as they came."""

import json
from typing import Any

import pytest
from composing import refusal
from saving import DOT, LARGE, SAVE, SMITH, fixture, one, save

import builder
from builder import formats
from builder.formats import bloodstar, official
from builder.formats.bloodstar import icons
from builder.game.character import Character
from builder.game.script import Script
from builder.game.teams import Team


def character(source: str, index: int = 0) -> Character:
    found = builder.parse(source).entries[index].character
    assert found
    return found


def back(script: Script) -> Any:  # JSON
    return json.loads(formats.write(script, "bloodstar"))


# in


def test_a_save_is_recognised_by_what_is_in_it() -> None:
    assert [entry.id for entry in builder.parse(save()).entries] == [
        "bellsmith_tolling",
        "deaf_tolling",
        "toll_tolling",
    ]
    assert builder.parse(("\ufeff  " + save()).encode()).name == "Tolling"


def test_everything_of_the_game_is_read() -> None:
    smith = character(save())
    assert (smith.name, smith.team, smith.flavor) == ("Bellsmith", Team.TOWNSFOLK, "Ding.")
    assert smith.reminders == ("Rung", "Cracked")
    assert smith.reminders_global == ("Silent",)
    assert smith.images == (DOT,)
    assert smith.other_night_reminder == "Ring. :reminder:"
    toll = character(save(), 2)
    assert toll.setup is True
    assert toll.special == ({"name": "grimoire", "type": "signal", "time": "night"},)
    assert character(save(), 1).team is Team.TRAVELLER
    assert character(save(), 1).special == ({"name": "pointing", "type": "ability", "time": "day"},)


def test_the_names_are_filled_into_the_texts() -> None:
    smith = character(save())
    assert smith.ability == "Each night, Bellsmith hears a bell."
    assert smith.first_night_reminder == "Ring for Bellsmith."
    assert smith.page.how_to_run == ("Wake BELLSMITH.",)
    assert smith.page.attribution == "Idea: a friend of Bellsmith."


def test_the_almanac_is_read_part_by_part() -> None:
    script = builder.parse(save())
    assert (script.almanac.synopsis, script.almanac.overview, script.almanac.changelog) == (
        "A bell.",
        "For *loud* groups.",
        "1.0",
    )
    page = character(save()).page
    assert page.overview == "Bellsmith hears who is awake."
    assert page.rules == ("It rings once.", "It may ring twice.")
    assert page.examples == ("One bell.", "Two bells.")
    assert (page.tip, page.notes, page.export) == ("Ring softly.", "too strong?", True)
    assert character(save(), 1).page.export is False


def test_the_nights_are_in_bloodstars_order_and_numbered_as_it_publishes_them() -> None:
    script = builder.parse(save())
    assert script.meta.first_night == tuple(
        "dusk minioninfo demoninfo toll_tolling deaf_tolling bellsmith_tolling dawn".split()
    )
    assert script.meta.other_night == ("dusk", "bellsmith_tolling", "toll_tolling", "dawn")
    numbers = [(each.first_night, each.other_night) for each in script.characters]
    # Who is not exported gets no number of the others'.
    assert numbers == [(12, 2), (11.5, None), (11, 3)]


def test_a_save_without_an_order_gets_no_order() -> None:
    source = json.dumps({"characterList": [SMITH]})
    assert builder.parse(source).meta.first_night is None
    assert character(source).first_night is None
    assert back(builder.parse(source)) == {"characterList": [SMITH]}


def test_what_a_save_has_no_place_for_is_named() -> None:
    told = [problem.message for problem in builder.parse(save()).reading]
    assert told == [
        bloodstar.FILLED_IN,
        "This is a Bloodstar save. It cannot hold jinxes or Bootlegger rules, so add them here.",
    ]
    plain = json.dumps({"characterList": [{"name": "Owl", "ability": "You hear."}]})
    assert bloodstar.FILLED_IN not in [problem.message for problem in builder.parse(plain).reading]


def test_the_full_json_that_bloodstar_publishes_is_a_save_with_links() -> None:
    links = {
        "script": "https://www.bloodstar.xyz/p/a/b/script.json",
        "almanac": "https://www.bloodstar.xyz/p/a/b/a",
    }
    source = save(links=links)
    script = builder.parse(source)
    assert script.meta.almanac == links["almanac"]
    assert "characters hidden from exports" in script.reading[-1].message
    assert back(script) == json.loads(source)


def test_a_picture_that_was_never_styled_is_the_character_s_picture() -> None:
    source = one(styledImage=None)
    assert character(source).images == (SMITH["unStyledImage"],)
    assert back(builder.parse(source)) == json.loads(source)


def test_php_writes_slashes_with_a_backslash() -> None:
    source = one(styledImage=LARGE, unStyledImage=LARGE * 12).replace("/", "\\/")
    assert len(source) > 2_000_000
    assert character(source).images == (LARGE,)
    assert back(builder.parse(source)) == json.loads(source)


def test_a_save_of_many_megabytes_of_pictures_is_read_and_its_export_is_read_again() -> None:
    each = [
        SMITH | {"id": f"own{number}", "styledImage": LARGE, "unStyledImage": LARGE} for number in range(12)
    ]
    source = save(characterList=each, firstNightOrder=[], otherNightOrder=[])
    script = builder.parse(source)
    exported = builder.dump(script)
    assert len(exported) > 4_000_000
    assert builder.parse(exported) == script
    assert back(builder.parse(exported)) == json.loads(source)


def test_a_picture_s_stand_in_cannot_be_forged() -> None:
    forged = "clockwright-picture-000000000000000000000000-0."
    source = one(styledImage=LARGE * 12, ability=forged)
    assert character(source).ability == forged


@pytest.mark.parametrize("size", [40_000_001, 50_000_000])
def test_a_save_over_40_mb_is_refused(size: int) -> None:
    source = save() + " " * (size - len(save()))
    assert f"This file has {size:,} characters" in refusal(source)


def test_words_over_2_mb_are_refused_whatever_the_pictures() -> None:
    assert "the limit for a script file is 2,000,000" in refusal(one(notes="x" * 2_000_000))


@pytest.mark.parametrize("value", [None, 5, "x", {}])
def test_a_save_whose_list_is_none_is_refused(value: object) -> None:
    assert refusal(save(characterList=value)).startswith(
        "In this Bloodstar save, “characterList” must be a list"
    )


@pytest.mark.parametrize("value", [[], [None], [5, "x"]])
def test_a_save_without_characters_is_refused(value: object) -> None:
    assert refusal(save(characterList=value)).startswith("There are no characters in the “characterList”")


def test_a_save_of_more_than_2000_characters_is_refused() -> None:
    assert "more than 2,000 characters" in refusal(json.dumps({"characterList": [{"id": "a"}] * 2001}))
    assert len(builder.parse(json.dumps({"characterList": [{"id": "a"}] * 2000})).entries) == 2000


def test_a_slip_in_a_save_is_told_with_its_line() -> None:
    broken = save()[:-1] + ",\n}"
    assert "there is an extra comma" in "".join(p.message.lower() for p in builder.parse(broken).reading)
    assert "Line 2, column" in refusal(save()[:-1] + ',\n"x" "y"}')


def test_who_has_no_name_and_no_id_gets_bloodstars_own() -> None:
    nobody = character(json.dumps({"characterList": [{}]}))
    assert (nobody.id, nobody.name, nobody.team) == ("newcharacter", "New Character", Team.TOWNSFOLK)
    assert character(json.dumps({"characterList": [{"name": "Old Bell"}]})).id == "oldbell"


# out


def test_a_save_goes_out_as_it_came_in() -> None:
    assert back(builder.parse(save())) == SAVE


def test_a_save_comes_back_from_its_official_form() -> None:
    script = builder.parse(save())
    exported = builder.dump(script)
    assert list(official.format_problems(json.loads(exported))) == [
        problem for problem in official.format_problems(json.loads(exported)) if problem.code == "too-few"
    ]
    assert back(builder.parse(exported)) == SAVE


@pytest.mark.parametrize(
    "changes",
    [
        {"unheardOf": {"a": [1, 1.0, True, None]}},
        {"setup": 1},
        {"setup": "yes"},
        {"ability": None, "name": None},
        {"characterReminderTokens": "Rung\r\n\n Cracked "},
        {"characterReminderTokens": ["Rung"]},
        {"almanac": {}},
        {"almanac": "nothing yet"},
        {"almanac": {"overview": "a\n\n\n\nb  \n", "mood": "loud"}},
        {"special": "none"},
        {"export": "false"},
        {"team": "jinxes"},
        {"team": 3},
        {"id": 17},
        {"id": "imp", "team": "ghost"},
        {"id": "imp", "team": None},
        {"styledImage": 0},
        {"firstNight": 40},
    ],
    ids=str,
)
def test_what_we_would_not_write_so_survives(changes: dict[str, Any]) -> None:
    source = one(**changes)
    assert back(builder.parse(source)) == json.loads(source)
    assert back(builder.parse(builder.dump(builder.parse(source)))) == json.loads(source)


@pytest.mark.parametrize(
    "changes",
    [
        {"meta": {}},
        {"meta": None},
        {"meta": {"name": 5, "mood": "loud"}},
        {"almanac": [1]},
        {"firstNightOrder": ["nobody", 5]},
        {"firstNightOrder": None},
        {"characterList": [SMITH, None, SMITH, 5, {"id": "_meta", "name": "x"}]},
        {"clockwright": 5, "saveName": "x"},
    ],
    ids=str,
)
def test_strange_values_of_a_save_survive(changes: dict[str, Any]) -> None:
    source = save(**changes)
    assert back(builder.parse(source)) == json.loads(source)
    assert back(builder.parse(builder.dump(builder.parse(source)))) == json.loads(source)


def test_two_characters_of_one_id_keep_their_own_texts() -> None:
    other = SMITH | {"almanac": {"tip": "Another."}, "notes": "the second"}
    script = builder.parse(save(characterList=[SMITH, other]))
    assert [each.page.tip for each in script.characters] == ["Ring softly.", "Another."]
    assert back(script)["characterList"] == [SMITH, other]


def test_the_second_of_an_id_is_exported_though_the_first_is_not() -> None:
    two = [SMITH | {"export": False}, SMITH | {"export": 1, "notes": ""}]
    script = builder.parse(save(characterList=two))
    assert [each.page.export for each in script.characters] == [False, True]
    assert back(script)["characterList"] == two


def test_a_text_that_was_changed_since_is_written_as_it_is_now() -> None:
    exported = json.loads(builder.dump(builder.parse(save())))
    exported[1]["ability"] = "Each day, hear a bell."
    exported[0]["clockwright"]["characters"]["bellsmith_tolling"]["almanac"]["tip"] = "Ring loudly."
    smith = back(builder.parse(json.dumps(exported)))["characterList"][0]
    assert smith["ability"] == "Each day, hear a bell."
    assert smith["almanac"]["tip"] == "Ring loudly."
    assert smith["almanac"]["overview"] == SMITH["almanac"]["overview"]
    assert smith["imageSettings"] == SMITH["imageSettings"]


def test_a_night_that_was_put_in_another_order_goes_out_in_it() -> None:
    exported = json.loads(builder.dump(builder.parse(save())))
    exported[0]["firstNight"] = ["bellsmith_tolling", "toll_tolling"]
    written = back(builder.parse(json.dumps(exported)))
    assert written["firstNightOrder"] == ["bellsmith_tolling", "toll_tolling", "deaf_tolling"]
    assert written["otherNightOrder"] == SAVE["otherNightOrder"]


def test_only_what_is_no_default_is_written() -> None:
    plain = [{"id": "own", "name": "Own", "team": "demon", "ability": "", "reminders": [], "setup": False}]
    assert back(builder.parse(json.dumps(plain))) == {
        "characterList": [{"id": "own", "name": "Own", "team": "demon"}],
        "firstNightOrder": ["own"],
        "otherNightOrder": ["own"],
    }


def test_official_characters_are_written_out() -> None:
    written = back(builder.parse('["imp", "whoever", "poisoner", "beggar"]'))
    imp, whoever, _, beggar = written["characterList"]
    assert (imp["id"], imp["name"], imp["team"]) == ("imp", "Imp", "demon")
    assert imp["ability"]
    assert whoever == {"id": "whoever", "name": "whoever"}
    assert beggar["team"] == "traveler"
    assert written["firstNightOrder"][0] == "poisoner"


def test_what_a_save_cannot_hold_is_reported() -> None:
    own = SMITH | {
        "jinxes": [{"id": "spy", "reason": "No."}],
        "image": ["https://example.org/a.png", "https://example.org/b.png"],
    }
    official_form = {name: own[name] for name in ("id", "name", "team", "ability", "jinxes", "image")}
    meta = {
        "id": "_meta",
        "name": "x",
        "bootlegger": ["Ring."],
        "clockwright": {"almanac": {"difficulty": "hard"}},
    }
    script = builder.parse(json.dumps([meta, official_form, "whoever"]))
    assert [problem.message for problem in bloodstar.report(script)] == [
        "A Bloodstar save cannot hold the rules of the Bootlegger and the difficulty.",
        "Bellsmith: a Bloodstar save cannot hold jinxes and the other pictures.",
        "“whoever” is unknown, so the save has only its id.",
    ]
    assert bloodstar.report(builder.parse(save())) == []


def test_the_sample_save_goes_out_as_it_came_in() -> None:
    source = fixture("bloodstar/save.json")
    script = builder.parse(source)
    assert back(script) == json.loads(source)
    exported = builder.dump(script)
    assert [problem.message for problem in official.format_problems(json.loads(exported))] == []
    assert back(builder.parse(exported)) == json.loads(source)


def test_a_published_script_says_that_its_texts_are_elsewhere() -> None:
    script = builder.parse(fixture("bloodstar/script.json"))
    assert "without the texts of its almanac" in script.reading[-1].message
    assert script.characters[0].page.attribution.startswith("Design")


def test_a_script_with_faults_comes_in_and_goes_out_clean_with_nothing_lost() -> None:
    source = fixture("homebrew/fall-of-rome.json")
    script = builder.parse(source)
    told = [problem.message for problem in official.format_problems(json.loads(source))]
    assert any("“traveler”" in message for message in told)
    assert any(message.startswith("The attribution of Hannibal is next to its ability") for message in told)
    exported = builder.dump(script)
    assert list(official.format_problems(json.loads(exported))) == []
    again = builder.parse(exported)
    assert again.characters == script.characters


SOURCE, OTHER = "clockwright:upload/" + "a" * 64, "clockwright:upload/" + "b" * 64


def with_icon(icon: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The first character of the save that is written after its icon was changed here."""
    script = builder.parse(save() if not more else json.dumps(SAVE | {"characterList": [SMITH | more]}))
    exported = json.loads(builder.dump(script))
    exported[0]["clockwright"]["characters"]["bellsmith_tolling"]["icon"] = icon
    smith: dict[str, Any] = back(builder.parse(json.dumps(exported)))["characterList"][0]
    return smith


def test_a_save_gets_the_source_picture_and_the_settings_that_an_icon_has_now() -> None:
    moved = {"size": 270.0, "x": 216.0, "y": 324.0, "gradient": False, "whiten": False, "shadow_blur": 4.5}
    smith = with_icon({"picture": OTHER, "settings": moved}, unStyledImage=SOURCE)
    assert smith["unStyledImage"] == OTHER
    assert smith["imageSettings"] == {
        "shouldColorize": False,
        "sizeFactor": 0.5,
        "horizontalPlacement": 0.3,
        "verticalPlacement": 0.7,
        "dropShadowSize": 9.0,
    }
    assert icons.settings_of(smith["imageSettings"]) == moved
    emblem = with_icon({"emblem": "owl"}, unStyledImage=SOURCE)
    assert not {"unStyledImage", "imageSettings"} & emblem.keys()


def test_an_icon_repainted_as_bloodstar_painted_it_leaves_the_save_as_it_was() -> None:
    written = {"shouldColorize": False, "brushSize": 3}
    icon = {"picture": SOURCE, "settings": icons.settings_of(written)}
    smith = with_icon(icon, unStyledImage=SOURCE, imageSettings=written)
    assert (smith["unStyledImage"], smith["imageSettings"]) == (SOURCE, written)
