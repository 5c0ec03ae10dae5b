"""An S3 server for the tests of this process: moto's, with one bucket; it forgets all when it ends."""

import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from local_server import SECONDS, LocalServer

BUCKET = "clockwright"


class S3Server(LocalServer):
    """A server that can be killed, paused and started again (empty)."""

    def __init__(self) -> None:
        super().__init__()
        self.address = f"http://127.0.0.1:{self._port}"
        #: As in CLOCKWRIGHT_ARTEFACTS, together with `environment`.
        self.url = f"s3://{BUCKET}/documents"
        self.environment: Mapping[str, str] = {
            "AWS_ENDPOINT_URL": self.address,
            "AWS_ACCESS_KEY_ID": "tests",
            "AWS_SECRET_ACCESS_KEY": "tests",
            "AWS_DEFAULT_REGION": "us-east-1",
        }

    def begin(self) -> "subprocess.Popen[bytes]":
        """Starts the process."""
        return subprocess.Popen(
            [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(self._port)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=os.environ | self.environment,
        )

    def answers(self) -> bool:
        """Whether it could make the bucket."""
        request = urllib.request.Request(f"{self.address}/{BUCKET}", method="PUT")
        try:
            with urllib.request.urlopen(request, timeout=SECONDS):
                return True
        except OSError:
            return False


@contextmanager
def started() -> Iterator[S3Server]:
    """A running server, which ends with the block."""
    with S3Server().running() as server:
        yield server
