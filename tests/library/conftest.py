"""A library of its own for every test, over SQLite and PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import postgresql_cluster
import pytest
import sqlalchemy as sa

from builder.library import Library
from builder.settings import Settings

#: What is in the library's tables; the first is where a test's connection begins.
TABLES = ("visits", "shares", "icons", "revisions", "bodies", "scripts", "alembic_version")


@pytest.fixture
def here(tmp_path: Path) -> Settings:
    """A folder of data that nobody used yet."""
    return Settings(data=str(tmp_path / "data"))


@pytest.fixture
def library(here: Settings) -> Iterator[Library]:
    """An empty library in a file."""
    opened = Library.open(here)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a database in a cluster of this test process's own, which ends with it."""
    with postgresql_cluster.started() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def any_library(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Library]:
    """An empty library, in each database that it can lie in."""
    database = ""
    if request.param == "postgresql":
        database = request.getfixturevalue("postgresql")
        engine = sa.create_engine(database)
        with engine.begin() as connection:
            for table in TABLES:
                connection.execute(sa.text(f"DROP TABLE IF EXISTS {table} CASCADE"))
        engine.dispose()
    opened = Library.open(Settings(data=str(tmp_path / "data"), database=database))
    yield opened
    opened.close()
