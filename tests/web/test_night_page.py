"""The night order: rows are moved, whole orders taken, and the usual one comes back."""

import html
import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from opening import opened

import builder
from builder.editing import night_order
from builder.web.routes import night

Script = list[Any]


def homebrew(name: str, *nights: str) -> dict[str, str]:
    """A character with a reminder, and no position, for these nights."""
    reminders = {f"{night}NightReminder": f"The {name} hears." for night in nights}
    return {"id": name.lower(), "name": name, "team": "townsfolk", "ability": "You hear.", **reminders}


def set_first_night(client: FlaskClient, path: str, *order: str) -> None:
    op = {"op": "night", "night": "first", "order": order}
    client.post(f"{path}/do", data={"op": json.dumps(op)})


def rows(client: FlaskClient, path: str, which: str = "first") -> list[str]:
    page = client.get(f"{path}/night").text
    part = page.split(f'id="{which}"')[1].split("</section>")[0]
    return re.findall(r"<bdi>([^<]+)</bdi>", part.split("night-rows")[1])


def written(client: FlaskClient, path: str) -> dict[str, Any]:
    meta: dict[str, Any] = json.loads(client.get(f"{path}/script.json").data)[0]
    return meta


def test_both_nights_stand_from_dusk_to_dawn(client: FlaskClient, path: str) -> None:
    first = rows(client, path)
    assert (first[0], first[-1]) == ("Dusk", "Dawn")
    assert {"Minion Info", "Demon Info", "Washerwoman", "Poisoner"} <= set(first)
    assert "Imp" in rows(client, path, "other")


def test_a_row_goes_down_by_its_button_and_the_script_says_so(client: FlaskClient, path: str) -> None:
    before = rows(client, path)
    answer = client.post(f"{path}/night", data={"night": "first", "move": "1", "by": "1"})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{path}/night#first")
    assert rows(client, path) == [before[0], before[2], before[1], *before[3:]]
    assert written(client, path)["firstNight"][:3] == ["dusk", "demoninfo", "minioninfo"]
    assert "otherNight" not in written(client, path)


def test_a_row_at_the_end_stays_there(client: FlaskClient, path: str) -> None:
    before = rows(client, path)
    client.post(f"{path}/night", data={"night": "first", "move": "0", "by": "-1"})
    assert rows(client, path) == before


def test_a_dragged_order_is_taken_whole(client: FlaskClient, path: str) -> None:
    before = rows(client, path)
    first = client.get(f"{path}/night").text.split('id="other"')[0]
    order = re.findall(r'data-id="([^"]+)"', first)[::-1]
    set_first_night(client, path, *order)
    assert rows(client, path) == before[::-1]


def test_the_usual_order_comes_back_and_leaves_no_trace(client: FlaskClient, path: str) -> None:
    before, meta = rows(client, path), written(client, path)
    client.post(f"{path}/night", data={"night": "first", "move": "2", "by": "2"})
    client.post(f"{path}/night", data={"night": "first", "reset": "yes"})
    assert rows(client, path) == before
    assert written(client, path) == meta


def test_a_character_that_is_listed_twice_stays_twice(client: FlaskClient, script: Script) -> None:
    script[0]["firstNight"] = ["dusk", "poisoner", "empath", "poisoner", "dawn"]
    path = opened(client, script)
    assert rows(client, path).count("Poisoner") == 2
    client.post(f"{path}/night", data={"night": "first", "move": "1", "by": "1"})
    assert rows(client, path).count("Poisoner") == 2


def test_a_script_without_meta_gets_one_for_its_order(client: FlaskClient) -> None:
    path = opened(client, '["empath", "poisoner", "imp"]')
    client.post(f"{path}/night", data={"night": "other", "move": "1", "by": "1"})
    meta = written(client, path)
    assert meta["id"] == "_meta"
    assert "otherNight" in meta


def test_a_homebrew_name_leads_to_its_editor(client: FlaskClient) -> None:
    path = opened(client, [homebrew("Lamp", "other"), "imp"])
    page = client.get(f"{path}/night").text
    assert f'href="{path}/characters/lamp#night-head"' in page
    assert f'href="{path}/characters/imp' not in page


def test_a_guessed_place_is_marked_and_explained(client: FlaskClient) -> None:
    path = opened(client, [homebrew("Owl", "first"), "imp"])
    page = client.get(f"{path}/night").text
    assert "place guessed" in page
    assert "Owl has a reminder for the first night but no position" in page
    assert f'<a href="{path}/characters/owl#night-head">Set a position.</a>' in page
    set_first_night(client, path, "dusk", "minioninfo", "owl", "demoninfo", "dawn")
    page = client.get(f"{path}/night").text
    assert "place guessed" not in page
    assert "Set a position." not in page


def test_a_place_guessed_in_one_night_is_not_marked_in_the_other(client: FlaskClient) -> None:
    path = opened(client, [*(homebrew(name, "first", "other") for name in ("Owl", "Jay")), "imp"])
    set_first_night(client, path, "dusk", "owl", "jay", "dawn")
    first, _, other = client.get(f"{path}/night").text.partition('id="other"')
    assert (first.count("place guessed"), other.count("place guessed")) == (0, 2)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"night": "third", "move": "1", "by": "1"},
        {"night": "first"},
        {"night": "first", "move": "x", "by": "1"},
        {"night": "first", "order": ["0", "0", "1"]},
        {"night": "first", "order": ["-1"]},
    ],
)
def test_a_form_that_means_nothing_changes_nothing(
    client: FlaskClient, path: str, data: dict[str, Any]
) -> None:
    before = written(client, path)
    assert client.post(f"{path}/night", data=data).status_code == 400
    assert written(client, path) == before


def test_two_who_order_the_same_night_are_both_heard(client: FlaskClient, path: str) -> None:
    first = client.post(f"{path}/night", data={"night": "first", "move": "1", "by": "1", "revision": "1"})
    assert first.status_code == 303
    theirs = rows(client, path)
    second = client.post(f"{path}/night", data={"night": "first", "move": "4", "by": "-1", "revision": "1"})
    assert second.status_code == 409
    assert "Both changed the order of the first night of the script" in second.text
    assert rows(client, path) == theirs
    mine = html.unescape(re.findall(r'name="op" value="([^"]+)"', second.text)[0])
    client.post(f"{path}/do", data={"op": mine, "revision": "2"})
    assert written(client, path)["firstNight"] == json.loads(mine)["order"]


def test_two_who_order_different_nights_do_not_meet(client: FlaskClient, path: str) -> None:
    for which in ("first", "other"):
        answer = client.post(f"{path}/night", data={"night": which, "move": "1", "by": "1", "revision": "1"})
        assert answer.status_code == 303
    assert {"firstNight", "otherNight"} <= written(client, path).keys()


def test_moving_keeps_everybody() -> None:
    assert night.moved(["a", "b", "c"], 0, 2) == ["b", "c", "a"]
    assert night.moved(["a", "b", "c"], 2, -9) == ["c", "a", "b"]
    assert night.moved(["a"], 5, 1) == ["a"]


def test_an_order_changes_nothing_else_of_a_script(moths: builder.Script) -> None:
    changed = night_order.with_order(moths, "first", ["dusk", "dawn"])
    assert changed.entries == moths.entries
    assert night_order.with_order(changed, "first", None).written_meta == moths.written_meta
