"""Matchups in the browser: on the build page, before a character is added, and on the proof."""

import html
import json
import re

import buttons
import pytest
from flask.testing import FlaskClient
from opening import opened


@pytest.fixture
def path(client: FlaskClient) -> str:
    return opened(client, '["vortox", "artist", "imp"]')


def words(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


@pytest.mark.parametrize("page", ["", "/proof"])
def test_a_remark_stands_on_the_build_page_and_the_proof(client: FlaskClient, path: str, page: str) -> None:
    shown = words(client.get(path + page).text)
    assert "Matchups" in shown
    assert shown.count("Watch out · Vortox:") == 1


def test_the_build_page_counts_what_is_to_watch(client: FlaskClient, path: str) -> None:
    assert "1 to watch" in words(client.get(path).text)


def test_the_preview_of_a_character_says_whom_it_meets(client: FlaskClient, path: str) -> None:
    shown = words(client.get(f"{path}/would?id=mayor", headers={"X-Fragment": "true"}).text)
    assert "Conflict Vortox: a day without an execution" in shown


def test_a_remark_is_dismissed_and_restored(client: FlaskClient, path: str) -> None:
    (dismiss,) = (
        op for op in buttons.ops(client.get(path).text, "dismiss") if op["code"].startswith("matchup-")
    )
    client.post(f"{path}/do", data={"op": json.dumps(dismiss), "revision": "1"})
    page = client.get(path).text
    assert "0 to watch" in words(page)
    (restore,) = buttons.ops(page, "restore")
    client.post(f"{path}/do", data={"op": json.dumps(restore), "revision": "2"})
    assert "1 to watch" in words(client.get(path).text)


def test_jinxes_are_not_told_twice(client: FlaskClient) -> None:
    path = opened(client, ["chambermaid", "mathematician"])
    shown = words(client.get(path).text)
    assert "have a jinx" not in shown
    assert "Matchups No matchups found." in shown


def test_the_page_of_a_character_says_whom_it_meets_even_if_that_is_nobody(client: FlaskClient) -> None:
    lamp = {"id": "lamp", "name": "Lamp", "team": "townsfolk", "ability": "You are lit."}
    script = [
        "vortox",
        lamp,
        {**lamp, "id": "artist", "name": "Artist", "ability": "Once per game, ask a question."},
    ]
    path = str(client.post("/open", data={"text": json.dumps(script)}).headers["Location"])
    page = client.get(f"{path}/characters/lamp").text
    assert 'href="#matchups-head"' in page
    assert "Matchups No matchups found." in words(page)
