"""Columns of a spreadsheet chosen by hand: on the way in, for an update, and remembered."""

import io
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from opening import opened, saved

TABLE = """Rolle,Seite,Was sie tut
Kröte,Outsider,"You croak, and <b>everybody</b> nearby hears it."
Reiher,Townsfolk,You are wet.
"""


def file(text: str = TABLE, name: str = "Teich.csv") -> tuple[io.BytesIO, str]:
    return io.BytesIO(text.encode()), name


def names(app: Flask, path: str) -> list[tuple[str, str]]:
    return [(each.name, each.ability) for each in saved(app, path).script.characters]


def chosen(page: str) -> dict[str, str]:
    """The form of the page as a browser would send it."""
    table = re.search(r'<textarea name="table" hidden>\n(.*?)</textarea>', page, re.DOTALL)
    assert table
    fields = {
        name: picked[1] if (picked := re.search(r'<option value="(\w+)" selected', options)) else ""
        for name, options in re.findall(r'<select id="[\w-]+" name="([\w.]+)">(.*?)</select>', page)
    }
    text = table[1].replace("&#34;", '"').replace("&lt;", "<").replace("&gt;", ">").replace("&#39;", "'")
    return fields | {"table": text.replace("\n", "\r\n"), "first": "2", "file-name": "Teich.csv"}


def test_an_unknown_table_is_asked_about_with_a_guess_and_imported(app: Flask, client: FlaskClient) -> None:
    answer = client.post("/open", data={"file": file()})
    assert answer.status_code == 422
    assert '<td dir="auto">You croak, and &lt;b&gt;everybody&lt;/b&gt; nearby hears it.</td>' in answer.text
    form = chosen(answer.text)
    assert (form["column.0"], form["column.1"], form["column.2"]) == ("name", "team", "ability")
    path = client.post("/open/columns", data=form).headers["Location"]
    assert names(app, path)[0] == ("Kröte", "You croak, and <b>everybody</b> nearby hears it.")
    assert saved(app, path).script.name == "Teich"


def test_the_second_import_remembers_the_columns(app: Flask, client: FlaskClient) -> None:
    path = opened(client, '["imp"]')
    page = client.post(f"{path}/update", data={"file": file(), "revision": "1"})
    assert (page.status_code, f'action="{path}/update"' in page.text) == (422, True)
    assert client.post(f"{path}/update", data=chosen(page.text) | {"revision": "1"}).status_code == 303
    assert {name for name, _ in names(app, path)} == {"Imp", "Reiher", "Kröte"}
    newer = TABLE.replace("You are wet.", "You are dry.")
    assert client.post(f"{path}/update", data={"file": file(newer), "revision": "2"}).status_code == 303
    assert ("Reiher", "You are dry.") in names(app, path)
    client.post(f"{path}/do", data={"op": "undo", "revision": "3"})
    assert ("Reiher", "You are wet.") in names(app, path)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"column.0": ""}, "Choose the column that has the names."),
        ({"column.1": "name"}, "Two columns are “Name”."),
        ({"first": "9"}, "in which row the characters begin"),
        ({"column.0": "", "column.1": "", "column.2": "name", "first": "x"}, "in which row"),
    ],
)
def test_what_is_wrong_is_said_beside_what_was_chosen(
    client: FlaskClient, changed: dict[str, str], message: str
) -> None:
    form = chosen(client.post("/open", data={"file": file()}).text) | changed
    answer = client.post("/open/columns", data=form)
    assert answer.status_code == 422
    assert message in answer.text
    assert {name: value for name, value in chosen(answer.text).items() if "column" in name} == {
        name: value for name, value in form.items() if "column" in name
    }
