"""Every change of a script is a revision, written in one transaction; undo and redo only move the current revision."""

import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from builder import formats
from builder.formats import official
from builder.game.script import Script
from builder.library import bodies, models
from builder.library.difference import difference
from builder.library.merge_scripts import merge
from builder.library.models import RevisionRow, ScriptRow
from builder.library.values import Conflict, Saved

#: Letters that are not confused when an address is read aloud.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
ID_LENGTH = 12
#: Columns cannot store a higher number.
HIGHEST = 2**31 - 1
LONGEST_LABEL = 200


def now() -> datetime:
    """The current time in UTC, as the tables store it."""
    return datetime.now(UTC).replace(tzinfo=None)


def create(connection: Connection, script: Script, owner: str, label: str, tags: str = "") -> Saved:
    """Creates a script with its first revision."""
    identifier = "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))
    moment, (source, is_plain) = now(), official.filed(script)
    if is_plain:
        bodies.remember(source, script)
    connection.execute(
        sa.insert(ScriptRow).values(
            id=identifier,
            owner=owner,
            head=1,
            tags=tags,
            created=moment,
            changed=moment,
            deleted=None,
            **bodies.summary(script),
        )
    )
    body = bodies.put(connection, source)
    _insert(
        connection,
        identifier,
        1,
        parent=None,
        body=body,
        label=label[:LONGEST_LABEL],
        difference="",
        at=moment,
    )
    return Saved(identifier, 1, script, source, moment)


def load(connection: Connection, identifier: str, revision: int | None = None) -> Saved | None:
    """Loads a script, current or at a revision; None if there is none, or it is in the bin."""
    if revision is not None and not 0 < revision <= HIGHEST:
        return None
    query = models.HELD if revision is None else models.HELD_THEN
    return _loaded(connection, query, identifier, revision)


def binned(connection: Connection, identifier: str) -> Saved | None:
    """Loads a script that is in the bin; None if there is none."""
    return _loaded(connection, models.BINNED, identifier)


def _loaded(
    connection: Connection, query: sa.Select[Any], identifier: str, revision: int | None = None
) -> Saved | None:
    row = connection.execute(query, {"script": identifier, "number": revision}).first()
    if row is None:
        return None
    source = bodies.source_of(row.packed)
    return Saved(
        identifier,
        row.number,
        bodies.script_of(source),
        source,
        row.at,
        row.parent is not None,
        row.later is not None,
    )


def save(
    connection: Connection, identifier: str, script: Script, expected: int, label: str
) -> Saved | Conflict | None:
    """Saves a change of the revision `expected`.

    If somebody saved in between, both changes are merged if they touch different things; else nothing is saved and
    the Conflict says where. Returns None if there is no such script.
    """
    _wait(connection, identifier)
    current = load(connection, identifier)
    if current is None:
        return None
    if current.revision != expected:
        base = load(connection, identifier, expected)
        if base is None:
            return Conflict(current, current, script, ("The revision that was changed is not known here.",))
        merged = merge(base.script, bodies.script_of(formats.write(script)), current.script)
        if merged.places:
            return Conflict(base, current, script, merged.places)
        script = merged.script
    return append(connection, current, script, label)


def append(connection: Connection, held: Saved, script: Script, label: str) -> Saved:
    """Adds a revision after the current one, unless nothing is different."""
    source, is_plain = official.filed(script)
    if source == held.source:
        return held
    if is_plain:
        bodies.remember(source, script)
    moment = now()
    number = 1 + (connection.scalar(models.LAST, {"script": held.id}) or 0)
    _insert(
        connection,
        held.id,
        number,
        parent=held.revision,
        body=bodies.put(connection, source),
        label=label[:LONGEST_LABEL],
        difference=difference(held.script, script),
        at=moment,
    )
    _point(connection, held.id, number, script, moment)
    return Saved(held.id, number, script, source, moment, can_undo=True)


def undo(
    connection: Connection, identifier: str, expected: int | None = None, *, is_again: bool = False
) -> Saved | None:
    """Returns to the revision before; None if there is none, or if the current one is not `expected`.

    `is_again`: a repeated request whose first response may have been lost; the undo happens once.
    """
    return _step(connection, identifier, expected, _parent, is_again=is_again)


def redo(
    connection: Connection, identifier: str, expected: int | None = None, *, is_again: bool = False
) -> Saved | None:
    """Repeats what was undone last; None if there is nothing, or if the current revision is not `expected`."""
    return _step(connection, identifier, expected, _next, is_again=is_again)


def restore(connection: Connection, identifier: str, revision: int) -> Saved | None:
    """Restores the script at a revision, as a new one; None if there is no such revision."""
    _wait(connection, identifier)
    saved, old = load(connection, identifier), load(connection, identifier, revision)
    if saved is None or old is None:
        return None
    return append(connection, saved, old.script, f"Restored revision {revision}")


def hold(connection: Connection, identifier: str) -> int | None:
    """Locks the script and returns its current revision, until the transaction ends; None if there is no script.

    SQLite has locked the whole file by then; PostgreSQL locks the row.
    """
    head: int | None = connection.scalar(models.HEAD, {"script": identifier})
    return head


def _wait(connection: Connection, identifier: str) -> None:
    """Waits until nobody else is changing this script; SQLite waited already when the transaction began."""
    if connection.dialect.name != "sqlite":
        hold(connection, identifier)


def _step(
    connection: Connection,
    identifier: str,
    expected: int | None,
    way: Callable[[Connection, str, int], int | None],
    *,
    is_again: bool,
) -> Saved | None:
    head = hold(connection, identifier)
    if head is None:
        return None
    if is_again and expected not in {None, head} and way(connection, identifier, expected or 0) == head:
        return _go(connection, identifier, head, expected or 0)
    to = way(connection, identifier, head) if expected in {None, head} else None
    return None if to is None else _go(connection, identifier, to, head)


def _go(connection: Connection, identifier: str, number: int, before: int) -> Saved | None:
    """Makes a revision the current one; a later revision is a change of the one before it."""
    saved = load(connection, identifier, number)
    if saved is None:
        return None
    _point(connection, identifier, number, saved.script, now())
    later = _next(connection, identifier, number)
    label = connection.scalar(models.LABEL, {"script": identifier, "number": max(number, before)})
    return replace(saved, can_redo=later is not None, label=label or "")


def _parent(connection: Connection, identifier: str, number: int) -> int | None:
    found: int | None = connection.scalar(
        sa.select(RevisionRow.parent).where(RevisionRow.script == identifier, RevisionRow.number == number)
    )
    return found


def _next(connection: Connection, identifier: str, number: int) -> int | None:
    found: int | None = connection.scalar(models.NEXT, {"script": identifier, "number": number})
    return found


def _insert(connection: Connection, identifier: str, number: int, **columns: Any) -> None:
    connection.execute(models.INSERT, {"script": identifier, "number": number, **columns})


def _point(connection: Connection, identifier: str, number: int, script: Script, moment: datetime) -> None:
    connection.execute(
        models.POINT,
        {"identifier": identifier, "head": number, "changed": moment, **bodies.summary(script)},
    )
