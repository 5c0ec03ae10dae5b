"""House style in the browser: marks beside the ability, one button for each, and one for a whole set."""

import json
from typing import Any

import buttons
import pytest
from flask import Flask
from flask.testing import FlaskClient
from opening import opened, saved

TIDE: dict[str, Any] = {
    "id": "tide",
    "name": "Tide",
    "team": "demon",
    "ability": "Each Night*, choose two players, they die",
}
BELL = TIDE | {
    "id": "bell",
    "name": "Bell",
    "team": "minion",
    "ability": "You start knowing a demon & are ‘mad’.",
}


@pytest.fixture
def path(client: FlaskClient) -> str:
    return opened(client, [TIDE, BELL, "imp"])


def abilities(app: Flask, path: str) -> list[str]:
    return [each.ability for each in saved(app, path).script.characters][:2]


def test_a_whole_set_is_put_right_by_one_button_and_undone_in_one_step(
    app: Flask, client: FlaskClient, path: str
) -> None:
    page = client.get(f"{path}/style").text
    whole, *single = buttons.ops(page, "rewrite")
    assert (len(whole["texts"]), len(single)) == (2, 6)
    answer = client.post(
        f"{path}/do", data={"op": json.dumps(whole), "revision": "1", "back": f"{path}/style"}
    )
    assert answer.headers["Location"] == f"{path}/style"
    right = ["Each night*, choose 2 players: they die.", "You start knowing a Demon & are ‘mad’."]
    assert abilities(app, path) == right
    assert "Fix all safe ones" not in client.get(f"{path}/style").text
    client.post(f"{path}/do", data={"op": "undo", "revision": "2"})
    assert abilities(app, path) == [TIDE["ability"], BELL["ability"]]


def test_a_slip_is_marked_beside_its_ability_and_one_button_changes_it(
    app: Flask, client: FlaskClient, path: str
) -> None:
    page = client.get(f"{path}/characters/bell").text
    assert '<mark class="slip-style">‘mad’</mark>' in page
    assert '<mark class="slip-style">‘mad’</mark>' in client.get(f"{path}/characters/bell/parts").text
    mad = next(op for op in buttons.ops(page, "rewrite") if "“mad”" in op["texts"][0]["to"])
    client.post(
        f"{path}/do", data={"op": json.dumps(mad), "revision": "1", "back": f"{path}/characters/bell"}
    )
    assert abilities(app, path)[1] == "You start knowing a demon & are “mad”."


def test_a_slip_is_left_as_it_is_for_this_script_and_shown_again(client: FlaskClient, path: str) -> None:
    page = client.get(f"{path}/style").text
    leave = next(
        op for op in buttons.ops(page, "dismiss") if op["characters"] == ["bell"] and "mad" in op["code"]
    )
    client.post(f"{path}/do", data={"op": json.dumps(leave), "revision": "1", "back": f"{path}/style"})
    page = client.get(f"{path}/style").text
    assert "1 is left as it is" in page
    assert '<mark class="slip-style">‘mad’</mark>' not in page
    assert '<mark class="slip-fix">demon</mark>' in page
    (again,) = buttons.ops(page, "restore")
    client.post(f"{path}/do", data={"op": json.dumps(again), "revision": "2", "back": f"{path}/style"})
    assert '<mark class="slip-style">‘mad’</mark>' in client.get(f"{path}/style").text


def test_what_is_left_as_it_is_is_not_put_right_with_the_rest(client: FlaskClient, path: str) -> None:
    page = client.get(f"{path}/style").text
    leave = next(op for op in buttons.ops(page, "dismiss") if "two" in op["code"])
    client.post(f"{path}/do", data={"op": json.dumps(leave), "revision": "1", "back": f"{path}/style"})
    whole = buttons.ops(client.get(f"{path}/style").text, "rewrite")[0]
    assert whole["texts"][0]["to"] == "Each night*, choose two players: they die."


def test_an_ability_in_order_has_no_marks(client: FlaskClient) -> None:
    calm = TIDE | {"ability": "Each night*, choose a player: they die."}
    path = opened(client, [calm])
    assert "<mark" not in client.get(f"{path}/characters/tide").text
    assert "No slips found." in client.get(f"{path}/style").text


def test_the_api_gives_the_script_put_right_if_asked(client: FlaskClient) -> None:
    answer = client.post("/api/style", json={"script": [TIDE, BELL, "imp"], "fix": True}).get_json()
    assert answer["counts"] == {"fix": 5, "style": 1, "idea": 0}
    assert answer["script"][0]["ability"] == "Each night*, choose 2 players: they die."
    assert {"rule", "start", "end", "wrong", "right"} <= answer["slips"][0].keys()


def test_a_rule_is_switched_off_and_on_for_a_whole_set(app: Flask, client: FlaskClient, path: str) -> None:
    mad = next(
        op for op in buttons.ops(client.get(f"{path}/style").text, "style-rule") if op["rule"] == "mad"
    )
    client.post(f"{path}/do", data={"op": json.dumps(mad), "revision": "1", "back": f"{path}/style"})
    page = client.get(f"{path}/style").text
    assert "<code>mad</code>" in page
    assert '<mark class="slip-style">‘mad’</mark>' not in page + client.get(f"{path}/characters/bell").text
    on = next(op for op in buttons.ops(page, "style-rule") if op["on"])
    client.post(f"{path}/do", data={"op": json.dumps(on), "revision": "2", "back": f"{path}/style"})
    assert saved(app, path).script.written_meta == {"id": "_meta", "name": "Unnamed script"}
    assert '<mark class="slip-style">‘mad’</mark>' in client.get(f"{path}/style").text


@pytest.mark.parametrize("op", [{"rule": "mad"}, {"rule": "", "on": True}, {"rule": 3, "on": False}])
def test_a_switch_that_names_no_rule_is_refused(client: FlaskClient, path: str, op: dict[str, Any]) -> None:
    sent = {"op": json.dumps({"op": "style-rule", **op}), "revision": "1"}
    assert client.post(f"{path}/do", data=sent).status_code == 422
