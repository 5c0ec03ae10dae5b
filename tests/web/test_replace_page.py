"""Find and replace in the browser: every hit first, ticked ones replaced, one step to undo."""

import json
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from opening import opened, saved

TIDE: dict[str, Any] = {
    "id": "tide",
    "name": "Tide",
    "team": "demon",
    "ability": "Each night*, choose a gull: they die. A gull is <b>safe</b>.",
}
ASKED = {"find": "gull", "with": "player", "where": ["abilities", "script"]}


@pytest.fixture
def path(client: FlaskClient) -> str:
    meta = {"id": "_meta", "name": "Sea", "bootlegger": ["No gulls."]}
    return opened(client, [meta, TIDE, "imp"])


def state(app: Flask, path: str) -> tuple[int, str, tuple[str, ...]]:
    held = saved(app, path)
    return held.revision, held.script.characters[0].ability, held.script.meta.bootlegger


def test_each_hit_is_shown_and_ticked_before_anything_changes(
    app: Flask, client: FlaskClient, path: str
) -> None:
    page = client.get(f"{path}/replace", query_string=ASKED).text
    assert page.count('name="hit"') == 3
    assert "Each night*, choose a <del>gull</del> <ins>player</ins>: they die." in page
    assert "is &lt;b&gt;safe&lt;/b&gt;." in page
    assert state(app, path)[0] == 1
    assert "Not found." in client.get(f"{path}/replace", query_string=ASKED | {"find": "crab"}).text
    assert "Say what to look for." in client.get(f"{path}/replace", query_string={"find": " "}).text


def test_ticked_hits_are_one_revision_and_one_step_of_undo(
    app: Flask, client: FlaskClient, path: str
) -> None:
    answer = client.post(f"{path}/replace", data=ASKED | {"revision": "1", "hit": ["0", "2"]})
    assert answer.headers["Location"] == f"{path}/replace"
    assert state(app, path) == (
        2,
        "Each night*, choose a gull: they die. A player is <b>safe</b>.",
        ("No players.",),
    )
    client.post(f"{path}/do", data={"op": "undo", "revision": "2"})
    assert state(app, path)[1:] == (TIDE["ability"], ("No gulls.",))


def test_hits_are_those_that_the_author_saw(app: Flask, client: FlaskClient, path: str) -> None:
    fresh = {"op": "character", "who": [0, "tide"], "ability": "A gull, another gull, and a gull."}
    client.post(f"{path}/do", data={"op": json.dumps(fresh), "revision": "1"})
    answer = client.post(f"{path}/replace", data=ASKED | {"revision": "1", "hit": ["0"]})
    assert answer.status_code == 303
    assert state(app, path)[1:] == (fresh["ability"], ("No players.",))


@pytest.mark.parametrize("hit", [[], ["x"], ["99"]])
def test_without_a_tick_nothing_is_replaced(
    app: Flask, client: FlaskClient, path: str, hit: list[str]
) -> None:
    answer = client.post(f"{path}/replace", data=ASKED | {"revision": "1", "hit": hit})
    assert answer.status_code == 422
    assert re.search(r'role="alert".*tick a hit', answer.text)
    assert state(app, path)[0] == 1
