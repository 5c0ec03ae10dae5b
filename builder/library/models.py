"""The tables, their text column type, and prepared statements for frequent saves.

Times are UTC; a revision's body is the script's JSON, compressed, stored once under its hash.
"""

import unicodedata
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Dialect, ForeignKey, Index, LargeBinary, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, aliased, mapped_column
from sqlalchemy.types import TypeDecorator

#: Longer runs of combining marks than anybody writes would take minutes to normalize.
LONGEST = 20_000


def storable(text: str) -> str:
    """Text that every database accepts: without NUL and lone surrogates."""
    return text.replace("\0", "").encode("utf-8", "replace").decode()


def folded(text: str) -> str:
    """Text as searches compare it: lower case without accents, so that `zurich` finds `Zürich`."""
    small = text[:LONGEST].casefold()
    if small.isascii():
        return small
    parts = unicodedata.normalize("NFKD", small)
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


class Words(TypeDecorator[str]):
    """A text column. Values and parameters are made storable, so that no letter can break a statement."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:  # noqa: ARG002  # its signature
        """The value that is sent to the database."""
        return None if value is None else storable(str(value))


class Base(DeclarativeBase):
    """Base class of all tables."""


class ScriptRow(Base):
    """A script, and the columns that lists and searches need."""

    __tablename__ = "scripts"
    id: Mapped[str] = mapped_column(Words, primary_key=True)
    owner: Mapped[str] = mapped_column(Words, default="", index=True)
    head: Mapped[int]
    name: Mapped[str] = mapped_column(Words)
    author: Mapped[str] = mapped_column(Words, default="")
    #: Ids separated by spaces, in the script's order.
    characters: Mapped[str] = mapped_column(Words, default="")
    #: Name, author, characters' names as searches compare them (`folded`).
    words: Mapped[str] = mapped_column(Words, default="")
    tags: Mapped[str] = mapped_column(Words, default="")
    created: Mapped[datetime]
    changed: Mapped[datetime] = mapped_column(index=True)
    deleted: Mapped[datetime | None] = mapped_column(default=None)


class BodyRow(Base):
    """The JSON of a script at some time; revisions with the same content share it."""

    __tablename__ = "bodies"
    hash: Mapped[str] = mapped_column(Words, primary_key=True)
    packed: Mapped[bytes] = mapped_column(LargeBinary)


class RevisionRow(Base):
    """One change: its body, and the revision it follows."""

    __tablename__ = "revisions"
    script: Mapped[str] = mapped_column(Words, ForeignKey("scripts.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    parent: Mapped[int | None]
    body: Mapped[str] = mapped_column(Words, ForeignKey("bodies.hash"))
    label: Mapped[str] = mapped_column(Words, default="")
    difference: Mapped[str] = mapped_column(Words, default="")
    at: Mapped[datetime]
    #: Who made it: a random id of the browser, and the name that its user gave.
    device: Mapped[str] = mapped_column(Words, default="", server_default="")
    name: Mapped[str] = mapped_column(Words, default="", server_default="")
    #: The earlier change of the same person that it takes back, while others' changes after that one stay.
    undoes: Mapped[int | None] = mapped_column(default=None)
    __table_args__ = (Index("revisions_by_parent", "script", "parent"), Index("revisions_by_body", "body"))


class ShareRow(Base):
    """A link to a script; only the hash of its token is stored."""

    __tablename__ = "shares"
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    script: Mapped[str] = mapped_column(Words, ForeignKey("scripts.id", ondelete="CASCADE"), index=True)
    token_hash: Mapped[str] = mapped_column(Words, unique=True)
    may_edit: Mapped[bool]
    label: Mapped[str] = mapped_column(Words, default="")
    created: Mapped[datetime]
    revoked: Mapped[datetime | None] = mapped_column(default=None)


class VisitRow(Base):
    """When an owner was last seen on a hosted server, to the day."""

    __tablename__ = "visits"
    owner: Mapped[str] = mapped_column(Words, primary_key=True)
    seen: Mapped[datetime] = mapped_column(index=True)


class ImportRow(Base):
    """What the imported files of a script said."""

    __tablename__ = "imports"
    script: Mapped[str] = mapped_column(Words, ForeignKey("scripts.id", ondelete="CASCADE"), primary_key=True)
    packed: Mapped[bytes] = mapped_column(LargeBinary)
    at: Mapped[datetime] = mapped_column(index=True)


class IconRow(Base):
    """An uploaded picture; its bytes are in a folder, under its hash."""

    __tablename__ = "icons"
    hash: Mapped[str] = mapped_column(Words, primary_key=True)
    owner: Mapped[str] = mapped_column(Words, primary_key=True, default="")
    media_type: Mapped[str] = mapped_column(Words)
    name: Mapped[str] = mapped_column(Words, default="")
    size: Mapped[int]
    created: Mapped[datetime]


SCRIPT: sa.BindParameter[str] = sa.bindparam("script")
NUMBER: sa.BindParameter[int] = sa.bindparam("number")
_CHILD = aliased(RevisionRow)
_ANY = (
    sa.select(
        RevisionRow.number,
        RevisionRow.parent,
        RevisionRow.at,
        RevisionRow.undoes,
        ScriptRow.changed,
        BodyRow.packed,
        sa.select(sa.func.max(_CHILD.number))
        .where(_CHILD.script == ScriptRow.id, _CHILD.parent == RevisionRow.number, _CHILD.undoes.is_(None))
        .scalar_subquery()
        .label("later"),
    )
    .select_from(ScriptRow)
    .join(RevisionRow, RevisionRow.script == ScriptRow.id)
    .join(BodyRow, BodyRow.hash == RevisionRow.body)
    .where(ScriptRow.id == SCRIPT)
)
_SAVED = _ANY.where(ScriptRow.deleted.is_(None))
#: A script at its current revision, at a given one, and one in the bin.
HELD = _SAVED.where(RevisionRow.number == ScriptRow.head)
HELD_THEN = _SAVED.where(RevisionRow.number == NUMBER)
BINNED = _ANY.where(ScriptRow.deleted.is_not(None), RevisionRow.number == ScriptRow.head)
HEAD = sa.select(ScriptRow.head).where(ScriptRow.id == SCRIPT, ScriptRow.deleted.is_(None)).with_for_update()
LAST = sa.select(sa.func.max(RevisionRow.number)).where(RevisionRow.script == SCRIPT)
NEXT = LAST.where(RevisionRow.parent == NUMBER, RevisionRow.undoes.is_(None))
CHANGE = sa.select(*RevisionRow.__table__.columns).where(
    RevisionRow.script == SCRIPT, RevisionRow.number == NUMBER
)
INSERT = sa.insert(RevisionRow)
POINT = sa.update(ScriptRow).where(ScriptRow.id == sa.bindparam("identifier"))
