"""A cache of parsed scripts, by their text and wording."""

from threading import Lock
from time import monotonic

from builder import catalogue
from builder.cache import MemoryCache
from builder.game.script import Script

#: The cache size in bytes, and the cost of a script per letter of its text.
BUDGET = 96_000_000
COST = 8
#: Seconds within which a change is made and saved.
LONGEST_CHANGE = 120
Name = tuple[str, str]


class ScriptCache(MemoryCache[Name, Script]):
    """Cache of the most recently used scripts."""

    def __init__(self) -> None:
        super().__init__(BUDGET)
        self._stamping = Lock()
        self._stamp, self._since = "", float("-inf")

    def stamp(self) -> str:
        """The stamp of the current wording, part of the key."""
        stamp = catalogue.wording().stamp
        with self._stamping:
            if stamp != self._stamp:
                is_first = not self._stamp
                self._stamp, self._since = stamp, float("-inf") if is_first else monotonic()
        return stamp

    @property
    def is_settled(self) -> bool:
        """Whether the wording has stayed the same since before any change that is being saved now."""
        before = self._stamp
        return self.stamp() == before and monotonic() - self._since > LONGEST_CHANGE

    def keep(self, name: Name, script: Script) -> Script:
        """Caches a script, at a cost by the length of its text."""
        return self.put(name, script, COST * len(name[0]))
