"""How long the program takes to start: as a library, as a command, as a server that answers its first page."""

import os
import socket
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from urllib.error import URLError
from urllib.request import urlopen

from benchmarks.rows import Row, milliseconds

ROUNDS = 7


def rows() -> Iterator[Row]:
    """Medians of whole processes; an empty Python is subtracted where only the import counts."""
    bare = _run("-c", "pass")
    yield Row("12", "start: `import builder`", max(_run("-c", "import builder") - bare, 0), limit=60)
    yield Row("12b", "start: `clockwright --help`", _run("-m", "builder.cli", "--help"), limit=150)
    with TemporaryDirectory() as library:
        first_ever = _first_page(library)
        usual = statistics.median(_first_page(library) for _ in range(ROUNDS))
    remark = f"the first start ever, which makes the library: {first_ever:,.0f} ms"
    yield Row("12c", "start: first page of the web app", usual, limit=1000, remark=remark)


def _run(*arguments: str) -> float:
    def once() -> None:
        subprocess.run([sys.executable, *arguments], check=True, capture_output=True)

    return milliseconds(once, ROUNDS)


def _first_page(library: str) -> float:
    """Milliseconds from the start of `clockwright serve` to its first page."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        begun = perf_counter()
        server = subprocess.Popen(
            [sys.executable, "-m", "builder.cli", "serve", "--port", str(port), "--no-browser"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"CLOCKWRIGHT_DATA": library},
        )
        try:
            while server.poll() is None:
                with suppress(URLError), urlopen(f"http://127.0.0.1:{port}/") as answer:
                    answer.read()
                    return (perf_counter() - begun) * 1000
                sleep(0.01)
            raise RuntimeError("the server ended before it answered")
        finally:
            server.terminate()
            server.wait()
