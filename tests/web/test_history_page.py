"""History: what was changed, how it was before, and the way back."""

import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

Script = list[Any]


@pytest.fixture
def path(client: FlaskClient, script: Script) -> str:
    """A script with three changes."""
    path = str(client.post("/open", data={"text": json.dumps(script)}).headers["Location"])
    for op in (
        {"op": "add", "id": "monk"},
        {"op": "rename", "name": "Morning Bells"},
        {"op": "add", "id": "spy"},
    ):
        assert client.post(f"{path}/do", data=op).status_code == 303
    return path


def test_each_change_is_told_in_a_few_words_the_newest_first(client: FlaskClient, path: str) -> None:
    page = client.get(f"{path}/history").text
    told = re.findall(r"<b dir=\"auto\">([^<]+)</b>", page)
    assert [told[0], told[2]] == ["+ Spy", "+ Monk"]
    assert page.index('<span class="badge">now</span>') < page.index("+ Monk")


def test_one_can_look_at_how_it_was_and_what_is_different_since(client: FlaskClient, path: str) -> None:
    page = client.get(f"{path}/history/1").text
    assert '<h2 class="name" dir="auto">Evening Bells</h2>' in page
    assert "Monk" not in page.split('class="then"')[1]
    assert "+ Monk" in page.split("Since then:")[1]


def test_what_was_is_brought_back_and_nothing_is_lost(client: FlaskClient, path: str, script: Script) -> None:
    answer = client.post(f"{path}/history/1/restore")
    assert answer.headers["Location"] == f"{path}/history"
    assert json.loads(client.get(f"{path}/script.json").data) == script
    page = client.get(f"{path}/history").text
    assert "Restored revision 1" in page
    assert "+ Spy" in page
    client.post(f"{path}/history/4/restore")
    assert "spy" in json.loads(client.get(f"{path}/script.json").data)


def test_what_was_undone_is_marked(client: FlaskClient, path: str) -> None:
    client.post(f"{path}/do", data={"op": "undo"})
    client.post(f"{path}/do", data={"op": "add", "id": "chambermaid"})
    assert "undone" in client.get(f"{path}/history").text


def test_a_revision_that_never_was_is_not_found(client: FlaskClient, path: str) -> None:
    assert client.get(f"{path}/history/99").status_code == 404
    assert client.post(f"{path}/history/99/restore").status_code == 404
