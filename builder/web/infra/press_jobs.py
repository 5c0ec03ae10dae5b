"""Jobs of the web app's render processes, and the fingerprint of the program that runs them."""

import hashlib
from functools import cache
from pathlib import Path

import builder
from builder import assets, documents


def bring(script_json: str) -> None:
    """Fetches the pictures of a script before it is printed (runs in a render process)."""
    documents.pictures(builder.parse(script_json), every_version=True)


@cache
def fingerprint() -> str:
    """Twelve letters that change with the program, its templates, fonts or data.

    Computed from names, sizes and times of the files: fast, and right in a checkout where somebody edits them.
    """
    digest = hashlib.sha256(builder.__version__.encode())
    code = Path(builder.__file__).parent
    for folder in (code, assets.templates("print"), assets.data(), assets.static("vendor")):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                facts = path.stat()
                digest.update(f"{path.name} {facts.st_size} {facts.st_mtime_ns}\n".encode())
    return digest.hexdigest()[:12]
