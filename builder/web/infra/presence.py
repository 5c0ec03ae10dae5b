"""Who has a page of a script open, by device, with the names that people gave: in memory, or in the broker."""

import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

from builder.web.infra.broker import KEYS, Broker

if TYPE_CHECKING:
    from redis import Redis

#: A device that was not heard from for so many seconds is gone.
SECONDS = 5.0
LONGEST_NAME = 40
LONGEST_DEVICE = 40
#: At most so many devices of one script are stored.
MOST = 40


class Presence:
    """The devices that have a page of each script open; with a broker, on all servers."""

    def __init__(self, broker: Broker | None = None) -> None:
        self._broker = broker
        self._lock = threading.Lock()
        #: By script and device: name, and when it was last heard from.
        self._seen: defaultdict[str, dict[str, tuple[str, float]]] = defaultdict(dict)

    def note(self, script: str, device: str, name: str) -> tuple[str, ...]:
        """Records a device; returns the names of the others, with an empty one for each that gave none."""
        name = " ".join(name.split())[:LONGEST_NAME]
        if self._broker:
            shared = self._broker.attempt(lambda client: _note_shared(client, script, device, name))
            if shared is not None:
                return shared
        with self._lock:
            self._forget_gone()
            others = tuple(sorted(self._others(script, device)))
            seen = self._seen[script]
            if device in seen or len(seen) < MOST:
                seen[device] = (name, time.monotonic())
            return others

    def _others(self, script: str, device: str) -> Iterator[str]:
        return (name for other, (name, _) in self._seen[script].items() if other != device)

    def _forget_gone(self) -> None:
        oldest = time.monotonic() - SECONDS
        for script, devices in list(self._seen.items()):
            for device in [device for device, (_, heard) in devices.items() if heard < oldest]:
                del devices[device]
            if not devices:
                del self._seen[script]


def _note_shared(client: "Redis", script: str, device: str, name: str) -> tuple[str, ...]:
    """The same in the broker: a hash of each script, by device when it was last heard from and its name."""
    key, now = f"{KEYS}:here:{script}", time.time()
    steps = client.pipeline(transaction=False)
    steps.hset(key, device, f"{now} {name}")
    steps.expire(key, int(SECONDS))
    steps.hgetall(key)
    *_, seen = steps.execute()
    heard = {each: float(value.partition(" ")[0]) for each, value in seen.items()}
    surplus = [each for each, at in heard.items() if abs(now - at) > SECONDS]
    if len(heard) - len(surplus) > MOST:
        surplus.append(device)
    if surplus:
        client.hdel(key, *surplus)
    return tuple(sorted(seen[each].partition(" ")[2] for each in heard.keys() - {device, *surplus}))
