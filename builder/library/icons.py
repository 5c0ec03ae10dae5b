"""Uploaded pictures: files under their hash, so that the same picture is kept once."""

import errno
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from builder import uploads
from builder.errors import LibraryError, LibraryFullError
from builder.formats import carrying, shown_icons
from builder.game.script import Script
from builder.library.saving import now
from builder.library.tables import IconRow
from builder.library.values import Icon

FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
LONGEST_NAME = 200
#: So many files wait for the disk at once: it writes a set's pictures together, not one after another.
AT_ONCE = 8


def taken_out(script: Script) -> tuple[Script, tuple[bytes, ...]]:
    """The script with addresses in place of the pictures in it, and the pictures, each once; nothing is kept yet."""
    found: dict[str, bytes] = {}

    def noted(body: bytes) -> str:
        address = uploads.address_of(body)
        found[address] = body
        return address

    return carrying.unpacked(shown_icons.without_icons(script), noted), tuple(found.values())


def write(folder: Path, bodies: Collection[bytes]) -> None:
    """Puts pictures on the disk. Raises LibraryError."""
    with ThreadPoolExecutor(min(AT_ONCE, len(bodies))) as pool:
        list(pool.map(lambda body: _file(folder, body), bodies))


def keep(connection: Connection, folder: Path, body: bytes, media_type: str, name: str, owner: str) -> Icon:
    """Writes the file first, then the row: a row never lacks its picture."""
    digest = _file(folder, body)
    known = connection.execute(
        sa.select(IconRow.hash).where(IconRow.hash == digest, IconRow.owner == owner)
    ).first()
    if known is None:
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
    """The bytes of a picture; None where there is none."""
    return uploads.read(uploads.SCHEME + digest, folder)


def listed(connection: Connection, owner: str) -> tuple[Icon, ...]:
    """The pictures of an owner, the newest first."""
    rows = connection.execute(
        sa.select(IconRow).where(IconRow.owner == owner).order_by(IconRow.created.desc(), IconRow.hash)
    )
    return tuple(Icon(row.hash, row.media_type, row.name, row.size) for row in rows)


def _file(folder: Path, body: bytes) -> str:
    """Writes a picture where there is none yet; its hash. Raises LibraryError."""
    try:
        return uploads.keep(body, folder).removeprefix(uploads.SCHEME)
    except OSError as error:
        kind = LibraryFullError if error.errno in FULL else LibraryError
        reason = (error.strerror or str(error)).lower()
        raise kind(
            f"The picture could not be kept in “{folder / uploads.FOLDER}” ({reason}). "
            "Make some room there and try again."
        ) from error
