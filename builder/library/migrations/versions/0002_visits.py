"""Stores when each owner was last seen, so that a hosted server can delete scripts that nobody comes back to."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table; `hosting.bin_unseen` starts the year of owners that exist already."""
    op.create_table(
        "visits",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("seen", sa.DateTime, nullable=False, index=True),
    )
