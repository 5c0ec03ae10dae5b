"""How long a homebrew set takes: brought in with its icons, and worked on when it has grown to 200 characters."""

import io
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

from benchmarks import homebrew
from benchmarks.rows import Row, milliseconds
from builder.settings import Settings
from builder.web import create_app
from builder.web.infra import upkeep

if TYPE_CHECKING:
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

LARGE, USUAL = 200, 25
#: So many turns with many characters and with a usual number, and so many changes each.
TURNS, ROUNDS = 4, 5
#: No two changes are alike.
NUMBERS = count()
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
        yield from _large_against_usual(client, path)
        yield from _first_ones(client, folder)


def _large_against_usual(client: "FlaskClient", large: str) -> Iterator[Row]:
    """How much longer a change takes with many characters: time of the processor, both in turn on the same machine."""
    given = homebrew.save(USUAL, SMALL_ICON, SMALL_ICON, "usual")
    usual = _bring(client, given).headers["Location"].removesuffix("/bloodstar")
    for number, what, change in (("14x", "build", _change), ("14y", "character", _write)):
        many, few = _in_turn(
            lambda change=change: change(client, large, "timed"),  # type: ignore[misc]  # no lambda has types
            lambda change=change: change(client, usual, "usual"),  # type: ignore[misc]  # as above
        )
        told = f"studio: a change on the {what} page, {LARGE} characters against {USUAL}"
        yield Row(number, told, many / few, "×", limit=1.5, remark=f"{many:.0f} ms against {few:.0f} ms")


def _in_turn(*works: Callable[[], object]) -> tuple[float, ...]:
    """Milliseconds of the processor that each of some works takes when nothing disturbs it."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(TURNS):
        for work, taken in zip(works, times, strict=True):
            work()  # with what the other one changed in the library meanwhile
            for _ in range(ROUNDS):
                begun = process_time()
                work()
                taken.append((process_time() - begun) * 1000)
    return tuple(map(min, times))


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
    _found(answer)
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
    upkeep.settle()
    print(_once(app.test_client(), path))


def _bring(client: "FlaskClient", save: bytes) -> "TestResponse":
    return client.post("/bloodstar", data={"file": [(io.BytesIO(save), "save.json")]})


def _changing(client: "FlaskClient", path: str) -> float:
    """The median of a few changes of one ability."""
    return milliseconds(lambda: _change(client, path, "timed"), 5)


def _change(client: "FlaskClient", path: str, edition: str, parts: str = "1") -> None:
    """Another ability, answered with all that changes on the build page."""
    ability = f"Each dusk*, {next(NUMBERS)} things."
    op = {"op": "character", "who": [3, f"own3_{edition}"], "ability": ability}
    data = {"op": json.dumps(op), "pieces": _shown(client, path) if parts == "1" else ""}
    _found(client.post(f"{path}/do", data=data, headers={"X-Parts": parts}))


@cache
def _shown(client: "FlaskClient", path: str) -> str:
    """The pieces that a build page shows, which answers leave out."""
    return " ".join(re.findall(r'data-piece="([^"]+)"', client.get(path).text))


def _write(client: "FlaskClient", path: str, edition: str) -> None:
    """The same on the page of the character: the change is saved, then what stands beside the fields is asked for."""
    _change(client, path, edition, "saved")
    _found(client.get(f"{path}/characters/own3_{edition}/parts"))


def _found(answer: "TestResponse") -> None:
    assert answer.status_code == 200, answer.text  # noqa: S101  # the whole point
