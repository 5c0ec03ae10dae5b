"""A Redis server for the tests of this process: on a free port, with its data in a temporary folder."""

import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis
from free_port import free_port

SECONDS = 60
#: What it acknowledged is on disk.
OPTIONS = ("--bind", "127.0.0.1", "--save", "", "--appendonly", "yes", "--appendfsync", "always")


class RedisServer:
    """A server that can be killed and started again with what it had acknowledged."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = free_port()
        #: As in CLOCKWRIGHT_BROKER; each number is a database of its own, so that tests can share a server.
        self.address = f"redis://127.0.0.1:{self._port}/0"

    def start(self) -> None:
        """Starts it and waits until it answers."""
        self._process = subprocess.Popen(
            ("redis-server", "--port", str(self._port), *OPTIONS),
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
        )
        end = time.monotonic() + SECONDS
        with redis.Redis.from_url(self.address) as client:
            while not self._answers(client):
                assert time.monotonic() < end, "Redis did not start"
                assert self._process.poll() is None, "Redis ended"
                time.sleep(0.02)

    @staticmethod
    def _answers(client: redis.Redis) -> bool:
        try:
            return bool(client.ping())
        except redis.ConnectionError:  # also while it reads its data
            return False

    def kill(self) -> None:
        """Kills it at once; `start` brings it back."""
        self._process.kill()
        self._process.wait(SECONDS)

    def pause(self) -> None:
        """From now on it accepts connections but answers nothing, as a machine that hangs."""
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Ends a pause."""
        self._process.send_signal(signal.SIGCONT)

    def empty(self) -> None:
        """Deletes everything in its first database."""
        with redis.Redis.from_url(self.address) as client:
            client.flushdb()


@contextmanager
def started() -> Iterator[RedisServer]:
    """A running server, which ends with the block."""
    if not shutil.which("redis-server"):
        pytest.fail("Redis is not installed; bin/setup --dev installs it")
    with tempfile.TemporaryDirectory(prefix="clockwright-redis-") as folder:
        server = RedisServer(Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.kill()
