"""`clockwright serve` for a browser."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def started(folder: Path) -> Iterator[str]:
    """`clockwright serve` on a folder of data; it must stop cleanly, too."""
    log = (folder / "server.log").open("w")
    with subprocess.Popen(
        [sys.executable, "-m", "builder.cli", "serve", "--port", "0", "--no-browser"],
        env=os.environ | {"CLOCKWRIGHT_DATA": str(folder)},
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
    ) as process:
        assert process.stdout
        line = process.stdout.readline()
        address = re.search(r"http://[\d.]+:\d+", line)
        assert address, (folder / "server.log").read_text()
        yield address[0]
        process.terminate()
        assert process.wait(90) == 0
    log.close()
