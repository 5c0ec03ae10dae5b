"""Import records: what the files of a Bloodstar import said, stored for a month for comparison with the script.

One small file per script in the data folder. It holds texts and hashes of pictures; nothing depends on it.
"""

import json
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder import files
from builder.formats.source_pages import SourcePage
from builder.game.problem import Problem

FOLDER = "brought"
#: How long a record is stored, in seconds.
MONTH = 31 * 24 * 3600
MOST_FINDINGS = 200


@dataclass(frozen=True, slots=True)
class ImportRecord:
    """The imported files, and the findings of the import."""

    #: Names of the files, and how many bytes each has.
    files: tuple[tuple[str, int], ...]
    pages: tuple[SourcePage, ...]
    #: (severity, sentence).
    told: tuple[tuple[str, str], ...]

    def pictures(self) -> set[str]:
        """The addresses of all pictures in the files."""
        return {address for page in self.pages for _, address in page.pictures}


def record(
    given: Sequence[tuple[str, int]], pages: Sequence[SourcePage], reading: Sequence[Problem]
) -> ImportRecord:
    """Creates a record of imported files."""
    findings = tuple((problem.severity.value, problem.message) for problem in reading[:MOST_FINDINGS])
    return ImportRecord(tuple(given), tuple(pages), findings)


def keep(folder: Path, identifier: str, brought: ImportRecord) -> bool:
    """Writes a record, and deletes expired ones. Returns False if there was no room for it."""
    target = folder / FOLDER / f"{identifier}.json"
    value = {
        "files": [list(each) for each in brought.files],
        "pages": [page.as_json() for page in brought.pages],
        "told": [list(each) for each in brought.told],
    }
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        files.write(target, json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))
    except OSError:
        return False
    _tidy(target.parent)
    return True


def exists(folder: Path, identifier: str) -> bool:
    """Whether the record of a script is still stored."""
    return identifier.isalnum() and (folder / FOLDER / f"{identifier}.json").is_file()


def read(folder: Path, identifier: str) -> ImportRecord | None:
    """Reads the record of a script; None if there is none (any more)."""
    if not identifier.isalnum():
        return None
    try:
        value = json.loads((folder / FOLDER / f"{identifier}.json").read_bytes())
        return ImportRecord(
            tuple((str(name), int(size)) for name, size in value["files"]),
            tuple(map(_page, value["pages"])),
            tuple((str(severity), str(message)) for severity, message in value["told"]),
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _page(value: Any) -> SourcePage:
    return SourcePage(
        str(value["id"]),
        str(value["name"]),
        tuple((str(name), str(text)) for name, text in value["fields"]),
        tuple((str(name), str(address)) for name, address in value["pictures"]),
    )


def _tidy(folder: Path) -> None:
    for old in folder.glob("*.json"):
        with suppress(OSError):
            if time.time() - old.stat().st_mtime > MONTH:
                old.unlink()
