"""Identifies the program for stores of documents: of this machine, or of several."""

import hashlib
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path

import builder
from builder import assets

#: Libraries whose version changes documents.
LIBRARIES = ("weasyprint", "pydyf", "pillow", "fonttools", "uharfbuzz", "resvg-py")


@cache
def program() -> str:
    """Twelve letters that change with the program: the same on all machines that have the same files and libraries."""
    libraries = "".join(version(name) for name in LIBRARIES)
    return _of_files(libraries, lambda path: path.name.encode() + hashlib.sha256(path.read_bytes()).digest())


@cache
def checkout() -> str:
    """Twelve letters that change with the program, its templates, fonts or data, on this machine.

    Computed from names, sizes and times of the files: fast, and right in a checkout where somebody edits them.
    """

    def facts(path: Path) -> bytes:
        found = path.stat()
        return f"{path.name} {found.st_size} {found.st_mtime_ns}\n".encode()

    return _of_files("", facts)


def _of_files(start: str, facts: Callable[[Path], bytes]) -> str:
    digest = hashlib.sha256((builder.__version__ + start).encode())
    code = Path(builder.__file__).parent
    for folder in (code, assets.templates("print"), assets.data(), assets.static("vendor")):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                digest.update(facts(path))
    return digest.hexdigest()[:12]
