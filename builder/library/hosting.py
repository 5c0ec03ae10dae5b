"""What a hosted server does for many owners: storage quotas, and the bin for scripts of owners who do not return."""

import shutil
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from time import monotonic

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from builder.cache import MemoryCache
from builder.errors import LibraryQuotaError
from builder.language import N_, number
from builder.library import listing
from builder.library.models import BodyRow, IconRow, RevisionRow, ScriptRow, VisitRow
from builder.library.revisions import now
from builder.settings import Settings

MEGABYTE = 1_000_000
#: Seconds and changes after which an owner's usage is measured again; in between it may grow by a few scripts.
FRESH_SECONDS = 60.0
FRESH_CHANGES = 20
#: Bytes for the cache of measured usage.
CACHE_BYTES = 1_000_000
ALL = "\0everybody"
SCRIPTS = N_(
    "You have %(most)s scripts on this server, as many as one visitor can have, so nothing "
    "was saved. Delete some of them (download them first)."
)
ROOM = N_(
    "Your scripts and pictures use all the space that this server has for one visitor "
    "(%(most)s MB), so nothing was saved. Delete scripts that you don't need (download them "
    "first)."
)
SERVER = N_(
    "This server has no space for more scripts and pictures, so nothing was saved. Download "
    "what you need, and tell the person who runs it."
)


@dataclass(slots=True)
class _Measured:
    bytes: int
    at: float
    changes: int = 0


@dataclass(frozen=True, slots=True)
class Quotas:
    """Limits of what is stored, for each owner and for all."""

    owner_scripts: int
    owner_mb: int
    total_mb: int
    free_mb: int
    _known: MemoryCache[str, _Measured] = field(default_factory=lambda: MemoryCache(CACHE_BYTES))

    @classmethod
    def of(cls, settings: Settings) -> "Quotas | None":
        """The quotas in the settings; none on a server of one person."""
        if not settings.hosted:
            return None
        return cls(settings.owner_scripts, settings.owner_mb, settings.total_mb, settings.free_mb)

    def check(
        self, connection: Connection, folder: Path, owner: str, *, more: int = 0, is_new: bool = True
    ) -> None:
        """Raises LibraryQuotaError if an owner or the server has no room for `more` bytes, or for a new script.

        Before an owner is refused, scripts in their bin are deleted, the oldest first. A change of an existing script
        is accepted as long as the owner has room.
        """
        if is_new:
            if shutil.disk_usage(folder).free < self.free_mb * MEGABYTE + more:
                raise LibraryQuotaError(SERVER)
            if self._used(connection, ALL) + more > self.total_mb * MEGABYTE:
                raise LibraryQuotaError(SERVER)
            if _scripts(connection, owner) >= self.owner_scripts and not _forget_oldest(connection, owner):
                raise LibraryQuotaError(SCRIPTS % {"most": number(self.owner_scripts)})
        while self._used(connection, owner) + more > self.owner_mb * MEGABYTE:
            if not _forget_oldest(connection, owner):
                raise LibraryQuotaError(ROOM % {"most": number(self.owner_mb)})
            self._known.clear()

    def _used(self, connection: Connection, owner: str) -> int:
        """Bytes of an owner's scripts, with their histories, and pictures; cached for a while."""
        known = self._known.get(owner)
        if known is None or monotonic() - known.at > FRESH_SECONDS or known.changes >= FRESH_CHANGES:
            known = _Measured(_measured(connection, owner), monotonic())
            self._known.put(owner, known, len(owner))
        known.changes += 1
        return known.bytes


def _measured(connection: Connection, owner: str) -> int:
    bodies = sa.select(sa.func.coalesce(sa.func.sum(sa.func.length(BodyRow.packed)), 0))
    pictures = sa.select(sa.func.coalesce(sa.func.sum(IconRow.size), 0))
    if owner != ALL:
        theirs = (
            sa.select(RevisionRow.body)
            .join(ScriptRow, ScriptRow.id == RevisionRow.script)
            .where(ScriptRow.owner == owner)
        )
        bodies = bodies.where(BodyRow.hash.in_(theirs))
        pictures = pictures.where(IconRow.owner == owner)
    return int(connection.scalar(bodies) or 0) + int(connection.scalar(pictures) or 0)


def _scripts(connection: Connection, owner: str) -> int:
    return connection.scalar(sa.select(sa.func.count()).where(ScriptRow.owner == owner)) or 0


def _forget_oldest(connection: Connection, owner: str) -> bool:
    """Deletes the script that has been in an owner's bin longest for good; returns whether there was one."""
    oldest = connection.scalar(
        sa.select(ScriptRow.id)
        .where(ScriptRow.owner == owner, ScriptRow.deleted.is_not(None))
        .order_by(ScriptRow.deleted)
        .limit(1)
    )
    if oldest is None:
        return False
    listing.delete(connection, ScriptRow.id == oldest)
    return True


#: The highest number of days: a higher one overflows a date.
LONGEST = 36_500


@dataclass(slots=True, eq=False)
class Visits:
    """Records owners at most once a day each."""

    days: int
    _today: date = date.min
    _noted: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, settings: Settings) -> "Visits | None":
        """The visits of a hosted server; none on a server of one person, where nobody is counted."""
        return cls(min(settings.owner_days, LONGEST)) if settings.hosted else None

    def is_first_today(self, owner: str) -> bool:
        """Whether this process sees an owner for the first time today; from now on it has."""
        if self._today != (today := now().date()):
            self._today, self._noted = today, set()
        is_first = owner not in self._noted
        self._noted.add(owner)
        return is_first


def note(connection: Connection, owner: str) -> None:
    """Records that an owner was seen now."""
    seen = {"owner": owner, "seen": now()}
    known = connection.execute(sa.update(VisitRow).where(VisitRow.owner == owner).values(seen))
    if not known.rowcount:
        connection.execute(sa.insert(VisitRow).values(seen))


def bin_unseen(connection: Connection, days: int) -> int:
    """Puts the scripts of owners not seen for `days` days into the bin; returns how many scripts.

    An owner without a record counts as seen now. Scripts without an owner stay.
    """
    known = sa.select(VisitRow.owner)
    strangers = sa.select(ScriptRow.owner).where(ScriptRow.owner != "", ScriptRow.owner.not_in(known))
    for owner in connection.scalars(strangers.distinct()).all():
        note(connection, owner)
    unseen = sa.select(VisitRow.owner).where(VisitRow.seen < now() - timedelta(days=days))
    gone = connection.execute(
        sa.update(ScriptRow)
        .where(ScriptRow.owner != "", ScriptRow.owner.in_(unseen), ScriptRow.deleted.is_(None))
        .values(deleted=now())
    )
    owners = sa.select(ScriptRow.owner)
    connection.execute(sa.delete(VisitRow).where(VisitRow.owner.in_(unseen), VisitRow.owner.not_in(owners)))
    return gone.rowcount
