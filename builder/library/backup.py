"""Backups: the whole library and its pictures in one ZIP, made while it is in use; and back again."""

import sqlite3
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from sqlalchemy.engine import Engine

from builder import files
from builder.errors import LibraryError
from builder.library.icons import FOLDER, HASH
from builder.library.opening import FILE

#: No backup of a sensible library unpacks to more.
LARGEST = 4 << 30


def write(engine: Engine, folder: Path, target: Path) -> None:
    """Copies a consistent state. Raises LibraryError for a database that has its own backups (PostgreSQL)."""
    if engine.dialect.name != "sqlite":
        raise LibraryError("This library lies in PostgreSQL; make its backups with pg_dump.")
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / FILE
        _copy(engine, copy)
        archive = Path(scratch) / "backup.zip"
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as made:
            made.write(copy, FILE)
            for icon in sorted((folder / FOLDER).glob("*")):
                if HASH.fullmatch(icon.name):
                    made.write(icon, f"{FOLDER}/{icon.name}", zipfile.ZIP_STORED)
        files.write(target, archive.read_bytes(), durable=True)


def restore(source: Path, folder: Path) -> Path | None:
    """Puts a backup in the place of the library; gives the path to which the old one was moved, if there was one.

    Raises LibraryError for a file that is no backup; then nothing has changed.
    """
    database = folder / FILE
    try:
        with zipfile.ZipFile(source) as archive:
            names = [each for each in archive.infolist() if _is_ours(each)]
            if (
                not any(each.filename == FILE for each in names)
                or sum(each.file_size for each in names) > LARGEST
            ):
                raise LibraryError(f"“{source.name}” is no backup of a library.")
            body = archive.read(FILE)
            _judge(body, source.name)
            pictures = {each.filename: archive.read(each) for each in names if each.filename != FILE}
    except (zipfile.BadZipFile, OSError, RuntimeError) as error:
        raise LibraryError(f"“{source.name}” cannot be read as a backup ({error}).") from error
    aside = _aside(database)
    for name, picture in pictures.items():
        (folder / FOLDER).mkdir(parents=True, exist_ok=True)
        files.write(folder / name, picture)
    files.write(database, body, durable=True)
    return aside


def _copy(engine: Engine, target: Path) -> None:
    raw = engine.raw_connection()
    try:
        source: Any = raw.driver_connection
        copy = sqlite3.connect(target)
        source.backup(copy)
        copy.close()
    finally:
        raw.close()


def _is_ours(item: zipfile.ZipInfo) -> bool:
    folder, _, name = item.filename.partition("/")
    return item.filename == FILE or (folder == FOLDER and HASH.fullmatch(name) is not None)


def _judge(body: bytes, name: str) -> None:
    """Whether the database in a backup is whole."""
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / FILE
        path.write_bytes(body)
        try:
            connection = sqlite3.connect(path)
            try:
                whole = connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
                connection.execute("SELECT count(*) FROM scripts").fetchone()
            finally:
                connection.close()
        except sqlite3.DatabaseError:
            whole = False
    if not whole:
        raise LibraryError(f"The library in “{name}” is damaged; nothing was changed. Take another backup.")


def _aside(database: Path) -> Path | None:
    """Moves the present library, with what SQLite keeps beside it, out of the way."""
    if not database.exists():
        return None
    number = 1
    while (aside := database.with_name(f"{database.name}.old-{number}")).exists():
        number += 1
    for suffix in ("", "-wal", "-shm"):
        beside = database.with_name(database.name + suffix)
        if beside.exists():
            beside.rename(aside.with_name(aside.name + suffix))
    return aside
