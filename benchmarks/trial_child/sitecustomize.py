"""Watches the network and sets the clock, in every process of a server that has this folder on PYTHONPATH.

TRIAL_NETWORK is a file to which each look-up of a name and each connection over IP is added; every name then
leads to this machine. TRIAL_CLOCK is a file with the seconds by which the clock is wrong.
"""

import datetime as dt
import os
import socket
import sys
import time
from pathlib import Path
from typing import Any, Self

network, clock = os.environ.get("TRIAL_NETWORK"), os.environ.get("TRIAL_CLOCK")

if network:
    noted = os.open(network, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    look_up = socket.getaddrinfo

    def note(event: str, given: tuple[Any, ...]) -> None:
        """Writes down who is connected to."""
        if event in {"socket.connect", "socket.sendto"} and isinstance(given[1], tuple):
            os.write(noted, f"connect {given[1]!r}\n".encode())

    def to_this_machine(host: Any, *given: Any, **named: Any) -> Any:
        """Writes a name down, and says that it is this machine's."""
        if not str(host).replace(".", "").isdecimal():
            os.write(noted, f"name {host!r}\n".encode())
        return look_up("127.0.0.1", *given, **named)

    sys.addaudithook(note)
    socket.getaddrinfo = to_this_machine

if clock:
    right, usual = time.time, dt.datetime

    def wrong() -> float:
        """The time of a clock that somebody has set."""
        return right() + float(Path(clock).read_text() or 0)

    class Kind(type):
        """Takes the usual kind for this one."""

        def __instancecheck__(cls, instance: object) -> bool:
            return isinstance(instance, usual)

    class Wrong(usual, metaclass=Kind):
        """The usual kind, whose `now` is by that clock."""

        @classmethod
        def now(cls, tz: dt.tzinfo | None = None) -> Self:
            """What the clock shows."""
            return usual.fromtimestamp(wrong(), tz)  # type: ignore[return-value]

    time.time = wrong
    dt.datetime = Wrong  # type: ignore[misc]
