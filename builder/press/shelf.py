"""Finished documents and pictures kept on disk, so that nothing is printed twice."""

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path

from builder import files
from builder.game.problem import Problem, Severity
from builder.press.document import Document

#: Bytes of documents and pictures that are kept; the ones longest unused go first.
CAPACITY = 400_000_000
#: So many writes pass between two looks at how full the shelf is.
WRITES_BETWEEN_PRUNES = 50
#: Bytes of the checksum that stands before each piece.
SEAL = 32


class Shelf:
    """A folder of finished work, each piece under its key, sealed against damage. A full disk only makes it forget."""

    def __init__(self, folder: Path, capacity: int = CAPACITY) -> None:
        self._folder = folder
        self._capacity = capacity
        self._writes = 0

    def document(self, key: str) -> Document | None:
        """The document kept under this key, or None."""
        kept = self.read(f"{key}.document")
        if kept is None:
            return None
        head, _, pdf = kept.partition(b"\n")
        try:
            facts = json.loads(head)
            notices = tuple(_problem(notice) for notice in facts.pop("notices"))
            return Document(pdf=pdf, notices=notices, **facts)
        except (ValueError, KeyError, TypeError, AttributeError):  # an older program's
            return None

    def keep_document(self, key: str, document: Document) -> None:
        """Keeps a document: a line of JSON with its facts, then the PDF."""
        facts = {
            "kind": document.kind,
            "style": document.style,
            "paper": document.paper,
            "pages": document.pages,
            "notices": [notice.as_json() for notice in document.notices],
        }
        self.write(f"{key}.document", json.dumps(facts).encode() + b"\n" + document.pdf)

    def read(self, name: str) -> bytes | None:
        """What is kept under this name, marked as used now; nothing where the disk has damaged it."""
        path = self._folder / name
        try:
            kept = path.read_bytes()
            os.utime(path)
        except OSError:
            return None
        seal, content = kept[:SEAL], kept[SEAL:]
        if seal == _seal(content):
            return content
        with suppress(OSError):  # cut off by a crash, or not ours: it is made anew
            path.unlink()
        return None

    def write(self, name: str, content: bytes) -> None:
        """Keeps something whole or not at all."""
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            files.write(self._folder / name, _seal(content) + content)
            self._writes += 1
            if self._writes % WRITES_BETWEEN_PRUNES == 1:
                self._prune()

    def _prune(self) -> None:
        kept = []
        for path in self._folder.iterdir():
            with suppress(FileNotFoundError):  # another request prunes or renames meanwhile
                facts = path.stat()
                kept.append((facts.st_mtime, facts.st_size, path))
        total = 0
        for _, size, path in sorted(kept, reverse=True):
            total += size
            if total > self._capacity:
                path.unlink(missing_ok=True)


def _seal(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=SEAL).digest()


def _problem(written: dict[str, object]) -> Problem:
    """A notice as it was kept. What a button would change is not part of a finished document."""
    characters = written["characters"]
    return Problem(
        code=str(written["code"]),
        severity=Severity(str(written["severity"])),
        message=str(written["message"]),
        characters=tuple(map(str, characters)) if isinstance(characters, list) else (),
    )
