"""Import records: what the files of a Bloodstar import said, stored for a month for comparison with the script.

The library has them (`builder.library.imports`): texts and hashes of pictures.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from builder.formats.source_pages import SourcePage
from builder.game.problem import Problem

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


def as_text(brought: ImportRecord) -> str:
    """A record as the library stores it."""
    value = {
        "files": [list(each) for each in brought.files],
        "pages": [page.as_json() for page in brought.pages],
        "told": [list(each) for each in brought.told],
    }
    return json.dumps(value, ensure_ascii=False)


def read(text: str | None) -> ImportRecord | None:
    """The record in a text; None if there is none (any more), or it is damaged."""
    try:
        value = json.loads(text or "null")
        return ImportRecord(
            tuple((str(name), int(size)) for name, size in value["files"]),
            tuple(map(_page, value["pages"])),
            tuple((str(severity), str(message)) for severity, message in value["told"]),
        )
    except (ValueError, KeyError, TypeError):
        return None


def _page(value: Any) -> SourcePage:
    return SourcePage(
        str(value["id"]),
        str(value["name"]),
        tuple((str(name), str(text)) for name, text in value["fields"]),
        tuple((str(name), str(address)) for name, address in value["pictures"]),
    )
