"""Pictures that were fetched once: cached under their content, with a note of which address gave which.

In memory for this process, on disk for all: a disk that is full or forbidden only means that they are fetched again.
`standing` says which of a script's pictures are cached: part of what a finished document depends on.
"""

import hashlib
import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from builder.cache import DiskCache, MemoryCache
from builder.press.pictures import png_encoding, untrusted
from builder.settings import settings

#: Bytes on disk, and in the memory of a process.
DISK, MEMORY = 300_000_000, 32_000_000
#: Seconds for which an address is taken at its last word: a picture, a failure.
PICTURES_LAST, FAILURES_LAST = 86_400, 600
#: How a page names a picture that is stored here.
ADDRESS = "clockwright:picture/"
#: Part of every name; another one makes everything anew.
VERSION = "1"


@dataclass(frozen=True, slots=True)
class Known:
    """What became of an address: the name of a picture, or a reason why there is none; and when (seconds)."""

    name: str
    reason: str
    since: float

    @property
    def is_fresh(self) -> bool:
        """Whether it need not be fetched again."""
        age = time.time() - self.since
        return 0 <= age < (PICTURES_LAST if not self.reason else FAILURES_LAST)


class Store:
    """The pictures, sized and painted ones included, under names made of their content."""

    def __init__(self, folder: Path, disk: int = DISK, memory: int = MEMORY) -> None:
        self._disk = DiskCache(folder, capacity=disk)
        self._memory: MemoryCache[str, bytes] = MemoryCache(memory)

    def take_in(self, body: bytes) -> str:
        """Stores a picture of unknown origin and gives its name. Raises PictureError for what is none."""
        name = name_of(body)
        if self.get(name) is None:
            picture = untrusted.picture(body)
            self.put(name, png_encoding.png_of_drawn(picture))
        return name

    def get(self, name: str) -> bytes | None:
        """What is stored under this name."""
        found = self._memory.get(name)
        if found is None and (found := self._disk.read(f"{name}.kept")) is not None:
            self._memory.put(name, found, len(found))
        return found

    def put(self, name: str, content: bytes) -> None:
        """Stores something, in memory at least."""
        self._memory.put(name, content, len(content))
        self._disk.write(f"{name}.kept", content)

    def known(self, url: str) -> Known | None:
        """What became of an address when it was last fetched: the disk first, for another process may know better."""
        name = f"{_address(url)}.address"
        written = self._disk.read(name)
        if written is None:
            written = self._memory.get(name)
        try:
            return Known(**json.loads(written)) if written else None
        except (ValueError, TypeError):
            return None

    def remember(self, url: str, *, name: str = "", reason: str = "") -> Known:
        """Notes what became of an address."""
        known = Known(name, reason, time.time())
        note, written = f"{_address(url)}.address", json.dumps(asdict(known)).encode()
        self._memory.put(note, written, len(written))
        self._disk.write(note, written)
        return known


def store() -> Store:
    """The pictures of this user."""
    return _at(settings().data_folder / "pictures")


def name_of(body: bytes) -> str:
    """The name of a picture: the same for the same bytes."""
    return _digest(body).hex()


@lru_cache(maxsize=8)
def _at(folder: Path) -> Store:
    return Store(folder)


def _address(url: str) -> str:
    return _digest(url.encode("utf-8", "surrogatepass")).hex()


def _digest(body: bytes) -> bytes:
    """BLAKE2: pictures are hashed many times for one document, and SHA-256 takes twice as long."""
    return hashlib.blake2b(body, digest_size=16, person=VERSION.encode()).digest()


@dataclass(frozen=True, slots=True)
class Standing:
    """How it stands with the pictures that a script names by their addresses."""

    #: Alike while nothing changes; empty where there are none.
    stamp: str
    #: Whether printing would fetch nothing.
    is_complete: bool


def standing(script_json: str) -> Standing:
    """What is at hand of a script given as official JSON. Reads a few small files, fetches nothing."""
    known = {url: store().known(url) for url in addresses(script_json)}
    if not known:
        return Standing("", is_complete=True)
    facts = [(url, each.name, each.reason) if each else (url,) for url, each in sorted(known.items())]
    complete = all(each is not None and each.is_fresh for each in known.values())
    digest = hashlib.sha256(json.dumps(facts).encode())
    return Standing(digest.hexdigest()[:12], is_complete=complete or not settings().fetch_pictures)


def addresses(script_json: str) -> frozenset[str]:
    """Every web address of a picture or a logo in a script."""
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
