"""Translates database errors into sentences for a person: busy, full, damaged, not writable, missing."""

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa

from builder.errors import LibraryBusyError, LibraryDamagedError, LibraryError, LibraryFullError
from builder.language import N_

BUSY = N_("The library is busy with another change. Please try again in a moment.")
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
    ("SQLITE_BUSY", LibraryBusyError, BUSY),
    ("SQLITE_LOCKED", LibraryBusyError, BUSY),
    ("SQLITE_FULL", LibraryFullError, FULL),
    ("SQLITE_IOERR_WRITE", LibraryFullError, DISK),
    ("SQLITE_IOERR_CORRUPTFS", LibraryDamagedError, DAMAGED),
    ("SQLITE_IOERR", LibraryFullError, DISK),
    ("SQLITE_CORRUPT", LibraryDamagedError, DAMAGED),
    ("SQLITE_NOTADB", LibraryDamagedError, DAMAGED),
    ("SQLITE_READONLY", LibraryError, CLOSED),
    ("SQLITE_CANTOPEN", LibraryError, CLOSED),
    ("SQLITE_PERM", LibraryError, CLOSED),
    ("55P03", LibraryBusyError, BUSY),
    ("40", LibraryBusyError, BUSY),
    ("53100", LibraryFullError, FULL),
    ("53", LibraryBusyError, BUSY),
    ("XX001", LibraryDamagedError, N_("The library %(where)s is damaged. Restore a backup with pg_restore.")),
)


@contextmanager
def translate_errors(where: str = "") -> Iterator[None]:
    """Turns a database's error into one of ours; `where` names the library."""
    try:
        yield
    except sa.exc.TimeoutError as error:  # so many requests wait that there is no connection left
        raise LibraryBusyError(BUSY) from error
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
