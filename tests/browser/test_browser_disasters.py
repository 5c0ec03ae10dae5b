"""What somebody typed is not lost: the server dies, its library is held, its disk is full, and then it goes on."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from serving import Served, Visitor, fill, on_a_small_disk, served

from builder.library import db

pytestmark = pytest.mark.full

BELLS = ["washerwoman", "chef", "empath", "butler", "poisoner", "imp"]
#: Milliseconds: longer than a save waits for a library, and than the page waits before it tries again.
PATIENCE = 30_000


@contextmanager
def visiting(browser: Browser, server: Served) -> Iterator[Page]:
    context = browser.new_context(base_url=server.address)
    yield context.new_page()
    context.close()


def removed(page: Page, name: str) -> None:
    page.get_by_role("button", name=f"Remove {name}").click()


def expect_all_saved(page: Page) -> None:
    expect(page.locator("#waiting")).to_be_hidden(timeout=PATIENCE)
    expect(page.locator("#saved")).to_have_attribute("data-revision", re.compile(r"\d"))


def test_a_server_that_dies_or_whose_library_is_held_gets_all_that_was_done_meanwhile(
    browser: Browser, tmp_path: Path
) -> None:
    with served(tmp_path / "data", is_cold=True) as server, visiting(browser, server) as page:
        path = Visitor(server).opened(BELLS)
        page.goto(path)
        removed(page, "Chef")
        expect(page.locator("#saved")).to_contain_text("Chef removed.")
        server.kill()
        removed(page, "Butler")
        page.get_by_label("Name of the script").fill("Bells in the dark")
        expect(page.locator("#waiting")).to_contain_text("No connection")
        expect(page.locator("#waiting")).to_contain_text("Bells in the dark")
        with served(tmp_path / "data", port=server.port, is_cold=True) as again:
            expect_all_saved(page)
            meta, *entries = Visitor(again).script(path)
            assert meta["name"] == "Bells in the dark"
            assert entries == ["washerwoman", "empath", "poisoner", "imp"]
            while_another_program_holds_the_library(page, Visitor(again), tmp_path / "data" / db.FILE)


def while_another_program_holds_the_library(page: Page, visitor: Visitor, library: Path) -> None:
    """The page says so and tries again."""
    path = visitor.opened(BELLS)
    page.goto(path)
    with closing(sqlite3.connect(library, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        removed(page, "Chef")
        sign = page.locator("#waiting")
        expect(sign).to_contain_text("The server can’t save now", timeout=PATIENCE)
        expect(sign).to_contain_text("The library is busy with another change. Please try again in a moment.")
        expect(sign).to_contain_text("Remove Chef")
        assert visitor.script(path) == BELLS
        other.execute("ROLLBACK")
    expect_all_saved(page)
    assert "chef" not in visitor.script(path)


def test_on_a_full_disk_the_page_keeps_what_was_done_until_there_is_room(
    browser: Browser, tmp_path: Path
) -> None:
    with on_a_small_disk(tmp_path / "disk") as (server, disk), visiting(browser, server) as page:
        visitor = Visitor(server)
        path, other = visitor.opened(BELLS), visitor.opened(BELLS)
        page.goto(path)
        fill(disk)
        names = iter(range(2000))
        while visitor.do(other, {"op": "rename", "name": f"Bells {next(names)}"}).status == 200:
            pass  # until the room that the library has set aside is used up
        removed(page, "Chef")
        sign = page.locator("#waiting")
        expect(sign).to_contain_text("There is no room left for the library", timeout=PATIENCE)
        page.reload()
        expect(sign).to_contain_text("Remove Chef", timeout=PATIENCE)
        assert visitor.script(path) == BELLS
        (disk / "ballast").unlink()
        expect_all_saved(page)
        expect(page.get_by_role("button", name="Remove Chef")).to_have_count(0)
        assert "chef" not in visitor.script(path)
