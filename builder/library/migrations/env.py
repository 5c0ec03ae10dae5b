"""Alembic's entry point: migrates over the connection that `db` passes to it."""

from alembic import context

from builder.library.models import Base

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True)
context.run_migrations()
