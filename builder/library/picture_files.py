"""Uploaded pictures: files under their hash, so that the same picture is stored once."""

import errno
import re
import time
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from builder import uploads
from builder.errors import LibraryBusyError, LibraryError, LibraryFullError, UnavailableError
from builder.formats.carriers import script_pictures
from builder.game.script import Script
from builder.language import N_, gettext as _
from builder.library import bodies, imports
from builder.library.models import BodyRow, IconRow, RevisionRow
from builder.library.revisions import now
from builder.library.values import Icon

FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
LONGEST_NAME = 200
AWAY = N_("The store of pictures does not answer, so nothing was saved. Please try again in a moment.")
#: Seconds for which an unused picture is stored: somebody may be about to use it, or undo a change.
GRACE = 7 * 24 * 3600
IN_BYTES = re.compile(uploads.ADDRESS.pattern.encode())
#: How many files are written at once: the disk writes a set's pictures together, not one after another.
AT_ONCE = 8


def taken_out(script: Script) -> tuple[Script, tuple[bytes, ...]]:
    """The script with addresses in place of the pictures in it, and the pictures, each once; nothing is stored yet."""
    found: dict[str, bytes] = {}

    def noted(body: bytes) -> str:
        address = uploads.address_of(body)
        found[address] = body
        return address

    return script_pictures.unpacked(script_pictures.without_icons(script), noted), tuple(found.values())


def write(folder: Path, bodies: Collection[bytes]) -> None:
    """Writes pictures to the disk. Raises LibraryError."""
    with ThreadPoolExecutor(min(AT_ONCE, len(bodies))) as pool:
        list(pool.map(lambda body: _file(folder, body), bodies))


def keep(connection: Connection, folder: Path, body: bytes, media_type: str, name: str, owner: str) -> Icon:
    """Writes the file first, then the row: a row never lacks its picture."""
    digest = _file(folder, body)
    known = connection.execute(
        sa.select(IconRow.hash).where(IconRow.hash == digest, IconRow.owner == owner)
    ).first()
    if known is not None:  # about to be used: no server deletes it now
        connection.execute(
            sa.update(IconRow).where(IconRow.hash == digest, IconRow.owner == owner).values(created=now())
        )
    else:
        connection.execute(
            sa.insert(IconRow).values(
                hash=digest,
                owner=owner,
                media_type=media_type,
                name=name[:LONGEST_NAME],
                size=len(body),
                created=now(),
            )
        )
    return Icon(digest, media_type, name[:LONGEST_NAME], len(body))


def read(folder: Path, digest: str) -> bytes | None:
    """The bytes of a picture; None if there is none."""
    return uploads.read(uploads.SCHEME + digest, folder)


def listed(connection: Connection, *, owner: str = "") -> tuple[Icon, ...]:
    """The pictures of an owner, the newest first."""
    rows = connection.execute(
        sa.select(IconRow).where(IconRow.owner == owner).order_by(IconRow.created.desc(), IconRow.hash)
    )
    return tuple(Icon(row.hash, row.media_type, row.name, row.size) for row in rows)


def unnamed(connection: Connection, folder: Path) -> set[str]:
    """The hashes of pictures that are a week old or older and that no script and no import record uses.

    None at all if a body cannot be read: the pictures it uses are unknown.
    """
    old = {path.name for path in (folder / uploads.FOLDER).glob("*") if _is_old(path)}
    if not old:
        return old
    recent = now() - timedelta(seconds=GRACE)
    old -= {*connection.scalars(sa.select(IconRow.hash).where(IconRow.created >= recent))}
    for record in imports.every(connection):  # they show their pictures
        old -= _addresses(record.encode())
    return old - named(connection) if old else old


def named(connection: Connection, since: datetime | None = None) -> set[str]:
    """The hashes of pictures that revisions use: all of them, or those made since. Raises LibraryDamagedError."""
    query = sa.select(BodyRow.packed)
    if since is not None:
        recent = sa.select(RevisionRow.body).where(RevisionRow.at >= since)
        query = query.where(BodyRow.hash.in_(recent))
    rows = connection.execution_options(yield_per=AT_ONCE).execute(query)
    return {
        digest
        for row in rows
        for digest in _addresses(bodies.unpacked(row.packed).encode("utf-8", "replace"))
    }


def delete(connection: Connection, folder: Path, digests: Collection[str]) -> int:
    """Deletes pictures for good, whoever uploaded them; returns how many."""
    for digest in digests:
        connection.execute(sa.delete(IconRow).where(IconRow.hash == digest))
        uploads.delete(digest, folder)
    return len(digests)


def _addresses(text: bytes) -> set[str]:
    return {found.decode() for found in IN_BYTES.findall(text)}


def _is_old(path: Path) -> bool:
    try:
        return uploads.is_address(uploads.SCHEME + path.name) and path.stat().st_mtime < time.time() - GRACE
    except OSError:
        return False


def _file(folder: Path, body: bytes) -> str:
    """Writes a picture unless it exists; returns its hash. Raises LibraryError."""
    try:
        return uploads.keep(body, folder).removeprefix(uploads.SCHEME)
    except UnavailableError as error:
        raise LibraryBusyError(AWAY) from error
    except OSError as error:
        kind = LibraryFullError if error.errno in FULL else LibraryError
        reason = (error.strerror or str(error)).lower()
        raise kind(
            _(
                "The picture could not be saved in “%(number)s” (%(reason)s). Free some space there and "
                "try again."
            )
            % {"number": folder / uploads.FOLDER, "reason": reason}
        ) from error
