"""A server that tests start on a free port of this machine, kill, pause and start again."""

import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    import subprocess

#: Time limit for a start, an end or an answer.
SECONDS = 60


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


class LocalServer:
    """A process that listens; subclasses say how to begin it and when it answers."""

    def __init__(self) -> None:
        self._port = free_port()

    def begin(self) -> "subprocess.Popen[bytes]":
        """Starts the process."""
        raise NotImplementedError

    def answers(self) -> bool:
        """Whether it can be used."""
        raise NotImplementedError

    def start(self) -> None:
        """Starts it and waits until it answers."""
        self._process = self.begin()
        end = time.monotonic() + SECONDS
        while not self.answers():
            assert time.monotonic() < end, f"{type(self).__name__} did not start"
            assert self._process.poll() is None, f"{type(self).__name__} ended"
            time.sleep(0.02)

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

    @contextmanager
    def running(self) -> Iterator[Self]:
        """Starts it, and kills it at the end of the block."""
        self.start()
        try:
            yield self
        finally:
            self.kill()
