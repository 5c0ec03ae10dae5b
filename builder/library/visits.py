"""Records the visits of owners on a hosted server, and moves the scripts of absent ones to the bin."""

from dataclasses import dataclass, field
from datetime import date, timedelta

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from builder.library.models import ScriptRow, VisitRow
from builder.library.revisions import now
from builder.settings import Settings

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
