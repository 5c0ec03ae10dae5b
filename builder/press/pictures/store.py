"""The cache of pictures, named by a hash of their content, and of the result of each download.

It is in memory for this process and on disk for all of this machine; if the disk is full or read-only, pictures are
downloaded again. With CLOCKWRIGHT_ARTEFACTS machines share them, so that a farm's workers have what a server showed.
`standing` reports which of a script's pictures are cached, because a finished document depends on that.
"""

import hashlib
import json
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from builder import uploads
from builder.cache import DiskCache, MemoryCache, Store as CacheStore
from builder.errors import UnavailableError
from builder.press.pictures import png_encoding, untrusted
from builder.settings import settings

#: Maximum bytes on disk, and in the memory of a process.
DISK, MEMORY = 300_000_000, 32_000_000
#: Seconds until a downloaded picture, or a failure, expires.
PICTURES_LAST, FAILURES_LAST = 86_400, 600
#: Prefix of the addresses of stored pictures.
ADDRESS = "clockwright:picture/"
#: Part of every name; a new version invalidates all pictures.
VERSION = "1"


@dataclass(frozen=True, slots=True)
class Known:
    """The result of a download: the name of a picture, or a reason for the failure; and its time (seconds)."""

    name: str
    reason: str
    since: float

    @property
    def is_fresh(self) -> bool:
        """Whether it has not expired."""
        age = time.time() - self.since
        return 0 <= age < (PICTURES_LAST if not self.reason else FAILURES_LAST)


class Store:
    """Stores pictures, scaled and painted ones included, under names derived from their content."""

    def __init__(
        self, folder: Path, disk: int = DISK, memory: int = MEMORY, *, shared: CacheStore | None = None
    ) -> None:
        """`shared` is the store of several machines; while it is away, nothing is shared."""
        self._shared = shared
        self._disk = DiskCache(folder, capacity=disk)
        self._memory: MemoryCache[str, bytes] = MemoryCache(memory)

    def take_in(self, body: bytes) -> str:
        """Stores a picture of unknown origin and returns its name. Raises PictureError if it is not valid."""
        name = name_of(body)
        if self.get(name) is None:
            picture = untrusted.picture(body)
            self.put(name, png_encoding.png_of_drawn(picture))
        return name

    def get(self, name: str) -> bytes | None:
        """The bytes stored under a name, or None."""
        found = self._memory.get(name)
        if found is None and (found := self._disk.read(f"{name}.kept")) is not None:
            self._memory.put(name, found, len(found))
        if found is None and (found := self._read_shared(f"{name}.kept")) is not None:
            self._put_here(name, found)
        return found

    def put(self, name: str, content: bytes) -> None:
        """Stores bytes under a name; at least in memory."""
        self._put_here(name, content)
        self._write_shared(f"{name}.kept", content)

    def _put_here(self, name: str, content: bytes) -> None:
        self._memory.put(name, content, len(content))
        self._disk.write(f"{name}.kept", content)

    def _read_shared(self, name: str) -> bytes | None:
        with suppress(UnavailableError):
            return self._shared.read(f"pictures/{name}") if self._shared else None
        return None

    def _write_shared(self, name: str, content: bytes) -> None:
        with suppress(UnavailableError):
            if self._shared:
                self._shared.write(f"pictures/{name}", content)

    def known(self, url: str) -> Known | None:
        """The last download of an address. Reads the disk first, because another process may have updated it."""
        name = f"{_address(url)}.address"
        written = self._disk.read(name)
        if written is None:
            written = self._memory.get(name)
        found = _known(written)
        if self._shared and (found is None or found.reason or not found.is_fresh):
            # A success on this machine is enough; anything else another machine may know better.
            written = self._read_shared(name)
            others = _known(written)
            if others and written and (found is None or others.since > found.since):
                self._note(name, written)
                return others
        return found

    def remember(self, url: str, *, name: str = "", reason: str = "") -> Known:
        """Stores the result of a download."""
        known = Known(name, reason, time.time())
        note, written = f"{_address(url)}.address", json.dumps(asdict(known)).encode()
        self._note(note, written)
        self._write_shared(note, written)
        return known

    def _note(self, name: str, written: bytes) -> None:
        self._memory.put(name, written, len(written))
        self._disk.write(name, written)


def _known(written: bytes | None) -> Known | None:
    try:
        return Known(**json.loads(written)) if written else None
    except (ValueError, TypeError):
        return None


def store() -> Store:
    """The picture store of this user."""
    return _at(settings().data_folder / "pictures")


def name_of(body: bytes) -> str:
    """The name of a picture, a hash of its bytes."""
    return _digest(body).hex()


@lru_cache(maxsize=8)
def _at(folder: Path) -> Store:
    return Store(folder, shared=uploads.shared())


def _address(url: str) -> str:
    return _digest(url.encode("utf-8", "surrogatepass")).hex()


def _digest(body: bytes) -> bytes:
    """BLAKE2 hash, which takes half the time of SHA-256; a document hashes its pictures many times."""
    return hashlib.blake2b(body, digest_size=16, person=VERSION.encode()).digest()


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a script's pictures in the cache."""

    #: A hash of the state; empty if there are no pictures.
    stamp: str
    #: Whether a print has nothing to download.
    is_complete: bool


def standing(script_json: str) -> Standing:
    """Which pictures of a script (official JSON) are cached. Reads a few small files, downloads nothing."""
    known = {url: store().known(url) for url in addresses(script_json)}
    if not known:
        return Standing("", is_complete=True)
    facts = [(url, each.name, each.reason) if each else (url,) for url, each in sorted(known.items())]
    complete = all(each is not None and each.is_fresh for each in known.values())
    digest = hashlib.sha256(json.dumps(facts).encode())
    return Standing(digest.hexdigest()[:12], is_complete=complete or not settings().fetch_pictures)


def addresses(script_json: str) -> frozenset[str]:
    """Every http(s) address of a picture or logo in a script."""
    if '"image"' not in script_json and '"logo"' not in script_json:
        return frozenset()
    try:
        entries = json.loads(script_json)
    except ValueError:
        return frozenset()
    named = (url for entry in entries if isinstance(entry, dict) for url in _named(entry))
    return frozenset(url for url in named if url[:8].lower().startswith(("http:", "https:")))


def _named(entry: dict[str, Any]) -> Iterator[str]:
    for value in (entry.get("image"), entry.get("logo")):
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, str):
                yield each
