"""Opens the database: SQLite in the user's folder, or PostgreSQL where a setting says so; migrated when needed."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import event
from sqlalchemy.engine import Connection, Engine

from builder.errors import LibraryBusyError, LibraryDamagedError, LibraryError, LibraryFullError

#: Seconds that a save waits for another before it says that the library is busy.
BUSY = 5
FILE = "library.sqlite3"
MIGRATIONS = Path(__file__).with_name("migrations")
#: What SQLite says, in its own words, and what it means.
FULL = ("database or disk is full", "disk i/o error", "no space left", "file is too big")
LOCKED = ("database is locked", "database table is locked", "lock timeout", "deadlock detected")
DAMAGED = ("malformed", "file is not a database", "disk image")
WRITES = "clockwright_writes"


def opened(database: str, folder: Path) -> Engine:
    """The database, ready. Raises LibraryError, which says what is wrong with it and what to do."""
    try:
        url = sa.make_url(database) if "://" in database else _sqlite(database, folder)
        engine = sa.create_engine(url, pool_pre_ping=url.get_backend_name() != "sqlite")
    except (sa.exc.ArgumentError, ModuleNotFoundError, OSError) as error:
        raise LibraryError(
            f"The database “{database or folder / FILE}” cannot be opened ({_first_line(error)}). "
            "Set CLOCKWRIGHT_DATABASE to a file, or to postgresql+psycopg://user:password@host/name."
        ) from error
    if url.get_backend_name() == "sqlite":
        _tune(engine)
    with faults(str(url.database)), engine.connect() as connection:
        _migrate(connection)
    return engine


@contextmanager
def faults(where: str = "") -> Iterator[None]:
    """Turns what a database complains of into a sentence: busy, full, damaged, or not to be reached."""
    try:
        yield
    except sa.exc.DBAPIError as error:
        words = str(error.orig).lower()
        if any(sign in words for sign in LOCKED):
            raise LibraryBusyError(
                "The library is busy with another change. Please try again in a moment."
            ) from error
        if any(sign in words for sign in FULL):
            raise LibraryFullError(
                "The disk is full, so the change could not be saved. Make some room and try again; nothing was lost."
            ) from error
        if any(sign in words for sign in DAMAGED):
            raise LibraryDamagedError(
                f"The library {where} is damaged. Bring back a backup: clockwright library restore."
            ) from error
        raise LibraryError(f"The library does not answer ({_first_line(error.orig or error)}).") from error


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that writes: all of it happens, or nothing."""
    with faults(), engine.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
        yield connection


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A transaction that only reads: it sees one state of the library."""
    with faults(), engine.connect() as connection, connection.begin():
        yield connection


def _sqlite(database: str, folder: Path) -> sa.URL:
    path = Path(database).expanduser() if database else folder / FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    return sa.URL.create("sqlite", database=str(path))


def _tune(engine: Engine) -> None:
    """SQLite as a server wants it; transactions begin where we say, those that write with the lock in hand."""

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None
        for pragma in (
            f"busy_timeout = {BUSY * 1000}",
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get(WRITES)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _migrate(connection: Connection) -> None:
    """Brings the tables to this program's version, one process at a time."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection.execution_options(**{WRITES: True})
    with connection.begin():
        if connection.dialect.name == "postgresql":
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(684729)"))
        try:
            command.upgrade(config, "head")
        except CommandError as error:
            raise LibraryError(
                "The library was written by a newer Clockwright. Update this one: " + _first_line(error)
            ) from error


def _first_line(error: Any) -> str:  # noqa: ANN401  # any exception
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:200]
