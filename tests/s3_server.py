"""An S3 server for the tests of this process: moto's, on a free port, with one bucket; it forgets all when it ends."""

import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from free_port import free_port

SECONDS = 60
BUCKET = "clockwright"


class S3Server:
    """A server that can be killed, paused and started again (empty)."""

    def __init__(self) -> None:
        self._port = free_port()
        self.address = f"http://127.0.0.1:{self._port}"
        #: As in CLOCKWRIGHT_ARTEFACTS, together with `environment`.
        self.url = f"s3://{BUCKET}/documents"
        self.environment: Mapping[str, str] = {
            "AWS_ENDPOINT_URL": self.address,
            "AWS_ACCESS_KEY_ID": "tests",
            "AWS_SECRET_ACCESS_KEY": "tests",
            "AWS_DEFAULT_REGION": "us-east-1",
        }

    def start(self) -> None:
        """Starts it, waits until it answers and makes the bucket."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(self._port)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=os.environ | self.environment,
        )
        end = time.monotonic() + SECONDS
        while not self._has_made_bucket():
            assert time.monotonic() < end, "moto did not start"
            assert self._process.poll() is None, "moto ended"
            time.sleep(0.05)

    def _has_made_bucket(self) -> bool:
        request = urllib.request.Request(f"{self.address}/{BUCKET}", method="PUT")
        try:
            with urllib.request.urlopen(request, timeout=SECONDS):
                return True
        except OSError:
            return False

    def kill(self) -> None:
        """Kills it at once, with all that it stored."""
        self._process.kill()
        self._process.wait(SECONDS)

    def pause(self) -> None:
        """From now on it accepts connections but answers nothing, as a machine that hangs."""
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Ends a pause."""
        self._process.send_signal(signal.SIGCONT)


@contextmanager
def started() -> Iterator[S3Server]:
    """A running server, which ends with the block."""
    server = S3Server()
    server.start()
    try:
        yield server
    finally:
        server.kill()
