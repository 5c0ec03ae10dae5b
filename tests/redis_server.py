"""A Redis server for the tests of this process, with its data in a temporary folder."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis
from local_server import LocalServer

#: What it acknowledged is on disk.
OPTIONS = ("--bind", "127.0.0.1", "--save", "", "--appendonly", "yes", "--appendfsync", "always")


class RedisServer(LocalServer):
    """A server that can be killed and started again with what it had acknowledged."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        #: As in CLOCKWRIGHT_BROKER; each number is a database of its own, so that tests can share a server.
        self.address = f"redis://127.0.0.1:{self._port}/0"

    def begin(self) -> "subprocess.Popen[bytes]":
        """Starts the process."""
        command = ("redis-server", "--port", str(self._port), *OPTIONS)
        return subprocess.Popen(command, cwd=self._folder, stdout=subprocess.DEVNULL)

    def answers(self) -> bool:
        """Whether it can be used."""
        with redis.Redis.from_url(self.address) as client:
            try:
                return bool(client.ping())
            except redis.ConnectionError:  # also while it reads its data
                return False

    def empty(self) -> None:
        """Deletes everything in its first database."""
        with redis.Redis.from_url(self.address) as client:
            client.flushdb()


@contextmanager
def started() -> Iterator[RedisServer]:
    """A running server, which ends with the block."""
    if not shutil.which("redis-server"):
        pytest.fail("Redis is not installed; bin/setup --dev installs it")
    with (
        tempfile.TemporaryDirectory(prefix="clockwright-redis-") as folder,
        RedisServer(Path(folder)).running() as server,
    ):
        yield server
