"""Backups: the whole library and its pictures in one ZIP, made while it is in use; and their restoration."""

import hashlib
import os
import shutil
import sqlite3
import tempfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy.engine import Engine

from builder import files, uploads
from builder.errors import LibraryBusyError, LibraryError
from builder.language import gettext as _
from builder.library import db

#: No real backup unpacks to more.
LARGEST = 4 << 30
SCRATCH, DAY = ".clockwright-", 24 * 3600
#: Suffixes of the files that SQLite has next to its database.
JOURNALS = ("-wal", "-shm")
#: Schema objects that run code as soon as the library is used: ours has none of them.
FIND_CODE = "SELECT type, name FROM sqlite_master WHERE type IN ('trigger', 'view') LIMIT 1"


def write(engine: Engine, folder: Path, target: Path) -> None:
    """Copies a consistent state: a whole backup, or the old file remains. Raises LibraryError, OSError."""
    if engine.dialect.name != "sqlite":
        raise LibraryError(_("This library is in PostgreSQL. Back it up with pg_dump."))
    target = Path(os.path.realpath(target))
    if target.is_dir():
        raise LibraryError(
            _("“%(target)s” is a folder. Name a file for the backup, such as %(target)s/library.zip.")
            % {"target": target}
        )
    if not target.parent.is_dir():
        raise LibraryError(
            _("There is no folder “%(parent)s”. Create it first, or choose another one for the backup.")
            % {"parent": target.parent}
        )
    with scratch(target.parent) as temporary:
        copy, archive = temporary / db.FILE, temporary / "backup.zip"
        _copy(engine, copy)
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as made:
            made.write(copy, db.FILE)
            for icon in sorted((folder / uploads.FOLDER).glob("*")):
                if uploads.is_address(uploads.SCHEME + icon.name):
                    made.write(icon, f"{uploads.FOLDER}/{icon.name}", zipfile.ZIP_STORED)
        _onto_the_disk(archive)
        archive.replace(target)


@contextmanager
def scratch(folder: Path) -> Iterator[Path]:
    """A temporary folder inside another one, for files that are made and then moved or sent; deleted at the end."""
    with tempfile.TemporaryDirectory(prefix=SCRATCH, dir=folder, ignore_cleanup_errors=True) as made:
        yield Path(made)


def sweep(folder: Path) -> None:
    """Deletes the temporary folders that a server killed a day ago or longer left behind."""
    for left in folder.glob(f"{SCRATCH}*"):
        with suppress(OSError):
            if left.is_dir() and left.stat().st_mtime < time.time() - DAY:
                shutil.rmtree(left, ignore_errors=True)


def restore(source: Path, database: str, folder: Path) -> Path | None:
    """Replaces the library with a backup; returns the path to which the old one was moved, if there was one.

    `database` and `folder` are as the settings have them. Raises LibraryError for a file that is no backup, for a
    newer program's, and while Clockwright is running; then nothing is changed.
    """
    url = db.address(database, folder)
    if url.get_backend_name() != "sqlite" or not url.database:
        raise LibraryError(_("This library is in PostgreSQL. Restore its backups with pg_restore."))
    path = Path(url.database)
    with scratch(path.parent) as unpacked:
        fresh = unpacked / db.FILE
        pictures = _unpacked(source, unpacked, source.name)
        _validate(fresh, source.name)
        _stop_others(path)
        _put_pictures(pictures, folder)
        fresh.chmod(path.stat().st_mode & 0o770 if path.exists() else 0o600)
        aside = _aside(path)
        fresh.replace(path)
    return aside


def restore_running(engine: Engine, folder: Path, source: Path, name: str) -> Path:
    """Replaces the content of an open library with a backup; returns the file to which the old one was copied.

    `name` is the backup's name in errors. Raises LibraryError for a file that is no backup; then nothing is changed.
    """
    path = Path(engine.url.database or "")
    if engine.dialect.name != "sqlite" or not path.name:
        raise LibraryError(_("This library is in PostgreSQL. Restore its backups with pg_restore."))
    with scratch(path.parent) as unpacked:
        pictures = _unpacked(source, unpacked, name)
        _validate(unpacked / db.FILE, name)
        _put_pictures(pictures, folder)
        aside = _free_name(path)
        _copy(engine, aside)
        raw = engine.raw_connection()
        try:
            target: Any = raw.driver_connection
            with closing(sqlite3.connect(unpacked / db.FILE)) as fresh:
                fresh.backup(target)
        except sqlite3.Error as error:
            raise LibraryError(
                _("The backup could not be restored (%(error)s). Nothing was changed.") % {"error": error}
            ) from error
        finally:
            raw.close()
    return aside


def _put_pictures(pictures: list[Path], folder: Path) -> None:
    (folder / uploads.FOLDER).mkdir(parents=True, exist_ok=True)
    for picture in pictures:
        files.write(folder / uploads.FOLDER / picture.name, picture.read_bytes(), durable=True)


def _copy(engine: Engine, target: Path) -> None:
    raw = engine.raw_connection()
    try:
        source: Any = raw.driver_connection
        with closing(sqlite3.connect(target)) as copy:
            source.backup(copy)
    except sqlite3.Error as error:
        raise LibraryError(
            _("The backup could not be made (%(error)s). An older backup is as it was.") % {"error": error}
        ) from error
    finally:
        raw.close()


def _unpacked(source: Path, scratch: Path, name: str) -> list[Path]:
    """Unpacks a backup into a folder: the library, and those of its pictures that are undamaged."""
    (scratch / uploads.FOLDER).mkdir()
    try:
        with zipfile.ZipFile(source) as archive:
            names = [each for each in archive.infolist() if _is_ours(each)]
            total = sum(each.file_size for each in names)
            if not any(each.filename == db.FILE for each in names) or total > LARGEST:
                raise LibraryError(
                    _("“%(name)s” is not a backup of a library. Nothing was changed.") % {"name": name}
                )
            for each in names:
                with archive.open(each) as packed, (scratch / each.filename).open("wb") as file:
                    shutil.copyfileobj(packed, file)
    except files.ZIP_FAULTS as error:
        reason = (error.strerror if isinstance(error, OSError) else "") or str(error)
        raise LibraryError(
            _("“%(name)s” cannot be read as a backup (%(reason)s). Nothing was changed.")
            % {"name": name, "reason": reason}
        ) from error
    return [path for path in sorted((scratch / uploads.FOLDER).iterdir()) if _is_whole(path)]


def _is_ours(item: zipfile.ZipInfo) -> bool:
    folder, _unused, name = item.filename.partition("/")
    return item.filename == db.FILE or (
        folder == uploads.FOLDER and uploads.is_address(uploads.SCHEME + name)
    )


def _is_whole(picture: Path) -> bool:
    return hashlib.sha256(picture.read_bytes()).hexdigest() == picture.name


def _validate(path: Path, name: str) -> None:
    """Raises LibraryError unless the library in a backup is intact, and of a version that this program can use."""
    try:
        with closing(sqlite3.connect(path)) as connection:
            whole = connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            connection.execute("SELECT 1 FROM alembic_version, scripts, revisions, bodies LIMIT 1").fetchone()
            strange = connection.execute(FIND_CODE).fetchone()
    except sqlite3.DatabaseError:
        whole, strange = False, None
    if not whole:
        raise LibraryError(
            _("The library in “%(name)s” is damaged; nothing was changed. Use another backup.")
            % {"name": name}
        )
    if strange:
        raise LibraryError(
            _(
                "The library in “%(name)s” has a %(strange)s (“%(object)s”), which Clockwright never "
                "creates; nothing was changed. Use another backup."
            )
            % {"name": name, "strange": strange[0], "object": str(strange[1])[:60]}
        )
    try:
        db.opened(str(path), path.parent).dispose()
    except LibraryError as error:
        raise LibraryError(
            _("“%(name)s” cannot be used; nothing was changed. %(error)s") % {"name": name, "error": error}
        ) from error
    _settled(path)
    _onto_the_disk(path)


def _stop_others(path: Path) -> None:
    """Raises LibraryBusyError if another program has the library open: its changes would go to the old file."""
    if not path.exists():
        return
    with suppress(sqlite3.DatabaseError):  # a damaged one is moved away unchanged
        try:
            _settled(path)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                raise LibraryBusyError(
                    _("Clockwright is running with this library. Stop it first, then restore the backup.")
                ) from error


def _settled(path: Path) -> None:
    """Merges SQLite's log into the library's one file, which only works while no other program has it open."""
    with closing(sqlite3.connect(path, timeout=1)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")


def _aside(database: Path) -> Path | None:
    """Moves the current library, with SQLite's files next to it, out of the way."""
    if not database.exists():
        return None
    aside = _free_name(database)
    for suffix in JOURNALS:
        journal = database.with_name(database.name + suffix)
        if journal.exists():
            journal.rename(aside.with_name(aside.name + suffix))
    try:
        os.link(database, aside)  # so that a library exists at every moment
    except OSError:
        database.rename(aside)
    return aside


def _free_name(database: Path) -> Path:
    names = (f"{database.name}.old-{number}" for number in count(1))
    return next(aside for name in names if not (aside := database.with_name(name)).exists())


def _onto_the_disk(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())
