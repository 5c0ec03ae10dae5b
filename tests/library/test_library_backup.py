"""A backup is whole, and comes back whole; what is no backup changes nothing."""

import os
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from sheets import IDS, ids, saved, script

from builder.errors import LibraryBusyError, LibraryError
from builder.library import Library, backup, db
from builder.settings import Settings


def restore(source: Path, here: Settings) -> Path | None:
    return backup.restore(source, here.database, here.data_folder)


def test_everything_comes_back_from_a_backup(here: Settings, tmp_path: Path) -> None:
    library = Library.open(here)
    held = library.create(script(), label="New")
    saved(library, held, script("imp"))
    _, token = library.share(held.id, may_edit=True)
    library.tag(held.id, ["evening"])
    icon = library.keep_icon(b"picture", "image/png", "moon")
    library.backup(tmp_path / "backup.zip")
    library.close()

    elsewhere = Settings(data=str(tmp_path / "another machine"))
    assert restore(tmp_path / "backup.zip", elsewhere) is None
    again = Library.open(elsewhere)
    assert ids(again.get(held.id)) == ["imp"]
    assert ids(again.get(held.id, 1)) == IDS
    assert again.opened_by(token) is not None
    assert again.scripts("evening")[0].id == held.id
    assert again.icon(icon.hash) == b"picture"
    assert again.icons()[0].name == "moon"
    again.close()


def test_a_backup_is_made_while_the_library_is_in_use(library: Library, tmp_path: Path) -> None:
    held = library.create(script())
    with library._writing() as connection:
        connection.exec_driver_sql("UPDATE scripts SET name = 'half done'")
        library.backup(tmp_path / "backup.zip")
    copy = Settings(data=str(tmp_path / "copy"))
    restore(tmp_path / "backup.zip", copy)
    again = Library.open(copy)
    assert [each.name for each in again.scripts()] == ["Rehearsal"]
    assert again.get(held.id) is not None
    again.close()


def test_the_library_that_was_there_is_put_aside(here: Settings, tmp_path: Path) -> None:
    library = Library.open(here)
    held = library.create(script())
    library.backup(tmp_path / "backup.zip")
    saved(library, held, script("imp"))
    library.close()
    asides = [restore(tmp_path / "backup.zip", here) for _ in range(2)]
    assert len(set(asides)) == 2
    old = Library.open(Settings(data=here.data, database=str(asides[0])))
    assert ids(old.get(held.id)) == ["imp"]
    old.close()
    new = Library.open(here)
    assert ids(new.get(held.id)) == IDS
    new.close()


def test_a_restored_library_is_as_private_as_the_one_before(
    library: Library, here: Settings, tmp_path: Path
) -> None:
    library.backup(tmp_path / "backup.zip")
    library.close()
    path = here.data_folder / db.FILE
    umask = os.umask(0)
    try:
        restore(tmp_path / "backup.zip", here)
        assert path.stat().st_mode & 0o777 == 0o600
        path.chmod(0o660)
        restore(tmp_path / "backup.zip", here)
        assert path.stat().st_mode & 0o777 == 0o660
        path.unlink()
        restore(tmp_path / "backup.zip", here)
        assert path.stat().st_mode & 0o777 == 0o600
    finally:
        os.umask(umask)


def test_nothing_is_restored_under_a_running_app(library: Library, here: Settings, tmp_path: Path) -> None:
    held = library.create(script())
    library.backup(tmp_path / "backup.zip")
    with pytest.raises(LibraryBusyError, match="Stop it first"):
        restore(tmp_path / "backup.zip", here)
    assert ids(saved(library, held, script("imp"))) == ["imp"]
    assert not list(library.folder.glob("*.old-*"))


def zipped(path: Path, **files: bytes) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, body in files.items():
            archive.writestr(name.replace("__", "/").replace("_dot_", "."), body)
    return path


def test_what_is_no_backup_changes_nothing(here: Settings, tmp_path: Path) -> None:
    library = Library.open(here)
    held = library.create(script())
    library.close()
    with closing(sqlite3.connect(tmp_path / "other.sqlite3")) as other:
        other.execute("CREATE TABLE cats (name)")
    (tmp_path / "text.zip").write_text("no zip")
    no_backups = [
        tmp_path / "missing.zip",
        tmp_path,
        tmp_path / "text.zip",
        zipped(tmp_path / "empty.zip"),
        zipped(tmp_path / "garbage.zip", library_dot_sqlite3=b"garbage" * 99),
        zipped(tmp_path / "other.zip", library_dot_sqlite3=(tmp_path / "other.sqlite3").read_bytes()),
        zipped(tmp_path / "outside.zip", **{"..__library_dot_sqlite3": b"x"}),
    ]
    for path in no_backups:
        with pytest.raises(LibraryError, match="othing was changed"):
            restore(path, here)
    again = Library.open(here)
    assert ids(again.get(held.id)) == IDS
    again.close()
    assert sorted(path.name for path in here.data_folder.iterdir() if path.suffix == ".sqlite3") == [db.FILE]


def test_half_a_backup_changes_nothing(library: Library, tmp_path: Path) -> None:
    library.create(script())
    library.backup(tmp_path / "backup.zip")
    body = (tmp_path / "backup.zip").read_bytes()
    there = Settings(data=str(tmp_path / "there"))
    for length in (10, len(body) // 2, len(body) - 1):
        (tmp_path / "half.zip").write_bytes(body[:length])
        with pytest.raises(LibraryError, match="othing was changed"):
            restore(tmp_path / "half.zip", there)
    flipped = bytearray(body)
    flipped[len(body) // 3] ^= 0xFF
    (tmp_path / "half.zip").write_bytes(flipped)
    with pytest.raises(LibraryError, match="othing was changed"):
        restore(tmp_path / "half.zip", there)
    assert not (there.data_folder / db.FILE).exists()


def test_a_backup_of_a_newer_program_is_not_brought_back(here: Settings, tmp_path: Path) -> None:
    newer = Settings(data=str(tmp_path / "newer"))
    library = Library.open(newer)
    with library._writing() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    library.backup(tmp_path / "backup.zip")
    library.close()
    with pytest.raises(LibraryError, match="newer Clockwright"):
        restore(tmp_path / "backup.zip", here)
    assert not (here.data_folder / db.FILE).exists()


def test_a_picture_that_was_changed_in_a_backup_stays_out(library: Library, tmp_path: Path) -> None:
    icon = library.keep_icon(b"picture", "image/png", "moon")
    library.backup(tmp_path / "backup.zip")
    with zipfile.ZipFile(tmp_path / "backup.zip") as archive:
        database = archive.read(db.FILE)
    forged = zipped(
        tmp_path / "forged.zip", **{"library_dot_sqlite3": database, f"icons__{icon.hash}": b"<svg>"}
    )
    there = Settings(data=str(tmp_path / "there"))
    restore(forged, there)
    again = Library.open(there)
    assert again.icon(icon.hash) is None
    again.close()


@pytest.mark.parametrize("target", ["", "nowhere/backup.zip"])
def test_a_backup_that_has_no_place_says_so(library: Library, tmp_path: Path, target: str) -> None:
    with pytest.raises(LibraryError, match=r"Name a file|no folder"):
        library.backup(tmp_path / target)


def test_a_backup_that_fails_leaves_the_older_one(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.backup(tmp_path / "backup.zip")
    before = (tmp_path / "backup.zip").read_bytes()

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(zipfile.ZipFile, "write", full)
    with pytest.raises(OSError, match="No space left"):
        library.backup(tmp_path / "backup.zip")
    assert (tmp_path / "backup.zip").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


@pytest.mark.parametrize(
    "strange",
    [
        "CREATE TRIGGER planted AFTER UPDATE ON scripts BEGIN DELETE FROM revisions; END",
        "CREATE VIEW planted AS SELECT * FROM shares",
    ],
)
def test_a_backup_that_would_do_something_by_itself_is_refused(
    here: Settings, tmp_path: Path, strange: str
) -> None:
    with closing(Library.open(here)) as library:
        library.create(script())
        with library._writing() as connection:
            connection.exec_driver_sql(strange)
        library.backup(tmp_path / "backup.zip")
    elsewhere = Settings(data=str(tmp_path / "elsewhere"))
    with pytest.raises(LibraryError, match="“planted”"):
        restore(tmp_path / "backup.zip", elsewhere)
    assert not (elsewhere.data_folder / db.FILE).exists()
