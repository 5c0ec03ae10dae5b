"""Memoizes answers: a script is looked at anew after each change, and most of it is as it was.

What JSON says is known by a mark of its content; a frozen value (a character, say) by itself. Either way an answer
holds as long as what it is about says the same.
"""

import marshal
from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache, wraps
from hashlib import blake2b
from threading import Lock
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from builder.cache import ENTRY, MemoryCache

P = ParamSpec("P")
T = TypeVar("T")

#: How many parts of scripts are known by their marks: those of a few large ones.
ENTRIES = 4_000
#: What has more bytes (a whole `_meta`, a picture) is not worth its room.
LONGEST = 20_000
#: Letters of a text that may stand in many scripts.
SHORT = 2_000
#: Bytes that the answers of one kind may cost.
BUDGET = 24_000_000
#: So many times the bytes of a text are what is made of it: objects, lists, texts anew.
OBJECTS = 4
#: Bytes of a mark: a digest, and the length of what is marked.
DIGEST, MARK = 16, 20
#: A memory of so few (scripts) is bounded enough.
FEW = 16
#: Parts of a value that are looked at for how much it costs.
MOST_PARTS = 2_000
#: The form of marshal in which the same content always gives the same bytes.
PLAIN = 2


class Memo(Generic[T]):
    """Answers by the name of what they are about; first in, first out, when there are too many or they cost too much.

    It is read without a lock, thousands of times for each page: half as slow again with `cache.MemoryCache`.
    """

    def __init__(self, entries: int = ENTRIES, budget: int = BUDGET) -> None:
        self._entries = entries
        self.budget = budget
        self._answers: dict[Hashable, T] = {}
        self._costs: dict[Hashable, int] = {}
        self._lock = Lock()
        #: Bytes that its answers cost, by what they are about.
        self.bytes = 0
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

    def keep(self, name: Hashable, answer: T, cost: int | None = None) -> T:
        """Remembers an answer that costs so many bytes; without a word about that, what its name stands for."""
        cost = ENTRY + (OBJECTS * length(name) if cost is None else cost)
        with self._lock:
            self.bytes += cost - self._costs.get(name, 0)
            self._answers[name], self._costs[name] = answer, cost
            while len(self._answers) > self._entries or self.bytes > self.budget:
                oldest = next(iter(self._answers))
                del self._answers[oldest]
                self.bytes -= self._costs.pop(oldest)
        return answer


def of_short_texts(
    entries: int,
) -> Callable[[Callable[Concatenate[str, P], T]], Callable[Concatenate[str, P], T]]:
    """Remembers what a function says of texts, those used last; long ones, which nobody writes often, take no room."""

    def around(work: Callable[Concatenate[str, P], T]) -> Callable[Concatenate[str, P], T]:
        cached = lru_cache(entries)(work)

        @wraps(work)
        def memoized(text: str, /, *more: P.args, **named: P.kwargs) -> T:
            if named or len(text) > SHORT:
                return work(text, *more, **named)
            return cached(text, *more)

        return memoized

    return around


def of_short_answers(budget: int = BUDGET) -> Callable[[Callable[P, str]], Callable[P, str]]:
    """Remembers texts that are made of frozen values, all together within a budget of bytes."""

    def around(work: Callable[P, str]) -> Callable[P, str]:
        known: MemoryCache[tuple[object, ...], str] = MemoryCache(budget)

        @wraps(work)
        def memoized(*values: P.args, **named: P.kwargs) -> str:
            if named:
                return work(*values, **named)
            found = known.get(values)
            if found is None:
                found = work(*values, **named)
                cost = len(found) + letters(values)
                if cost <= LONGEST:
                    known.put(values, found, cost)
            return found

        return memoized

    return around


def length(name: object) -> int:
    """How many bytes that is which a name stands for: of a mark, those of the marked value."""
    if isinstance(name, bytes):
        return int.from_bytes(name[DIGEST:]) if len(name) == MARK else len(name)
    if isinstance(name, tuple):
        return sum(map(length, name))
    return len(name) if isinstance(name, str) else 0


def letters(values: tuple[Any, ...]) -> int:
    """How many letters there are in values, and in what these are made of; of very many parts, in the first ones."""
    found, left = 0, list(values)
    for _ in range(MOST_PARTS):
        if not left:
            break
        each = left.pop()
        if isinstance(each, str | bytes):
            found += len(each)
        elif isinstance(each, Mapping):
            left += each.values()
        elif isinstance(each, tuple | list | frozenset):
            left += each
        else:
            left += [getattr(each, name, None) for name in getattr(each, "__slots__", ())]
    return found


#: By identity: the value, all that it said when it was marked (from the second time on), and its mark.
_MARKED: Memo[tuple[Any, Any, bytes]] = Memo()


def mark(value: Any) -> bytes | None:
    """A short mark that only what says the same has, to the order of fields and the kind of numbers.

    None for what is too long to be remembered, or is no JSON.
    """
    known = _MARKED.known(id(value))
    is_met_again = known is not None and known[0] is value
    if known is not None and is_met_again and known[1] == value:
        return known[2]
    name = fresh_mark(value)
    if name is not None:
        what = (value, copied(value) if is_met_again else None, name)
        _MARKED.keep(id(value), what, OBJECTS * length(name))
    return name


def fresh_mark(value: Any) -> bytes | None:
    """As `mark`, of a value that nobody will ask about again. It ends with how long the value is."""
    try:
        text = marshal.dumps(value, PLAIN)
    except ValueError:
        return None
    if len(text) > LONGEST:
        return None
    return blake2b(text, digest_size=DIGEST).digest() + len(text).to_bytes(MARK - DIGEST)


def copied(value: Any) -> Any:
    """The same lists and objects anew, of the same words."""
    if isinstance(value, dict):
        return {name: copied(each) for name, each in value.items()}
    return [copied(each) for each in value] if isinstance(value, list | tuple) else value


def of_values(entries: int = ENTRIES) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Remembers what a function says of frozen values, by the values themselves (not by what is equal to them).

    The first value is what the answer is about, and what it costs; the others are tables that all answers share.
    """

    def around(work: Callable[P, T]) -> Callable[P, T]:
        known: Memo[tuple[tuple[Any, ...], T]] = Memo(entries)

        @wraps(work)
        def memoized(*values: P.args, **named: P.kwargs) -> T:
            if named:  # they have no place among the values
                return work(*values, **named)
            name = tuple(map(id, values))
            if (answer := known.known(name)) is not None:
                return answer[1]
            # What is remembered holds the values, so that nothing else can come to stand at their addresses.
            cost = OBJECTS * letters(values[:1]) if entries > FEW else 0
            return known.keep(name, (values, work(*values, **named)), cost)[1]

        return memoized

    return around
