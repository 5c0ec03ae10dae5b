"""A real server with the real press, and a real browser."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import started
from playwright.sync_api import Browser, BrowserContext, Page, expect

expect.set_options(timeout=40_000)  # a busy machine is no fault of the page


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server: one that is new for the tests of a file, unless the file says `SHARES_A_SERVER`."""
    if getattr(request.module, "SHARES_A_SERVER", False):
        yield request.getfixturevalue("shared_server")
    else:
        with started(tmp_path_factory.mktemp("data")) as address:
            yield address


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the server of all files whose tests work on scripts that they open themselves."""
    with started(tmp_path_factory.mktemp("shared data")) as address:
        yield address


@pytest.fixture
def complaints() -> list[str]:
    """What the browser had to complain about: errors in scripts, broken policies, things not found."""
    return []


@pytest.fixture
def context(browser: Browser, server: str, complaints: list[str]) -> Iterator[BrowserContext]:
    context = browser.new_context(base_url=server, viewport={"width": 1280, "height": 900})
    context.on("page", lambda page: listen(page, complaints))
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


@pytest.fixture
def apart(context: BrowserContext) -> None:
    """Windows that hear nothing of each other: what both change meets on the server."""
    context.add_init_script("BroadcastChannel.prototype.postMessage = () => {}")
    context.route("**/live?*", lambda route: route.fulfill(status=304))


@pytest.fixture
def script_file(tmp_path: Path) -> Path:
    path = tmp_path / "evening-bells.json"
    path.write_text(
        '[{"id": "_meta", "name": "Evening Bells", "author": "Ringer"}, "washerwoman", "chef", "empath",'
        ' "butler", "poisoner", "baron", "imp"]'
    )
    return path


def listen(page: Page, complaints: list[str]) -> None:
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console",
        lambda message: complaints.append(message.text) if message.type in {"error", "warning"} else None,
    )
