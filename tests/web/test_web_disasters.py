"""What was answered is kept: whatever kills the server, holds its library, or fills its disk."""

import http.client
import random
import sqlite3
import string
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from serving import Served, Visitor, fill, on_a_small_disk, served

from builder.library import db

pytestmark = pytest.mark.full

#: Longer than a server waits for a library that another holds.
PATIENCE = db.BUSY + 20


def newcomer(name: str) -> dict[str, Any]:
    """A change with a homebrew character whose words cannot be packed small; the same name, the same words."""
    dice = random.Random(name)
    ability, flavor = ("".join(dice.choices(string.ascii_letters, k=length)) for length in (200, 400))
    value = {"id": name, "name": name, "team": "townsfolk", "ability": ability, "flavor": flavor}
    return {"op": "add-entry", "value": value}


def assert_whole(entries: list[Any]) -> list[str]:
    """Every homebrew character is all there, word for word; gives their ids."""
    own = [entry for entry in entries if isinstance(entry, dict) and entry["id"] != "_meta"]
    assert own == [newcomer(entry["id"])["value"] for entry in own]
    return [entry["id"] for entry in own]


def file_of(folder: Path) -> Path:
    return folder / db.FILE


def saving(server: Served, path: str, name: str, told: list[str]) -> threading.Thread:
    """Somebody who saves one change after the other until the server is gone; `told` are those it answered for."""

    def save() -> None:
        visitor = Visitor(server)
        try:
            for number in range(10_000):
                who = f"{name}n{number}"
                assert visitor.do(path, newcomer(who)).status == 200
                told.append(who)
        except (OSError, http.client.HTTPException):
            pass

    thread = threading.Thread(target=save)
    thread.start()
    return thread


def test_a_server_killed_while_two_people_save_keeps_every_change_it_answered_for(tmp_path: Path) -> None:
    folder, dice = tmp_path / "data", random.Random(7)
    told: list[str] = []
    path = ""
    for round_ in range(3):
        with served(folder) as server:
            visitor = Visitor(server)
            path = path or visitor.opened(["imp"])
            before = assert_whole(visitor.script(path))
            assert set(told) <= set(before)
            assert len(before) - len(told) <= 2 * round_  # at most the one that each was waiting for
            people = [saving(server, path, f"r{round_}{who}", told) for who in "ab"]
            target = len(told) + dice.randrange(3, 12)
            until = time.monotonic() + 60
            while len(told) < target and time.monotonic() < until:
                time.sleep(0.01)
            server.kill()
            for one in people:
                one.join(30)
            assert len(told) >= target
    with served(folder) as server:
        visitor = Visitor(server)
        kept = assert_whole(visitor.script(path))
        assert set(told) <= set(kept)
        assert len(kept) - len(told) <= 6
        assert visitor.do(path, {"op": "add", "id": "chef"}).status == 200
        assert "Imp" in visitor.ask(path).text
        assert visitor.ask(f"{path}/history").status == 200
    with closing(sqlite3.connect(file_of(folder))) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path / "data") as server:
        yield server


def test_a_library_that_another_program_holds_is_said_and_nothing_is_lost(
    server: Served, tmp_path: Path
) -> None:
    visitor = Visitor(server)
    path = visitor.opened(["imp"])
    with closing(sqlite3.connect(file_of(tmp_path / "data"), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with ThreadPoolExecutor() as people:  # each waits for the library, so all at once
            op = {"op": '{"op": "add", "id": "chef"}'}
            asked = [
                people.submit(visitor.ask, f"{path}/do", op, **headers)
                for headers in (dict[str, str](), {"X-Parts": "1"})
            ]
            ready = people.submit(visitor.ask, "/readyz")
            assert visitor.script(path) == ["imp"]  # it can still be read
        for answer in (each.result() for each in asked):
            assert answer.status == 503
            assert "The library is busy with another change. Please try again in a moment." in answer.text
            assert int(answer.headers["Retry-After"]) > 0
        assert ready.result().status == 503
        other.execute("ROLLBACK")
    assert visitor.do(path, {"op": "add", "id": "chef"}).status == 200
    assert visitor.script(path) == ["imp", "chef"]


def test_a_change_waits_a_moment_for_a_library_that_is_held(server: Served, tmp_path: Path) -> None:
    visitor = Visitor(server)
    path = visitor.opened(["imp"])
    other = sqlite3.connect(file_of(tmp_path / "data"), isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    release = threading.Timer(1, other.execute, ("ROLLBACK",))
    release.start()
    assert visitor.do(path, {"op": "add", "id": "chef"}).status == 200
    release.join()
    other.close()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[tuple[Served, Path]]:
    with on_a_small_disk(tmp_path / "disk") as found:
        yield found


def test_a_full_disk_is_said_loses_nothing_and_is_over_when_there_is_room(
    small_disk: tuple[Served, Path],
) -> None:
    server, disk = small_disk
    visitor = Visitor(server)
    path = visitor.opened(["imp"])
    assert visitor.ask(f"{path}/sheet/classic/a4.pdf").status == 200
    fill(disk)
    told, answer = [], None
    for number in range(2000):  # the room that the library has set aside is used up first
        answer = visitor.do(path, newcomer(f"n{number}"))
        if answer.status != 200:
            break
        told.append(f"n{number}")
    assert answer
    assert answer.status == 507
    assert "There is no room left for the library: nothing was changed, nothing was lost." in answer.text
    assert assert_whole(visitor.script(path)) == told
    for what in ("", "/night", "/history", "/sheet/classic/letter.pdf"):
        assert visitor.ask(f"{path}{what}").status == 200
    refused = visitor.ask("/open", {"text": '["chef", "baron"]'})
    assert refused.status == 507
    assert "baron" in refused.text
    (disk / "ballast").unlink()
    assert visitor.do(path, newcomer(f"n{len(told)}")).status == 200
    assert assert_whole(visitor.script(path)) == [*told, f"n{len(told)}"]
