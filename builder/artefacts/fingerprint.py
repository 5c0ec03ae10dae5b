"""Identifies the program for stores of documents that several machines share."""

import hashlib
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
    digest = hashlib.sha256(builder.__version__.encode())
    for name in LIBRARIES:
        digest.update(version(name).encode())
    code = Path(builder.__file__).parent
    for folder in (code, assets.templates("print"), assets.data(), assets.static("vendor")):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                digest.update(path.name.encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]
