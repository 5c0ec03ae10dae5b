"""How long a set of 35 characters with icons takes to be published: `.venv/bin/python -m benchmarks publishing`.

The command line from its start to the last file: JSON, almanac as page and book, sheets, tokens as PDF and pictures,
icons. Once with nothing kept from earlier (every icon is read for the first time), once as somebody does it again.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from benchmarks import homebrew
from benchmarks.rows import Row

LIMIT = 5000


def rows() -> Iterator[Row]:
    """The first time and the second."""
    with tempfile.TemporaryDirectory() as folder:
        save = Path(folder, "save.json")
        save.write_bytes(homebrew.save())
        for number, words in (("16", "the first time"), ("16b", "once more")):
            took = _published(save, Path(folder))
            yield Row(number, f"studio: publish 35 characters with icons, {words}", took, limit=LIMIT)


def _published(save: Path, folder: Path) -> float:
    """Milliseconds from the command to its end."""
    command = [sys.executable, "-m", "builder.cli", "publish", str(save), "-d", str(folder / "set")]
    begun = perf_counter()
    subprocess.run(
        command, check=True, capture_output=True, env=os.environ | {"CLOCKWRIGHT_DATA": str(folder / "data")}
    )
    return (perf_counter() - begun) * 1000
