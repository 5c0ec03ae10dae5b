"""Visitors of a hosted server share its press: who wants all of it at once waits, and nobody else."""

import threading
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from instant_press import InstantPress

from builder.artefact import Artefact, PrintRequest
from builder.settings import Settings
from builder.web import create_app
from builder.web.infra import fair_press

STRANGER = {"REMOTE_ADDR": "192.0.2.7"}
OTHER = {"REMOTE_ADDR": "192.0.2.8"}
HOSTED = {"hosted": True, "rate": "", "print_rate": "", "change_rate": ""}


class SlowPress(InstantPress):
    """Makes nothing until it is let; tells how much it has to do."""

    def __init__(self) -> None:
        super().__init__()
        self.let = threading.Event()
        self.inside = threading.Semaphore(0)
        self.running = self.most = 0
        self._lock = threading.Lock()

    def render(self, script_json: str, wanted: PrintRequest, *, keep: bool = True) -> Artefact:
        with self._lock:
            self.running += 1
            self.most = max(self.most, self.running)
        self.inside.release()
        self.let.wait(60)
        with self._lock:
            self.running -= 1
        return super().render(script_json, wanted, keep=keep)


def served(folder: Path, press: InstantPress, **chosen: Any) -> FlaskClient:
    return create_app(Settings(data=str(folder), **chosen), press=press).test_client()


def prints(app: Any, visitor: dict[str, str], number: int, statuses: list[int]) -> list[threading.Thread]:
    """So many prints at once, each of a script of its own."""

    def ask(which: int) -> None:
        answer = app.test_client().post("/api/print", json=["imp", f"x{which}"], environ_base=visitor)
        statuses.append(answer.status_code)

    threads = [threading.Thread(target=ask, args=(which,)) for which in range(number)]
    for thread in threads:
        thread.start()
    return threads


def test_one_visitor_has_few_jobs_in_the_press_and_another_is_served_meanwhile(tmp_path: Path) -> None:
    press = SlowPress()
    app = create_app(Settings(data=str(tmp_path), **HOSTED), press=press)
    greedy: list[int] = []
    other: list[int] = []
    threads = prints(app, STRANGER, 30, greedy)
    for _ in range(fair_press.JOBS):
        assert press.inside.acquire(timeout=60)
    threads += prints(app, OTHER, 1, other)
    assert press.inside.acquire(timeout=60)  # the other one's job came in beside those that run
    assert press.running == fair_press.JOBS + 1
    press.let.set()
    for thread in threads:
        thread.join(60)
    assert press.most <= fair_press.JOBS + 1
    assert other == [200]
    assert greedy.count(200) + greedy.count(429) == 30
    assert greedy.count(429) >= 30 - fair_press.REQUESTS - fair_press.JOBS


def test_whoever_has_too_much_waiting_is_told_to_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fair_press, "REQUESTS", 0)
    client = served(tmp_path, InstantPress(), **HOSTED)
    answer = client.post("/api/print", json=["imp"], environ_base=STRANGER)
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) == fair_press.RETRY_AFTER
    assert "Too many documents" in answer.get_json()["detail"]


def test_a_turn_that_does_not_come_is_told_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fair_press, "PATIENCE", 0.05)
    monkeypatch.setattr(fair_press, "JOBS", 1)
    press = SlowPress()
    app = create_app(Settings(data=str(tmp_path), **HOSTED), press=press)
    first: list[int] = []
    threads = prints(app, STRANGER, 1, first)
    assert press.inside.acquire(timeout=60)
    assert app.test_client().post("/api/print", json=["spy"], environ_base=STRANGER).status_code == 429
    press.let.set()
    threads[0].join(60)
    assert first == [200]
    held = app.extensions["clockwright"].press
    assert not held._visitors
    assert held._requests == 0


def test_the_one_person_of_a_server_of_their_own_waits_for_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fair_press, "REQUESTS", 0)
    client = served(tmp_path, InstantPress())
    assert client.post("/api/print", json=["imp"], environ_base=STRANGER).status_code == 200
