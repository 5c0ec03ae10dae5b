"""Every change of a script is a revision, written in one transaction; undo and redo only move what holds."""

import secrets
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from builder import formats
from builder.game.script import Script
from builder.library import bodies
from builder.library.difference import difference
from builder.library.merging import merge
from builder.library.tables import BodyRow, RevisionRow, ScriptRow
from builder.library.values import Conflict, Saved

#: Letters that nobody mixes up when reading an address aloud.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
ID_LENGTH = 12


def now() -> datetime:
    """The time in UTC, as the tables hold it."""
    return datetime.now(UTC).replace(tzinfo=None)


def create(connection: Connection, script: Script, owner: str, label: str) -> Saved:
    """A new script with its first revision."""
    identifier = "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))
    moment, source = now(), formats.write(script)
    connection.execute(
        sa.insert(ScriptRow).values(
            id=identifier,
            owner=owner,
            head=1,
            tags="",
            created=moment,
            changed=moment,
            deleted=None,
            **bodies.summary(script),
        )
    )
    body = bodies.put(connection, source)
    _insert(connection, identifier, 1, parent=None, body=body, label=label[:200], difference="", at=moment)
    return Saved(identifier, 1, script, source, moment)


def load(connection: Connection, identifier: str, revision: int | None = None) -> Saved | None:
    """A script as it is, or as it was at a revision; None where there is none, or it lies in the bin."""
    row = connection.execute(
        sa.select(ScriptRow.head, RevisionRow.parent, RevisionRow.number, RevisionRow.at, BodyRow.packed)
        .join(RevisionRow, RevisionRow.script == ScriptRow.id)
        .join(BodyRow, BodyRow.hash == RevisionRow.body)
        .where(ScriptRow.id == identifier, ScriptRow.deleted.is_(None))
        .where(RevisionRow.number == (ScriptRow.head if revision is None else revision))
    ).first()
    if row is None:
        return None
    source = bodies.source_of(row.packed)
    script = bodies.script_of(source)
    later = _next(connection, identifier, row.head)
    return Saved(identifier, row.number, script, source, row.at, row.parent is not None, later is not None)


def save(
    connection: Connection, identifier: str, script: Script, expected: int, label: str
) -> Saved | Conflict | None:
    """A change of the revision `expected`.

    Where somebody saved in between, both changes go together if they touch different things; else nothing is saved and
    the Conflict says where. None: there is no such script.
    """
    held = load(connection, identifier)
    if held is None:
        return None
    if held.revision != expected:
        base = load(connection, identifier, expected)
        if base is None:
            return Conflict(held, held, script, ("The revision that was changed is not known here.",))
        merged = merge(base.script, script, held.script)
        if merged.places:
            return Conflict(base, held, script, merged.places)
        script = merged.script
    return append(connection, held, script, label)


def append(connection: Connection, held: Saved, script: Script, label: str) -> Saved:
    """A revision behind the one that holds; none where nothing is different."""
    source = formats.write(script)
    if source == held.source:
        return held
    moment = now()
    number = 1 + (
        connection.scalar(sa.select(sa.func.max(RevisionRow.number)).where(RevisionRow.script == held.id))
        or 0
    )
    _insert(
        connection,
        held.id,
        number,
        parent=held.revision,
        body=bodies.put(connection, source),
        label=label[:200],
        difference=difference(held.script, script),
        at=moment,
    )
    _point(connection, held.id, number, script, moment)
    return Saved(held.id, number, script, source, moment, can_undo=True)


def undo(connection: Connection, identifier: str) -> Saved | None:
    """Back to the revision before; None where there is none."""
    parent = connection.scalar(
        sa.select(RevisionRow.parent)
        .join(ScriptRow, sa.and_(ScriptRow.id == RevisionRow.script, ScriptRow.head == RevisionRow.number))
        .where(ScriptRow.id == identifier, ScriptRow.deleted.is_(None))
    )
    return None if parent is None else _go(connection, identifier, parent)


def redo(connection: Connection, identifier: str) -> Saved | None:
    """On to what was undone last; None where there is nothing."""
    head = connection.scalar(
        sa.select(ScriptRow.head).where(ScriptRow.id == identifier, ScriptRow.deleted.is_(None))
    )
    later = None if head is None else _next(connection, identifier, head)
    return None if later is None else _go(connection, identifier, later)


def restore(connection: Connection, identifier: str, revision: int) -> Saved | None:
    """The script as it was at a revision, as a new one; None where there is no such revision."""
    held, old = load(connection, identifier), load(connection, identifier, revision)
    if held is None or old is None:
        return None
    return append(connection, held, old.script, f"Restored revision {revision}")


def _go(connection: Connection, identifier: str, number: int) -> Saved | None:
    saved = load(connection, identifier, number)
    if saved is None:
        return None
    _point(connection, identifier, number, saved.script, now())
    later = _next(connection, identifier, number)
    return replace(saved, can_redo=later is not None)


def _next(connection: Connection, identifier: str, number: int) -> int | None:
    found: int | None = connection.scalar(
        sa.select(sa.func.max(RevisionRow.number)).where(
            RevisionRow.script == identifier, RevisionRow.parent == number
        )
    )
    return found


def _insert(connection: Connection, identifier: str, number: int, **columns: Any) -> None:  # noqa: ANN401  # columns
    connection.execute(sa.insert(RevisionRow).values(script=identifier, number=number, **columns))


def _point(connection: Connection, identifier: str, number: int, script: Script, moment: datetime) -> None:
    connection.execute(
        sa.update(ScriptRow)
        .where(ScriptRow.id == identifier)
        .values(head=number, changed=moment, **bodies.summary(script))
    )
