"""How long a homebrew set takes: brought in with its icons, and worked on when it has grown to 200 characters."""

import io
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

from benchmarks import homebrew
from benchmarks.rows import Row, milliseconds
from builder.settings import Settings
from builder.web import create_app, upkeep

if TYPE_CHECKING:
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

LARGE = 200
SERVER = "time of the processor, first of its kind"
#: Icons of the large set may be small: what is timed there are words.
SMALL_ICON = 40
PAGES = {
    "its list of characters": "/characters",
    "its build page": "",
    "its night order": "/night",
    "its export page": "/export",
    "its print page": "/print",
    "its history": "/history",
    "what came over": "/bloodstar",
}


class NoPress:
    """Prints nothing: only pages are timed."""

    def version(self, _: str) -> str:
        """Nothing depends on it."""
        return "0"

    def finished(self, *_: object) -> None:
        """Nothing is made."""

    def close(self, *_: object) -> None:
        """Nothing runs."""


def rows() -> Iterator[Row]:
    """Bringing a set, and the pages and changes of a large one."""
    with tempfile.TemporaryDirectory() as folder:
        press: Any = NoPress()
        client = create_app(Settings(data=folder), press=press).test_client()
        client.get("/")
        given = homebrew.save()
        begun = perf_counter()
        answer = _bring(client, given)
        client.get(answer.headers["Location"])
        took = (perf_counter() - begun) * 1000
        size = f"{len(given) / 1e6:.0f} MB"
        yield Row("14", f"studio: bring 35 characters with icons ({size})", took, limit=3000)
        answer = _bring(client, homebrew.save(LARGE, SMALL_ICON, SMALL_ICON))
        path = answer.headers["Location"].removesuffix("/bloodstar")
        for number, (what, page) in enumerate(PAGES.items()):
            value = milliseconds(lambda page=page: client.get(path + page), 3)  # type: ignore[misc]  # no lambda has types
            yield Row(f"14{'bcdefgh'[number]}", f"studio: {LARGE} characters, {what}", value, limit=300)
        yield Row(
            "14i", f"studio: {LARGE} characters, a change and its answer", _changing(client, path), limit=300
        )
        yield from _first_ones(client, folder)


def _first_ones(client: "FlaskClient", folder: str) -> Iterator[Row]:
    """The first look at each page of a set that was just brought, and of one after a start of the server."""
    for letter, (what, page) in zip("jklmnop", PAGES.items(), strict=True):
        save = homebrew.save(LARGE, SMALL_ICON, SMALL_ICON, f"edition{letter}")
        path = _bring(client, save).headers["Location"].removesuffix("/bloodstar")
        told = f"studio: {LARGE} characters just brought, {what}"
        yield Row(f"14{letter}", told, _once(client, path + page), limit=300, remark=SERVER)
    for letter, (what, page) in zip("qrstuvw", PAGES.items(), strict=True):
        told = f"studio: {LARGE} characters, first after a start, {what}"
        yield Row(f"14{letter}", told, _after_a_start(folder, path + page), limit=300, remark=SERVER)


def _once(client: "FlaskClient", path: str) -> float:
    """Milliseconds of the processor for one answer."""
    begun = process_time()
    answer = client.get(path)
    took = (process_time() - begun) * 1000
    assert answer.status_code == 200, answer.text  # noqa: S101, PLR2004  # the whole point
    return took


def _after_a_start(folder: str, path: str) -> float:
    """The same for the first page that a new server is asked for when it has warmed up."""
    program = f"from benchmarks.studio import first_after_a_start as first; first({folder!r}, {path!r})"
    asked = [sys.executable, "-c", program]
    return float(subprocess.run(asked, capture_output=True, text=True, check=True).stdout)


def first_after_a_start(folder: str, path: str) -> None:
    """Starts an app as the server does, and says how long its first page takes."""
    press: Any = NoPress()
    app = create_app(Settings(data=folder), press=press)
    upkeep.show_pages(app)
    print(_once(app.test_client(), path))


def _bring(client: "FlaskClient", save: bytes) -> "TestResponse":
    return client.post("/bloodstar", data={"file": [(io.BytesIO(save), "save.json")]})


def _changing(client: "FlaskClient", path: str) -> float:
    """The median of a few changes of one ability."""
    numbers = iter(range(100))

    def change() -> None:
        op = {"op": "character", "who": [3, "own3_timed"], "ability": f"Each dusk*, {next(numbers)} things."}
        answer = client.post(f"{path}/do", data={"op": json.dumps(op)}, headers={"X-Parts": "1"})
        assert answer.status_code == 200, answer.text  # noqa: S101, PLR2004  # the whole point

    return milliseconds(change, 5)
