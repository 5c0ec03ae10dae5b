"""Scripts that are held ready in memory, by their text and the wording that they are in."""

from collections import OrderedDict
from threading import Lock
from time import monotonic

from builder import catalogue
from builder.game.script import Script

#: So many scripts are held.
HELD = 128
#: Seconds within which a change is made and saved.
LONGEST_CHANGE = 120
Name = tuple[str, str]


class Ready:
    """The scripts used last."""

    def __init__(self) -> None:
        self._scripts: OrderedDict[Name, Script] = OrderedDict()
        self._lock = Lock()
        self._stamp, self._since = "", float("-inf")

    def stamp(self) -> str:
        """The wording in use, by which texts mean scripts."""
        stamp = catalogue.wording().stamp
        with self._lock:
            if stamp != self._stamp:
                is_first = not self._stamp
                self._stamp, self._since = stamp, float("-inf") if is_first else monotonic()
        return stamp

    @property
    def is_settled(self) -> bool:
        """Whether the wording is the same since before any change that is being saved now was begun."""
        before = self._stamp
        return self.stamp() == before and monotonic() - self._since > LONGEST_CHANGE

    def get(self, name: Name) -> Script | None:
        """What is held under a name; None where nothing is."""
        with self._lock:
            if name in self._scripts:
                self._scripts.move_to_end(name)
            return self._scripts.get(name)

    def keep(self, name: Name, script: Script) -> Script:
        """Holds a script; the one used longest ago goes."""
        with self._lock:
            self._scripts[name] = script
            self._scripts.move_to_end(name)
            while len(self._scripts) > HELD:
                self._scripts.popitem(last=False)
        return script

    def forget(self) -> None:
        """Lets go of all of them."""
        with self._lock:
            self._scripts.clear()
