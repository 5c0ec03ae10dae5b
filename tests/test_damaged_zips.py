"""Damaged ZIP archives at every door that reads them: one sentence, whatever zipfile raises for them."""

import struct
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest

from builder.errors import ClockwrightError
from builder.formats import read
from builder.formats.carriers import bundles
from builder.languages import pack
from builder.library import backup
from builder.themes import loading

HEAD, LIST, END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"


def nameless() -> bytes:
    """An archive with a file whose name is empty: zipfile raises an IndexError for it."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("a", "[]")
    whole = made.getvalue()
    listed, end = whole.index(LIST), whole.index(END)
    local = whole[:26] + struct.pack("<H", 0) + whole[28:30] + whole[31:listed]
    central = whole[listed : listed + 28] + struct.pack("<H", 0) + whole[listed + 30 : listed + 46]
    central += whole[listed + 47 : end]
    return local + central + whole[end : end + 12] + struct.pack("<II", len(central), len(local)) + b"\0\0"


DOORS: dict[str, Callable[[Path], object]] = {
    "script": lambda path: read(path.read_bytes()),
    "files": lambda path: bundles.in_archive(bundles.File("x.zip", path.read_bytes())),
    "theme": loading.from_path,
    "language": pack.read,
    "backup": lambda path: backup.restore(path, f"sqlite:///{path.parent / 'library.sqlite3'}", path.parent),
}


@pytest.mark.parametrize("door", DOORS)
def test_an_archive_with_a_nameless_file_gets_a_sentence(door: str, tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    path.write_bytes(nameless())
    with pytest.raises(ClockwrightError, match=r"\w+ \w+ \w+"):
        DOORS[door](path)
