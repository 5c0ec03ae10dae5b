"""Somebody opens a script and sees what it is, what is wrong with it, and its sheets."""

import html
import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from flask.testing import FlaskClient
from instant_press import InstantPress, Paste

from builder.errors import BusyError, RenderError
from builder.settings import Settings
from builder.web import create_app

Script = list[Any]


def open_path(client: FlaskClient, script: Script) -> str:
    answer = client.post("/open", data={"text": json.dumps(script)})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["Location"])


def test_a_pasted_script_is_shown_with_its_name_author_and_counts(paste: Paste, script: Script) -> None:
    page = paste(script).text
    assert 'value="Evening Bells"' in page
    assert 'value="Ringer"' in page
    counts = re.findall(r'</svg>(\w+) <span class="count"[^>]*>(\d+)[</]', page.partition('id="sheet"')[2])
    assert counts[:4] == [("Townsfolk", "3"), ("Outsiders", "1"), ("Minions", "2"), ("Demons", "1")]


def test_a_file_is_opened_like_a_paste(client: FlaskClient, script: Script) -> None:
    file = (io.BytesIO(json.dumps(script).encode()), "bells.json")
    answer = client.post("/open", data={"file": file, "text": ""})
    assert client.get(f"{answer.headers['Location']}/script.json").get_json() == script


def test_the_page_can_be_loaded_again_after_a_restart(
    tmp_path: Path, press: InstantPress, script: Script
) -> None:
    settings = Settings(data=str(tmp_path))
    path = open_path(create_app(settings, press=press).test_client(), script)
    assert "Evening Bells" in create_app(settings, press=press).test_client().get(path).text


@pytest.mark.parametrize(
    "place",
    ["night", "almanac", "characters", "print", "deal", "history", "share", "export", "icons", "proof"],
)
def test_every_page_of_a_script_has_the_undo_bar(client: FlaskClient, script: Script, place: str) -> None:
    page = client.get(f"{open_path(client, script)}/{place}").text
    # On Share, there is no change of the script to take back.
    assert page.count('<form id="steps"') == (place != "share")


def test_a_script_nobody_opened_is_not_found(client: FlaskClient) -> None:
    for identifier in ("0" * 32, "..", "%2e%2e%2fsecret", "x" * 500):
        answer = client.get(f"/s/{identifier}")
        assert answer.status_code == 404
    assert "There is nothing here" in answer.text


def test_a_script_with_problems_names_severity_and_character(paste: Paste, script: Script) -> None:
    page = paste([*script, "imp", "wahserwoman"]).text
    assert "wahserwoman" in page
    assert 'class="severity severity-' in page
    assert "No problems found" not in page


def test_a_button_mends_a_problem_and_nothing_else(client: FlaskClient, script: Script) -> None:
    path = open_path(client, [*script, "imp"])
    page = client.get(path).text
    op = html.unescape(re.search(r'name="op" value="([^"]+)"><bdi>Delete the second Imp', page)[1])  # type: ignore[index]
    answer = client.post(f"{path}/do", data={"op": op, "revision": 1})
    assert answer.status_code == 303
    assert json.loads(client.get(f"{path}/script.json").data) == script


def test_a_change_on_a_full_disk_is_refused_and_the_script_stays(
    client: FlaskClient, script: Script, request: pytest.FixtureRequest
) -> None:
    path = open_path(client, script)
    request.getfixturevalue("full_disk")
    answer = client.post(f"{path}/do", data={"op": "rename", "name": "Lost", "revision": 1})
    assert answer.status_code == 507
    assert "Free some space" in answer.text
    assert json.loads(client.get(f"{path}/script.json").data) == script


def test_every_document_is_shown_as_a_picture_with_a_text_beside_it(
    client: FlaskClient, script: Script
) -> None:
    path = open_path(client, script)
    page = client.get(f"{path}/print").text
    pictures = re.findall(r'<img src="([^"]+)".*?alt="([^"]+)"', page, re.DOTALL)
    assert {address.split("/")[3] for address, _ in pictures} == {"sheet", "night"}
    for address, words in pictures:
        assert "Evening Bells" in words
        answer = client.get(address.replace("&amp;", "&"))
        assert answer.mimetype == "image/png"
        assert "immutable" in answer.headers["Cache-Control"]


def test_further_pages_appear_once_the_document_is_made(client: FlaskClient, script: Script) -> None:
    path = open_path(client, script)
    first = client.get(f"{path}/print").text
    assert "sheet/classic/a4/2.png" not in first
    part = client.get(f"{path}/sheet/classic/a4?part").text
    assert "sheet/classic/a4/2.png" in part
    assert "<html" not in part
    assert "sheet/classic/a4/2.png" in client.get(f"{path}/print").text


def test_a_document_has_a_page_of_its_own_for_those_without_javascript(
    client: FlaskClient, script: Script
) -> None:
    page = client.get(f"{open_path(client, script)}/sheet/classic/a4").text
    assert "Page 2 of 2" in page
    assert "Back to the script" in page


def test_letter_paper_is_kept_for_the_next_visit(client: FlaskClient, script: Script) -> None:
    path = f"{open_path(client, script)}/print"
    assert "/sheet/classic/a4/1.png" in client.get(path).text
    assert "/sheet/classic/letter/1.png" in client.get(f"{path}?paper=letter").text
    assert "/sheet/classic/letter/1.png" in client.get(path).text


def test_an_unknown_paper_or_style_in_the_address_becomes_the_usual(
    client: FlaskClient, script: Script
) -> None:
    page = client.get(f"{open_path(client, script)}/print?paper=papyrus&sheet=gothic").text
    assert "/sheet/classic/a4/1.png" in page


def test_a_document_that_does_not_exist_is_not_found(client: FlaskClient, script: Script) -> None:
    path = open_path(client, script)
    for wrong in (
        "sheet/gothic/a4.pdf",
        "poster/classic/a4/1.png",
        "sheet/classic/a0",
        "all-a0.zip",
        "sheet/classic/a4/9.png",
    ):
        assert client.get(f"{path}/{wrong}").status_code == 404, wrong


def test_the_pdf_is_named_after_the_script(client: FlaskClient, script: Script) -> None:
    answer = client.get(f"{open_path(client, script)}/sheet/classic/a4.pdf")
    assert answer.data.startswith(b"%PDF")
    assert "Evening Bells - character sheet (A4).pdf" in answer.headers["Content-Disposition"]


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("../../etc/passwd", "etc-passwd"),
        ('a"b\r\nSet-Cookie: x=1', "a-b Set-Cookie- x=1"),
        ("占い師の夜", "占い師の夜"),
        ("con", "con_"),
        ("\u202eevil\u202c", "evil"),
        ("", "Unnamed script"),
    ],
)
def test_a_download_has_a_name_that_every_system_can_keep(
    client: FlaskClient, script: Script, name: str, file: str
) -> None:
    script[0] = {"id": "_meta", "name": name}
    headers = client.get(f"{open_path(client, script)}/script.json").headers
    assert "Set-Cookie" not in headers
    given = unquote(
        re.search(r"filename\*?=(?:UTF-8'')?\"?([^\";]+)", headers["Content-Disposition"].split("; ")[-1])[1]
    )  # type: ignore[index]
    assert given == f"{file}.json"


def test_the_official_json_is_the_script_again(client: FlaskClient, script: Script) -> None:
    answer = client.get(f"{open_path(client, script)}/script.json")
    assert json.loads(answer.data) == script


def test_the_zip_holds_every_document_and_the_json(client: FlaskClient, script: Script) -> None:
    path = open_path(client, script)
    first, second = (client.get(f"{path}/all-letter.zip").data for _ in range(2))
    assert first == second
    names = zipfile.ZipFile(io.BytesIO(first)).namelist()
    assert "Evening Bells.json" in names
    assert "Evening Bells - character sheet (Letter).pdf" in names
    assert len([name for name in names if "night sheet" in name]) >= 2


def test_a_document_that_cannot_be_made_says_so_in_its_picture_and_its_download(
    client: FlaskClient, press: InstantPress, script: Script
) -> None:
    path = open_path(client, script)
    press.failure = RenderError("This document took <too> long.")
    picture = client.get(f"{path}/sheet/classic/a4/1.png")
    assert picture.mimetype == "image/svg+xml"
    assert "&lt;too&gt;" in picture.text
    page = client.get(f"{path}/sheet/classic/a4.pdf")
    assert page.status_code == 422
    assert "This document took &lt;too&gt; long." in page.text


def test_a_busy_press_says_when_to_come_back(
    client: FlaskClient, press: InstantPress, script: Script
) -> None:
    path = open_path(client, script)
    press.failure = BusyError(4)
    for address in ("sheet/classic/a4/1.png", "sheet/classic/a4.pdf", "all-a4.zip"):
        answer = client.get(f"{path}/{address}")
        assert (answer.status_code, answer.headers["Retry-After"]) == (429, "4")
