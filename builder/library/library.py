"""The public interface of the library."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from typing import Concatenate, ParamSpec, Self, TypeVar

from sqlalchemy.engine import Connection, Engine

from builder.errors import LibraryError, LibraryFullError
from builder.formats.carriers import script_pictures
from builder.game.script import Script
from builder.language import N_, gettext as _
from builder.library import backup, db, hosting, imports, listing, picture_files, revisions, share_links
from builder.library.hosting import Quotas, Visits
from builder.library.values import Conflict, Icon, Person, Saved, Share
from builder.settings import Settings

P = ParamSpec("P")
T = TypeVar("T")
#: Bytes that must be free on the disk for a change to be saved.
PROBE = 65_536
GONE = N_(
    "The library “%(where)s” was moved or deleted while Clockwright runs: nothing can be "
    "saved. Put it back, or start Clockwright again."
)


def _reads(work: Callable[Concatenate[Connection, P], T]) -> Callable[Concatenate["Library", P], T]:
    """Makes a read-only method of the library from a function, in one transaction."""

    @wraps(work)
    def method(self: "Library", /, *values: P.args, **named: P.kwargs) -> T:
        with self._reading() as connection:
            return work(connection, *values, **named)

    return method


def _writes(work: Callable[Concatenate[Connection, P], T]) -> Callable[Concatenate["Library", P], T]:
    """Makes a method that is one change of the library from a function, in one transaction."""

    @wraps(work)
    def method(self: "Library", /, *values: P.args, **named: P.kwargs) -> T:
        with self._writing() as connection:
            return work(connection, *values, **named)

    return method


@dataclass(frozen=True, slots=True)
class Library:
    """Saved scripts. Every method is one transaction and may raise LibraryError, which is a sentence for a person."""

    engine: Engine
    #: The folder of uploaded icons and backups.
    folder: Path
    #: The identity of the opened file (`db.identity`).
    identity: tuple[int, int] | None = None
    quotas: Quotas | None = None
    visits: Visits | None = None

    # Methods that are only one transaction; their docstrings are at the functions.
    get = _reads(revisions.load)
    binned = _reads(revisions.binned)
    owner_of = _reads(listing.owner_of)
    history = _reads(listing.history)
    scripts = _reads(listing.scripts)
    heads = _reads(listing.heads)
    count = _reads(listing.count)
    listed = _reads(listing.listed)
    tags = _reads(listing.all_tags)
    icons = _reads(picture_files.listed)
    head = _reads(listing.head)
    twin = _reads(listing.twin)
    shares = _reads(share_links.shares)
    opened_by = _reads(share_links.opened_by)
    has_import = _reads(imports.has_import)
    imported = _reads(imports.imported)
    keep_import = _writes(imports.keep_import)
    undo = _writes(revisions.undo)
    redo = _writes(revisions.redo)
    restore = _writes(revisions.restore)
    throw_away = _writes(listing.throw_away)
    take_back = _writes(listing.take_back)
    tag = _writes(listing.tag)
    share = _writes(share_links.share)
    revoke = _writes(share_links.revoke)
    restore_share = _writes(share_links.restore)

    @classmethod
    def open(cls, settings: Settings) -> Self:
        """Opens the library in the settings; in SQLite it is created or migrated when needed."""
        engine = db.opened(settings.database, settings.data_folder)
        return cls(
            engine, settings.data_folder, db.identity(engine), Quotas.of(settings), Visits.of(settings)
        )

    @staticmethod
    def upgrade(settings: Settings) -> str:
        """Creates the tables of a database, or migrates them to this program's version, which it returns."""
        db.opened(settings.database, settings.data_folder, migrate=True).dispose()
        return db.newest()

    def checkpoint(self) -> None:
        """Merges SQLite's write-ahead log into the one file of the library. Raises LibraryBusyError."""
        db.checkpoint(self.engine)

    def close(self) -> None:
        """Closes the database; everything is in its one file then, unless another program has it open."""
        with suppress(LibraryError):  # the next program to open it merges the log
            self.checkpoint()
        self.engine.dispose()

    def create(self, script: Script, *, owner: str = "", label: str = "New") -> Saved:
        """Saves a script under a new id; pictures in it are stored as files, each once, as in `save`."""
        script = self._without_pictures(script, owner)
        with self._writing() as connection:
            self._check_room(connection, owner)
            return revisions.create(connection, script, owner, label)

    def save(
        self, identifier: str, script: Script, *, expected: int, label: str, by: Person = revisions.NOBODY
    ) -> Saved | Conflict | None:
        """Saves a change of the revision `expected`, merged with newer ones; on a Conflict nothing is saved."""
        script = self._without_pictures(script, identifier=identifier)
        with self._writing() as connection:
            self._check_room(connection, identifier=identifier)
            return revisions.save(connection, identifier, script, expected, label, by)

    def duplicate(self, identifier: str, *, owner: str = "") -> Saved | None:
        """Copies a script to another id and name, with its tags, without its history."""
        with self._writing() as connection:
            saved = revisions.load(connection, identifier)
            if saved is None:
                return None
            self._check_room(connection, owner)
            copy = named_as_copy(saved.script)
            return revisions.create(connection, copy, owner, "Copy", listing.tags(connection, identifier))

    def empty_bin(self) -> int:
        """Deletes what was thrown away more than a month ago; returns how many scripts.

        On a hosted server the scripts of owners not seen for a year go into the bin first.
        """
        with self._writing() as connection:
            if self.visits:
                hosting.bin_unseen(connection, self.visits.days)
            return listing.empty_bin(connection)

    def saw(self, owner: str) -> None:
        """Records on a hosted server, once a day, that an owner was seen."""
        if self.visits and owner and self.visits.is_first_today(owner):
            with self._writing() as connection:
                hosting.note(connection, owner)

    def read_token(self, share: Share, key: bytes) -> str:
        """The token of a read link that was created with this key; empty if it was not."""
        token = share_links.read_token(key, share.script, share.created)
        return token if not share.may_edit and self.opened_by(token) == share else ""

    def keep_icon(self, body: bytes, media_type: str, name: str, *, owner: str = "") -> Icon:
        """Stores an uploaded picture under its hash."""
        with self._writing() as connection:
            self._check_room(connection, owner, len(body))
            return picture_files.keep(connection, self.folder, body, media_type, name, owner)

    def icon(self, digest: str) -> bytes | None:
        """The bytes of a picture, or None."""
        return picture_files.read(self.folder, digest)

    def backup(self, target: Path) -> None:
        """Writes everything into one ZIP, while the library is in use."""
        with db.translate_errors(db.name(self.engine)):
            backup.write(self.engine, self.folder, target)

    def restore_backup(self, source: Path, name: str) -> Path:
        """Replaces everything with a backup while the library is in use; returns the file with the old state.

        `name` is the backup's name in errors. Raises LibraryError; then nothing is changed.
        """
        with db.translate_errors(db.name(self.engine)):
            return backup.restore_running(self.engine, self.folder, source, name)

    def check_writable(self) -> None:
        """Raises LibraryError if a change could not be saved now; changes nothing."""
        self.tag("", ())  # an id that does not exist: takes the lock and finds the tables
        home = Path(self.engine.url.database or "").parent if self.identity else self.folder
        try:
            with tempfile.TemporaryFile(dir=home) as probe:
                probe.write(bytes(PROBE))
        except OSError as error:
            raise LibraryFullError(db.DISK % {"reason": db.first_line(error.strerror)}) from error

    def _without_pictures(self, script: Script, owner: str | None = None, *, identifier: str = "") -> Script:
        """The script without embedded pictures, which are stored as files: no revision contains any."""
        lean, pictures = picture_files.taken_out(script)
        if pictures:
            whose = owner if owner is not None else self.owner_of(identifier) or ""
            with self._writing() as connection:  # before anything is written
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
        """Raises LibraryQuotaError if there is no room for a new script or picture, or a change of a script."""
        if self.quotas:
            whose = owner if not identifier else listing.owner_of(connection, identifier) or ""
            self.quotas.check(connection, self.folder, whose, more=more, is_new=not identifier)

    def sweep_pictures(self) -> int:
        """Deletes uploaded pictures that no revision of any script used for a week; returns how many."""
        with self._reading() as connection:
            since, unnamed = revisions.now(), picture_files.unnamed(connection, self.folder)
        if not unnamed:
            return 0
        with self._writing() as connection:
            return picture_files.delete(
                connection, self.folder, unnamed - picture_files.named(connection, since)
            )

    def sweep_scratch(self) -> None:
        """Deletes temporary folders that a killed server left behind."""
        backup.sweep(self.folder)

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        if self.identity and db.identity(self.engine) != self.identity:
            raise LibraryError(GONE % {"where": db.name(self.engine)})
        with db.writing(self.engine) as connection:
            yield connection

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with db.reading(self.engine) as connection:
            yield connection


def named_as_copy(script: Script) -> Script:
    """A script with a name that says that it is a copy."""
    name = _("%(name)s (copy)") % {"name": script.name}
    written = {"id": "_meta"} | dict(script.written_meta or {}) | {"name": name}
    return replace(script, meta=replace(script.meta, name=name), written_meta=written)
