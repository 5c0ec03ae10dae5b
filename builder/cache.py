"""Caches: one in memory, limited by bytes, and one on disk, with versioned files and checksums.

`object_store` has one that several machines share.
"""

import hashlib
import hmac
import os
import sys
from collections.abc import Callable, Hashable
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Generic, Protocol, TypeVar

from cachetools import LRUCache

from builder import files

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

#: Overhead of an entry in bytes.
ENTRY = 250
#: Bytes of the checksum at the start of a file.
CHECKSUM_BYTES = 32
#: Number of writes between two checks of a folder's size.
WRITES_BETWEEN_PRUNES = 50


class MemoryCache(Generic[K, V]):
    """An LRU cache whose values cost at most `budget` bytes in total. Thread-safe."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self._entries: LRUCache[K, tuple[V, int]] = LRUCache(budget, lambda entry: entry[1])
        self._lock = Lock()

    @property
    def bytes(self) -> int:
        """Total cost of its entries."""
        return int(self._entries.currsize)

    def get(self, key: K) -> V | None:
        """The cached value, or None."""
        with self._lock:
            found = self._entries.get(key)
        return None if found is None else found[0]

    def put(self, key: K, value: V, cost: int) -> V:
        """Caches a value, unless it alone costs more bytes than the budget; returns the value."""
        with self._lock:
            self._entries.pop(key, None)
            if cost + ENTRY <= self.budget:
                self._entries[key] = value, cost + ENTRY
        return value

    def clear(self) -> None:
        """Removes all entries."""
        with self._lock:
            self._entries.clear()

    def __contains__(self, key: K) -> bool:
        return key in self._entries

    def __len__(self) -> int:
        return len(self._entries)


def sealed(content: bytes, version: bytes = b"", key: bytes = b"") -> bytes:
    """The content with a checksum before it, for `unsealed`."""
    return _checksum(content, version, key) + content


def unsealed(written: bytes, version: bytes = b"", key: bytes = b"") -> bytes | None:
    """The content, or None if it is damaged, or was sealed with another version or key."""
    content = written[CHECKSUM_BYTES:]
    is_whole = hmac.compare_digest(written[:CHECKSUM_BYTES], _checksum(content, version, key))
    return content if is_whole else None


def _checksum(content: bytes, version: bytes, key: bytes) -> bytes:
    return hashlib.blake2b(version + b"\0" + content, digest_size=CHECKSUM_BYTES, key=key).digest()


class Store(Protocol):
    """Contents by name: a `DiskCache` on this machine, or an `object_store.ObjectStore` that machines share."""

    def read(self, name: str, version: bytes = b"") -> bytes | None:
        """The content under a name; None if it is missing, damaged or of another version."""

    def write(self, name: str, content: bytes, version: bytes = b"") -> None:
        """Writes the content under a name, atomically."""


class DiskCache:
    """A cache of files; damaged or outdated ones count as missing.

    If the folder is full or read-only, nothing is cached and nothing is raised.
    """

    def __init__(
        self, folder: Path | Callable[[], Path], *, capacity: int | None = None, key: bytes = b""
    ) -> None:
        """A `capacity` in bytes evicts the least recently used files. With a `key`, checksums are signatures (HMAC)."""
        self._folder = folder
        self._capacity = capacity
        self._key = key
        self._writes = 0

    @property
    def folder(self) -> Path:
        """The folder of its files."""
        return self._folder() if callable(self._folder) else self._folder

    def read(self, name: str, version: bytes = b"") -> bytes | None:
        """The content of a file, or None if it is missing, damaged (then it is deleted) or of another version."""
        try:
            path = self.folder / name
            written = path.read_bytes()
            if self._capacity is not None:
                os.utime(path)
        except (OSError, RuntimeError):  # RuntimeError: the user has no home directory
            return None
        content = unsealed(written, version, self._key)
        if content is None:
            with suppress(OSError):  # truncated by a crash, or not ours
                path.unlink()
        return content

    def write(self, name: str, content: bytes, version: bytes = b"") -> None:
        """Writes a file atomically; does nothing if it cannot. Evicts old files now and then."""
        with suppress(OSError, RuntimeError):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            files.write(self.folder / name, sealed(content, version, self._key))
            self._writes += 1
            if self._capacity is not None and self._writes % WRITES_BETWEEN_PRUNES == 1:
                self._prune(self._capacity)

    def get_or_make(self, name: str, version: bytes, make: Callable[[], bytes]) -> bytes:
        """The cached content of a file; if it is missing, calls `make` and caches the result."""
        found = self.read(name, version)
        if found is None:
            found = make()
            self.write(name, found, version)
        return found

    def _prune(self, capacity: int) -> None:
        found = []
        for path in self.folder.iterdir():
            with suppress(FileNotFoundError):  # another process pruned or renamed it
                facts = path.stat()
                found.append((facts.st_mtime, facts.st_size, path))
        total = 0
        for _, size, path in sorted(found, reverse=True):
            total += size
            if total > capacity:
                path.unlink(missing_ok=True)


def user_cache() -> DiskCache:
    """The disk cache in the user's cache directory, for results that are slow to compute and never change."""
    return _USERS


def code_version(*modules: str) -> bytes:
    """A version that changes with the files of these loaded modules and with Python."""
    changed = [Path(sys.modules[name].__file__ or "").stat().st_mtime_ns for name in modules]
    return repr((sys.version, changed)).encode()


def _users_folder() -> Path:
    from platformdirs import user_cache_path  # noqa: PLC0415  # most commands never need it

    return user_cache_path("clockwright")


_USERS = DiskCache(_users_folder)
