"""Brings a library's tables to this program's version; one that is there already is only looked at."""

from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from builder.errors import LibraryError
from builder.library import database_errors

MIGRATIONS = Path(__file__).with_name("migrations")
#: Where Alembic notes the version of the tables.
NOTED = sa.table("alembic_version", sa.column("version_num"))


def newest() -> str:
    """The number of this program's version of the tables."""
    return max(path.name[:4] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def upgrade(connection: Connection) -> None:
    """Migrates inside the transaction that is under way. Raises LibraryError for a newer program's library."""
    if _is_newest(connection):
        return
    # A third of a second to load, and hardly any start migrates anything.
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise LibraryError(
            f"A newer Clockwright has written the library “{connection.engine.url.database or ''}”. Install the newest"
            f" one here, or name another file by CLOCKWRIGHT_DATABASE. ({database_errors.first_line(error)})"
        ) from error


def _is_newest(connection: Connection) -> bool:
    if not sa.inspect(connection).has_table(NOTED.name):
        return False
    return connection.scalars(sa.select(NOTED.c.version_num)).all() == [newest()]
