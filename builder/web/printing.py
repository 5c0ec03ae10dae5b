"""How the web app prints: the function its render processes run, and the name of the program that runs it."""

import hashlib
from functools import cache
from pathlib import Path

import builder
from builder import assets
from builder.press.document import Document


def produce(script_json: str, kind: str, style: str, paper: str) -> Document:
    """One document of a script given as JSON text (runs in a render process)."""
    return builder.render(builder.parse(script_json), kind, style=style, paper=paper)


@cache
def fingerprint() -> str:
    """Twelve letters that change with the program, its templates, fonts or data.

    Made from names, sizes and times of the files: quick, and right in a checkout where somebody edits them.
    """
    digest = hashlib.sha256(builder.__version__.encode())
    code = Path(builder.__file__).parent
    for folder in (code, assets.templates("print"), assets.data(), assets.static("vendor")):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                facts = path.stat()
                digest.update(f"{path.name} {facts.st_size} {facts.st_mtime_ns}\n".encode())
    return digest.hexdigest()[:12]
