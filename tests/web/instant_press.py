"""A press that prints at once, in memory."""

from collections.abc import Callable

from werkzeug.test import TestResponse

from builder import printables
from builder.artefact import HTML, PDF, PNG, ZIP, Artefact, PrintRequest, bundle
from builder.web.infra.render_cache import Work

#: Pastes a script, as text or as a value to be written as JSON, and gives the page that answers.
Paste = Callable[[object], TestResponse]
PICTURE = b"\x89PNG\r\n\x1a\n not really"
#: What an extra is called, and what it is.
EXTRAS = {
    "share-wide": ("share picture, wide.png", PNG),
    "share-square": ("share picture, square.png", PNG),
    "almanac-page": ("almanac.html", HTML),
    "token-pictures": ("token pictures.zip", ZIP),
}


class InstantPress:
    """Gives every document two pages; remembers what was asked; fails when told to."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, ...]] = []
        self.made: dict[tuple[str, PrintRequest], Artefact] = {}
        self.brought: list[str] = []
        self.failure: Exception | None = None
        self.is_available = True
        self.work = Work()

    def bring(self, script_json: str) -> None:
        self.brought.append(script_json)

    def version(self, script_json: str) -> str:
        return "v1"

    def render(self, script_json: str, wanted: PrintRequest, *, keep: bool = True) -> Artefact:
        if self.failure:
            raise self.failure
        settings = (f"{name}={value}" for name, value in wanted.query)
        self.asked.append((wanted.kind, wanted.style, wanted.paper, *settings))
        name, media_type = EXTRAS.get(wanted.kind) or (_title(wanted), PDF)
        document = Artefact(name, media_type, b"%PDF " + script_json.encode(), 2)
        if wanted.kind not in EXTRAS and wanted.kind not in printables.kinds():
            document = bundle([(f"{wanted.kind}.pdf", document.body)], f"{wanted.kind}.zip")
        if keep:
            self.made[script_json, wanted] = document
        return document

    def pictures(self, script_json: str, wanted: PrintRequest, *, dpi: int, keep: bool = True) -> list[bytes]:
        document = self.render(script_json, wanted, keep=keep)
        return [PICTURE + f" {page} {dpi}".encode() for page in range(1, document.pages + 1)]

    def finished(self, script_json: str, wanted: PrintRequest) -> Artefact | None:
        return self.made.get((script_json, wanted))

    def close(self, seconds: float = 30) -> None:
        self.is_available = False


def _title(wanted: PrintRequest) -> str:
    is_document = wanted.kind in printables.kinds()
    return f"{printables.file_title(wanted.kind, wanted.style, wanted.paper) if is_document else wanted.kind}.pdf"
