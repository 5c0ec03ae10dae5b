"""Caches: one in memory, with a price in bytes, and one on disk, whose files are named, versioned and sealed."""

import hashlib
import hmac
import os
import sys
from collections.abc import Callable, Hashable
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Generic, TypeVar

from cachetools import LRUCache

from builder import files

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

#: Bytes that an entry takes beside its value, whatever that is.
ENTRY = 250
#: Bytes of the seal at the head of a file.
SEAL = 32
#: How many writes pass between two looks at how full a folder is.
WRITES_BETWEEN_PRUNES = 50


class MemoryCache(Generic[K, V]):
    """Least recently used goes first: all values together cost at most `budget` bytes. Safe between threads."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self._entries: LRUCache[K, tuple[V, int]] = LRUCache(budget, _cost)
        self._lock = Lock()

    @property
    def bytes(self) -> int:
        """What its entries cost, by what was said of them."""
        return int(self._entries.currsize)

    def get(self, key: K) -> V | None:
        """The value if it is known, else None."""
        with self._lock:
            found = self._entries.get(key)
        return None if found is None else found[0]

    def put(self, key: K, value: V, cost: int) -> V:
        """Takes in a value that costs a number of bytes, unless that alone is over the budget; gives it back."""
        with self._lock:
            self._entries.pop(key, None)
            if cost + ENTRY <= self.budget:
                self._entries[key] = value, cost + ENTRY
        return value

    def clear(self) -> None:
        """Forgets everything."""
        with self._lock:
            self._entries.clear()

    def __contains__(self, key: K) -> bool:
        return key in self._entries

    def __len__(self) -> int:
        return len(self._entries)


def _cost(entry: tuple[object, int]) -> int:
    return entry[1]


class DiskCache:
    """Files that can be made again: a damaged one, or one that was made from something else, is as good as none.

    A folder that is full or cannot be written only makes it forget.
    """

    def __init__(
        self, folder: Path | Callable[[], Path], *, capacity: int | None = None, key: bytes = b""
    ) -> None:
        """With a `capacity` in bytes, the files longest unused go first. Only who has the `key` can seal a file."""
        self._folder = folder
        self._capacity = capacity
        self._key = key
        self._writes = 0

    @property
    def folder(self) -> Path:
        """Where its files are."""
        return self._folder() if callable(self._folder) else self._folder

    def read(self, name: str, version: bytes = b"") -> bytes | None:
        """The content of this name, if it is whole and was written for this version."""
        try:
            path = self.folder / name
            written = path.read_bytes()
            if self._capacity is not None:
                os.utime(path)
        except (OSError, RuntimeError):  # RuntimeError: nobody knows where this user is at home
            return None
        content = written[SEAL:]
        if hmac.compare_digest(written[:SEAL], self._seal(version, content)):
            return content
        with suppress(OSError):  # cut off by a crash, or not ours
            path.unlink()
        return None

    def write(self, name: str, content: bytes, version: bytes = b"") -> None:
        """Saves a file, whole or not at all, where there is room."""
        with suppress(OSError, RuntimeError):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            files.write(self.folder / name, self._seal(version, content) + content)
            self._writes += 1
            if self._capacity is not None and self._writes % WRITES_BETWEEN_PRUNES == 1:
                self._prune(self._capacity)

    def get_or_make(self, name: str, version: bytes, make: Callable[[], bytes]) -> bytes:
        """The content of this name, else what `make` gives, which is saved."""
        found = self.read(name, version)
        if found is None:
            found = make()
            self.write(name, found, version)
        return found

    def _seal(self, version: bytes, content: bytes) -> bytes:
        return hashlib.blake2b(version + b"\0" + content, digest_size=SEAL, key=self._key).digest()

    def _prune(self, capacity: int) -> None:
        found = []
        for path in self.folder.iterdir():
            with suppress(FileNotFoundError):  # another process prunes or renames meanwhile
                facts = path.stat()
                found.append((facts.st_mtime, facts.st_size, path))
        total = 0
        for _, size, path in sorted(found, reverse=True):
            total += size
            if total > capacity:
                path.unlink(missing_ok=True)


def user_cache() -> DiskCache:
    """What takes long to work out and is always the same, in the user's cache from one start to the next."""
    return _USERS


def code_version(*modules: str) -> bytes:
    """Changes with the code of modules that are loaded, and with Python."""
    changed = [Path(sys.modules[name].__file__ or "").stat().st_mtime_ns for name in modules]
    return repr((sys.version, changed)).encode()


def _users_folder() -> Path:
    from platformdirs import user_cache_path  # noqa: PLC0415  # most commands never need it

    return user_cache_path("clockwright")


_USERS = DiskCache(_users_folder)
