"""Scripts that are held ready in memory, by their text and the wording that they are in."""

from threading import Lock
from time import monotonic

from builder import catalogue
from builder.game.remembered import Bounded
from builder.game.script import Script

#: Bytes that the scripts may cost, and what one costs for each letter of its text.
BUDGET = 96_000_000
COST = 8
#: Seconds within which a change is made and saved.
LONGEST_CHANGE = 120
Name = tuple[str, str]


class Ready:
    """The scripts used last."""

    def __init__(self) -> None:
        self._scripts: Bounded[Name, Script] = Bounded(BUDGET)
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

    @property
    def bytes(self) -> int:
        """What it holds costs so many bytes, by the length of the texts."""
        return self._scripts.bytes

    def get(self, name: Name) -> Script | None:
        """What is held under a name; None where nothing is."""
        return self._scripts.get(name)

    def keep(self, name: Name, script: Script) -> Script:
        """Holds a script; those used longest ago go."""
        return self._scripts.keep(name, script, COST * len(name[0]))

    def forget(self) -> None:
        """Lets go of all of them."""
        self._scripts.clear()
