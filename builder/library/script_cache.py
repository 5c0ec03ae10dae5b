"""Scripts in memory, by their text and the wording that they are in."""

from threading import Lock
from time import monotonic

from builder import catalogue
from builder.cache import MemoryCache
from builder.game.script import Script

#: Bytes that the scripts may cost, and what one costs for each letter of its text.
BUDGET = 96_000_000
COST = 8
#: Seconds within which a change is made and saved.
LONGEST_CHANGE = 120
Name = tuple[str, str]


class ScriptCache(MemoryCache[Name, Script]):
    """The scripts used last."""

    def __init__(self) -> None:
        super().__init__(BUDGET)
        self._stamping = Lock()
        self._stamp, self._since = "", float("-inf")

    def stamp(self) -> str:
        """The wording in use, by which texts mean scripts."""
        stamp = catalogue.wording().stamp
        with self._stamping:
            if stamp != self._stamp:
                is_first = not self._stamp
                self._stamp, self._since = stamp, float("-inf") if is_first else monotonic()
        return stamp

    @property
    def is_settled(self) -> bool:
        """Whether the wording is the same since before any change that is being saved now was begun."""
        before = self._stamp
        return self.stamp() == before and monotonic() - self._since > LONGEST_CHANGE

    def keep(self, name: Name, script: Script) -> Script:
        """Takes in a script, priced by the length of its text."""
        return self.put(name, script, COST * len(name[0]))
