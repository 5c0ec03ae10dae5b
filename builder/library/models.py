"""The tables. Times are UTC; a revision's body is the script's JSON, compressed, filed once under its hash."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, LargeBinary
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from builder.library.words import Words


class Base(DeclarativeBase):
    """All tables."""


class ScriptRow(Base):
    """A script, and what lists and searches need of it."""

    __tablename__ = "scripts"
    id: Mapped[str] = mapped_column(Words, primary_key=True)
    owner: Mapped[str] = mapped_column(Words, default="", index=True)
    #: The revision that holds.
    head: Mapped[int]
    name: Mapped[str] = mapped_column(Words)
    author: Mapped[str] = mapped_column(Words, default="")
    #: Ids with spaces between, in the script's order.
    characters: Mapped[str] = mapped_column(Words, default="")
    #: Name, author, characters' names as searches compare them (`words.folded`).
    words: Mapped[str] = mapped_column(Words, default="")
    tags: Mapped[str] = mapped_column(Words, default="")
    created: Mapped[datetime]
    changed: Mapped[datetime] = mapped_column(index=True)
    deleted: Mapped[datetime | None] = mapped_column(default=None)


class BodyRow(Base):
    """The JSON of a script at some time; revisions that say the same share it."""

    __tablename__ = "bodies"
    hash: Mapped[str] = mapped_column(Words, primary_key=True)
    packed: Mapped[bytes] = mapped_column(LargeBinary)


class RevisionRow(Base):
    """One change: which body, and after which revision it came."""

    __tablename__ = "revisions"
    script: Mapped[str] = mapped_column(Words, ForeignKey("scripts.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    parent: Mapped[int | None]
    body: Mapped[str] = mapped_column(Words, ForeignKey("bodies.hash"))
    label: Mapped[str] = mapped_column(Words, default="")
    difference: Mapped[str] = mapped_column(Words, default="")
    at: Mapped[datetime]
    __table_args__ = (Index("revisions_by_parent", "script", "parent"), Index("revisions_by_body", "body"))


class ShareRow(Base):
    """A link to a script; of its token only the hash is kept."""

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


class IconRow(Base):
    """An uploaded picture; its bytes lie in a folder under its hash."""

    __tablename__ = "icons"
    hash: Mapped[str] = mapped_column(Words, primary_key=True)
    owner: Mapped[str] = mapped_column(Words, primary_key=True, default="")
    media_type: Mapped[str] = mapped_column(Words)
    name: Mapped[str] = mapped_column(Words, default="")
    size: Mapped[int]
    created: Mapped[datetime]
