"""Lists: the scripts of a library, and the history of one."""

from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from builder.library.models import BodyRow, RevisionRow, ScriptRow, folded, storable
from builder.library.revisions import now
from builder.library.values import Listed, Revision

#: Similar changes within this time are shown as one.
TOGETHER = timedelta(seconds=60)
#: How long scripts stay in the bin.
BIN = timedelta(days=30)
LONGEST_TAGS = 400
MOST_WORDS = 8
#: Loads all columns of a list but the search text.
COLUMNS = tuple(column for column in ScriptRow.__table__.columns if column.name != "words")


def scripts(
    connection: Connection,
    words: str = "",
    *,
    owner: str = "",
    in_bin: bool = False,
    most: int | None = None,
    skip: int = 0,
) -> tuple[Listed, ...]:
    """The scripts of an owner that have all words in name, author, characters or tags, the last changed first.

    At most `most`, after `skip`.
    """
    query = (
        sa.select(*COLUMNS)
        .where(*_filter(owner, words, in_bin=in_bin))
        .order_by(ScriptRow.changed.desc(), ScriptRow.id)
        .limit(most)
        .offset(skip)
    )
    return tuple(_listed(row) for row in connection.execute(query))


def heads(connection: Connection, *, owner: str = "") -> tuple[tuple[str, int], ...]:
    """Id and revision of every script of an owner that is not in the bin, the last changed first.

    Equal as long as nothing changes.
    """
    query = (
        sa.select(ScriptRow.id, ScriptRow.head)
        .where(*_filter(owner, "", in_bin=False))
        .order_by(ScriptRow.changed.desc(), ScriptRow.id)
    )
    return tuple((row.id, row.head) for row in connection.execute(query))


def head(connection: Connection, identifier: str) -> int | None:
    """The current revision of a script; None if there is none, or it is in the bin."""
    found: int | None = connection.scalar(
        sa.select(ScriptRow.head).where(ScriptRow.id == identifier, ScriptRow.deleted.is_(None))
    )
    return found


def count(connection: Connection, words: str = "", *, owner: str = "", in_bin: bool = False) -> int:
    """How many scripts `scripts` would return without `most`."""
    query = sa.select(sa.func.count()).select_from(ScriptRow).where(*_filter(owner, words, in_bin=in_bin))
    return connection.scalar(query) or 0


def listed(connection: Connection, identifier: str, *, owner: str = "") -> Listed | None:
    """The list entry of one script of an owner, in the bin or not; None if there is none."""
    query = sa.select(*COLUMNS).where(ScriptRow.owner == owner, ScriptRow.id == identifier)
    row = connection.execute(query).first()
    return _listed(row) if row else None


def twin(connection: Connection, identifier: str) -> Listed | None:
    """The last changed other script of the same owner that has, or had, the content with which this one began."""
    first = sa.select(RevisionRow.body).where(RevisionRow.script == identifier, RevisionRow.number == 1)
    owner = sa.select(ScriptRow.owner).where(ScriptRow.id == identifier)
    query = (
        sa.select(*COLUMNS)
        .where(
            ScriptRow.id.in_(
                sa.select(RevisionRow.script).where(RevisionRow.body == first.scalar_subquery())
            ),
            ScriptRow.id != identifier,
            ScriptRow.owner == owner.scalar_subquery(),
            ScriptRow.deleted.is_(None),
        )
        .order_by(ScriptRow.changed.desc(), ScriptRow.id)
        .limit(1)
    )
    row = connection.execute(query).first()
    return _listed(row) if row else None


def all_tags(connection: Connection, *, owner: str = "", in_bin: bool = False) -> tuple[str, ...]:
    """Every tag that a script of an owner has, once, in alphabetical order."""
    query = (
        sa.select(ScriptRow.tags).where(*_filter(owner, "", in_bin=in_bin), ScriptRow.tags != "").distinct()
    )
    return tuple(sorted({tag for written in connection.scalars(query) for tag in written.split()}))


def _filter(owner: str, words: str, *, in_bin: bool) -> Iterator[sa.ColumnElement[bool]]:
    """The conditions for a script to be in a list."""
    yield ScriptRow.owner == owner
    yield ScriptRow.deleted.is_not(None) if in_bin else ScriptRow.deleted.is_(None)
    for word in folded(words[:LONGEST_TAGS]).split()[:MOST_WORDS]:
        yield sa.or_(
            ScriptRow.words.contains(word, autoescape=True), ScriptRow.tags.contains(word, autoescape=True)
        )


def owner_of(connection: Connection, identifier: str) -> str | None:
    """The owner of a script, in the bin or not; None if there is none."""
    found: str | None = connection.scalar(sa.select(ScriptRow.owner).where(ScriptRow.id == identifier))
    return found


def throw_away(connection: Connection, identifier: str) -> bool:
    """Puts a script into the bin; returns whether there was one.

    A clock that was set back must not make it look old: it would be deleted as soon as the clock is right again.
    """
    latest = connection.scalar(sa.select(sa.func.max(ScriptRow.changed)))
    done = connection.execute(
        sa.update(ScriptRow)
        .where(ScriptRow.id == identifier, ScriptRow.deleted.is_(None))
        .values(deleted=max(now(), latest or now()))
    )
    return done.rowcount == 1


def take_back(connection: Connection, identifier: str) -> bool:
    """Takes a script out of the bin; returns whether it was in it."""
    done = connection.execute(
        sa.update(ScriptRow)
        .where(ScriptRow.id == identifier, ScriptRow.deleted.is_not(None))
        .values(deleted=None)
    )
    return done.rowcount == 1


def empty_bin(connection: Connection) -> int:
    """Deletes for good what has been in the bin for a month, and bodies that no revision uses."""
    return delete(connection, ScriptRow.deleted < now() - BIN)


def delete(connection: Connection, which: sa.ColumnElement[bool]) -> int:
    """Deletes scripts for good, and bodies that no revision uses then; returns how many scripts there were."""
    gone = connection.execute(sa.delete(ScriptRow).where(which))
    used = sa.select(RevisionRow.body).where(RevisionRow.body == BodyRow.hash).exists()
    connection.execute(sa.delete(BodyRow).where(~used))
    return gone.rowcount


def tag(connection: Connection, identifier: str, tags: Iterable[str]) -> None:
    """Sets the tags of a script: words in lower case without accents, as searches compare them."""
    words = dict.fromkeys(word for each in tags for word in folded(storable(each)).split())
    written = " ".join(words)
    if len(written) > LONGEST_TAGS:
        written = written[:LONGEST_TAGS].rpartition(" ")[0]
    connection.execute(sa.update(ScriptRow).where(ScriptRow.id == identifier).values(tags=written))


def tags(connection: Connection, identifier: str) -> str:
    """The tags of a script, separated by spaces; empty if there is no script."""
    return connection.scalar(sa.select(ScriptRow.tags).where(ScriptRow.id == identifier)) or ""


def history(connection: Connection, identifier: str) -> tuple[Revision, ...]:
    """Every revision, the newest first; similar changes within a minute are one."""
    head = connection.scalar(sa.select(ScriptRow.head).where(ScriptRow.id == identifier))
    if head is None:
        return ()
    query = sa.select(*RevisionRow.__table__.columns).where(RevisionRow.script == identifier)
    rows = connection.execute(query.order_by(RevisionRow.number)).all()
    line = _line({row.number: row.parent for row in rows}, rows[-1].number, head)
    groups: list[list[Any]] = []
    for row in rows:
        if groups and _belongs(groups[-1][-1], row, head, line):
            groups[-1].append(row)
        else:
            groups.append([row])
    return tuple(_revision(group, head, line) for group in reversed(groups))


def _line(parents: dict[int, int | None], last: int, head: int) -> set[int]:
    """The revisions on the way to the newest one, or to the current one if that is on another branch."""
    line: set[int] = set()
    for start in (last, head):
        line = set()
        number: int | None = start
        while number is not None:
            line.add(number)
            number = parents.get(number)
        if head in line:
            return line
    return line


def _belongs(before: Any, row: Any, head: int, line: set[int]) -> bool:
    return bool(
        row.parent == before.number
        and row.label == before.label
        and (row.device, row.name) == (before.device, before.name)
        and abs(row.at - before.at) < TOGETHER  # the clock may have been set back
        and before.number != head
        and (row.number in line) == (before.number in line)
    )


def _revision(group: list[Any], head: int, line: set[int]) -> Revision:
    last = group[-1]
    words = ", ".join(dict.fromkeys(row.difference for row in group if row.difference))
    return Revision(
        number=last.number,
        first=group[0].number,
        before=group[0].parent,
        label=last.label,
        difference=words,
        at=last.at,
        name=last.name,
        is_current=last.number == head,
        is_aside=last.number not in line,
    )


def _listed(row: Any) -> Listed:
    return Listed(
        row.id,
        row.name,
        row.author,
        tuple(row.characters.split()),
        tuple(row.tags.split()),
        row.head,
        row.created,
        row.changed,
        row.deleted,
    )
