"""Tables whose columns a person chooses: what is asked, what is read, what is remembered."""

import json
from typing import Any

import pytest
from spreadsheets import ods, xlsx

import builder
from builder import catalogue, editing, formats
from builder.errors import ClockwrightError
from builder.formats import table_columns
from builder.formats.table_columns import Columns

TITLES = ["Nr", "Rolle", "Seite", "Was sie tut", "Erste Nacht"]
ROWS: list[list[str | float]] = [
    [1, "Kröte", "Outsider", "You croak, and everybody nearby hears it.", ""],
    [2, "Reiher", "Townsfolk", "Each night, choose a player: they are wet until dusk.", 7],
]
CHOSEN = "name=B,team=C,ability=D,first night=E"


def as_csv(rows: list[Any]) -> bytes:
    return "\n".join(",".join(f'"{cell}"' for cell in row) for row in rows).encode()


TABLE = [TITLES, *ROWS]
FILES = {
    "csv": as_csv(TABLE),
    "tabs": "\n".join("\t".join(map(str, row)) for row in TABLE),
    "xlsx": xlsx(TABLE),
    "ods": ods(TABLE),
}


@pytest.mark.parametrize("kind", FILES)
@pytest.mark.parametrize(
    "chosen", [CHOSEN, "name=rolle,team=Seite,ability=Was sie tut,firstNight=Erste Nacht"]
)
def test_columns_are_read_by_letter_or_title(kind: str, chosen: str) -> None:
    rows = table_columns.rows_of(FILES[kind])
    script = catalogue.resolve(table_columns.script_of(rows, table_columns.parse(chosen, rows)))
    assert [(each.name, each.team.value, each.first_night) for each in script.characters] == [
        ("Kröte", "outsider", None),
        ("Reiher", "townsfolk", 7),
    ]
    assert script.characters[0].ability == ROWS[0][3]
    assert table_columns.stored(script) == {
        "name": "Rolle",
        "team": "Seite",
        "ability": "Was sie tut",
        "firstNight": "Erste Nacht",
    }
    assert script.reading == ()


def test_a_table_without_titles_is_remembered_by_letters() -> None:
    rows = table_columns.rows_of(as_csv(ROWS))
    script = table_columns.script_of(rows, table_columns.parse("name=B,team=C,ability=D,from=1", rows))
    assert [each.name for each in script.characters] == ["Kröte", "Reiher"]
    assert table_columns.stored(script) == {"name": "B", "team": "C", "ability": "D", "from": "1"}


def test_titles_are_found_where_the_columns_have_moved_to() -> None:
    moved = [["Was sie tut", "x", "Rolle"], ["You croak.", "", "Kröte"]]
    columns = table_columns.found({"name": "Rolle", "ability": "Was sie tut"}, moved)
    assert columns == Columns({2: "name", 0: "ability"}, 1)


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ("ability=D", "which column has the names"),
        ("name=B,voice=D", "voice"),
        ("name=Z", "columns are A to E"),
        ("name=B,from=9", "has 3 rows"),
        ("name=B,from=x", "first row with a character"),
    ],
)
def test_what_cannot_be_meant_is_said(chosen: str, message: str) -> None:
    rows = table_columns.rows_of(FILES["csv"])
    with pytest.raises(ClockwrightError, match=message):
        table_columns.parse(chosen, rows)


def test_a_guess_finds_names_teams_and_abilities() -> None:
    rows = table_columns.rows_of(FILES["csv"])
    assert table_columns.guess(rows) == Columns({1: "name", 2: "team", 3: "ability"}, 1)
    assert table_columns.guess([[""], []]) == Columns({}, 0)


@pytest.mark.parametrize("source", [b"", b"One line", b"[1, 2]", b"<p>a,b</p>", b"\x89PNG\0", "a b\nc d\n"])
def test_what_is_no_table_has_no_rows(source: bytes | str) -> None:
    assert table_columns.rows_of(source) == []


def test_letters_are_those_of_spreadsheets() -> None:
    assert [table_columns.letter(place) for place in (0, 25, 26, 51, 52, 701, 702)] == [
        *("A", "Z", "AA", "AZ", "BA", "ZZ", "AAA")
    ]


def test_chosen_columns_are_private_and_come_with_an_update() -> None:
    rows = table_columns.rows_of(FILES["csv"])
    file = table_columns.script_of(rows, table_columns.parse(CHOSEN, rows))
    assert "Rolle" not in formats.write(formats.public(file))
    script = builder.parse(json.dumps([{"id": "_meta", "name": "Pond"}, "imp"]))
    done = editing.change(script, {"op": "update-from", "text": formats.write(file)})
    assert table_columns.stored(done.script) == table_columns.stored(file)
    again = editing.change(done.script, {"op": "update-from", "text": formats.write(file)})
    assert again.label == ""
