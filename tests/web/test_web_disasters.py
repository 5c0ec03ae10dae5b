"""What was answered is kept: whatever kills the server, holds its library, or fills its disk."""

import random
import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from saving_people import assert_whole, killed_while_people_save, newcomer
from serving import Served, Visitor, fill, on_a_small_disk, served

from builder.library import db

pytestmark = pytest.mark.full

#: Longer than a server waits for a library that another holds.
PATIENCE = db.BUSY + 20

SAVE = b'{"meta": {"name": "x"}, "almanac": {}, "characterList": [{"id": "own", "name": "Own", "team": "demon"}]}'


def file_of(folder: Path) -> Path:
    return folder / db.FILE


def test_a_server_killed_while_two_people_save_keeps_every_change_it_answered_for(tmp_path: Path) -> None:
    dice = random.Random(7)
    assert killed_while_people_save(tmp_path / "data", rounds=2, dice=dice, is_cold=True) >= 6


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("held") / "data"


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Served]:
    """The one server whose library others hold for a while."""
    with served(folder, is_cold=True) as server:
        yield server


def test_a_library_that_another_program_holds_is_said_and_nothing_is_lost(
    server: Served, folder: Path
) -> None:
    visitor = Visitor(server)
    path = visitor.opened(["imp"])
    with closing(sqlite3.connect(file_of(folder), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with ThreadPoolExecutor() as people:  # each waits for the library, so all at once
            op = {"op": '{"op": "add", "id": "chef"}'}
            asked = [
                people.submit(visitor.ask, f"{path}/do", op, **headers)
                for headers in (dict[str, str](), {"X-Parts": "1"})
            ]
            asked += [
                people.submit(visitor.ask, "/open", {"text": '["baron"]'}),
                people.submit(visitor.upload, "/open", "baron.json", b'["baron"]'),
                people.submit(visitor.upload, "/bloodstar", "save.json", SAVE),
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


def test_a_change_waits_a_moment_for_a_library_that_is_held(server: Served, folder: Path) -> None:
    visitor = Visitor(server)
    path = visitor.opened(["imp"])
    other = sqlite3.connect(file_of(folder), isolation_level=None, check_same_thread=False)
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
