"""A library of its own for every test, over SQLite and PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import postgresql_cluster
import pytest
import sqlalchemy as sa

from builder.library import Library
from builder.settings import Settings


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


@pytest.fixture
def empty_database(postgresql: str) -> str:
    """The same without tables."""
    engine = sa.create_engine(postgresql)
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP SCHEMA public CASCADE")
        connection.exec_driver_sql("CREATE SCHEMA public")
    engine.dispose()
    return postgresql


@pytest.fixture(params=["sqlite", "postgresql"])
def any_library(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Library]:
    """An empty library, in each database that it can lie in."""
    database = request.getfixturevalue("empty_database") if request.param == "postgresql" else ""
    settings = Settings(data=str(tmp_path / "data"), database=database)
    Library.upgrade(settings)
    opened = Library.open(settings)
    yield opened
    opened.close()
