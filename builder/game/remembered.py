"""Answers that are worked out once: a script is looked at anew after each change, and most of it is as it was.

What JSON says is known by a mark of its content; a frozen value (a character, say) by itself. Either way an answer
holds as long as what it is about says the same.
"""

import marshal
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from hashlib import blake2b
from threading import Lock
from typing import Any, Generic, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

#: So many parts of scripts are known by their marks: those of a few large ones.
HELD = 4_000
#: What has more bytes (a whole `_meta`, a picture) is not worth its room.
LONGEST = 20_000
#: Bytes that an entry of a cache takes beside its value, whatever that is.
ENTRY = 250
#: The form of marshal in which the same content always gives the same bytes.
PLAIN = 2


class Bounded(Generic[K, V]):
    """A cache in memory: all values together cost at most `budget` bytes; what was used longest ago goes first."""

    def __init__(self, budget: int) -> None:
        self._budget = budget
        self._entries: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._lock = Lock()
        #: Bytes that its entries cost, by what was said of them.
        self.bytes = 0

    def get(self, key: K) -> V | None:
        """The value if it is known, else None."""
        with self._lock:
            found = self._entries.get(key)
            if found is None:
                return None
            self._entries.move_to_end(key)
            return found[0]

    def keep(self, key: K, value: V, cost: int) -> V:
        """Keeps a value that costs so many bytes; what alone is over the budget is not kept."""
        cost += ENTRY
        with self._lock:
            self._forget(key)
            if cost <= self._budget:
                self._entries[key] = value, cost
                self.bytes += cost
                while self.bytes > self._budget:
                    self._forget(next(iter(self._entries)))
        return value

    def clear(self) -> None:
        """Forgets everything."""
        with self._lock:
            self._entries.clear()
            self.bytes = 0

    def _forget(self, key: K) -> None:
        known = self._entries.pop(key, None)
        self.bytes -= known[1] if known else 0

    def __contains__(self, key: K) -> bool:
        return key in self._entries

    def __len__(self) -> int:
        return len(self._entries)


class Remembered(Generic[T]):
    """Answers by the name of what they are about; the oldest ones go."""

    def __init__(self, held: int = HELD) -> None:
        self._held = held
        self._answers: dict[Hashable, T] = {}
        self._lock = Lock()
        #: The answer if it is known, else None.
        self.known: Callable[[Hashable], T | None] = self._answers.get

    def get(self, name: Hashable, work: Callable[[], T]) -> T:
        """The answer, worked out if it is not known. Without a name (None) nothing is remembered."""
        if name is None:
            return work()
        try:
            return self._answers[name]
        except KeyError:
            return self.keep(name, work())

    def keep(self, name: Hashable, answer: T) -> T:
        """Remembers an answer."""
        with self._lock:
            self._answers[name] = answer
            while len(self._answers) > self._held:
                del self._answers[next(iter(self._answers))]
        return answer


#: By identity: the value, all that it said when it was marked (from the second time on), and its mark.
_MARKED: Remembered[tuple[Any, Any, bytes]] = Remembered()


def mark(value: Any) -> bytes | None:  # noqa: ANN401  # JSON
    """A short mark that only what says the same has, to the order of fields and the kind of numbers.

    None for what is too long to be remembered, or is no JSON.
    """
    known = _MARKED.known(id(value))
    is_met_again = known is not None and known[0] is value
    if known is not None and is_met_again and known[1] == value:
        return known[2]
    name = fresh_mark(value)
    if name is not None:
        _MARKED.keep(id(value), (value, copied(value) if is_met_again else None, name))
    return name


def fresh_mark(value: Any) -> bytes | None:  # noqa: ANN401  # JSON
    """As `mark`, of a value that nobody will ask about again."""
    try:
        text = marshal.dumps(value, PLAIN)
    except ValueError:
        return None
    return blake2b(text, digest_size=16).digest() if len(text) <= LONGEST else None


def copied(value: Any) -> Any:  # noqa: ANN401  # JSON
    """The same lists and objects anew, of the same words."""
    if isinstance(value, dict):
        return {name: copied(each) for name, each in value.items()}
    return [copied(each) for each in value] if isinstance(value, list | tuple) else value


def of_values(held: int = HELD) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Remembers what a function says of frozen values, by the values themselves (not by what is equal to them)."""

    def around(work: Callable[P, T]) -> Callable[P, T]:
        known: Remembered[tuple[tuple[Any, ...], T]] = Remembered(held)

        @wraps(work)
        def remembered(*values: P.args, **named: P.kwargs) -> T:
            if named:  # they have no place among the values
                return work(*values, **named)
            # What is remembered holds the values, so that nothing else can come to stand at their addresses.
            return known.get(tuple(map(id, values)), lambda: (values, work(*values, **named)))[1]

        return remembered

    return around
