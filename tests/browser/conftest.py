"""A real server with the real press, and a real browser."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from browsing import started
from playwright.sync_api import Browser, BrowserContext, Error, Page, ViewportSize, expect

expect.set_options(timeout=40_000)  # a busy machine is no fault of the page

SIZE: ViewportSize = {"width": 1280, "height": 900}


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server: one that is new for the tests of a file, unless the file says `SHARES_A_SERVER`.

    It has drawn pages before the first visitor comes if the file says `IS_WARM`: that takes two seconds of both cores.
    """
    if getattr(request.module, "SHARES_A_SERVER", False):
        yield request.getfixturevalue("shared_server")
    else:
        is_cold = not getattr(request.module, "IS_WARM", False)
        with started(tmp_path_factory.mktemp("data"), is_cold=is_cold) as address:
            yield address


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the server of all files whose tests work on scripts that they open themselves."""
    with started(tmp_path_factory.mktemp("shared data"), is_cold=True) as address:
        yield address


class Window:
    """A window of a browser for one test after another: a new one costs more than most of them do in it."""

    def __init__(self, browser: Browser, server: str) -> None:
        self.complaints: list[str] = []
        self.is_changed = False
        self.context = browser.new_context(base_url=server, viewport=SIZE)
        self.context.on("page", lambda page: listen(page, self.complaints))
        self.page = self.context.new_page()
        # These cannot be taken back.
        self.context.add_init_script = self._changing(self.context.add_init_script)  # type: ignore[method-assign]
        self.page.add_init_script = self._changing(self.page.add_init_script)  # type: ignore[method-assign]
        self.page.on = self._changing(self.page.on)  # type: ignore[method-assign]

    def _changing(self, change: Callable[..., Any]) -> Callable[..., Any]:
        def changed(*what: Any, **more: Any) -> Any:
            self.is_changed = True
            return change(*what, **more)

        return changed

    def is_as_new(self) -> bool:
        """Makes it that of a first visitor, as far as that can be done: its files alone are cached."""
        if self.is_changed or self.page.is_closed():
            return False
        for each in self.context.pages:
            if each != self.page:
                each.close()
        self.context.unroute_all()
        self.page.unroute_all()
        self.context.set_offline(False)
        self.page.goto("/healthz")
        self.page.evaluate("localStorage.clear(); sessionStorage.clear()")
        self.context.clear_cookies()
        self.page.emulate_media(color_scheme="light", reduced_motion="no-preference")
        self.page.set_viewport_size(SIZE)
        self.complaints.clear()
        return True


@pytest.fixture(scope="module")
def windows(browser: Browser, server: str) -> Iterator[list[Window]]:
    """The windows that the next test of a file can have."""
    kept: list[Window] = []
    yield kept
    for window in kept:
        window.context.close()


@pytest.fixture
def window(browser: Browser, server: str, windows: list[Window]) -> Iterator[Window]:
    yield from lent(browser, server, windows)


@pytest.fixture
def other_page(browser: Browser, server: str, windows: list[Window]) -> Iterator[Page]:
    """A page of somebody else, with a browser of their own."""
    for other in lent(browser, server, windows):
        yield other.page


def lent(browser: Browser, server: str, windows: list[Window]) -> Iterator[Window]:
    window = windows.pop() if windows else Window(browser, server)
    yield window
    with suppress(Error):
        if window.is_as_new():
            windows.append(window)
            return
    window.context.close()


@pytest.fixture
def complaints(window: Window) -> list[str]:
    """What the browser had to complain about: errors in scripts, broken policies, things not found."""
    return window.complaints


@pytest.fixture
def context(window: Window) -> BrowserContext:
    return window.context


@pytest.fixture
def page(window: Window) -> Page:
    return window.page


@pytest.fixture
def undrawn(context: BrowserContext) -> None:
    """No picture is drawn, in no window: it takes the server longer than all that the page does."""
    context.route("**/*.png*", lambda route: route.abort())


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


#: What Chromium says of a font that came too late for its page, which then stays in other letters: the machine is busy.
LATE_FONT = re.compile(r"/fonts/\S+ was preloaded using link preload but not used")


def listen(page: Page, complaints: list[str]) -> None:
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.extend(complained(message.type, message.text)))


def complained(kind: str, text: str) -> list[str]:
    return [text] if kind in {"error", "warning"} and not LATE_FONT.search(text) else []
