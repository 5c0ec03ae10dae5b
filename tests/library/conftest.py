"""A library of its own for every test; over PostgreSQL as well where CLOCKWRIGHT_TEST_POSTGRESQL names a database."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from builder.library import Library
from builder.settings import Settings

POSTGRESQL = os.environ.get("CLOCKWRIGHT_TEST_POSTGRESQL", "")
#: What is in the library's tables; the first is where a test's connection begins.
TABLES = ("shares", "icons", "revisions", "bodies", "scripts", "alembic_version")


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


@pytest.fixture(params=["sqlite", "postgresql"])
def any_library(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Library]:
    """An empty library, in each database that it can lie in."""
    database = "" if request.param == "sqlite" else POSTGRESQL
    if request.param == "postgresql":
        if not POSTGRESQL:
            pytest.skip("CLOCKWRIGHT_TEST_POSTGRESQL names no database to try this with")
        engine = sa.create_engine(POSTGRESQL)
        with engine.begin() as connection:
            for table in TABLES:
                connection.execute(sa.text(f"DROP TABLE IF EXISTS {table} CASCADE"))
        engine.dispose()
    opened = Library.open(Settings(data=str(tmp_path / "data"), database=database))
    yield opened
    opened.close()
