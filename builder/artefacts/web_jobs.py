"""Jobs of the web app that run in a worker process: uploads, painting, downloads, pictures of pages."""

import base64
import json
from collections.abc import Mapping
from typing import Any

from builder import documents, uploads
from builder.artefact import PDF, PNG, Artefact, PrintRequest, bundle
from builder.artefacts import Extra, picture
from builder.errors import ClockwrightError, PictureError
from builder.game import paint_settings
from builder.game.script import Script

#: Their source is JSON about an icon.
READ, PAINT = PrintRequest("icon-read"), PrintRequest("icon-paint")
#: Its source is a script; the pictures go to the store.
FETCH = PrintRequest("fetch-pictures")
#: Its source is JSON with the bytes of a theme; its result a ZIP of `theme.json` and its files, written anew.
THEME = PrintRequest("theme-read")
#: Its source is a PDF file; needs a `dpi`.
PAGES = PrintRequest("page-pictures")


def _read(job: Mapping[str, Any], _: PrintRequest) -> Artefact:
    """Re-encodes an uploaded picture. Raises PictureError with the reason if it is not valid."""
    from builder.press.pictures import untrusted

    return picture(untrusted.reencode(base64.b64decode(job["body"])))


def _theme(job: Mapping[str, Any], _: PrintRequest) -> Artefact:
    """Judges an uploaded theme and its files. Raises PictureError with the reason if it cannot be used."""
    from builder.press import theme_files

    try:
        fields, files = theme_files.rewritten(base64.b64decode(job["theme"]))
    except ClockwrightError as error:
        raise PictureError(str(error)) from error
    return bundle([("theme.json", json.dumps(fields).encode()), *files.items()])


def _paint(job: Mapping[str, Any], _: PrintRequest) -> Artefact:
    """Paints a shape for each team. Raises PictureError if the shape is missing."""
    from builder.press.pictures import downloads, painted_icons

    settings = paint_settings.read(job["settings"])
    shape = job["shape"]
    if uploads.is_address(shape):
        known = downloads.gather([shape], fetching=False)[shape]
        if known.reason:
            raise PictureError(known.reason)
        shape = known.name
    work = painted_icons.draft if job["draft"] else painted_icons.paint_all
    made = work(shape, job["teams"], settings, framed=job["framed"])
    return bundle([(f"{number}.png", each) for number, each in enumerate(made)])


def _fetch(script: Script, _: PrintRequest) -> Artefact:
    documents.pictures(script, every_version=True)
    return Artefact("", PNG, b"", 0)


def _pages(document: bytes, wanted: PrintRequest) -> Artefact:
    pages = Artefact("", PDF, document).png(wanted.dpi or 0)
    return bundle([(f"{number}.png", page) for number, page in enumerate(pages)])


EXTRAS = {
    FETCH.kind: Extra(_fetch, is_stored=False),
    PAGES.kind: Extra(_pages, read=bytes),
    READ.kind: Extra(_read, read=json.loads, is_picture=True),
    THEME.kind: Extra(_theme, read=json.loads, is_picture=True),
    PAINT.kind: Extra(_paint, read=json.loads, is_picture=True),
}
