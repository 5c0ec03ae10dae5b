"""The scripts that people opened, each under the fingerprint of its content: a page can be bookmarked."""

import hashlib
import os
import re
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

import builder
from builder import files
from builder.errors import UnreadableScriptError
from builder.game.problem import Problem
from builder.game.script import Script
from builder.web import samples

#: So many scripts are kept; the ones longest unused go first.
CAPACITY = 2000
#: So many are held ready in memory.
HELD = 24
IDENTIFIER = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class Opened:
    """A script as it lies on the table."""

    id: str
    script: Script
    #: Its official JSON: what the press prints and what can be downloaded.
    official: str
    problems: tuple[Problem, ...]


class ScriptStore:
    """A folder of opened scripts. Kept is what the person gave, so that its faults keep their lines."""

    def __init__(self, folder: Path, capacity: int = CAPACITY) -> None:
        self._folder = folder
        self._capacity = capacity
        self._held: OrderedDict[str, Opened] = OrderedDict()
        self._samples: list[Opened] | None = None
        self._lock = Lock()

    def put(self, source: bytes) -> Opened:
        """Keeps a script. Raises UnreadableScriptError for input that is none, OSError for a full disk."""
        opened = _open(source)
        self._folder.mkdir(parents=True, exist_ok=True)
        files.write(self._path(opened.id), source, durable=True)
        self._prune()
        return self._hold(opened)

    def get(self, identifier: str) -> Opened | None:
        """The script under this id, a sample among them; None where there is none (any more)."""
        if not IDENTIFIER.fullmatch(identifier):
            return None
        with self._lock:
            if opened := self._held.get(identifier):
                self._held.move_to_end(identifier)
        path = self._path(identifier)
        with suppress(OSError):
            os.utime(path)
        if opened:
            return opened
        try:
            return self._hold(_open(path.read_bytes()))
        except (OSError, UnreadableScriptError):  # gone, or damaged by a crash
            return next((sample for sample in self.samples() if sample.id == identifier), None)

    def samples(self) -> list[Opened]:
        """The scripts that come with the program, the one to begin with first."""
        with self._lock:
            if self._samples is None:
                self._samples = [_open(source) for source in samples.sources()]
            return self._samples

    @property
    def is_writable(self) -> bool:
        """Whether a script could be kept now."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            files.write(self._folder / ".writable", b"")
        except OSError:
            return False
        return True

    def _path(self, identifier: str) -> Path:
        return self._folder / f"{identifier}.script"

    def _hold(self, opened: Opened) -> Opened:
        with self._lock:
            self._held[opened.id] = opened
            self._held.move_to_end(opened.id)
            while len(self._held) > HELD:
                self._held.popitem(last=False)
        return opened

    def _prune(self) -> None:
        kept = [path for path in self._folder.glob("*.script") if path.is_file()]
        if len(kept) <= self._capacity:
            return
        with suppress(OSError):
            kept.sort(key=lambda path: path.stat().st_mtime)
            for path in kept[: len(kept) - self._capacity]:
                path.unlink(missing_ok=True)


def _open(source: bytes) -> Opened:
    script = builder.parse(source)
    official = builder.dump(script)
    identifier = hashlib.sha256(official.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    return Opened(identifier, script, official, tuple(builder.problems(script)))
