"""Every test here has a data folder of its own."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _own_folder(data_folder: Path) -> None:
    """Nothing is synced in it yet."""
