"""A read-only disk, a clock that is set back, damaged files: a clear sentence, nothing lost, and then it goes on."""

import random
import re
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest
from instant_press import InstantPress
from opening import opened
from serving import MOUNT, Visitor, served

from builder.library import Library, backup, db
from builder.settings import Settings
from builder.web import create_app
from builder.web.infra.services import of

pytestmark = pytest.mark.full

CHILD = Path(__file__).parents[2] / "benchmarks" / "trial_child"
SHEET = "/sheet/classic/a4.pdf"
WEEK = 7 * 24 * 3600


def saved_script(folder: Path, script: list[str]) -> str:
    """The path of a script that its owner had opened at a server on this folder, which has stopped."""
    app = create_app(Settings(data=str(folder)), press=InstantPress())
    path = opened(app.test_client(), script)
    of(app).store.library.close()
    return path


def test_on_a_read_only_disk_the_reason_is_said_and_later_everything_is_there(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with served(folder, is_cold=True) as server:  # killed: it leaves the files in which a library is read
        path = Visitor(server).opened(["imp", "chef"])
    mount = f'mount --bind "{folder}" "{folder}" && mount -o remount,bind,ro "{folder}" && exec "$@"'
    if not shutil.which("unshare") or subprocess.run([*MOUNT, mount, "sh", "true"], check=False).returncode:
        pytest.skip("this machine lets nobody mount a disk")
    with served(folder, wrapped=(*MOUNT, mount, "sh"), is_cold=True) as server:
        visitor = Visitor(server)
        for refused in (
            visitor.do(path, {"op": "add", "id": "baron"}),
            visitor.ask("/open", {"text": '["baron"]'}),
        ):
            assert refused.status == 503
            assert "cannot be opened or written (attempt to write a readonly database)" in refused.text
        for what in ("", "/history", SHEET):
            assert visitor.ask(f"{path}{what}").status == 200
        assert visitor.ask("/readyz").status == 503
    with served(folder, is_cold=True) as server:
        visitor = Visitor(server)
        assert visitor.script(path) == ["imp", "chef"]
        assert visitor.do(path, {"op": "add", "id": "baron"}).status == 200


def test_a_clock_set_back_loses_nothing_and_keeps_the_order_of_changes(tmp_path: Path) -> None:
    clock = tmp_path / "clock"
    clock.write_text("0")
    watch = {"PYTHONPATH": str(CHILD), "TRIAL_CLOCK": str(clock)}
    with served(tmp_path / "data", is_cold=True, **watch) as server:
        visitor = Visitor(server)
        path = visitor.opened(["imp"])
        for number, shift in enumerate((0, -WEEK, -520 * WEEK, 520 * WEEK, -1)):
            clock.write_text(str(shift))
            assert visitor.do(path, {"op": "rename", "name": f"Name {number}"}).status == 200
            assert visitor.ask(path).status == 200
            assert visitor.ask(f"{path}{SHEET}").body.startswith(b"%PDF")
            assert visitor.ask("/").status == 200
        shown = re.findall(r'id="r(\d)"', visitor.ask(f"{path}/history").text)
        assert shown == list("654321")
        assert visitor.do(path, {"op": "undo"}).status == 200
        assert visitor.script(path)[0]["name"] == "Name 3"


def test_damaged_caches_are_made_anew_while_the_server_runs_and_at_its_start(tmp_path: Path) -> None:
    dice, folder, caches = random.Random(16), tmp_path / "data", tmp_path / "caches"
    documents = []
    path = ""
    for _ in range(2):
        with served(folder, XDG_CACHE_HOME=str(caches)) as server:
            visitor = Visitor(server)
            path = path or visitor.opened(["imp", "chef", "baron"])
            for what in (SHEET, "/night/full/a4.pdf", SHEET, SHEET):
                answer = visitor.ask(f"{path}{what}")
                assert answer.status == 200
                documents += [answer.body] if what == SHEET else []
                assert damaged([folder, caches], dice) > 5
            assert visitor.ask(path).status == 200
    assert len(set(documents)) == 1


def damaged(folders: list[Path], dice: random.Random) -> int:
    """Empties, shortens or scrambles every file but the library and the key; gives how many."""
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    files = [path for path in files if not path.name.startswith(db.FILE) and path.name != "secret.key"]
    for path in files:
        with suppress(FileNotFoundError):  # the server may be moving it into its place
            body = path.read_bytes()
            path.write_bytes(dice.choice((b"", body[: len(body) // 2], dice.randbytes(len(body)))))
    return len(files)


def test_a_library_damaged_at_the_start_is_said_with_the_way_out(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    path = saved_script(folder, ["imp", "chef"])
    library = Library.open(Settings(data=str(folder)))
    library.backup(tmp_path / "backup.zip")
    library.close()
    (folder / db.FILE).write_bytes(b"this was a library once " * 500)
    with pytest.raises(AssertionError, match="is damaged") as told, served(folder):
        pass
    assert "library restore" in str(told.value)
    assert "Traceback" not in str(told.value)
    backup.restore(tmp_path / "backup.zip", "", folder)
    with served(folder, is_cold=True) as server:
        assert Visitor(server).script(path) == ["imp", "chef"]


def test_a_library_damaged_under_a_server_is_said_and_kept_for_mending(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with served(folder, is_cold=True) as server:
        visitor = Visitor(server)
        path = visitor.opened(["imp", "chef"])
        assert visitor.do(path, {"op": "add", "id": "baron"}).status == 200
        body = (folder / db.FILE).read_bytes()
        with (folder / db.FILE).open("r+b") as file:
            file.write(b"\xff" * len(body))
        for log in folder.glob(f"{db.FILE}-*"):
            log.write_bytes(b"\xff" * log.stat().st_size)
        answers = [visitor.do(path, {"op": "rename", "name": f"Name {n}"}) for n in range(3)]
        answers += [visitor.ask(path), visitor.ask("/"), visitor.ask(f"{path}/history")]
        for answer in answers:
            assert answer.status in {200, 503}
            assert "Something broke" not in answer.text
        assert any("damaged" in answer.text for answer in answers)
