"""Who has a page of a script open: in memory, by device, with the names that people gave."""

import threading
import time
from collections import defaultdict
from collections.abc import Iterator

#: A device that was not heard from for so many seconds is gone.
SECONDS = 5.0
LONGEST_NAME = 40
LONGEST_DEVICE = 40
#: At most so many devices of one script are stored.
MOST = 40


class Presence:
    """The devices that have a page of each script open."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        #: By script and device: name, and when it was last heard from.
        self._seen: defaultdict[str, dict[str, tuple[str, float]]] = defaultdict(dict)

    def note(self, script: str, device: str, name: str) -> tuple[str, ...]:
        """Records a device; returns the names of the others, with an empty one for each that gave none."""
        with self._lock:
            self._forget_gone()
            others = tuple(sorted(self._others(script, device)))
            seen = self._seen[script]
            if device in seen or len(seen) < MOST:
                seen[device] = (" ".join(name.split())[:LONGEST_NAME], time.monotonic())
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
