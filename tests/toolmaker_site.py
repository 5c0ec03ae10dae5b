"""A site laid out as the publisher's resources for toolmakers, with characters invented for the tests."""

import http.server
import json
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

Answer = Callable[[http.server.BaseHTTPRequestHandler], None]
TYPES = {".json": "application/json", ".webp": "image/webp", ".png": "image/png"}


def roles() -> list[dict[str, Any]]:
    return [
        role("lamplighter", "Lamplighter", "townsfolk", "You start knowing how many lamps burn."),
        role("imp", "Imp", "demon", "Each night*, snuff out a player.", otherNightReminder="Point to one."),
        role("puddle", "Puddle", "outsider", "You might be wet."),
        role("umbrellist", "Umbrellist", "minion", "You keep 1 player dry. [+1 Outsider]", setup=True),
        role("busker", "Busker", "traveller", "Each day, sing."),
        role("weathervane", "Weathervane", "fabled", "The wind turns.", edition="fabled"),
    ]


def role(identifier: str, name: str, team: str, ability: str, **more: Any) -> dict[str, Any]:
    return {
        "id": identifier,
        "name": name,
        "team": team,
        "edition": "rain",
        "ability": ability,
        "flavor": f"{name}, they say.",
        "reminders": [],
        "setup": False,
    } | more


def jinxes() -> list[dict[str, Any]]:
    return [{"id": "umbrellist", "jinx": [{"id": "puddle", "reason": "A puddle under an umbrella dries."}]}]


def nights() -> dict[str, list[str]]:
    return {
        "firstNight": ["dusk", "minioninfo", "demoninfo", "lamplighter", "dawn"],
        "otherNight": ["dusk", "imp", "lamplighter", "dawn"],
    }


def webp(salt: str) -> bytes:
    """Bytes that say they are a WebP picture."""
    body = b"WEBPVP8L" + salt.encode().ljust(40, b".")
    return b"RIFF" + struct.pack("<I", len(body)) + body


def files() -> dict[str, bytes]:
    """Every file of the site by its path; the Puddle has no flipped picture, the Weathervane none at all."""
    pictures = (
        "lamplighter_g lamplighter_e imp_e imp_g puddle_g umbrellist_e umbrellist_g busker busker_g busker_e"
    )
    return {
        "data/roles.json": json.dumps(roles()).encode(),
        "data/jinxes.json": json.dumps(jinxes()).encode(),
        "data/nightsheet.json": json.dumps(nights()).encode(),
    } | {f"characters/rain/{name}.webp": webp(name) for name in pictures.split()}


def write(folder: Path, content: dict[str, bytes] | None = None) -> Path:
    """The site as a folder."""
    for path, body in (files() if content is None else content).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(body)
    return folder


@contextmanager
def served(
    content: dict[str, bytes] | None = None,
    answers: dict[str, Answer] | None = None,
    *,
    other: Answer | None = None,
) -> Iterator[str]:
    """The site at an address of this machine. `answers` are paths with manners of their own; `other` all the rest."""
    there = files() if content is None else content
    special = answers or {}

    class Handler(http.server.BaseHTTPRequestHandler):
        def log_message(self, format: str, *given: object) -> None:  # noqa: A002  # the library's name
            pass

        def do_GET(self) -> None:
            path = self.path.removeprefix("/resources/")
            if path in special:
                special[path](self)
            elif path in there:
                send(self, there[path], TYPES[Path(path).suffix])
            elif other:
                other(self)
            else:
                self.send_error(404)

    class Server(http.server.ThreadingHTTPServer):
        def handle_error(self, request: object, client_address: object) -> None:
            """The other side may go at any time."""

    server = Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/resources/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def send(
    request: http.server.BaseHTTPRequestHandler, body: bytes, media_type: str, length: int | None = None
) -> None:
    """Answers with a body; `length` is what is declared, whatever is sent."""
    request.send_response(200)
    request.send_header("Content-Type", media_type)
    request.send_header("Content-Length", str(len(body) if length is None else length))
    request.end_headers()
    request.wfile.write(body)


def send_json(value: object) -> Answer:
    return lambda request: send(request, json.dumps(value).encode(), "application/json")


def redirect(target: str) -> Answer:
    def answer(request: http.server.BaseHTTPRequestHandler) -> None:
        request.send_response(302)
        request.send_header("Location", target)
        request.send_header("Content-Length", "0")
        request.end_headers()

    return answer
