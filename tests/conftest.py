"""What all tests share: scripts to print."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import composing
import pytest

from builder.game.script import Script
from builder.settings import settings


def pytest_configure() -> None:
    """Nobody's own data, an official wording say, may change what the tests see."""
    os.environ["CLOCKWRIGHT_DATA"] = tempfile.mkdtemp(prefix="clockwright-tests-")
    os.environ["CLOCKWRIGHT_FETCH_PICTURES"] = "0"  # no test asks a stranger


def pytest_unconfigure() -> None:
    shutil.rmtree(os.environ["CLOCKWRIGHT_DATA"], ignore_errors=True)


@pytest.fixture
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A user's data folder of its own."""
    folder = tmp_path / "data of the user"
    monkeypatch.setenv("CLOCKWRIGHT_DATA", str(folder))
    settings.cache_clear()
    yield folder
    settings.cache_clear()


@pytest.fixture(scope="session")
def moths() -> Script:
    """A full script: 25 characters."""
    return composing.sample("a-murmur-of-moths")


@pytest.fixture(scope="session")
def fair() -> Script:
    """A script with every team, jinxes and a rule of its own."""
    return composing.sample("the-wandering-fair")
