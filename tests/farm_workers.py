"""Real workers of the farm, as processes that a test can kill."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from builder.settings import PREFIX, Settings

#: Has a worker make the jobs of `runner_jobs`, too.
PROGRAM = f"""
import sys
sys.path[:0] = [{str(Path(__file__).parent)!r}]
import runner_jobs, builder.artefacts
builder.artefacts.make = runner_jobs.make
from builder.cli import main
main()
"""


class FarmWorker:
    """A `clockwright worker` in a process group of its own."""

    def __init__(self, settings: Settings, concurrency: int, *options: str) -> None:
        limits = {
            f"{PREFIX}{name.upper()}": str(getattr(settings, name))
            for name in ("broker", "artefacts", "data", "render_seconds", "render_memory_mb")
        }
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, "worker", "--concurrency", str(concurrency), *options],
            env=os.environ | limits,
            stdout=subprocess.DEVNULL,
            stderr=None if os.environ.get("SHOW_WORKERS") else subprocess.DEVNULL,
            start_new_session=True,
        )

    def kill(self) -> None:
        """As a power cut: its render processes die, too."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(30)


@contextmanager
def working(
    settings: Settings, concurrency: int = 1, count: int = 1, *options: str
) -> Iterator[Sequence[FarmWorker]]:
    """So many workers; they end with the block."""
    workers = [FarmWorker(settings, concurrency, *options) for _ in range(count)]
    try:
        yield workers
    finally:
        for worker in workers:
            worker.kill()
