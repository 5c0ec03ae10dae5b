"""Characters from spreadsheets: CSV, Excel, LibreOffice, cells copied from one; ours round trip."""

import csv
import json
import zipfile
from io import BytesIO, StringIO
from typing import Any

import pytest
from hypothesis import given, strategies as st
from spreadsheets import Rows, ods, xlsx, zipped

import builder
from builder import catalogue, formats
from builder.errors import UnreadableScriptError
from builder.formats.carriers import bundles, spreadsheet
from builder.formats.carriers.bundles import File
from builder.formats.text import character_table, table_csv
from builder.game.script import Script
from builder.game.teams import Team

ROWS: Rows = [
    ["Our set, spring version", "", "", "", "", "", ""],
    [
        "Character Name",
        "Type",
        "Ability Text",
        "First Night",
        "Other nights (order)",
        "Reminder tokens",
        "Author",
    ],
    ["Toad", "Outsider", "You croak. [+1 Outsider]", "", 12.5, "Croaks, Silent", "Ada"],
    ["Heron", "Minions", "Each night, choose a player:\nthey are wet.", 7, "", "Wet", ""],
    ["Imp", "Demon", "", "", "", "", ""],
]


def characters(script: Script) -> dict[str, Any]:
    return {each.name: each for each in catalogue.resolve(script).characters}


def as_csv(delimiter: str) -> bytes:
    def cell(value: str | float) -> str:
        text = str(value).replace('"', '""')
        return f'"{text}"' if any(mark in text for mark in (delimiter, "\n", '"')) else text

    return "\r\n".join(delimiter.join(map(cell, row)) for row in ROWS).encode()


FILES = {
    "comma": as_csv(","),
    "semicolon": as_csv(";"),
    "copied cells": as_csv("\t"),
    "xlsx": xlsx(ROWS, "Pond"),
    "ods": ods(ROWS, "Pond"),
}


@pytest.mark.parametrize("kind", FILES)
def test_columns_are_recognised_by_their_titles(kind: str) -> None:
    script = builder.parse(FILES[kind])
    found = characters(script)
    assert list(found) == ["Toad", "Heron", "Imp"]
    toad, heron = found["Toad"], found["Heron"]
    assert (toad.team, toad.ability, toad.setup) == (Team.OUTSIDER, "You croak. [+1 Outsider]", True)
    assert (toad.other_night, toad.reminders) == (12.5, ("Croaks", "Silent"))
    assert toad.page.attribution == "Ada"
    assert (heron.team, heron.first_night) == (Team.MINION, 7)
    assert heron.ability == "Each night, choose a player:\nthey are wet."
    assert script.entries[2].written == "imp"
    assert [entry.line for entry in script.entries] == [3, 4, 5]


@pytest.mark.parametrize("kind", ["xlsx", "ods"])
def test_a_spreadsheet_is_a_script_of_its_own_and_its_sheet_the_name(kind: str) -> None:
    assert not bundles.is_archive(File("set", FILES[kind]))
    assert builder.parse(FILES[kind]).name == "Pond"


def test_a_column_that_nobody_understands_is_told() -> None:
    script = builder.parse(b"Name,Team,Ability,Mood\nToad,Outsider,You croak.,glad\n")
    [told] = [problem.message for problem in script.reading]
    assert "The column “Mood” of this table was left out." in told


def test_teams_may_be_headings_between_the_rows() -> None:
    found = characters(
        builder.parse(b"Name;Ability\nOutsiders;\nToad;You croak.\nMinions;\nHeron;You wade.\n")
    )
    assert [(name, each.team) for name, each in found.items()] == [
        ("Toad", Team.OUTSIDER),
        ("Heron", Team.MINION),
    ]


SET: list[Any] = [
    {
        "id": "_meta",
        "name": "Unnamed script",
        "clockwright": {
            "characters": {
                "toad": {
                    "notes": "=SUM(1)",
                    "tags": ["information"],
                    "bracket": [{"what": "step", "value": "Croak."}],
                    "bracketText": "[Croak, twice]",
                    "almanac": {
                        "overview": "It croaks.",
                        "rules": ["One.\nStill one.", "Two."],
                        "examples": ["An example."],
                        "howToRun": ["Wake it."],
                        "tip": "Loud.",
                        "attribution": "Ada",
                    },
                }
            }
        },
    },
    {
        "id": "toad",
        "name": "Toad",
        "team": "outsider",
        "ability": '- You croak; "twice", they say. [Croak, twice]',
        "flavor": "Ribbit,\nribbit.",
        "edition": "pond",
        "image": ["https://example.com/a.png", "https://example.com/b.png"],
        "firstNight": 1.5,
        "firstNightReminder": "It croaks.",
        "otherNight": 7,
        "reminders": ["Croaks; loudly", "Wet"],
        "remindersGlobal": ["Is, the Toad"],
        "setup": True,
        "special": [{"type": "signal", "name": "card", "value": "OUT"}],
        "jinxes": [{"id": "imp", "reason": "They swim."}],
    },
    "imp",
    {"id": "heron", "name": "Heron", "team": "minion", "ability": "+1 to none."},
]


def test_our_own_table_loses_nothing_of_a_set() -> None:
    script = builder.parse(json.dumps(SET))
    again = builder.parse(formats.write(catalogue.resolve(script), "csv").encode())
    assert again.written() == script.written()


META: dict[str, Any] = {
    "id": "_meta",
    "name": "The Pond, at night",
    "author": "Ada",
    "logo": "https://example.com/logo.png",
    "hideTitle": True,
    "background": "  blue ",
    "almanac": "https://example.com/almanac",
    "bootlegger": ["Frogs swim.", "=Toads, too."],
    "firstNight": ["dusk", "toad", "imp"],
    "colour": "12",
    "remark": "=1+1",
    "empty": "",
}


@pytest.mark.parametrize("ours", [{}, {"almanac": {"synopsis": "Once,\n\nin a pond."}, "dismissed": ["x"]}])
def test_our_own_table_has_the_fields_of_the_script_too(ours: dict[str, Any]) -> None:
    of_characters = {**SET[0]["clockwright"]["characters"], "imp": {"export": False, "notes": "Loud."}}
    meta = {**META, "clockwright": {**ours, "characters": of_characters}}
    script = builder.parse(json.dumps([meta, *SET[1:]]))
    table = formats.write(catalogue.resolve(script), "csv")
    assert '_meta,name,,"The Pond, at night",' in table
    assert "_meta,author,,Ada," in table
    again = builder.parse(table.encode())
    assert again.written() == script.written()
    assert again.reading == ()


PICTURE = "data:image/png;base64," + "iVBORw0K" * 200_000
UPLOAD = "clockwright:upload/" + "a" * 64


@pytest.mark.parametrize("picture", [PICTURE, UPLOAD], ids=["embedded", "uploaded"])
def test_pictures_are_left_out_of_our_own_table_and_it_says_so(picture: str) -> None:
    theme = {"ground": picture, "fonts": {"title": picture.replace("image/png", "font/otf")}, "ink": "#123"}
    ours = {"theme": theme, "characters": {"toad": {"icon": {"picture": picture, "credit": "Ada"}}}}
    meta = {"id": "_meta", "name": "Pond", "logo": picture, "clockwright": ours}
    script = builder.parse(json.dumps([meta, {**SET[1], "image": [picture, "https://example.com/a.png"]}]))
    table = formats.write(script, "csv")
    assert len(table) < 2_000
    read, toad = builder.parse(table.encode()).written()
    assert read == {
        "id": "_meta",
        "name": "Pond",
        "clockwright": {"theme": {"ink": "#123"}, "characters": {"toad": {"icon": {"credit": "Ada"}}}},
    }
    assert toad["image"] == "https://example.com/a.png"
    [told] = [problem.message for problem in table_csv.report(script)]
    assert "cannot hold embedded pictures" in told
    assert table_csv.report(builder.parse(table)) == []


LONG = {
    "theme": {"ink": "#123"},
    "keywords": ["wet", "dry"],
    "nothing": {},
    "a. part%2E ": "[odd",
    "almanac": {"synopsis": "Once. " * 5_000, "overview": "Wet. " * 5_000},
    "characters": {f"frog.{each} (2)": {"wiki": {"page": f"{each} " * 2_500}} for each in range(20)},
    "of_2031": {"a": {"b": {"c": {"d": "x" * 9_000, "e": "y" * 9_000}}}},
}


def test_no_cell_of_our_object_is_longer_than_a_spreadsheet_holds() -> None:
    script = builder.parse(json.dumps([{"id": "_meta", "name": "Pond", "clockwright": LONG}, *SET[1:]]))
    table = formats.write(script, "csv")
    rows = {row[1]: row[3] for row in csv.reader(StringIO(table)) if row[0] == "_meta"}
    assert max(map(len, rows.values())) < 32_767
    assert rows["clockwright.theme"] == '{"ink": "#123"}'
    assert {"clockwright.almanac.synopsis", "clockwright.characters.frog%2E7%20%282%29"} <= rows.keys()
    again = builder.parse(table.encode())
    assert (again.written(), again.reading) == (script.written(), ())


HEAD = "ID,Name,Team,Ability\ntoad,Toad,outsider,You croak.\n"


def cell(value: str) -> str:
    return '"' + value.replace('"', '""') + '"'


def test_our_object_in_one_cell_is_read_as_before() -> None:
    ours = {"theme": {"ink": "#123"}, "keywords": ["wet"]}
    script = builder.parse(f"{HEAD}_meta,clockwright,,{cell(json.dumps(ours))}\n")
    assert (script.block, script.reading) == (ours, ())


@pytest.mark.parametrize(
    ("field", "value", "kept"),
    [
        ("clockwright", '{"theme": {"ink": "#1', None),
        ("clockwright.theme", '{"ink": "#1', None),
        ("clockwright.keywords", '["wet", "d', None),
        ("bootlegger", '["Frogs sw', '["Frogs sw'),
    ],
)
def test_damaged_json_of_a_field_is_told_with_its_row_and_is_never_our_object(
    field: str, value: str, kept: str | None
) -> None:
    script = builder.parse(f"{HEAD}_meta,{field},,{cell(value)}\n_meta,name,,[Draft] Pond\n")
    meta = script.written_meta or {}
    assert (meta.get(field), meta["name"], "clockwright" in meta) == (kept, "[Draft] Pond", False)
    [told] = [problem.message for problem in script.reading]
    assert told.startswith(
        f"Row 3: the value of “{field}” is damaged JSON; a spreadsheet may have cut it off"
    )


@pytest.mark.parametrize("path", ["clockwright" + "." * 100_000, "clockwright..", "clockwright.%FF.%"])
def test_an_odd_path_is_a_part_of_our_object_and_harms_nothing(path: str) -> None:
    assert builder.parse(f"{HEAD}_meta,{path},,x\n").entries[0].id == "toad"


@given(st.text(st.sampled_from("'=+-@\t\n a") | st.characters(exclude_characters="\r")).map(str.strip))
def test_the_guard_against_formulas_comes_off_again_and_nothing_else(text: str) -> None:
    cell = character_table.guard(text)
    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))
    assert character_table.clean(cell) == text
    assert character_table.guard(character_table.clean(cell)) == cell


@pytest.mark.parametrize("ability", ["the players'-only rule", "'=1", "''+1", "=1", "-1 Outsider"])
def test_apostrophes_of_a_text_stay_in_our_own_table(ability: str) -> None:
    script = builder.parse(json.dumps([{**SET[3], "ability": ability}]))
    again = builder.parse(formats.write(script, "csv"))
    assert [each.ability for each in again.characters] == [ability]


@pytest.mark.parametrize(
    ("source", "says"),
    [
        (xlsx([["A", "B"], ["x", "y"]]), "No row of this table says which column is what"),
        (xlsx([["Name", "Team"]]), "no row has a name of a character"),
        (FILES["xlsx"][:400] + b"xl/workbook.xml", "This file is damaged"),
        (zipped({"xl/worksheets/sheet1.xml": "<x/>"})[:60], "damaged.* Save it again, as .xlsx, .ods or CSV"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1" + b"\0" * 600, "old version of Excel or Word. Save it again, as .xlsx"),
        (zipped({"xl/workbook.xml": "<workbook"}), "This spreadsheet cannot be read"),
        (zipped({"xl/workbook.xml": "x" * 19_000_000}), "unzips to 200 times its size"),
        (xlsx([["Name", "Team"], *([["x", "y"]] * 6_000)]), "more than 5,000 rows"),
    ],
    # The time in a ZIP is no name: processes that collect the tests at different moments would refuse to run them.
    ids=lambda value: "" if isinstance(value, bytes) else value[:30],
)
def test_a_broken_or_hostile_spreadsheet_is_refused_in_a_sentence(source: bytes, says: str) -> None:
    with pytest.raises(UnreadableScriptError, match=says):
        builder.parse(source)


@pytest.mark.parametrize("mark", ["\t", ";"])
def test_cells_without_titles_are_no_list_of_names(mark: str) -> None:
    rows = [mark.join(["Imp", "Demon", "It kills.", "1"])] * 4
    with pytest.raises(UnreadableScriptError, match="Write a row above it with a title for each column"):
        builder.parse("\n".join(rows))


def test_a_title_above_the_cells_of_a_spreadsheet_is_all_that_it_lacks() -> None:
    cells = spreadsheet.as_text(
        xlsx([["Toad", "Outsider", 'You "croak"\nor not.'], ["Heron", "Minion", "You wade."]])
    )
    found = characters(builder.parse(f"Name\tTeam\tAbility\n{cells}"))
    assert [each.ability for each in found.values()] == ['You "croak"\nor not.', "You wade."]


def test_a_spreadsheet_inside_a_zip_is_found() -> None:
    held = BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("pond.ods", FILES["ods"])
    [bundle] = bundles.in_archive(File("pond.zip", held.getvalue()))
    assert [each.name for each in bundles.script_of(bundle).characters] == ["Toad", "Heron"]


def test_what_the_storyteller_does_may_stand_in_the_column_of_the_night() -> None:
    read = formats.read(
        "Name,Team,Ability,First night,Other nights\n"
        "Lamp,Townsfolk,Shine.,Point at a player.,7\n"
        "Moth,Outsider,Flutter.,yes,\n"
    )
    found = characters(read)
    assert found["Lamp"].first_night_reminder == "Point at a player."
    assert found["Lamp"].other_night == 7
    assert [each.message for each in read.reading] == [
        "Row 3: “yes” is not a position in the night order, so it was left out."
    ]
