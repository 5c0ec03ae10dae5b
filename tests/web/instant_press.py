"""A press that prints at once, in memory."""

from collections.abc import Callable

from werkzeug.test import TestResponse

from builder.press.document import Document

#: Pastes a script, as text or as a value to be written as JSON, and gives the page that answers.
Paste = Callable[[object], TestResponse]
PICTURE = b"\x89PNG\r\n\x1a\n not really"


class InstantPress:
    """Gives every document two pages; remembers what was asked; fails when told to."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, str]] = []
        self.made: dict[tuple[str, ...], Document] = {}
        self.failure: Exception | None = None
        self.is_ready = True

    def render(self, script_json: str, kind: str, style: str, paper: str) -> Document:
        if self.failure:
            raise self.failure
        self.asked.append((kind, style, paper))
        document = Document(kind, style, paper, b"%PDF " + script_json.encode(), 2)
        self.made[script_json, kind, style, paper] = document
        return document

    def pictures(self, script_json: str, kind: str, style: str, paper: str, *, dpi: int) -> list[bytes]:
        document = self.render(script_json, kind, style, paper)
        return [PICTURE + f" {page} {dpi}".encode() for page in range(1, document.pages + 1)]

    def finished(self, script_json: str, kind: str, style: str, paper: str) -> Document | None:
        return self.made.get((script_json, kind, style, paper))

    def close(self, seconds: float = 30) -> None:
        self.is_ready = False
