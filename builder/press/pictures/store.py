"""Pictures that were brought once: kept under their content, with a note of which address gave which.

In memory for this process, on disk for all: a disk that is full or forbidden only means that they are brought again.
"""

import hashlib
import json
import time
from collections import OrderedDict
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from threading import Lock

from builder.cache import DiskCache
from builder.press.pictures import encoding, reading
from builder.settings import settings

#: Bytes on disk, and in the memory of a process.
DISK, MEMORY = 300_000_000, 32_000_000
#: Seconds for which an address is taken at its last word: a picture, a failure.
PICTURES_LAST, FAILURES_LAST = 86_400, 600
#: How a page names a picture that is kept here.
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
        """Whether it need not be asked again."""
        age = time.time() - self.since
        return 0 <= age < (PICTURES_LAST if not self.reason else FAILURES_LAST)


class Store:
    """The pictures, sized and painted ones included, under names made of their content."""

    def __init__(self, folder: Path, disk: int = DISK, memory: int = MEMORY) -> None:
        self._disk = DiskCache(folder, capacity=disk)
        self._room = memory
        self._held: OrderedDict[str, bytes] = OrderedDict()
        self._lock = Lock()

    def take_in(self, body: bytes) -> str:
        """Keeps a picture of unknown origin and gives its name. Raises PictureError for what is none."""
        name = name_of(body)
        if self.get(name) is None:
            picture = reading.picture(body)
            self.put(name, encoding.png_of_drawn(picture))
        return name

    def get(self, name: str) -> bytes | None:
        """What is kept under this name."""
        with self._lock:
            if name in self._held:
                self._held.move_to_end(name)
                return self._held[name]
        kept = self._disk.read(f"{name}.kept")
        if kept is not None:
            self._hold(name, kept)
        return kept

    def put(self, name: str, content: bytes) -> None:
        """Keeps something, in memory at least."""
        self._hold(name, content)
        self._disk.write(f"{name}.kept", content)

    def known(self, url: str) -> Known | None:
        """What became of an address when it was last asked."""
        written = self.get_note(url)
        try:
            return Known(**json.loads(written)) if written else None
        except (ValueError, TypeError):
            return None

    def get_note(self, url: str) -> bytes | None:
        """The note on an address: the disk first, for another process may know better."""
        name = f"{_address(url)}.address"
        written = self._disk.read(name)
        if written is None:
            with self._lock:
                written = self._held.get(name)
        return written

    def remember(self, url: str, *, name: str = "", reason: str = "") -> Known:
        """Notes what became of an address."""
        known = Known(name, reason, time.time())
        note, written = f"{_address(url)}.address", json.dumps(asdict(known)).encode()
        self._hold(note, written)
        self._disk.write(note, written)
        return known

    def _hold(self, name: str, content: bytes) -> None:
        with self._lock:
            self._held[name] = content
            self._held.move_to_end(name)
            held = sum(map(len, self._held.values()))
            while held > self._room and len(self._held) > 1:
                held -= len(self._held.popitem(last=False)[1])


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
