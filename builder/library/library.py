"""The library as the rest of the program sees it."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Concatenate, ParamSpec, Self, TypeVar

from sqlalchemy.engine import Connection, Engine

from builder.errors import LibraryError, LibraryFullError
from builder.formats.carriers import script_pictures
from builder.game.script import Script
from builder.library import (
    backup,
    database_errors,
    db,
    listing,
    picture_files,
    revisions,
    share_links,
    visits,
)
from builder.library.quotas import Quotas
from builder.library.values import Conflict, Icon, Listed, Saved, Share
from builder.library.visits import Visits
from builder.settings import Settings

P = ParamSpec("P")
T = TypeVar("T")
#: Bytes that must have room on the disk for a change to be saved.
PROBE = 65_536
GONE = (
    "The library “{where}” was moved or deleted while Clockwright runs: nothing can be saved. Put it back, or start"
    " Clockwright again."
)


def _reads(work: Callable[Concatenate[Connection, P], T]) -> Callable[Concatenate["Library", P], T]:
    """A method of the library that only reads, in one transaction."""

    @wraps(work)
    def method(self: "Library", /, *values: P.args, **named: P.kwargs) -> T:
        with self._reading() as connection:
            return work(connection, *values, **named)

    return method


def _writes(work: Callable[Concatenate[Connection, P], T]) -> Callable[Concatenate["Library", P], T]:
    """A method of the library that is one change, in one transaction."""

    @wraps(work)
    def method(self: "Library", /, *values: P.args, **named: P.kwargs) -> T:
        with self._writing() as connection:
            return work(connection, *values, **named)

    return method


@dataclass(frozen=True, slots=True)
class Library:
    """Saved scripts. Every method is one transaction and may raise LibraryError, which is a sentence for a person."""

    engine: Engine
    #: Where uploaded icons and backups lie.
    folder: Path
    #: Which file on the disk was opened (`db.identity`).
    identity: tuple[int, int] | None = None
    quotas: Quotas | None = None
    visits: Visits | None = None

    # What is one transaction and nothing else; the docstrings are there.
    get = _reads(revisions.load)
    owner_of = _reads(listing.owner_of)
    history = _reads(listing.history)
    shares = _reads(share_links.shares)
    opened_by = _reads(share_links.opened_by)
    undo = _writes(revisions.undo)
    redo = _writes(revisions.redo)
    restore = _writes(revisions.restore)
    throw_away = _writes(listing.throw_away)
    take_back = _writes(listing.take_back)
    tag = _writes(listing.tag)
    revoke = _writes(share_links.revoke)

    @classmethod
    def open(cls, settings: Settings) -> Self:
        """The library that the settings name, made or migrated when needed."""
        engine = db.opened(settings.database, settings.data_folder)
        return cls(
            engine, settings.data_folder, db.identity(engine), Quotas.of(settings), Visits.of(settings)
        )

    def checkpoint(self) -> None:
        """Writes what SQLite has in its write-ahead log into the one file of the library. Raises LibraryBusyError."""
        db.checkpoint(self.engine)

    def close(self) -> None:
        """Closes the database; all of the library is in its one file then, unless another program has it open."""
        with suppress(LibraryError):  # the next program to open it reads the log
            self.checkpoint()
        self.engine.dispose()

    def create(self, script: Script, *, owner: str = "", label: str = "New") -> Saved:
        """Keeps a script under a new id; pictures in it are kept beside it, each once, as in `save`."""
        script = self._lean(script, owner)
        with self._writing() as connection:
            self._check_room(connection, owner)
            return revisions.create(connection, script, owner, label)

    def save(self, identifier: str, script: Script, *, expected: int, label: str) -> Saved | Conflict | None:
        """A change of the revision `expected`; merged with newer ones, or a Conflict and nothing is saved."""
        script = self._lean(script, identifier=identifier)
        with self._writing() as connection:
            self._check_room(connection, identifier=identifier)
            return revisions.save(connection, identifier, script, expected, label)

    def duplicate(self, identifier: str, *, owner: str = "") -> Saved | None:
        """The same script under another id, with its tags, without its history."""
        with self._writing() as connection:
            held = revisions.load(connection, identifier)
            if held is None:
                return None
            self._check_room(connection, owner)
            return revisions.create(
                connection, held.script, owner, "Copy", listing.tags(connection, identifier)
            )

    def scripts(
        self,
        words: str = "",
        *,
        owner: str = "",
        in_bin: bool = False,
        most: int | None = None,
        skip: int = 0,
    ) -> tuple[Listed, ...]:
        """The scripts of an owner, the last changed first, with all the words; at most so many, after `skip`."""
        with self._reading() as connection:
            return listing.scripts(connection, owner, words, in_bin=in_bin, most=most, skip=skip)

    def heads(self, *, owner: str = "") -> tuple[tuple[str, int], ...]:
        """Id and revision of each script of an owner, the last changed first: alike as long as nothing changes."""
        with self._reading() as connection:
            return listing.heads(connection, owner)

    def count(self, words: str = "", *, owner: str = "", in_bin: bool = False) -> int:
        """How many scripts of an owner have all the words."""
        with self._reading() as connection:
            return listing.count(connection, owner, words, in_bin=in_bin)

    def listed(self, identifier: str, *, owner: str = "") -> Listed | None:
        """One script of an owner as a list has it, thrown away or not; None where there is none."""
        with self._reading() as connection:
            return listing.listed(connection, owner, identifier)

    def tags(self, *, owner: str = "", in_bin: bool = False) -> tuple[str, ...]:
        """Every tag that a script of an owner has."""
        with self._reading() as connection:
            return listing.all_tags(connection, owner, in_bin=in_bin)

    def empty_bin(self) -> int:
        """Deletes what was thrown away more than a month ago; how many.

        On a hosted server the scripts of owners who were not seen for a year go into the bin first.
        """
        with self._writing() as connection:
            if self.visits:
                visits.bin_unseen(connection, self.visits.days)
            return listing.empty_bin(connection)

    def saw(self, owner: str) -> None:
        """Notes that an owner is here: on a hosted server, once a day."""
        if self.visits and owner and self.visits.is_first_today(owner):
            with self._writing() as connection:
                visits.note(connection, owner)

    def share(self, identifier: str, *, may_edit: bool, label: str = "") -> tuple[Share, str]:
        """A new link and its token, which is told only now."""
        with self._writing() as connection:
            return share_links.share(connection, identifier, may_edit=may_edit, label=label)

    def keep_icon(self, body: bytes, media_type: str, name: str, *, owner: str = "") -> Icon:
        """Keeps an uploaded picture under its hash."""
        with self._writing() as connection:
            self._check_room(connection, owner, len(body))
            return picture_files.keep(connection, self.folder, body, media_type, name, owner)

    def icon(self, digest: str) -> bytes | None:
        """The bytes of a picture, or None."""
        return picture_files.read(self.folder, digest)

    def icons(self, *, owner: str = "") -> tuple[Icon, ...]:
        """The pictures of an owner, the newest first."""
        with self._reading() as connection:
            return picture_files.listed(connection, owner)

    def backup(self, target: Path) -> None:
        """Everything into one ZIP, while the library is in use."""
        with database_errors.translate_errors(db.name(self.engine)):
            backup.write(self.engine, self.folder, target)

    def check_writable(self) -> None:
        """Raises LibraryError where a change could not be saved now; changes nothing."""
        self.tag("", ())  # nobody's: it takes the lock and finds the tables
        home = Path(self.engine.url.database or "").parent if self.identity else self.folder
        try:
            with tempfile.TemporaryFile(dir=home) as probe:
                probe.write(bytes(PROBE))
        except OSError as error:
            raise LibraryFullError(
                database_errors.DISK.format(reason=database_errors.first_line(error.strerror))
            ) from error

    def _lean(self, script: Script, owner: str | None = None, *, identifier: str = "") -> Script:
        """The script without the pictures in it, which are files of ours from now on: no revision holds any."""
        lean, pictures = picture_files.taken_out(script)
        if pictures:
            whose = owner if owner is not None else self.owner_of(identifier) or ""
            with self._writing() as connection:  # before anything is on the disk
                self._check_room(connection, whose, sum(map(len, pictures)))
            picture_files.write(self.folder, pictures)
            with self._writing() as connection:
                for body in pictures:
                    picture_files.keep(
                        connection, self.folder, body, script_pictures.media_type(body), "", whose
                    )
        return lean

    def _check_room(
        self, connection: Connection, owner: str = "", more: int = 0, *, identifier: str = ""
    ) -> None:
        """Raises LibraryQuotaError where there is no room for a new script or picture, or a change of a script."""
        if self.quotas:
            whose = owner if not identifier else listing.owner_of(connection, identifier) or ""
            self.quotas.check(connection, self.folder, whose, more=more, is_new=not identifier)

    def sweep_pictures(self) -> int:
        """Deletes uploaded pictures that no revision of any script names, nor did for a week; how many."""
        with self._reading() as connection:
            since, unnamed = revisions.now(), picture_files.unnamed(connection, self.folder)
        if not unnamed:
            return 0
        with self._writing() as connection:
            return picture_files.delete(
                connection, self.folder, unnamed - picture_files.named(connection, since)
            )

    def sweep_scratch(self) -> None:
        """Deletes what a killed server left of backups that it was making."""
        backup.sweep(self.folder)

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        if self.identity and db.identity(self.engine) != self.identity:
            raise LibraryError(GONE.format(where=db.name(self.engine)))
        with db.writing(self.engine) as connection:
            yield connection

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with db.reading(self.engine) as connection:
            yield connection
