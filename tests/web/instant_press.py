"""A press that prints at once, in memory."""

from collections.abc import Callable

from werkzeug.test import TestResponse

from builder.press.document import Document
from builder.press.pool import Work

#: Pastes a script, as text or as a value to be written as JSON, and gives the page that answers.
Paste = Callable[[object], TestResponse]
PICTURE = b"\x89PNG\r\n\x1a\n not really"


class InstantPress:
    """Gives every document two pages; remembers what was asked; fails when told to."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, ...]] = []
        self.made: dict[tuple[str, ...], Document] = {}
        self.brought: list[str] = []
        self.failure: Exception | None = None
        self.is_ready = True
        self.work = Work()

    def bring(self, script_json: str) -> None:
        self.brought.append(script_json)

    def version(self, script_json: str) -> str:
        return "v1"

    def render(
        self, script_json: str, kind: str, style: str, paper: str, *settings: str, keep: bool = True
    ) -> Document:
        if self.failure:
            raise self.failure
        self.asked.append((kind, style, paper, *settings))
        document = Document(kind, style, paper, b"%PDF " + script_json.encode(), 2)
        if keep:
            self.made[script_json, kind, style, paper, *settings] = document
        return document

    def pictures(
        self, script_json: str, kind: str, style: str, paper: str, *settings: str, dpi: int, keep: bool = True
    ) -> list[bytes]:
        document = self.render(script_json, kind, style, paper, *settings, keep=keep)
        return [PICTURE + f" {page} {dpi}".encode() for page in range(1, document.pages + 1)]

    def finished(
        self, script_json: str, kind: str, style: str, paper: str, *settings: str
    ) -> Document | None:
        return self.made.get((script_json, kind, style, paper, *settings))

    def close(self, seconds: float = 30) -> None:
        self.is_ready = False
