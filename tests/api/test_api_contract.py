"""Whatever is asked, the API answers as its description says: contract.py, in a pytest of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.full

CONTRACT = Path(__file__).with_name("contract.py")
#: Schemathesis, which pyproject.toml keeps out of all other processes.
WITH_ITS_TOOL = ("-o", "addopts=--strict-markers --strict-config", "-p", "no:cacheprovider")


def test_every_answer_is_as_described() -> None:
    """Schemathesis makes up all requests while tests are collected, which each process of `bin/test` would do."""
    command = [sys.executable, "-m", "pytest", "-q", *WITH_ITS_TOOL, CONTRACT]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=CONTRACT.parents[2])
    assert run.returncode == 0, run.stdout + run.stderr
    assert " passed" in run.stdout
