"""Memoizes results, because a script is checked again after each change and most of it is unchanged.

JSON is keyed by a digest of its content, a frozen value (such as a character) by its identity. What is made from either
may be words, so each language has its own.
"""

import marshal
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, wraps
from hashlib import blake2b
from threading import Lock
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from builder.cache import ENTRY
from builder.language import tag

P = ParamSpec("P")
T = TypeVar("T")
V = TypeVar("V")

#: Maximum number of cached parts of scripts: enough for a few large scripts.
ENTRIES = 4_000
#: Maximum bytes of a cached value; larger ones (a whole `_meta`, a picture) are not cached.
LONGEST = 20_000
#: Maximum number of cached short answers: rows of large scripts, and the shelf in a few languages.
SHORT_ANSWERS = 40_000
#: Maximum length of a text that is likely to occur in many scripts.
SHORT = 2_000
#: Maximum bytes of one cache.
BUDGET = 8_000_000
#: Estimated size of the objects made from a text, as a multiple of its bytes.
OBJECTS = 4
#: Bytes of a digest, and of a mark: the digest followed by the length of the value.
DIGEST, MARK = 16, 20
#: A cache with at most this many entries (scripts) needs no limit in bytes.
FEW = 16
#: Maximum number of parts of a value that are counted to estimate its size.
MOST_PARTS = 2_000
#: How many values share a result of `of_runs`; even, for pairs of name and value.
RUN = 10
#: The version of the marshal format that writes equal content as equal bytes.
PLAIN = 2


class Memo(Generic[T]):
    """A first in, first out cache, limited by number of entries and by bytes.

    Reads take no lock: there are thousands for each page, and `cache.MemoryCache` made that 50% slower.
    """

    def __init__(self, entries: int = ENTRIES, budget: int = BUDGET) -> None:
        self._entries = entries
        self.budget = budget
        # Taking out the oldest of a plain dict takes longer with each one that was taken out before.
        self._answers: OrderedDict[Hashable, T] = OrderedDict()
        self._costs: dict[Hashable, int] = {}
        self._lock = Lock()
        #: Estimated bytes of all entries.
        self.bytes = 0
        #: Returns the cached answer, or None.
        self.known: Callable[[Hashable], T | None] = self._answers.get

    def get(self, name: Hashable, work: Callable[[], T]) -> T:
        """Returns the cached answer, or computes and caches it. Nothing is cached if the name is None."""
        if name is None:
            return work()
        try:
            return self._answers[name]
        except KeyError:
            return self.keep(name, work())

    def keep(self, name: Hashable, answer: T, cost: int | None = None) -> T:
        """Caches an answer. Its cost in bytes is estimated from its name unless given."""
        cost = ENTRY + (OBJECTS * length(name) if cost is None else cost)
        with self._lock:
            self.bytes += cost - self._costs.get(name, 0)
            self._answers[name], self._costs[name] = answer, cost
            while len(self._answers) > self._entries or self.bytes > self.budget:
                oldest, _ = self._answers.popitem(last=False)
                self.bytes -= self._costs.pop(oldest)
        return answer


def of_short_texts(
    entries: int,
) -> Callable[[Callable[Concatenate[str, P], T]], Callable[Concatenate[str, P], T]]:
    """Makes a decorator that caches a function of a text (LRU); texts longer than SHORT are not cached."""

    def around(work: Callable[Concatenate[str, P], T]) -> Callable[Concatenate[str, P], T]:
        @lru_cache(entries)
        def cached(_language: str, text: str, *more: P.args) -> T:  # type: ignore[valid-type]
            return work(text, *more)  # type: ignore[call-arg]

        @wraps(work)
        def memoized(text: str, /, *more: P.args, **named: P.kwargs) -> T:
            if named or len(text) > SHORT:
                return work(text, *more, **named)
            return cached(tag(), text, *more)

        return memoized

    return around


def of_short_answers(budget: int = BUDGET) -> Callable[[Callable[P, str]], Callable[P, str]]:
    """Makes a decorator that caches texts made from frozen values, within a budget of bytes."""

    def around(work: Callable[P, str]) -> Callable[P, str]:
        answers: Memo[str] = Memo(SHORT_ANSWERS, budget)

        @wraps(work)
        def memoized(*values: P.args, **named: P.kwargs) -> str:
            if named:
                return work(*values, **named)
            key = (tag(), *values)
            if (found := answers.known(key)) is None:
                found = work(*values, **named)
                cost = len(found) + letters(values)
                if cost <= LONGEST:
                    answers.keep(key, found, cost)
            return found

        return memoized

    return around


def length(name: object) -> int:
    """The size in bytes of the value that a name refers to; a mark includes that size."""
    if isinstance(name, bytes):
        return int.from_bytes(name[DIGEST:]) if len(name) == MARK else len(name)
    if isinstance(name, tuple):
        return sum(map(length, name))
    return len(name) if isinstance(name, str) else 0


def letters(values: tuple[Any, ...]) -> int:
    """The number of letters in nested values, counting at most MOST_PARTS parts."""
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
        elif hasattr(each, "__slots__"):
            found += _size(each)
    return found


#: By identity: a frozen value and the number of its letters.
_SIZES: Memo[tuple[Any, int]] = Memo()


def _size(value: Any) -> int:
    """The number of letters in a frozen value. Cached, because many entries share an official character."""
    known = _SIZES.known(id(value))
    if known is not None and known[0] is value:
        return known[1]
    found = letters(tuple(getattr(value, name, None) for name in value.__slots__))
    _SIZES.keep(id(value), (value, found), OBJECTS * found)
    return found


#: By identity: the value, a copy of it (made when it is marked a second time), and its mark.
_MARKED: Memo[tuple[Any, Any, bytes]] = Memo()


def mark(value: Any) -> bytes | None:
    """Returns a short key that depends only on the content of a JSON value, including field order and number types.

    Caches it. Returns None if the value is too long to cache or is not JSON.
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
    """Like `mark`, but not cached. The key ends with the length of the value."""
    try:
        text = marshal.dumps(value, PLAIN)
    except ValueError:
        return None
    if len(text) > LONGEST:
        return None
    return blake2b(text, digest_size=DIGEST).digest() + len(text).to_bytes(MARK - DIGEST)


def copied(value: Any) -> Any:
    """A copy of nested lists and objects that shares their texts."""
    if isinstance(value, dict):
        return {name: copied(each) for name, each in value.items()}
    return [copied(each) for each in value] if isinstance(value, list | tuple) else value


def of_values(entries: int = ENTRIES) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Makes a decorator that caches a function of frozen values, by identity (not by equality).

    The cost of an entry is that of the first value; the others are tables that all entries share.
    """

    def around(work: Callable[P, T]) -> Callable[P, T]:
        known: Memo[tuple[tuple[Any, ...], T]] = Memo(entries)

        @wraps(work)
        def memoized(*values: P.args, **named: P.kwargs) -> T:
            if named:
                return work(*values, **named)
            name = (tag(), *map(id, values))
            if (answer := known.known(name)) is not None:
                return answer[1]
            # The entry refers to the values, so that no other object can get the same id.
            cost = OBJECTS * letters(values[:1]) if entries > FEW else 0
            return known.keep(name, (values, work(*values, **named)), cost)[1]

        return memoized

    return around


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class Run:
    """A few values that stand next to each other, and the cost of an answer about them."""

    values: tuple[Any, ...]
    cost: int


#: By the identities of their values, the runs about which an answer is cached.
_RUNS: WeakValueDictionary[tuple[int, ...], Run] = WeakValueDictionary()
#: By identity: a sequence, and all of its runs.
_SPLIT: Memo[tuple[tuple[Any, ...], list[Run]]] = Memo(FEW)


def _split(values: Sequence[Any]) -> list[Run]:
    """The runs of a sequence; the same values in another sequence are the same run."""
    known = _SPLIT.known(id(values))
    if known is not None and known[0] is values:
        return known[1]
    found = []
    for start in range(0, len(values), RUN):
        some = tuple(values[start : start + RUN])
        name = tuple(map(id, some))
        if (run := _RUNS.get(name)) is None:
            # After an edit, other runs refer to the same values but one; in another script, to none of them.
            run = _RUNS[name] = Run(some, OBJECTS * letters(some))
        found.append(run)
    return _SPLIT.keep(id(values), (values, found), 0)[1] if isinstance(values, tuple) else found


def of_runs(
    work: Callable[Concatenate[tuple[V, ...], P], T],
) -> Callable[Concatenate[Sequence[V], P], list[T]]:
    """Makes a function of some values one of many: its results for each RUN of them, cached by identity.

    An edit of a large script leaves most values, and so most runs, as they are. The values must never be changed. The
    other arguments are shared by all runs.
    """
    known: Memo[tuple[Run, tuple[Any, ...], T]] = Memo()

    @wraps(work)
    def memoized(values: Sequence[V], /, *more: P.args, **named: P.kwargs) -> list[T]:
        found, shared = [], (*more, *named.values())
        about = (tag(), *map(id, shared))
        for run in _split(values):
            name = (id(run), about)
            if (answer := known.known(name)) is None:
                answer = known.keep(name, (run, shared, work(run.values, *more, **named)), run.cost)
            found.append(answer[2])
        return found

    return memoized
