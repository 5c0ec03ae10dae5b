"""Two people at one script: no edit of either is lost, and each hears of the other's."""

import json
import random
import re
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask
from flask.testing import FlaskClient

from builder.web.infra import broker
from builder.web.infra.broker import Presence
from builder.web.infra.services import of

FIELDS = ("ability", "flavor", "overview", "notes", "firstNightReminder")
PEOPLE = 8


def opened(client: FlaskClient) -> str:
    people = [
        {"id": f"lamp{number}_own", "name": f"Lamp {number}", "team": "townsfolk", "ability": "x"}
        for number in range(PEOPLE)
    ]
    text = json.dumps([{"id": "_meta", "name": "Lamps"}, *people, "imp"])
    return str(client.post("/open", data={"text": text}).headers["Location"])


class Person:
    """Somebody who edits, on the base of the revision that they saw last."""

    def __init__(self, client: FlaskClient, path: str) -> None:
        self.client, self.path, self.seen = client, path, 1

    def edit(self, number: int, field: str, value: str) -> None:
        """Changes a field; asked about a conflict, keeps what they wrote."""
        op: dict[str, Any] = {"op": "character", "who": [number, f"lamp{number}_own"], field: value}
        form = {"op": json.dumps(op), "revision": str(self.seen)}
        answer = self.client.post(f"{self.path}/do", data=form, headers={"X-Parts": "saved"})
        if answer.status_code == 409:
            found = re.search(r'data-choice="mine" data-revision="(\d+)"', answer.text)
            assert found
            form["revision"] = found[1]
            answer = self.client.post(f"{self.path}/do", data=form, headers={"X-Parts": "saved"})
        assert answer.status_code == 200, answer.text
        revision = re.search(r'data-revision="(\d+)"', answer.text)
        assert revision
        self.seen = int(revision[1])


@pytest.mark.parametrize(
    "edits", [60, pytest.param(1000, marks=[pytest.mark.slow, pytest.mark.full])], ids=["60", "1000"]
)
def test_of_interleaved_edits_by_two_people_none_is_lost(client: FlaskClient, app: Flask, edits: int) -> None:
    path, dice = opened(client), random.Random(edits)
    people = [Person(client, path), Person(client, path)]
    last: dict[tuple[int, str], str] = {}
    for turn in range(edits):
        # Bursts by one of them, so that the other one is several revisions behind.
        person = people[dice.randrange(2)] if dice.random() < 0.4 else people[turn % 2]
        number, field, value = dice.randrange(PEOPLE), dice.choice(FIELDS), f"Edit {turn}."
        person.edit(number, field, value)
        last[number, field] = value
    library = of(app).store.library
    identifier = path.removeprefix("/s/")
    head = library.head(identifier)
    assert head == edits + 1
    saved = [library.get(identifier, revision) for revision in range(1, edits + 2)]
    for turn in range(edits):
        state = saved[turn + 1]
        assert state
        assert f'"Edit {turn}."' in state.source  # every edit is a revision of its own
    final = saved[-1]
    assert final
    for value in last.values():
        assert f'"{value}"' in final.source


def test_a_poll_is_a_304_until_something_changes(client: FlaskClient) -> None:
    path = opened(client)
    first = client.get(f"{path}/live?device=a")
    assert first.json == {"here": [], "revision": 1}
    stamp = {"If-None-Match": first.headers["ETag"]}
    again = client.get(f"{path}/live?device=a", headers=stamp)
    assert (again.status_code, again.data) == (304, b"")
    client.post(f"{path}/do", data={"op": "rename", "name": "Lanterns"})
    news = client.get(f"{path}/live?device=a", headers=stamp)
    assert news.json == {"here": [], "revision": 2}
    client.post(f"{path}/do", data={"op": "undo"})
    assert client.get(f"{path}/live?device=a").json == {"here": [], "revision": 1}


def test_who_is_here_is_said_to_the_others_alone(client: FlaskClient) -> None:
    path, elsewhere = opened(client), opened(client)
    client.get(f"{path}/live?device=a&name=Ann")
    client.get(f"{elsewhere}/live?device=c&name=Cy")
    assert client.get(f"{path}/live?device=b").json["here"] == ["Ann"]  # type: ignore[index]  # it is an object
    assert client.get(f"{path}/live?device=a&name=Ann").json["here"] == [""]  # type: ignore[index]  # it is an object


def test_a_script_in_the_bin_has_no_news(client: FlaskClient) -> None:
    path = opened(client)
    client.post(f"{path}/throw-away")
    assert client.get(f"{path}/live").status_code == 404


def test_who_is_gone_is_forgotten_and_a_crowd_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(broker.time, "monotonic", lambda: now)
    here = Presence()
    for number in range(broker.MOST_DEVICES + 20):
        here.note("s", f"device {number}", "x" * 500)
    others = here.note("s", "me", "Me")
    assert len(others) == broker.MOST_DEVICES
    assert set(others) == {"x" * broker.LONGEST_NAME}
    now += broker.PRESENT_SECONDS + 1
    assert here.note("s", "me", "Me") == ()


def test_undo_takes_back_ones_own_change_and_history_has_names(app: Flask) -> None:
    ana, bo = app.test_client(), app.test_client()
    for client, name in ((ana, "Ana Mü"), (bo, "Bo")):
        client.set_cookie("clockwright-device", f"device-{name[0]}")
        client.set_cookie("clockwright-name", quote(name))
    path = opened(ana)
    for client, added, revision in ((ana, "chef", 1), (bo, "saint", 2)):
        op = json.dumps({"op": "add", "id": added})
        client.post(f"{path}/do", data={"op": op, "revision": str(revision)})
    undone = ana.post(
        f"{path}/do", data={"op": '{"op": "undo"}', "revision": "3"}, headers={"X-Parts": "saved"}
    )
    assert "Undone: Chef added" in undone.text
    assert [row for row in ("chef", "saint") if f'"{row}"' in ana.get(f"{path}/script.json").text] == [
        "saint"
    ]
    history = re.findall(r"<bdi>(Ana Mü|Bo)</bdi>", bo.get(f"{path}/history").text)
    assert history == ["Ana Mü", "Bo", "Ana Mü"]


def test_who_undoes_what_another_one_wrote_over_is_told(app: Flask) -> None:
    ana, bo = app.test_client(), app.test_client()
    ana.set_cookie("clockwright-device", "a")
    bo.set_cookie("clockwright-device", "b")
    path = opened(ana)
    for client, name, revision in ((ana, "Dusk", 1), (bo, "Dawn", 2)):
        client.post(
            f"{path}/do", data={"op": json.dumps({"op": "rename", "name": name}), "revision": str(revision)}
        )
    answer = ana.post(
        f"{path}/do", data={"op": '{"op": "undo"}', "revision": "3"}, headers={"X-Parts": "saved"}
    )
    assert answer.status_code == 422
    assert "Somebody changed the same thing after you" in answer.text
