"""Steps of the web app's prints that run in worker processes: downloading pictures, drawing the pages of a document."""

from builder import documents
from builder.artefact import PDF, PNG, Artefact, PrintRequest, bundle
from builder.artefacts import Extra
from builder.game.script import Script

#: Its source is a script; the pictures go to the store.
FETCH = PrintRequest("fetch-pictures")
#: Its source is a PDF file; needs a `dpi`.
PAGES = PrintRequest("page-pictures")


def _fetch(script: Script, _: PrintRequest) -> Artefact:
    documents.pictures(script, every_version=True)
    return Artefact("", PNG, b"", 0)


def _pages(document: bytes, wanted: PrintRequest) -> Artefact:
    pages = Artefact("", PDF, document).png(wanted.dpi or 0)
    return bundle([(f"{number}.png", page) for number, page in enumerate(pages)])


EXTRAS = {FETCH.kind: Extra(_fetch), PAGES.kind: Extra(_pages, read=bytes)}
