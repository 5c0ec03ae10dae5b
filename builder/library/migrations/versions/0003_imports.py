"""Stores import records in the database, where every server finds them; they were files of one machine."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the table. Records in files are forgotten: they last a month at most, and no script depends on them."""
    op.create_table(
        "imports",
        sa.Column("script", sa.String(24), sa.ForeignKey("scripts.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("packed", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False, index=True),
    )
