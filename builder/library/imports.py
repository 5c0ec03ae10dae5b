"""Stores for a month what the imported files of a script said; nothing depends on it."""

import zlib
from collections.abc import Iterator
from datetime import timedelta

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from builder.library.models import ImportRow
from builder.library.revisions import now

MONTH = timedelta(days=31)
#: The most bytes of a record, and of all of it unpacked.
LARGEST, LARGEST_TEXT = 1_000_000, 20_000_000


def keep_import(connection: Connection, script: str, text: str) -> bool:
    """Stores a record, and deletes expired ones; returns whether it was small enough."""
    connection.execute(
        sa.delete(ImportRow).where((ImportRow.at < now() - MONTH) | (ImportRow.script == script))
    )
    written = text.encode("utf-8", "replace")
    packed = zlib.compress(written)
    if len(packed) > LARGEST or len(written) > LARGEST_TEXT:
        return False
    connection.execute(sa.insert(ImportRow).values(script=script, packed=packed, at=now()))
    return True


def has_import(connection: Connection, script: str) -> bool:
    """Whether the record of a script is still stored."""
    found = sa.select(ImportRow.at).where(ImportRow.script == script, ImportRow.at >= now() - MONTH)
    return connection.scalar(found) is not None


def imported(connection: Connection, script: str) -> str | None:
    """The record of a script; None if there is none (any more), or it is damaged."""
    packed = connection.scalar(
        sa.select(ImportRow.packed).where(ImportRow.script == script, ImportRow.at >= now() - MONTH)
    )
    return None if packed is None else _unpacked(packed)


def every(connection: Connection) -> Iterator[str]:
    """Every record."""
    for packed in connection.scalars(sa.select(ImportRow.packed)):
        yield _unpacked(packed) or ""


def _unpacked(packed: bytes) -> str | None:
    try:
        return zlib.decompressobj().decompress(packed, LARGEST_TEXT).decode()
    except (zlib.error, ValueError):
        return None
