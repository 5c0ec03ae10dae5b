"""Stores who made each change, so that undo leaves alone what somebody else just changed, and history can say who."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the columns; nobody is known as the author of older changes."""
    for name in ("device", "name"):
        op.add_column("revisions", sa.Column(name, sa.Text, nullable=False, server_default=""))
    op.add_column("revisions", sa.Column("undoes", sa.Integer))
