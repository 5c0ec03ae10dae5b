"""Share links: an unguessable token opens a script to others; only its hash is stored."""

import base64
import hashlib
import hmac
import secrets
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from builder.errors import LibraryError
from builder.language import gettext as _
from builder.library.models import ScriptRow, ShareRow
from builder.library.revisions import HIGHEST, hold, now
from builder.library.values import Share

#: 192 bits.
TOKEN_BYTES = 24
LONGEST_TOKEN = 64
LONGEST_LABEL = 100


def share(
    connection: Connection,
    script: str,
    *,
    may_edit: bool,
    label: str = "",
    key: bytes = b"",
    is_single: bool = False,
) -> tuple[Share, str]:
    """Creates a link; returns it and its token, which is not stored. Raises LibraryError if there is no script.

    With a secret key, the token of a read link is derived from it, so that `read_token` can show it again. A single
    link is not created if an open one like it has a token of this key: that one is returned.
    """
    if hold(connection, script) is None:
        raise LibraryError(_("This script is no longer in the library, so it cannot be shared."))
    for each in shares(connection, script) if is_single else ():
        token = read_token(key, script, each.created)
        if (each.may_edit, each.label) == (may_edit, label) and opened_by(connection, token) == each:
            return each, token
    moment = now()
    token = secrets.token_urlsafe(TOKEN_BYTES) if may_edit or not key else read_token(key, script, moment)
    made = connection.execute(
        sa.insert(ShareRow)
        .values(
            script=script,
            token_hash=_hash(token),
            may_edit=may_edit,
            label=label[:LONGEST_LABEL],
            created=moment,
            revoked=None,
        )
        .returning(ShareRow.id)
    ).scalar_one()
    return Share(made, script, may_edit, moment, label[:LONGEST_LABEL]), token


def read_token(key: bytes, script: str, created: datetime) -> str:
    """The token of a read link that was created with this key at this moment."""
    digest = hmac.digest(key, f"read link {script} {created.isoformat()}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:TOKEN_BYTES]).decode()


def shares(connection: Connection, script: str) -> tuple[Share, ...]:
    """The open links of a script."""
    rows = connection.execute(
        sa.select(ShareRow).where(ShareRow.script == script, ShareRow.revoked.is_(None)).order_by(ShareRow.id)
    )
    return tuple(map(_share, rows))


def revoke(connection: Connection, script: str, share_id: int) -> bool:
    """Closes a link of a script; returns whether it was open."""
    if not 0 < share_id <= HIGHEST:
        return False
    done = connection.execute(
        sa.update(ShareRow)
        .where(ShareRow.script == script, ShareRow.id == share_id, ShareRow.revoked.is_(None))
        .values(revoked=now())
    )
    return done.rowcount == 1


def restore(connection: Connection, script: str, share_id: int) -> bool:
    """Opens a revoked link of a script again; returns whether the script has such a link."""
    if not 0 < share_id <= HIGHEST:
        return False
    done = connection.execute(
        sa.update(ShareRow).where(ShareRow.script == script, ShareRow.id == share_id).values(revoked=None)
    )
    return done.rowcount == 1


def opened_by(connection: Connection, token: str) -> Share | None:
    """The link with this token; None for a wrong, revoked or orphaned one: all three look the same."""
    digest = _hash(token[:LONGEST_TOKEN])
    row = connection.execute(
        sa.select(ShareRow)
        .join(ScriptRow, ScriptRow.id == ShareRow.script)
        .where(ShareRow.token_hash == digest, ShareRow.revoked.is_(None), ScriptRow.deleted.is_(None))
    ).first()
    if row is None or not hmac.compare_digest(row.token_hash, digest):
        return None
    return _share(row)


def _share(row: Any) -> Share:
    return Share(row.id, row.script, row.may_edit, row.created, row.label)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
