"""How the web app prints: the functions its render processes run, and the name of the program that runs it."""

import hashlib
from functools import cache
from pathlib import Path

import builder
from builder import assets, documents
from builder.errors import ClockwrightError, RenderError
from builder.press.document import Document
from builder.web import extras, icon_jobs


def produce(script_json: str, kind: str, style: str, paper: str, *settings: str) -> Document:
    """One document of a script given as JSON text, with the pictures at hand (runs in a render process).

    `settings` are such as `ink=saving`. An extra (`web.extras`) comes as a document too: its bytes in place of a PDF.
    """
    if kind in icon_jobs.JOBS:
        return icon_jobs.done(script_json, kind)
    script = builder.parse(script_json)
    chosen = dict(each.split("=", 1) for each in settings)
    copies = int(chosen.pop("copies", "1"))
    try:
        if kind in extras.MAKERS:
            return extras.made(script, kind)
        return documents.render(
            script, kind, style=style, paper=paper, copies=copies, settings=chosen, fetch=False
        )
    except RenderError:
        raise
    except ClockwrightError as error:  # what was chosen cannot be: its sentence says why
        raise RenderError(str(error)) from error


def bring(script_json: str) -> None:
    """Fetches the pictures of a script before it is printed (runs in a render process)."""
    documents.pictures(builder.parse(script_json), every_version=True)


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
