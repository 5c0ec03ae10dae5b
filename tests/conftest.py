"""What all tests share: scripts to print."""

import composing
import pytest

from builder.game.script import Script


@pytest.fixture(scope="session")
def moths() -> Script:
    """A full script: 25 characters."""
    return composing.sample("a-murmur-of-moths")


@pytest.fixture(scope="session")
def fair() -> Script:
    """A script with every team, jinxes and a rule of its own."""
    return composing.sample("the-wandering-fair")
