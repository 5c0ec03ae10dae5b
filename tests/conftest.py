"""What all tests share: scripts to print."""

import gc
import os
import re
import shutil
import sqlite3
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import composing
import examples  # noqa: F401  # how Hypothesis tries things in all tests
import postgresql_cluster
import pytest
import sqlalchemy as sa
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.util import LRUCache

from builder import language
from builder.game.script import Script
from builder.library import Library, db
from builder.settings import Settings, settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext
    from redis_server import RedisServer
    from s3_server import S3Server

#: The headless shell first: it opens no windows behind the scenes and takes half the time of the whole browser.
CHROMIUM = (
    shutil.which("chromium-headless-shell")
    or shutil.which("chromium")
    or shutil.which("chromium-browser")
    or ""
)

#: No page of a test lives as long as it takes to win back what compiling its scripts for speed costs: without that, the
#: accessibility checker takes four fifths of its time, and clicks nine tenths.
SHORT_LIVED = "--js-flags=--no-opt --no-maglev --min-semi-space-size=16"


def pytest_configure() -> None:
    """Nobody's own data, an official wording say, may change what the tests see."""
    os.environ["CLOCKWRIGHT_DATA"] = tempfile.mkdtemp(prefix="clockwright-tests-")
    os.environ["CLOCKWRIGHT_FETCH_PICTURES"] = "0"  # no test asks a stranger
    gc.disable()  # until all tests are collected, which leaves no garbage


#: Folders of few but long tests: with them at the end, one process works alone for minutes.
FIRST = ("browser", "hostile", "farm", "library")
#: How a file says that all its tests are full ones, or slow ones.
ALL_FULL, ALL_SLOW = (
    re.compile(rf"^pytestmark = .*\bpytest\.mark\.{tier}\b", re.MULTILINE) for tier in ("full", "slow")
)
#: Rooms whose every branch counts.
TRACED = ("game", "formats")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leaves files unread of which no test is wanted: every process of `bin/test` reads all others.

    These are files that say at their head that all their tests are slow ones, but for --slow; those with full ones
    only, for --quick; and what is traced, where it is not measured.
    """
    if collection_path.suffix != ".py":
        return None
    wanted, text = config.option.markexpr, collection_path.read_text("utf-8")
    is_full = "not full" in wanted and ALL_FULL.search(text)
    is_slow = "not slow" in wanted and ALL_SLOW.search(text)
    is_traced = "not traced" in wanted and room(collection_path) in TRACED and "volume" not in text
    return bool(is_full or is_slow or is_traced) or None


def room(path: Path) -> str:
    """The folder of a test that is named as a room of the program."""
    return path.relative_to(Path(__file__).parent).parts[0]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begins with the folders whose files take longest (`bin/test` keeps this order, file by file).

    What needs a PostgreSQL server is left out of `bin/test --quick`, which tests the same on SQLite; so is what
    Hypothesis explores, whose rooms have examples beside.
    """
    for item in items:
        is_explored = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
        if is_explored or "postgresql" in getattr(item, "fixturenames", ()) or "[postgresql" in item.name:
            item.add_marker(pytest.mark.full)
        if room(item.path) in TRACED and not item.get_closest_marker("volume"):
            item.add_marker(pytest.mark.traced)
    items.sort(
        key=lambda item: FIRST.index(item.path.parent.name) if item.path.parent.name in FIRST else len(FIRST)
    )


def pytest_collection_finish() -> None:
    """Spares the garbage collector what stays anyway; going through it took an eighth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 30, 100)
    gc.enable()


def pytest_unconfigure() -> None:
    shutil.rmtree(os.environ["CLOCKWRIGHT_DATA"], ignore_errors=True)


@pytest.fixture(scope="session", autouse=True)
def compiled_statements() -> Iterator[LRUCache[Any, Any]]:
    """What SQLAlchemy has compiled for any library: each test's own would compile it anew, which takes a third of it.

    Two dialects of one kind compile alike, as all libraries are opened alike.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DefaultDialect, "__eq__", lambda one, other: type(one) is type(other))
        patch.setattr(DefaultDialect, "__hash__", lambda dialect: hash(type(dialect)))
        yield LRUCache(2000)


@pytest.fixture(scope="session", autouse=True)
def prepared_for_a_server() -> Iterator[Callable[[sqlite3.Connection, object], None]]:
    """No test waits until a disk has what it writes, 10 ms for each change; programs that tests start do.

    Gives what prepares a database usually.
    """
    usual = db._prepare

    def prepare(connection: sqlite3.Connection, record: object) -> None:
        usual(connection, record)
        connection.execute("PRAGMA synchronous = OFF")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(db, "_prepare", prepare)
        patch.setattr("os.fsync", lambda _: None)
        yield usual


@pytest.fixture(scope="session")
def new_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library as the first start makes it, with all migrations: ten times as long as a copy of it takes."""
    folder = tmp_path_factory.mktemp("new-library")
    Library.open(Settings(data=str(folder))).close()
    return folder / db.FILE


@pytest.fixture(autouse=True)
def close_libraries(
    monkeypatch: pytest.MonkeyPatch, compiled_statements: LRUCache[Any, Any], new_library: Path | None
) -> Iterator[None]:
    """No test leaves a database open, of which newer Pythons complain in whatever test comes next.

    A new one begins as a copy of `new_library`, unless a test sets that to None to see how the program makes it.
    """
    opened: list[Library] = []
    usual = Library.open

    def noted(settings: Settings) -> Library:
        if new_library and not settings.database:
            with suppress(OSError):  # there is a library, or nothing can be written: as without this
                settings.data_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                copy = new_library.with_name(str(threading.get_ident()))
                shutil.copy(new_library, copy)
                try:
                    (settings.data_folder / db.FILE).hardlink_to(
                        copy
                    )  # whole at once, and never over another
                finally:
                    copy.unlink()
        opened.append(usual(settings))
        opened[-1].engine._compiled_cache = compiled_statements
        return opened[-1]

    monkeypatch.setattr(Library, "open", noted)
    yield
    for library in opened:
        library.engine.dispose()


@pytest.fixture(autouse=True)
def end_in_english() -> Iterator[None]:
    """A request in a test's own thread leaves its language behind; set without the settings, which others patch."""
    yield
    language._current.set(language.ENGLISH)


@pytest.fixture
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A user's data folder of its own."""
    folder = tmp_path / "data of the user"
    monkeypatch.setenv("CLOCKWRIGHT_DATA", str(folder))
    settings.cache_clear()
    yield folder
    settings.cache_clear()


@pytest.fixture
def fetching(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty store of pictures, which are fetched."""
    monkeypatch.setenv("CLOCKWRIGHT_FETCH_PICTURES", "1")
    settings.cache_clear()


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a database in a cluster of this test process's own, which ends with it."""
    with postgresql_cluster.started() as address:
        yield address


@pytest.fixture
def empty_database(postgresql: str) -> str:
    """The same without tables."""
    engine = sa.create_engine(postgresql)
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP SCHEMA public CASCADE")
        connection.exec_driver_sql("CREATE SCHEMA public")
    engine.dispose()
    return postgresql


@pytest.fixture(scope="session")
def moths() -> Script:
    """A full script: 25 characters."""
    return composing.sample("a-murmur-of-moths")


@pytest.fixture(scope="session")
def fair() -> Script:
    """A script with every team, jinxes and a rule of its own."""
    return composing.sample("the-wandering-fair")


@pytest.fixture(scope="session")
def redis_server() -> Iterator["RedisServer"]:
    """The one Redis of this test process; a test that kills or fills it starts its own (`redis_server.started`)."""
    import redis_server

    with redis_server.started() as server:
        yield server


@pytest.fixture(scope="session")
def s3_server() -> Iterator["S3Server"]:
    """The one S3 server of this test process; a test that pauses or kills it starts its own (`s3_server.started`)."""
    import s3_server

    with s3_server.started() as server:
        yield server


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """The one Chromium of a test process: Playwright's loop stays in its thread, and a second one is refused."""
    if not CHROMIUM:
        if os.environ.get("CI") == "true":
            pytest.fail("Chromium is not installed; bin/setup --dev installs it")
        pytest.skip("Chromium is not installed; bin/setup --dev installs it")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage", SHORT_LIVED]
        )
        unhurried = browser.new_context

        def new_context(**more: Any) -> "BrowserContext":
            context = unhurried(**more)
            context.set_default_timeout(90_000)  # a busy machine is no fault of the page
            return context

        browser.new_context = new_context  # type: ignore[method-assign]
        yield browser
        browser.close()
