"""What saving asks of the database, put together once: that takes longer than asking."""

import sqlalchemy as sa
from sqlalchemy.orm import aliased

from builder.library.models import BodyRow, RevisionRow, ScriptRow

SCRIPT: sa.BindParameter[str] = sa.bindparam("script")
NUMBER: sa.BindParameter[int] = sa.bindparam("number")
_CHILD = aliased(RevisionRow)
_HELD = (
    sa.select(
        RevisionRow.number,
        RevisionRow.parent,
        RevisionRow.at,
        BodyRow.packed,
        sa.select(sa.func.max(_CHILD.number))
        .where(_CHILD.script == ScriptRow.id, _CHILD.parent == ScriptRow.head)
        .scalar_subquery()
        .label("later"),
    )
    .select_from(ScriptRow)
    .join(RevisionRow, RevisionRow.script == ScriptRow.id)
    .join(BodyRow, BodyRow.hash == RevisionRow.body)
    .where(ScriptRow.id == SCRIPT, ScriptRow.deleted.is_(None))
)
#: A script as it is, and as it was at a revision.
HELD = _HELD.where(RevisionRow.number == ScriptRow.head)
HELD_THEN = _HELD.where(RevisionRow.number == NUMBER)
HEAD = sa.select(ScriptRow.head).where(ScriptRow.id == SCRIPT, ScriptRow.deleted.is_(None)).with_for_update()
LAST = sa.select(sa.func.max(RevisionRow.number)).where(RevisionRow.script == SCRIPT)
NEXT = LAST.where(RevisionRow.parent == NUMBER)
INSERT = sa.insert(RevisionRow)
POINT = sa.update(ScriptRow).where(ScriptRow.id == sa.bindparam("identifier"))
