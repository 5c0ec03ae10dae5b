"""The log of a server: what the journal of systemd gets, and what a file gets."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

CODE = """
import logging
from builder import logs
from builder.settings import Settings
logs.begin(Settings(log="json"))
logging.getLogger("clockwright.web").info("fine")
logging.getLogger("clockwright.web").warning("odd")
logging.getLogger("clockwright.web").error("wrong")
"""


@pytest.mark.parametrize(
    ("inode", "starts"), [("own", ["<6>{", "<4>{", "<3>{"]), ("another", ["{", "{", "{"]), (None, ["{"] * 3)]
)
def test_the_journal_gets_the_priority_of_each_line(
    tmp_path: Path, inode: str | None, starts: list[str]
) -> None:
    with (tmp_path / "log").open("w") as file:
        facts = os.fstat(file.fileno())
        given = {"own": facts.st_ino, "another": facts.st_ino + 1}
        environment = {name: text for name, text in os.environ.items() if name != "JOURNAL_STREAM"}
        if inode:
            environment["JOURNAL_STREAM"] = f"{facts.st_dev}:{given[inode]}"
        subprocess.run([sys.executable, "-c", CODE], env=environment, stderr=file, check=True)
    lines = (tmp_path / "log").read_text().splitlines()
    assert [line.partition("{")[0] + "{" for line in lines] == starts
