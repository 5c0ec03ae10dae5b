"""Every change of a script is a revision, written in one transaction.

Undo and redo only move the current revision; but what another person changed since is kept, in a new revision.
"""

import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from builder import formats
from builder.formats import official
from builder.game.script import Script
from builder.language import gettext as _
from builder.library import bodies, models
from builder.library.labels import difference
from builder.library.merge_scripts import merge
from builder.library.models import ScriptRow
from builder.library.values import Conflict, Person, Saved

#: Letters that are not confused when an address is read aloud.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
ID_LENGTH = 12
#: Columns cannot store a higher number.
HIGHEST = 2**31 - 1
LONGEST_LABEL = 200
#: Undo leaves alone what another device changed within this time; later it is rather one person with two devices.
BESIDE = timedelta(minutes=10)
NOBODY = Person()


def now() -> datetime:
    """The current time in UTC, as the tables store it."""
    return datetime.now(UTC).replace(tzinfo=None)


def create(connection: Connection, script: Script, owner: str, label: str, tags: str = "") -> Saved:
    """Creates a script with its first revision."""
    identifier = "".join(secrets.choice(LETTERS) for _unused in range(ID_LENGTH))
    moment, filed = now(), official.filed(script)
    source = "".join(filed.pieces)
    if filed.comes_back:
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
    body = bodies.put(connection, source, filed.pieces)
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
    source = bodies.unpacked(row.packed)
    return Saved(
        identifier,
        row.number,
        bodies.script_of(source),
        source,
        # An undo saves an old revision anew.
        row.changed if revision is None else row.at,
        row.parent is not None,
        row.later is not None or row.undoes is not None,
    )


def save(
    connection: Connection, identifier: str, script: Script, expected: int, label: str, by: Person = NOBODY
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
            return Conflict(
                current, current, script, (_("The revision that was changed is not known here."),)
            )
        merged = merge(base.script, bodies.script_of(formats.write(script)), current.script)
        if merged.places:
            return Conflict(base, current, script, merged.places)
        script = merged.script
    return append(connection, current, script, label, by)


def append(
    connection: Connection,
    held: Saved,
    script: Script,
    label: str,
    by: Person = NOBODY,
    undoes: int | None = None,
) -> Saved:
    """Adds a revision after the current one, unless nothing is different."""
    filed = official.filed(script)
    source = "".join(filed.pieces)
    if source == held.source:
        return held
    if filed.comes_back:
        bodies.remember(source, script)
    moment = now()
    number = 1 + (connection.scalar(models.LAST, {"script": held.id}) or 0)
    _insert(
        connection,
        held.id,
        number,
        parent=held.revision,
        body=bodies.put(connection, source, filed.pieces),
        label=label[:LONGEST_LABEL],
        difference=difference(held.script, script),
        at=moment,
        device=by.device,
        name=by.name,
        undoes=undoes,
    )
    _point(connection, held.id, number, script, moment)
    return Saved(held.id, number, script, source, moment, can_undo=True)


def undo(
    connection: Connection,
    identifier: str,
    expected: int | None = None,
    *,
    is_again: bool = False,
    by: Person = NOBODY,
) -> Saved | Conflict | None:
    """Returns to the revision before; None if there is none, or if the current one is not `expected`.

    If another device than `by` made the last change just now, the last own change is taken back instead, and the
    others' changes stay; a Conflict says where they touched the same thing since, None that there is no own change.
    `is_again`: a repeated request whose first response may have been lost; the undo happens once.
    """
    head = hold(connection, identifier)
    last = _row(connection, identifier, head)
    if last is None or head is None:
        return None
    is_mine = bool(by.device) and last.device == by.device
    if is_again and is_mine and last.undoes is not None and last.parent == expected:
        return _go(connection, identifier, head, head)
    if expected in {None, head} and (
        (is_mine and last.undoes is not None)
        or (by.device and not is_mine and last.device and now() - last.at < BESIDE)
    ):
        return _undo_own(connection, identifier, head, by)
    return _step(connection, identifier, expected, _parent, is_again=is_again)


def redo(
    connection: Connection,
    identifier: str,
    expected: int | None = None,
    *,
    is_again: bool = False,
    by: Person = NOBODY,
) -> Saved | None:
    """Repeats what was undone last; None if there is nothing, or if the current revision is not `expected`."""

    def forward(connection: Connection, identifier: str, number: int) -> int | None:
        row = _row(connection, identifier, number)
        if row is not None and row.undoes is not None and row.device == by.device:
            return _parent(connection, identifier, number)
        return _next(connection, identifier, number)

    return _step(connection, identifier, expected, forward, is_again=is_again)


def _undo_own(connection: Connection, identifier: str, head: int, by: Person) -> Saved | Conflict | None:
    """Takes back the last change of this device that is not taken back yet, as a new revision."""
    theirs = load(connection, identifier)
    undone: set[int] = set()
    number: int | None = head
    while theirs is not None and (row := _row(connection, identifier, number)) is not None:
        if row.undoes is not None:
            undone.add(row.undoes)
        elif row.device == by.device and row.number not in undone and row.parent is not None:
            base, mine = (load(connection, identifier, each) for each in (row.number, row.parent))
            if base is None or mine is None:
                return None
            merged = merge(base.script, mine.script, theirs.script)
            if merged.places:
                return Conflict(base, theirs, mine.script, merged.places)
            saved = append(connection, theirs, merged.script, f"Undone: {row.label}", by, row.number)
            if saved is not theirs:
                return replace(saved, can_redo=True, label=row.label)
        number = row.parent
    return None


def restore(connection: Connection, identifier: str, revision: int, by: Person = NOBODY) -> Saved | None:
    """Restores the script at a revision, as a new one; None if there is no such revision."""
    _wait(connection, identifier)
    saved, old = load(connection, identifier), load(connection, identifier, revision)
    if saved is None or old is None:
        return None
    return append(connection, saved, old.script, f"Restored revision {revision}", by)


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
    moment = now()
    _point(connection, identifier, number, saved.script, moment)
    row = _row(connection, identifier, max(number, before))
    if row is not None and row.undoes is not None:
        row = _row(connection, identifier, row.undoes)
    return replace(saved, changed=moment, label=row.label if row else "")


def _row(connection: Connection, identifier: str, number: int | None) -> Any:
    """A revision without its body; None if there is none."""
    return connection.execute(models.CHANGE, {"script": identifier, "number": number}).first()


def _parent(connection: Connection, identifier: str, number: int) -> int | None:
    row = _row(connection, identifier, number)
    parent: int | None = row.parent if row else None
    return parent


def _next(connection: Connection, identifier: str, number: int) -> int | None:
    found: int | None = connection.scalar(models.NEXT, {"script": identifier, "number": number})
    return found


def _insert(connection: Connection, identifier: str, number: int, **columns: Any) -> None:
    connection.execute(models.INSERT, {"script": identifier, "number": number, **columns})


def _point(connection: Connection, identifier: str, number: int, script: Script, moment: datetime) -> None:
    connection.execute(
        models.POINT, {"identifier": identifier, "head": number, "changed": moment, **bodies.summary(script)}
    )
