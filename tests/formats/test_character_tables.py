"""Characters from spreadsheets: CSV, Excel, LibreOffice, cells copied from one; ours round trip."""

import json
import zipfile
from io import BytesIO
from typing import Any

import pytest
from spreadsheets import Rows, ods, xlsx, zipped

import builder
from builder import catalogue, formats
from builder.errors import UnreadableScriptError
from builder.formats.carriers import bundles, spreadsheet
from builder.formats.carriers.bundles import File
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


@pytest.mark.parametrize(
    ("source", "says"),
    [
        (xlsx([["A", "B"], ["x", "y"]]), "No row of this table says which column is what"),
        (xlsx([["Name", "Team"]]), "no row has a name of a character"),
        (FILES["xlsx"][:400] + b"xl/workbook.xml", "This ZIP archive is damaged"),
        (zipped({"xl/worksheets/sheet1.xml": "<x/>"})[:60], "damaged.* Save it again, as .xlsx, .ods or CSV"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1" + b"\0" * 600, "old Excel or Word. Save it again, as .xlsx"),
        (zipped({"xl/workbook.xml": "<workbook"}), "This spreadsheet cannot be read"),
        (zipped({"xl/workbook.xml": "x" * 19_000_000}), "unzips to 200 times its size"),
        (xlsx([["Name", "Team"], *([["x", "y"]] * 6_000)]), "more than 5,000 rows"),
    ],
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
