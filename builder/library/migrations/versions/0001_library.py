"""The first library: scripts, bodies, revisions, shares, icons."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "scripts",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("owner", sa.String(64), nullable=False, index=True),
        sa.Column("head", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("characters", sa.Text, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("tags", sa.Text, nullable=False),
        sa.Column("created", sa.DateTime, nullable=False),
        sa.Column("changed", sa.DateTime, nullable=False, index=True),
        sa.Column("deleted", sa.DateTime),
    )
    op.create_table(
        "bodies",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("packed", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "revisions",
        sa.Column("script", sa.String(24), sa.ForeignKey("scripts.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("parent", sa.Integer),
        sa.Column("body", sa.String(64), sa.ForeignKey("bodies.hash"), nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("difference", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
    )
    op.create_index("revisions_by_parent", "revisions", ["script", "parent"])
    op.create_index("revisions_by_body", "revisions", ["body"])
    op.create_table(
        "shares",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column(
            "script",
            sa.String(24),
            sa.ForeignKey("scripts.id", ondelete="CASCADE"),
            nullable=False,
            index=True,
        ),
        sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("may_edit", sa.Boolean, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("created", sa.DateTime, nullable=False),
        sa.Column("revoked", sa.DateTime),
    )
    op.create_table(
        "icons",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("media_type", sa.String(40), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("created", sa.DateTime, nullable=False),
    )
