"""What people paste, and what they get for it."""

import json
from typing import Any

import pytest

import builder
from builder import formats
from builder.errors import UnreadableScriptError
from builder.game.script import Script
from builder.game.teams import Team

FIVE = ["imp", "baron", "butler", "chef", "empath"]
META = {"id": "_meta", "name": "Low Tide", "author": "A. Harbour"}
OWN: dict[str, Any] = {
    "id": "tidewatcher",
    "name": "Tidewatcher",
    "team": "townsfolk",
    "ability": "Each night, you learn how far out the sea is.",
}


def ids(script: Script) -> list[str]:
    return [entry.id for entry in script.entries]


def refusal(source: bytes | str) -> str:
    with pytest.raises(UnreadableScriptError) as caught:
        formats.read(source)
    assert len(caught.value.problems) == 1
    return str(caught.value)


def own(**changes: Any) -> Any:  # a character
    character = formats.read(json.dumps([OWN | changes])).entries[0].character
    assert character
    return character


def test_a_script_keeps_its_order_and_its_title() -> None:
    script = formats.read(json.dumps([META, *FIVE, OWN]))
    assert ids(script) == [*FIVE, "tidewatcher"]
    assert (script.meta.name, script.meta.author) == ("Low Tide", "A. Harbour")
    assert script.entries[0].character is None
    assert script.entries[5].character
    assert script.entries[5].character.name == "Tidewatcher"
    assert script.reading == ()


def test_everything_that_meta_says_is_known() -> None:
    more = {
        "logo": "https://example.org/logo.png", "background": "https://example.org/b.jpg", "hideTitle": True,
        "almanac": "https://example.org/a", "bootlegger": ["Nobody swims."], "firstNight": ["dusk", "chef"],
        "otherNight": [],
    }  # fmt: skip
    meta = formats.read(json.dumps([META | more, *FIVE])).meta
    assert (meta.logo, meta.background, meta.almanac) == (more["logo"], more["background"], more["almanac"])
    assert meta.hide_title is True
    assert meta.bootlegger == ("Nobody swims.",)
    assert meta.first_night == ("dusk", "chef")
    assert meta.other_night == ()
    assert formats.read(json.dumps(FIVE)).meta.first_night is None


def test_everything_that_a_character_says_is_known() -> None:
    character = own(
        edition="tide", flavor="Salt.", firstNight=12.5, otherNight=0, firstNightReminder="Point.", setup=True,
        otherNightReminder="Nod.", reminders=["Ebb"], remindersGlobal=["Flood"], image="https://example.org/a.png",
        special=[{"type": "vote", "name": "multiplier", "value": 2}], jinxes=[{"id": "spy", "reason": "No."}],
    )  # fmt: skip
    assert character.team is Team.TOWNSFOLK
    assert (character.edition, character.flavor) == ("tide", "Salt.")
    assert (character.first_night, character.other_night) == (12.5, 0)
    assert (character.first_night_reminder, character.other_night_reminder) == ("Point.", "Nod.")
    assert (character.reminders, character.reminders_global) == (("Ebb",), ("Flood",))
    assert character.images == ("https://example.org/a.png",)
    assert character.setup is True
    assert character.special == ({"type": "vote", "name": "multiplier", "value": 2},)
    assert [(jinx.characters, jinx.reason, jinx.source) for jinx in character.jinxes] == [
        (("tidewatcher", "spy"), "No.", "script")
    ]


@pytest.mark.parametrize(
    ("written", "name", "read"),
    [
        ({"team": "traveler"}, "team", Team.TRAVELLER),
        ({"team": " Demon "}, "team", Team.DEMON),
        ({"firstNight": "12"}, "first_night", 12),
        ({"firstNight": "12.5"}, "first_night", 12.5),
        ({"firstNight": "late"}, "first_night", None),
        ({"firstNight": "1e999"}, "first_night", None),
        ({"firstNight": True}, "first_night", None),
        ({"firstNight": None}, "first_night", None),
        ({"setup": "true"}, "setup", True),
        ({"setup": 0}, "setup", False),
        ({"setup": "perhaps"}, "setup", False),
        ({"setup": []}, "setup", False),
        ({"reminders": "Ebb\nFlood"}, "reminders", ("Ebb", "Flood")),
        ({"reminders": "Ebb, Flood"}, "reminders", ("Ebb", "Flood")),
        ({"reminders": ["Ebb", None, 3, {}]}, "reminders", ("Ebb", "3")),
        ({"reminders": 3}, "reminders", ("3",)),
        ({"reminders": {}}, "reminders", ()),
        ({"image": None}, "images", ()),
        ({"image": []}, "images", ()),
        ({"image": ["a", "b"]}, "images", ("a", "b")),
        ({"ability": ["One line,", "two lines."]}, "ability", "One line, two lines."),
        ({"ability": 12.5}, "ability", "12.5"),
        ({"ability": False}, "ability", "false"),
        ({"ability": None}, "ability", ""),
        ({"name": None}, "name", "tidewatcher"),
        ({"id": 7}, "id", "7"),
        ({"id": None}, "id", "tidewatcher"),
        ({"flavor": {"text": "Salt."}}, "flavor", ""),
        ({"special": {"type": "Vote", "name": "card"}}, "special", ({"type": "vote", "name": "card"},)),
        ({"special": ["card", {"type": "vote"}]}, "special", ()),
        (
            {"special": [{"type": "vote", "name": "card", "value": None}]},
            "special",
            ({"type": "vote", "name": "card"},),
        ),
        ({"jinxes": "none"}, "jinxes", ()),
        ({"ability": "long " * 200}, "ability", "long " * 200),
    ],
    ids=repr,
)
def test_a_field_in_another_form_is_read_as_meant(written: dict[str, Any], name: str, read: object) -> None:
    assert getattr(own(**written), name) == read


def test_a_character_without_a_team_is_nobody_yet_but_stays_on_the_script() -> None:
    entry = formats.read('["imp", {"id": "tidewatcher", "name": "Tidewatcher", "team": "sailors"}]').entries[
        1
    ]
    assert entry.id == "tidewatcher"
    assert entry.character is None
    assert entry.written["team"] == "sailors"


def test_an_official_character_with_a_jinx_beside_it_stays_the_official_one() -> None:
    script = builder.parse('["baron", {"id": "imp", "jinxes": [{"id": "baron", "reason": "x"}]}]')
    assert script.characters[1].name == "Imp"
    assert not script.entries[1].is_custom


def test_two_metas_are_both_kept_and_the_first_holds() -> None:
    script = formats.read(json.dumps(["imp", META, "baron", {"id": "_meta", "name": "High Tide"}]))
    assert script.meta.name == "Low Tide"
    assert script.meta_position == 1
    assert script.other_metas == ((2, {"id": "_meta", "name": "High Tide"}),)
    assert script.places() == ["$[0]", "$[2]"]
    assert [value if isinstance(value, str) else value["name"] for value in script.written()] == [
        "imp", "Low Tide", "baron", "High Tide",
    ]  # fmt: skip


def test_entries_that_are_none_are_kept_as_they_were_written() -> None:
    script = formats.read('["imp", 5, null, [1], {"id": ""}, {}]')
    assert [entry.written for entry in script.entries] == ["imp", 5, None, [1], {"id": ""}, {}]
    assert ids(script) == ["imp", "", "", "", "", ""]


def test_the_last_of_two_equal_fields_holds_and_the_reader_says_so() -> None:
    script = formats.read('[\n{"id": "imp"},\n{"id": "_meta", "name": "A",\n"name": "B"}]')
    assert script.meta.name == "B"
    assert [(problem.code, problem.line, problem.path) for problem in script.reading] == [
        ("repeated-field", 4, "$[1].name")
    ]


@pytest.mark.parametrize(
    "text",
    [
        '["imp", "baron",]',
        '["imp",, "baron"]',
        '[, "imp", "baron"]',
        '["imp" /* the usual */, // and\n "baron"]',
        "['imp', 'baron']",
        "[“imp”, „baron“]",
        "[imp, baron]",
        '["im\\u0070", "baron"]',
        '\ufeff["imp", "baron"]',
        '["imp",\u200b"baron"]',
    ],
)
def test_what_people_paste_is_read(text: str) -> None:
    assert ids(formats.read(text)) == ["imp", "baron"]


def test_every_slip_is_told_once_with_its_first_place() -> None:
    script = formats.read("[\n'imp',\n'baron', // here\nchef, // and here\n]")
    assert [(problem.code, problem.line, problem.column) for problem in script.reading] == [
        ("single-quotes", 2, 1),
        ("comment", 3, 10),
        ("bare-word", 4, 1),
        ("extra-comma", 4, 5),
    ]


def test_quotes_in_other_quotes_survive() -> None:
    text = """[{'id': 'own', 'name': 'Lil\\' "One"', team: 'demon', 'ability': 'a\\nb'}]"""
    character = formats.read(text).entries[0].character
    assert character
    assert character.name == 'Lil\' "One"'
    assert character.ability == "a\nb"


@pytest.mark.parametrize(
    ("number", "value"),
    [("+5", 5), ("007", 7), (".5", 0.5), ("5.", 5), ("-0", 0), ("1e2", 100), ("1E+1", 10)],
)
def test_numbers_are_read_as_people_write_them(number: str, value: float) -> None:
    written = formats.read(f'["imp", {{"id": "own", "firstNight": {number}}}]').entries[1].written
    assert written["firstNight"] == value


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_every_unicode_encoding_is_read(encoding: str) -> None:
    script = formats.read(
        '[{"id": "slógh", "name": "Slógh 占", "team": "demon", "ability": ""}]'.encode(encoding)
    )
    assert script.entries[0].id == "slógh"
    told = [problem.message for problem in script.reading]
    assert told == [] if encoding.startswith("utf-8") else "UTF-8" in told[0]


def test_a_file_of_an_old_windows_program_is_read_with_a_notice() -> None:
    script = formats.read('[{"id": "_meta", "name": "Café “Tide”"}, "imp"]'.encode("windows-1252"))
    assert script.name == "Café “Tide”"
    assert (
        script.reading[0].message == "This file is not UTF-8 text. It was read as CP1252. Exports are UTF-8."
    )


EMPTY = 'This file is empty. A script is a JSON list of characters, such as ["imp", "baron"].'
NOBODY = 'There are no characters in this list. Write their ids, as in ["imp", "baron"].'
NO_TEXT = (
    "This file is neither text nor another kind that Clockwright reads. Use the script's JSON, or for "
    "Bloodstar its .blood file."
)
WRITE_IT = 'Write it as ["imp", "baron", …].'


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (b"", EMPTY),
        ("\n \n", EMPTY),
        (b"\xef\xbb\xbf", EMPTY),
        ("[]", NOBODY),
        ("[1, null, {}, '']", NOBODY),
        ("12", f"A script file is a list in square brackets, but this is a number. {WRITE_IT}"),
        ("null", f"A script file is a list in square brackets, but this is empty (null). {WRITE_IT}"),
        (
            '{"a": 1}',
            f"A script file is a list in square brackets, but this is an object in braces. {WRITE_IT}",
        ),
        (
            '{"id": "imp"}',
            "This is a single character, but a script is a list. Put [ before it and ] after it.",
        ),
        (
            '{"characters": ["imp"]}',
            "A script file is a list, but this is an object around one. Use only its “characters”, [ to ].",
        ),
        (b"%PDF-1.7", "This PDF is damaged, so the script in it cannot be read. Use the script's JSON."),
        (b"\x89PNG\r\n", "This is a PNG picture, not a script. Use the script's JSON file."),
        (b"PK\x03\x04zip", "This is a ZIP archive, not a script. Use the script's JSON file."),
        (b"\x01\x02\xff\xfe\x00", NO_TEXT),
        (b"\xff\xfe\x01\x00\x02\x00", NO_TEXT),
        (b"caf\x81\xe9", NO_TEXT),
        (json.dumps(["imp"] * 2001), "This list has more than 2,000 entries. A script has at most 201."),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_what_is_no_script_is_refused_in_one_sentence(source: bytes | str, message: str) -> None:
    assert refusal(source) == message


HALF = "There is half a character here (a lone surrogate), which cannot be printed. Type the character again."
TOO_BIG = "This number is too large. Write a smaller one."
NO_NUMBER = "is not a number. Write a number such as 12, or leave the field out."
NOT_JSON = "This is not JSON."
AN_ID = "expected a character's id in quotes, or {."


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ('["imp",\n', 2, 1, f"{NOT_JSON} The file ends here; {AN_ID}"),
        ('[{"id" "imp"}]', 1, 8, f'{NOT_JSON} Found “"imp"}}]”, expected a colon after “id”.'),
        ('[{5: "imp"}]', 1, 3, f'{NOT_JSON} Found “5: "imp"}}]”, expected a name in double quotes.'),
        ('[{[]: "imp"}]', 1, 3, f'{NOT_JSON} Found “[]: "imp"}}]”, expected a name in double quotes.'),
        ('["imp"] and more', 1, 9, f"{NOT_JSON} Found “and more”, expected the end of the file."),
        (
            '["imp',
            1,
            2,
            "This text never ends: the file is cut off, or its closing quote is missing. Save the file again.",
        ),
        ("[@@]", 1, 2, f"{NOT_JSON} Found “@@]”, {AN_ID}"),
        ("[1, /2]", 1, 5, f"{NOT_JSON} Found “/2]”, {AN_ID}"),
        ("[/* no end", 1, 2, "This comment never ends. Close it with */."),
        ('["imp", "\\q"]', 1, 9, "This text has a single \\. Write \\\\ for a backslash."),
        ("['imp', '\\q']", 1, 9, "This text has a single \\. Write \\\\ for a backslash."),
        ("[\n NaN]", 2, 2, f"NaN {NO_NUMBER}"),
        ("[-Infinity]", 1, 2, f"-Infinity {NO_NUMBER}"),
        ("[1e999]", 1, 2, TOO_BIG),
        ("[+1e999]", 1, 2, TOO_BIG),
        (f"[{'9' * 5000}]", 1, 2, TOO_BIG),
        ('["imp",\n"\\ud800"]', 2, 2, HALF),
        ('["imp", "\ud800"]', 1, 1, HALF),
        (
            "Dear all,\nhere it is.",
            1,
            1,
            (
                f"{NOT_JSON} Found “Dear all,”, expected [ at the beginning of the script, "
                "or lines such as “Toad (Outsider): You croak”."
            ),
        ),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_what_is_no_json_is_refused_with_its_place(text: str, line: int, column: int, message: str) -> None:
    assert refusal(text) == f"Line {line}, column {column}: {message}"


def test_a_whole_letter_written_in_two_escapes_is_one() -> None:
    assert formats.read('["\\ud83e\\udd80"]').entries[0].id == "🦀"


def test_a_list_of_names_is_a_script() -> None:
    script = builder.parse(
        "# Low Tide\n\nTownsfolk:\n- Fortune Teller\n* chef\n\nDEMONS (1)\n3. Fang Gu\nNobody Else\n"
    )
    assert ids(script) == ["fortuneteller", "chef", "fanggu", "Nobody Else"]
    assert script.name == "Low Tide"
    found = {problem.code: problem for problem in builder.problems(script)}
    assert found["unknown-id"].line == 9
    assert found["unknown-id"].message.startswith("Line 9: there is no character “Nobody Else”.")
    assert "plain-list" in found


def test_names_between_commas_are_a_script() -> None:
    assert ids(formats.read("Imp, Baron, Fortune Teller")) == ["imp", "baron", "fortuneteller"]
    assert ids(formats.read(b"imp")) == ["imp"]


def test_a_heading_is_no_title() -> None:
    assert formats.read("## Demons\nimp\n# Low Tide\n# Again").name == "Low Tide"


def test_a_page_of_the_web_is_no_list_of_names() -> None:
    assert "This is a web page" in refusal("<html>\nimp\nbaron\n</html>")
    assert "This is a web page" in refusal("\ufeff  <html>\nimp\nbaron\n</html>")


def test_an_author_chooses_the_emblem_of_a_character_and_nothing_that_is_no_name() -> None:
    for emblem, taken in (("top-hat", "top-hat"), ("x');color:red", ""), ("../x", ""), (7, "")):
        meta = {"id": "_meta", "name": "Low Tide", "clockwright": {"characters": {"own": {"emblem": emblem}}}}
        script = formats.read(json.dumps([meta, OWN | {"id": "own"}]))
        assert script.entries[0].character
        assert script.entries[0].character.emblem == taken
        assert formats.read(formats.write(script)).entries == script.entries


def test_a_missing_comma_is_read_as_if_it_stood_there_and_told() -> None:
    script = formats.read('["imp"\n "baron", {"id": "chef" "x": 1} ["butler"]]')
    assert ids(script)[:3] == ["imp", "baron", "chef"]
    assert script.entries[2].written == {"id": "chef", "x": 1}
    (told,) = script.reading
    assert (told.code, told.line, told.column) == ("missing-comma", 2, 2)
    assert "A comma is missing before this." in told.message


def test_a_team_in_the_plural_is_read_as_the_team() -> None:
    for written, team in (("Minions", "minion"), ("townfolk", "townsfolk"), ("Travelers", "traveller")):
        assert own(team=written).team == team


def test_a_list_may_have_a_title_and_teams_behind_the_names() -> None:
    script = formats.read("Trouble on the Quay\nWasherwoman\nDrunk (Outsider)\nBaron - Minion\nImp, \n")
    assert script.name == "Trouble on the Quay"
    assert ids(script) == ["washerwoman", "drunk", "baron", "imp"]
