"""A library of its own for every test, over SQLite and PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest

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


@pytest.fixture(params=["sqlite", "postgresql"])
def any_library(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Library]:
    """An empty library, in each database that it can lie in."""
    database = request.getfixturevalue("empty_database") if request.param == "postgresql" else ""
    settings = Settings(data=str(tmp_path / "data"), database=database)
    if database:
        Library.upgrade(settings)
    opened = Library.open(settings)
    yield opened
    opened.close()
