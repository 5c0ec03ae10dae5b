"""Whatever happens to the program, the disk or the file: what was told to be saved is there."""

import errno
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest
from sheets import IDS, ids, saved, script

from builder.errors import LibraryBusyError, LibraryDamagedError, LibraryError, LibraryFullError
from builder.library import Library, Saved, db, revisions
from builder.settings import Settings

pytestmark = pytest.mark.full

SAVER = Path(__file__).with_name("saver.py")


def saver(folder: Path, identifier: str, name: str, times: int) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, SAVER, str(folder), identifier, name, str(times)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(SAVER.parents[2])},
    )


def file_of(library: Library) -> Path:
    return library.folder / db.FILE


def is_whole(library: Library) -> bool:
    with closing(sqlite3.connect(file_of(library))) as connection:
        return connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.full
def test_a_save_that_was_told_survives_a_kill(library: Library) -> None:
    held = library.create(script("imp", name="Race"))
    dice, told = random.Random(6), []
    for round_ in range(4):
        with saver(library.folder, held.id, f"r{round_}n", 10_000) as process:
            assert process.stdout is not None
            told.append(process.stdout.readline().strip())
            time.sleep(dice.uniform(0, 0.4))
            process.send_signal(signal.SIGKILL)
            told += process.stdout.read().split()
        now = ids(library.get(held.id))
        assert set(told) <= set(now)
        assert is_whole(library)
    saved(library, library.get(held.id) or held, script("imp"))


@pytest.mark.full
def test_two_programs_that_save_at_once_lose_nothing(library: Library) -> None:
    held = library.create(script("imp", name="Race"))
    processes = [saver(library.folder, held.id, name, 15) for name in ("left", "right")]
    told = [word for process in processes for word in process.communicate(timeout=120)[0].split()]
    assert len(told) == 30
    assert set(told) | {"imp"} == set(ids(library.get(held.id)))


def test_threads_that_save_at_once_lose_nothing(any_library: Library) -> None:
    held = any_library.create(script("imp"))
    outcomes: list[object] = []

    def add(name: str) -> None:
        for number in range(5):
            outcomes.append(  # noqa: PERF401  # in a thread
                any_library.save(held.id, script("imp", f"{name}{number}"), expected=1, label="+")
            )

    threads = [threading.Thread(target=add, args=(name,)) for name in ("a", "b", "c")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [type(each) for each in outcomes] == [Saved] * 15
    assert len(ids(any_library.get(held.id))) == 16


def test_programs_that_start_at_once_all_find_a_library(here: Settings) -> None:
    found: list[object] = []

    def start() -> None:
        try:
            library = Library.open(here)
            found.append(library.create(script()))
            library.close()
        except LibraryError as error:
            found.append(error)

    threads = [threading.Thread(target=start) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [type(each) for each in found] == [Saved] * 6


def test_a_library_that_somebody_else_holds_is_busy_and_can_be_read(
    here: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(db, "BUSY", 1)
    library = Library.open(here)
    held = library.create(script())
    with closing(sqlite3.connect(file_of(library))) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(LibraryBusyError, match="try again"):
            library.save(held.id, script("imp"), expected=1, label="x")
        assert ids(library.get(held.id)) == IDS
        other.rollback()
    assert ids(saved(library, held, script("imp"))) == ["imp"]
    library.close()


def test_a_script_that_another_program_holds_is_busy_in_every_database(
    any_library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(db, "BUSY", 1)
    database = any_library.engine.url.render_as_string(hide_password=False)
    other = Library.open(Settings(data=str(tmp_path), database=database))
    held = any_library.create(script())
    with any_library._writing() as connection:
        revisions.hold(connection, held.id)
        with pytest.raises(LibraryBusyError, match="try again"):
            other.save(held.id, script("imp"), expected=1, label="x")
        assert ids(other.get(held.id)) == IDS
    assert ids(saved(other, held, script("imp"))) == ["imp"]
    other.close()


def test_a_full_disk_loses_nothing(library: Library) -> None:
    held = library.create(script())
    with library.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    long = script("imp", bootlegger=[f"{random.Random(n).random()}" * 20 for n in range(2000)])
    with pytest.raises(LibraryFullError, match="nothing was lost"):
        library.save(held.id, long, expected=1, label="x")
    with library.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 1000000")
    assert ids(library.get(held.id)) == IDS
    assert saved(library, held, long).revision == 2
    assert is_whole(library)


FILLED = """
import resource, signal, sys
import builder
from builder.errors import LibraryError
from builder.library import Library
from builder.settings import Settings
library = Library.open(Settings(data=sys.argv[1]))
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))
kept = 0
try:
    for number in range(5000):
        library.create(builder.parse(f'["imp", "made{number}"]'))
        kept += 1
except LibraryError as error:
    print(type(error).__name__, kept)
try:
    library.keep_icon(b"x" * 500_000, "image/png", "big")
except LibraryError as error:
    print(type(error).__name__, error)
"""


@pytest.mark.full
def test_a_file_that_may_not_grow_keeps_all_that_was_told(library: Library) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FILLED, str(library.folder)],
        capture_output=True,
        text=True,
        check=True,
        timeout=200,
    )
    (first, kept), second = done.stdout.split("\n")[0].split(), done.stdout.split("\n")[1]
    assert first == "LibraryFullError"
    assert second.startswith("LibraryFullError The picture could not be saved")
    assert len(library.scripts()) == int(kept) > 0
    assert is_whole(library)
    assert list((library.folder / "icons").iterdir()) == []


def test_a_damaged_library_says_so_and_how_to_mend_it(here: Settings, tmp_path: Path) -> None:
    library = Library.open(here)
    held = library.create(script())
    library.backup(tmp_path / "backup.zip")
    library.close()
    file_of(library).write_bytes(b"this was a library once " * 500)
    with pytest.raises(LibraryDamagedError, match=r"library restore BACKUP\.zip"):
        Library.open(here)
    from builder.library import backup

    aside = backup.restore(tmp_path / "backup.zip", here.database, here.data_folder)
    assert aside is not None
    assert aside.read_bytes().startswith(b"this was a library once")
    again = Library.open(here)
    assert ids(again.get(held.id)) == IDS
    again.close()


def test_a_library_damaged_in_its_middle_is_told(here: Settings) -> None:
    library = Library.open(here)
    for number in range(60):
        library.create(script("imp", f"made{number}"))
    library.close()
    body = bytearray(file_of(library).read_bytes())
    for place in range(8192, len(body), 4096):
        body[place : place + 2000] = b"\xff" * 2000
    file_of(library).write_bytes(body)
    with pytest.raises(LibraryDamagedError, match="is damaged"):
        library.scripts()
    library.close()


@pytest.mark.parametrize("seed", range(6))
def test_a_library_with_flipped_bytes_opens_or_is_damaged(here: Settings, seed: int) -> None:
    library = Library.open(here)
    for number in range(10):
        library.create(script("imp", f"made{number}"))
    library.close()
    dice, body = random.Random(seed), bytearray(file_of(library).read_bytes())
    for place in dice.sample(range(100, len(body)), 2000):
        body[place] = dice.randrange(256)
    file_of(library).write_bytes(body)
    with suppress(LibraryDamagedError), closing(Library.open(here)) as opened:
        opened.scripts()


def test_text_that_is_none_in_the_tables_is_damage(library: Library) -> None:
    held = library.create(script("imp"))
    with library._writing() as connection:
        connection.exec_driver_sql("UPDATE scripts SET name = CAST(x'ff41' AS TEXT)")
    with pytest.raises(LibraryDamagedError, match="is damaged"):
        library.scripts()
    assert held.id


def test_one_damaged_script_leaves_the_others(library: Library) -> None:
    bad, good = library.create(script("imp")), library.create(script("chef"))
    changed = saved(library, bad, script("imp", "monk"))
    with library._writing() as connection:
        connection.exec_driver_sql(
            "UPDATE bodies SET packed = x'78' WHERE hash ="
            " (SELECT body FROM revisions WHERE number = 2 AND script = ?)",
            (bad.id,),
        )
    with pytest.raises(LibraryDamagedError, match="older revision"):
        library.get(changed.id)
    assert ids(library.get(bad.id, 1)) == ["imp"]
    assert ids(library.get(good.id)) == ["chef"]
    assert ids(library.undo(bad.id)) == ["imp"]


def test_a_folder_that_cannot_be_made_says_which(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(LibraryError, match="CLOCKWRIGHT_DATA"):
        Library.open(Settings(data=str(tmp_path / "file" / "data")))


def test_a_library_that_is_a_folder_says_so(tmp_path: Path) -> None:
    with pytest.raises(LibraryError, match="cannot be opened or written"):
        Library.open(Settings(data=str(tmp_path), database=str(tmp_path)))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_is_not_ours_says_so(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(LibraryError, match="cannot be opened or written"):
        Library.open(Settings(data=str(tmp_path)))


def test_a_library_of_a_newer_program_is_not_touched(here: Settings) -> None:
    library = Library.open(here)
    library.create(script())
    with library._writing() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    library.close()
    with pytest.raises(LibraryError, match="A newer Clockwright has written"):
        Library.open(here)
    with closing(sqlite3.connect(file_of(library))) as connection:
        assert connection.execute("SELECT count(*) FROM scripts").fetchone() == (1,)


@pytest.mark.parametrize(
    "database",
    ["nonsense://host/name", "postgresql+nothing://host/x", "postgresql+psycopg://me:geheim@127.0.0.1:1/x"],
)
def test_a_database_that_is_none_says_so_without_its_password(here: Settings, database: str) -> None:
    with pytest.raises(LibraryError) as told:
        Library.open(Settings(data=here.data, database=database))
    assert "geheim" not in str(told.value)


def test_many_who_look_at_once_all_get_an_answer(library: Library) -> None:
    held = library.create(script())
    found: list[list[str]] = []
    threads = [threading.Thread(target=lambda: found.append(ids(library.get(held.id)))) for _ in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [IDS] * 40


def test_the_one_file_copied_alone_is_the_whole_library(library: Library, tmp_path: Path) -> None:
    names = {library.create(script("imp", name=f"Copy {number}")).id for number in range(12)}
    library.checkpoint()  # it stays open, and is written to again
    copy = tmp_path / "copy"
    copy.mkdir()
    shutil.copy(file_of(library), copy)
    with closing(Library.open(Settings(data=str(copy)))) as copied:
        assert {each.id for each in copied.scripts()} == names
    assert library.create(script("imp")).id


def test_a_checkpoint_waits_for_nobody_for_ever(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    library.create(script("imp"))
    with closing(sqlite3.connect(file_of(library), timeout=0)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM scripts").fetchone()
        library.create(script("imp"))
        with library.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA busy_timeout = 20")
        with pytest.raises(LibraryBusyError):
            library.checkpoint()
    assert library.count() == 2


@pytest.mark.skipif(os.name != "posix", reason="rights are the system's own here")
@pytest.mark.parametrize("new_library", [None])
def test_a_new_library_is_for_its_user_alone(here: Settings, new_library: None) -> None:  # no copy
    mask = os.umask(0o022)
    try:
        with closing(Library.open(here)) as library:
            library.create(script("imp"))
            library.keep_icon(b"picture", "image/png", "a.png")
            modes = {path.name: path.stat().st_mode & 0o777 for path in here.data_folder.iterdir()}
    finally:
        os.umask(mask)
    assert here.data_folder.stat().st_mode & 0o777 == 0o700
    assert modes == {
        "icons": 0o700,
        "library.sqlite3": 0o600,
        "library.sqlite3-wal": 0o600,
        "library.sqlite3-shm": 0o600,
    }


@pytest.mark.skipif(os.name != "posix", reason="rights are the system's own here")
def test_other_users_lose_their_rights_to_an_older_library_and_its_group_keeps_them(here: Settings) -> None:
    with closing(Library.open(here)) as library:
        library.create(script("imp"))
    file_of(library).chmod(0o664)
    Library.open(here).close()
    assert file_of(library).stat().st_mode & 0o777 == 0o660


def test_nothing_is_saved_into_a_library_that_was_deleted_or_replaced(here: Settings, tmp_path: Path) -> None:
    with closing(Library.open(here)) as library:
        held = library.create(script("imp"))
        library.checkpoint()
        aside = file_of(library).rename(tmp_path / "aside")
        for _ in range(2):
            with pytest.raises(LibraryError, match="moved or deleted while Clockwright runs"):
                library.save(held.id, script("chef"), expected=held.revision, label="x")
            with pytest.raises(LibraryError, match="moved or deleted"):
                library.check_writable()
            file_of(library).write_bytes(aside.read_bytes())  # the same words in another file
        aside.rename(file_of(library))
        saved(library, held, script("chef"))


def test_a_full_disk_is_not_writable(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    library.check_writable()

    def full(**_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("tempfile.TemporaryFile", full)
    with pytest.raises(LibraryFullError, match="No space left on device"):
        library.check_writable()
