"""What a change on the build page is answered with: what the page shows already is named by its digest."""

import html
import json
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from opening import opened
from werkzeug.test import TestResponse

PIECES = re.compile(r'data-(?:piece|same)="([^"]*)"')
SCRIPT = [
    {"id": "_meta", "name": "Evening Bells", "author": "Ringer"},
    *("washerwoman", "chef", "empath", "butler", "poisoner", "baron", "imp"),
    {"id": "sexton", "name": "Sexton", "team": "townsfolk", "ability": "Each night*, dig. [+1 Outsider]"},
]


@pytest.fixture
def path(client: FlaskClient) -> str:
    return opened(client, SCRIPT)


def order(text: str) -> list[str]:
    """The digests of the pieces in the order of the page, whether they are there or only named."""
    return [digest for found in PIECES.findall(text) for digest in found.split()]


def revision(text: str) -> str:
    return re.findall(r'data-revision="(\d+)"', text)[0]


def do(client: FlaskClient, path: str, page: str, op: Any) -> TestResponse:
    """A change on a page that somebody has open."""
    data = {"op": op if isinstance(op, str) else json.dumps(op), "revision": revision(page)}
    return client.post(f"{path}/do", data=data | {"pieces": " ".join(order(page))}, headers={"X-Parts": "1"})


OPS: list[Any] = [
    {"op": "move", "who": [-1, "empath"], "before": [-1, "washerwoman"]},
    {"op": "add", "id": "djinn"},
    {"op": "character", "who": [-1, "sexton"], "ability": "Each night*, dig deeper."},
    {"op": "drop", "who": [[-1, "chef"], [-1, "imp"]]},
    {"op": "rename", "name": "Morning Bells"},
    "undo",
    "sort",
    {"op": "dismiss", "code": "counts", "characters": [], "note": "So it is."},
    {"op": "add", "id": "imp"},
    {"op": "night", "night": "first", "order": ["dusk", "sexton", "dawn"]},
    "redo",
]


def test_after_every_change_an_answer_with_what_the_page_shows_is_the_whole_page(
    client: FlaskClient, path: str
) -> None:
    page = client.get(path).text
    for op in OPS:
        answer = do(client, path, page, op)
        named = {digest for run in re.findall(r'data-same="([^"]*)"', answer.text) for digest in run.split()}
        fresh = client.get(path).text
        assert named
        assert named <= set(order(page)), op
        assert order(answer.text) == order(fresh), op
        assert len(answer.text) < len(fresh) / 2, op
        page = fresh


def test_a_change_on_an_older_page_is_answered_with_what_that_page_does_not_show(
    client: FlaskClient, path: str
) -> None:
    page = client.get(path).text
    do(client, path, page, {"op": "add", "id": "monk"})
    do(client, path, client.get(path).text, {"op": "drop", "who": [[-1, "imp"]]})
    answer = do(client, path, page, {"op": "move", "who": [-1, "empath"], "before": [-1, "chef"]})
    assert 'data-merged="1"' in answer.text
    assert "name-monk-1" in answer.text
    assert "name-chef-1" not in answer.text
    assert order(answer.text) == order(client.get(path).text)


def test_a_page_that_says_nothing_of_its_pieces_gets_all_of_them(client: FlaskClient, path: str) -> None:
    data = {"op": json.dumps(OPS[0]), "revision": 1}
    answer = client.post(f"{path}/do", data=data, headers={"X-Parts": "1"})
    assert "data-same" not in answer.text
    assert answer.text.count('class="row"') == 8
    assert "data-same" not in client.get(path).text


def test_a_row_stays_the_same_when_it_moves(client: FlaskClient, path: str) -> None:
    answer = do(client, path, client.get(path).text, OPS[0])
    assert 'class="row"' not in answer.text


def test_who_is_on_a_script_twice_is_told_apart_by_place(app: Flask, client: FlaskClient) -> None:
    path = opened(client, [SCRIPT[0], "chef", "imp", "monk", "imp"])
    page = client.get(path).text
    who = [json.loads(html.unescape(each)) for each in re.findall(r'data-who="([^"]*)"', page)]
    assert who == [[-1, "chef"], [-1, "monk"], [1, "imp"], [3, "imp"]]
    do(client, path, page, {"op": "drop", "who": [[1, "imp"]]})
    assert client.get(f"{path}/script.json").get_json()[1:] == ["chef", "monk", "imp"]


def test_the_first_and_the_last_of_a_team_cannot_go_further(client: FlaskClient, path: str) -> None:
    page = client.get(path).text
    assert re.search(r'id="up-washerwoman-1"[^>]* disabled>', page)
    assert not re.search(r'id="(up|down)-chef-1"[^>]* disabled>', page)
    assert re.search(r'id="down-sexton-1"[^>]* disabled>', page)


def test_two_pages_with_the_same_piece_give_it_the_same_digest_in_any_script(
    app: Flask, client: FlaskClient, path: str
) -> None:
    again = opened(client, SCRIPT)
    assert order(client.get(path).text) == order(client.get(again).text)


def test_what_an_author_writes_is_never_taken_for_a_gap_in_a_piece(app: Flask, client: FlaskClient) -> None:
    written = "<slot-path> <slot-first> <slot-revision> <slot-digest>"
    path = opened(client, [*SCRIPT, {"id": "odd", "name": "Odd", "team": "demon", "ability": written}])
    assert html.escape(written) in client.get(path).text
