"""Uploaded pictures: files under their hash, so that the same picture is kept once."""

import errno
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from builder import uploads
from builder.errors import LibraryError, LibraryFullError
from builder.library.saving import now
from builder.library.tables import IconRow
from builder.library.values import Icon

FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
LONGEST_NAME = 200


def keep(connection: Connection, folder: Path, body: bytes, media_type: str, name: str, owner: str) -> Icon:
    """Writes the file first, then the row: a row never lacks its picture."""
    try:
        digest = uploads.keep(body, folder).removeprefix(uploads.SCHEME)
    except OSError as error:
        kind = LibraryFullError if error.errno in FULL else LibraryError
        reason = (error.strerror or str(error)).lower()
        raise kind(
            f"The picture could not be kept in “{folder / uploads.FOLDER}” ({reason}). "
            "Make some room there and try again."
        ) from error
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
