"""What a server does by itself: it warms up, and empties the bin every day."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from instant_press import InstantPress, Paste
from jinja2 import Environment

from builder.artefact import PDF, Artefact, PrintRequest
from builder.artefacts.runner import LocalRunner
from builder.library import Library, listing
from builder.settings import Settings
from builder.web import app as web_app, create_app
from builder.web.infra import upkeep
from builder.web.infra.services import of
from builder.web.view_models import shelf

pytestmark = pytest.mark.full

OWN = {"id": "lamp_own", "name": "Lamplighter", "team": "townsfolk", "ability": "Each night, a lamp."}


@pytest.fixture
def gone_by(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Lets days go by, for the library and for the server."""
    days = 0.0
    now = listing.now

    def later(more: float) -> None:
        nonlocal days
        days += more

    monkeypatch.setattr(listing, "now", lambda: now() + timedelta(days=days))
    monkeypatch.setattr("builder.web.infra.upkeep.monotonic", lambda: days * upkeep.DAY)
    return later


@pytest.fixture
def settled() -> Callable[[], None]:
    """Waits until the threads that a request started are done; a browser of other tests has threads that stay."""
    before = set(threading.enumerate())

    def wait() -> None:
        for thread in set(threading.enumerate()) - before:
            if thread.daemon:
                thread.join(60)

    return wait


def test_a_server_that_runs_on_empties_its_bin(
    tmp_path: Path, gone_by: Callable[[float], None], settled: Callable[[], None]
) -> None:
    app = create_app(Settings(data=str(tmp_path)), press=InstantPress())
    library, client = of(app).store.library, app.test_client()
    (sample,) = library.scripts(most=1)
    library.throw_away(sample.id)
    gone_by(29.5)
    client.get("/healthz")
    settled()
    assert library.count(in_bin=True) == 1
    gone_by(1)
    client.get("/healthz")
    settled()
    assert library.count(in_bin=True) == 0


def test_the_bin_is_looked_at_once_a_day(
    tmp_path: Path,
    gone_by: Callable[[float], None],
    settled: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    emptied: list[int] = []
    monkeypatch.setattr(Library, "empty_bin", lambda _: emptied.append(1))
    client = create_app(Settings(data=str(tmp_path)), press=InstantPress()).test_client()
    for days in (0, 0.5, 0.4, 0.2, 0.1, 3):
        gone_by(days)
        client.get("/healthz")
        settled()
    assert len(emptied) == 3  # at the start, after a day, after three more


def test_a_warm_server_compiles_nothing_for_its_first_visitor(
    app: Flask, client: FlaskClient, paste: Paste, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = paste([{"id": "_meta", "name": "Lamps"}, OWN, "imp"]).request.path
    app.jinja_env.cache.clear()  # type: ignore[union-attr]  # Flask has one
    upkeep.show_pages(app)
    monkeypatch.setattr(Environment, "_load_template", _known_alone)
    for page in ("/", path, f"{path}/characters"):
        assert client.get(page).status_code == 200


def _known_alone(self: Environment, name: str, _: object) -> object:
    assert self.cache is not None
    found = [template for (_, known), template in self.cache.items() if known == name]
    assert found, f"{name} was not ready"
    return found[0]


def test_a_warm_server_has_read_what_its_owner_can_add_from_other_scripts(
    app: Flask, client: FlaskClient
) -> None:
    for script in ([{**OWN, "id": "other_own", "name": "Candlemaker"}], [OWN, "imp"]):
        path = client.post("/open", data={"text": json.dumps(script)}).headers["Location"]
    before = shelf.customs.cache_info().misses
    upkeep.show_pages(app)
    warmed = shelf.customs.cache_info().misses
    assert warmed > before
    assert "Candlemaker" in client.get(path).text
    assert shelf.customs.cache_info().misses == warmed


@pytest.mark.parametrize("script", [[OWN], ["imp"], [{"id": "_meta", "name": "<b>"}, "nobody_knows", OWN]])
def test_warming_up_changes_nothing_and_counts_for_nobody(
    app: Flask, client: FlaskClient, paste: Paste, script: list[object]
) -> None:
    path = paste(script).request.path
    before = of(app).store.library.scripts()
    upkeep.show_pages(app)
    assert of(app).store.library.scripts() == before
    assert of(app).traffic.running == 0
    assert client.get(path).status_code == 200


def test_a_hosted_server_warms_up_and_shows_strangers_nothing(tmp_path: Path) -> None:
    app = create_app(Settings(data=str(tmp_path), hosted=True), press=InstantPress())
    upkeep.show_pages(app)
    scripts = of(app).store.library.scripts()
    assert scripts
    for listed in scripts:
        assert app.test_client().get(f"/s/{listed.id}").status_code == 404


def test_an_empty_library_is_warm_at_once(app: Flask) -> None:
    library = of(app).store.library
    for listed in library.scripts():
        library.throw_away(listed.id)
    upkeep.show_pages(app)
    assert app.test_client().get("/").status_code == 200


def test_the_first_visitor_waits_for_the_server_to_be_warm_and_its_keeper_does_not(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    may_go_on = threading.Event()

    def slow(_: Flask) -> None:
        may_go_on.wait(60)
        seen.append("warm")

    monkeypatch.setattr(upkeep, "show_pages", slow)
    monkeypatch.setattr(upkeep, "print_sample", lambda _: None)
    monkeypatch.setattr(upkeep, "PATIENCE", 60)
    upkeep.warm_up(app)
    assert client.get("/healthz").status_code == 200
    assert seen == []
    threading.Timer(0.2, may_go_on.set).start()
    assert client.get("/").status_code == 200
    assert seen == ["warm"]


def test_a_server_that_cannot_warm_up_answers_all_the_same(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    hangs = threading.Event()
    monkeypatch.setattr(upkeep, "show_pages", lambda _: hangs.wait(20))
    monkeypatch.setattr(upkeep, "print_sample", lambda _: None)
    monkeypatch.setattr(upkeep, "PATIENCE", 0.1)
    upkeep.warm_up(app)
    assert client.get("/").status_code == 200
    hangs.set()


@pytest.mark.skipif(not hasattr(os, "nice"), reason="this system knows no niceness")
def test_a_page_goes_before_a_print(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Prints stand back in the server's pool; who prints from a program of his own waits for nobody."""
    monkeypatch.setattr("builder.artefacts.make", niceness)
    usual = os.nice(0)
    press, runner = web_app._press(Settings(data=str(tmp_path), workers=1)), LocalRunner(1)
    try:
        assert press.render("[]", PrintRequest("sheet")).pages == usual + web_app.NICENESS
        assert runner.submit("[]", PrintRequest("sheet")).result().pages == usual
    finally:
        press.close(0)
        runner.close()


def niceness(_: str, wanted: PrintRequest) -> Artefact:
    """Says how far this process stands back."""
    return Artefact(wanted.kind, PDF, b"", os.nice(0))


def test_a_server_that_nobody_uses_keeps_its_library_in_one_file(app: Flask, paste: Paste) -> None:
    paste(["imp", "chef"])
    library = of(app).store.library
    log = library.folder / "library.sqlite3-wal"
    of(app).traffic.enter()
    upkeep.checkpoint_if_idle(app)
    assert log.stat().st_size > 0  # somebody waits for an answer: another time
    of(app).traffic.leave()
    upkeep.checkpoint_if_idle(app)
    assert log.stat().st_size == 0


#: Prints megabytes in use after 40,000 texts of 2 kB, of which each fiftieth stays, and after they were given back.
FREED = """
from pathlib import Path
from builder.web.infra import upkeep

def megabytes():
    return int(Path("/proc/self/status").read_text().partition("VmRSS:")[2].split()[0]) / 1000

upkeep.limit_heaps()
texts = [b"x" * 2000 + str(number).encode() for number in range(40_000)]
texts = texts[::50]
before = megabytes()
upkeep.return_freed_memory()
print(before, megabytes())
"""


@pytest.mark.skipif(not os.confstr("CS_GNU_LIBC_VERSION"), reason="only glibc is asked for it")
def test_freed_memory_between_what_is_in_use_goes_back_to_the_system() -> None:
    printed = subprocess.run([sys.executable, "-c", FREED], check=True, capture_output=True, text=True)
    before, after = map(float, printed.stdout.split())
    assert after < before - 40
