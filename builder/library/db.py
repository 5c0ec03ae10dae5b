"""Opens the database: SQLite in the user's folder, migrated when needed, or PostgreSQL if a setting says so.

Several servers, perhaps of two versions, may use one PostgreSQL: it is migrated only by `clockwright library upgrade`.
Its errors are translated into sentences for a person: busy, full, damaged, not writable, missing.
"""

import os
import sqlite3
import stat
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.engine.interfaces import DBAPIConnection

from builder.errors import LibraryBusyError, LibraryDamagedError, LibraryError, LibraryFullError
from builder.language import N_, gettext as _
from builder.library.models import Base

IS_BUSY = N_("The library is busy with another change. Please try again in a moment.")
FULL = N_(
    "There is no room left for the library: nothing was changed, nothing was lost. Free some "
    "space and try again."
)
DISK = N_(
    "The disk could not save the change (%(reason)s). Nothing was lost. Free some space or check the disk."
)
DAMAGED = N_(
    "The library %(where)s is damaged. Stop Clockwright and restore a backup: clockwright "
    "library restore BACKUP.zip (the damaged file is set aside, not deleted)."
)
CLOSED = N_(
    "The library %(where)s cannot be opened or written (%(reason)s). Check that its folder exists "
    "and that you can write to it, or set CLOCKWRIGHT_DATA to another folder."
)
OTHER = N_("The library does not answer (%(reason)s).")
#: Error codes of SQLite (by name) and PostgreSQL (by SQLSTATE); the first match counts.
SIGNS: tuple[tuple[str, type[LibraryError], str], ...] = (
    ("SQLITE_BUSY", LibraryBusyError, IS_BUSY),
    ("SQLITE_LOCKED", LibraryBusyError, IS_BUSY),
    ("SQLITE_FULL", LibraryFullError, FULL),
    ("SQLITE_IOERR_WRITE", LibraryFullError, DISK),
    ("SQLITE_IOERR_CORRUPTFS", LibraryDamagedError, DAMAGED),
    ("SQLITE_IOERR", LibraryFullError, DISK),
    ("SQLITE_CORRUPT", LibraryDamagedError, DAMAGED),
    ("SQLITE_NOTADB", LibraryDamagedError, DAMAGED),
    ("SQLITE_READONLY", LibraryError, CLOSED),
    ("SQLITE_CANTOPEN", LibraryError, CLOSED),
    ("SQLITE_PERM", LibraryError, CLOSED),
    ("55P03", LibraryBusyError, IS_BUSY),
    ("40", LibraryBusyError, IS_BUSY),
    ("53100", LibraryFullError, FULL),
    ("53", LibraryBusyError, IS_BUSY),
    ("XX001", LibraryDamagedError, N_("The library %(where)s is damaged. Restore a backup with pg_restore.")),
)


@contextmanager
def translate_errors(where: str = "") -> Iterator[None]:
    """Turns a database's error into one of ours; `where` names the library."""
    try:
        yield
    except sa.exc.TimeoutError as error:  # so many requests wait that there is no connection left
        raise LibraryBusyError(IS_BUSY) from error
    except UnicodeDecodeError as error:  # SQLite reads invalid text, and Python's driver does not
        place = f"“{where}” " if where else ""
        raise LibraryDamagedError(DAMAGED % {"where": place}) from error
    except sa.exc.DBAPIError as error:
        kind, words = _found_error(error.orig)
        place = f"“{where}” " if where else ""
        raise kind(words % {"where": place, "reason": first_line(error.orig or error)}) from error


def first_line(error: object) -> str:
    """The first line of a message, shortened to fit into a sentence."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:200]


def _found_error(error: BaseException | None) -> tuple[type[LibraryError], str]:
    if "decode to UTF-8" in str(error):  # the driver's own error, which has no code
        return LibraryDamagedError, DAMAGED
    name = getattr(error, "sqlite_errorname", None) or getattr(error, "sqlstate", None) or ""
    for sign, kind, words in SIGNS:
        if name.startswith(sign):
            return kind, words
    return LibraryError, OTHER


MIGRATIONS = Path(__file__).with_name("migrations")
#: Alembic's table with the version of the schema.
NOTED = sa.table("alembic_version", sa.column("version_num"))
#: Seconds that a save waits for another before it reports that the library is busy.
BUSY = 5
FILE = "library.sqlite3"
WRITES = "clockwright_writes"
#: The size of the connection pool of one process; further requests wait.
CONNECTIONS = 20


def opened(database: str, folder: Path, *, migrate: bool = False) -> Engine:
    """Opens the database; migrates it if it is SQLite or if asked to.

    Raises LibraryError, which says what is wrong with it and what to do.
    """
    try:
        folder.mkdir(
            mode=0o700, parents=True, exist_ok=True
        )  # of uploaded pictures, wherever the database is
        url = address(database, folder)
        if url.get_backend_name() == "sqlite" and url.database:
            _keep_private(Path(url.database))
        engine = _engine(url)
    except (sa.exc.ArgumentError, ModuleNotFoundError, OSError) as error:
        named = database.partition("@")[2] or database  # never a password
        raise LibraryError(
            _(
                "The library “%(named)s” cannot be opened (%(first_line)s). Set CLOCKWRIGHT_DATA to a "
                "folder of yours, or CLOCKWRIGHT_DATABASE to a file or to "
                "postgresql+psycopg://user:password@host/name (which needs the extra “postgresql”)."
            )
            % {"named": named or folder / FILE, "first_line": first_line(error)}
        ) from error
    try:
        with translate_errors(name(engine)), engine.connect() as connection:
            if migrate or engine.dialect.name == "sqlite":
                _migrate(connection)
            else:
                _check_schema(connection)
    except LibraryError:
        engine.dispose()
        raise
    return engine


def address(database: str, folder: Path) -> sa.URL:
    """The address of the library. Creates a file's folder. Raises ArgumentError, OSError."""
    if "://" in database:
        return sa.make_url(database)
    path = Path(database).expanduser() if database else folder / FILE
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return sa.URL.create("sqlite", database=str(path))


def _keep_private(path: Path) -> None:
    """Creates a new library readable by this user alone; removes other users' permissions from an existing one.

    SQLite gives its log the permissions of the library.
    """
    with suppress(FileExistsError, IsADirectoryError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    with suppress(OSError):  # somebody else's file, which we may write to
        mode = stat.S_IMODE(path.stat().st_mode)
        if path.is_file() and mode & 0o007:
            path.chmod(mode & ~0o007)


def identity(engine: Engine) -> tuple[int, int] | None:
    """The identity of the library's file on the disk; None if it is not a file, or is gone."""
    if engine.dialect.name != "sqlite" or not engine.url.database:
        return None
    try:
        facts = os.stat(engine.url.database)  # noqa: PTH116  # runs before every change: a Path is slower
    except OSError:
        return None
    return facts.st_dev, facts.st_ino


def name(engine: Engine) -> str:
    """The name of a library in a sentence: its file, or the database on its server; never a password."""
    return engine.url.database or ""


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that writes: completely or not at all."""
    with (
        translate_errors(name(engine)),
        engine.connect().execution_options(**{WRITES: True}) as connection,
        connection.begin(),
    ):
        yield connection


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A transaction that only reads: it sees one state of the library."""
    with translate_errors(name(engine)), engine.connect() as connection, connection.begin():
        yield connection


def checkpoint(engine: Engine) -> None:
    """Moves what was committed from SQLite's write-ahead log into the database file. Raises LibraryBusyError."""
    if engine.dialect.name != "sqlite":
        return
    with translate_errors(name(engine)), closing(engine.raw_connection()) as raw:
        database: Any = raw.driver_connection
        try:
            is_blocked, *_unused = database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.Error as error:
            raise sa.exc.DBAPIError("PRAGMA wal_checkpoint", None, error) from error
    if is_blocked:
        raise LibraryBusyError(IS_BUSY)


def _engine(url: sa.URL) -> Engine:
    if url.get_backend_name() != "sqlite":
        engine = sa.create_engine(
            url,
            connect_args={"connect_timeout": BUSY, "tcp_user_timeout": 1000 * BUSY, **url.query},
            pool_pre_ping=True,
            pool_timeout=BUSY,
            max_overflow=CONNECTIONS,
        )
        event.listen(engine, "connect", _patient)
        return engine
    engine = sa.create_engine(url, pool_timeout=BUSY, max_overflow=CONNECTIONS)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _patient(connection: DBAPIConnection, _: object) -> None:
    """Sets PostgreSQL's lock timeout: without one, it waits forever for a lock."""
    cursor = connection.cursor()
    cursor.execute(f"SET lock_timeout = '{BUSY}s'")
    cursor.close()
    connection.commit()


def _prepare(connection: sqlite3.Connection, _: object) -> None:
    """Configures SQLite for a server. What was committed is on the disk when we report “saved” (FULL)."""
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout = {BUSY * 1000}")
    _write_ahead(connection)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Switches SQLite to write-ahead logging, once per file. SQLite does not wait for locks here, so we retry."""
    latest = time.monotonic() + BUSY
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > latest:
                raise
            time.sleep(0.05)
        else:
            return


def _begin(connection: Connection) -> None:
    """Begins a transaction explicitly; one that writes takes the lock first."""
    writes = connection.get_execution_options().get(WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _migrate(connection: Connection) -> None:
    """Migrates the tables to this program's version, one process at a time."""
    writing = connection.execution_options(**{WRITES: True})
    with writing.begin():
        if writing.dialect.name == "postgresql":
            writing.execute(sa.text("SELECT pg_advisory_xact_lock(684729)"))
        upgrade(writing)


def newest() -> str:
    """The version of the tables in this program."""
    return max(path.name[:4] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def upgrade(connection: Connection) -> None:
    """Migrates inside the current transaction. Raises LibraryError for a newer program's library."""
    if version(connection) == newest():
        return
    # Importing it takes a third of a second, and hardly any start migrates anything.
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise LibraryError(
            _(
                "A newer Clockwright has written the library “%(database)s”. Install the newest one "
                "here, or name another file by CLOCKWRIGHT_DATABASE. (%(first_line)s)"
            )
            % {
                "database": connection.engine.url.database or "",
                "first_line": first_line(error),
            }
        ) from error


def version(connection: Connection) -> str:
    """The version of a database's tables; empty if there are none."""
    if not sa.inspect(connection).has_table(NOTED.name):
        return ""
    return connection.scalar(sa.select(NOTED.c.version_num)) or ""


def _check_schema(connection: Connection) -> None:
    """Raises LibraryError unless this program can use the tables as they are."""
    found, where = version(connection), name(connection.engine)
    if found < newest():
        text = _(
            "The database “%(where)s” has no tables yet. Run this once, then start the server again: "
            "clockwright library upgrade"
        )
        if found:
            text = _(
                "The database “%(where)s” is of an older Clockwright (version %(found)s). Run this once, "
                "then start the server again: clockwright library upgrade"
            )
        raise LibraryError(text % {"where": where, "found": found})
    if found > newest() and (unknown := ", ".join(_incompatible(connection))):
        raise LibraryError(
            _(
                "A newer Clockwright has upgraded the database “%(where)s” (version %(found)s; this "
                "program knows %(newest)s, and cannot work with the changes to %(unknown)s). Install the "
                "newest Clockwright here."
            )
            % {"where": where, "found": found, "newest": newest(), "unknown": unknown}
        )


def _incompatible(connection: Connection) -> Iterator[str]:
    """The columns of ours that a newer version's tables lack, and those of theirs that we would have to fill.

    That is all that a program can see, so a migration that changes the meaning of a column has to rename it.
    """
    inspector = sa.inspect(connection)
    tables = set(inspector.get_table_names())
    for table in Base.metadata.sorted_tables:
        theirs = (
            {each["name"]: each for each in inspector.get_columns(table.name)} if table.name in tables else {}
        )
        ours = {column.name for column in table.columns}
        wanted = {
            each for each, facts in theirs.items() if not facts["nullable"] and facts["default"] is None
        }
        yield from (f"{table.name}.{each}" for each in sorted(ours - theirs.keys() | wanted - ours))
