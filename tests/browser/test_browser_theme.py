"""The page Theme: what is chosen is saved, and the pages beside it wear it at once."""

import re
from pathlib import Path

import pytest
from browsing import opened
from playwright.sync_api import Page, expect

from builder import assets

pytestmark = pytest.mark.full
SHARES_A_SERVER = True
EMPTY = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
SCRIPT = [
    {"id": "_meta", "name": "Evening Bells"},
    "washerwoman",
    "chef",
    "empath",
    "butler",
    "poisoner",
    "imp",
]


@pytest.fixture
def path(page: Page) -> str:
    return opened(page, SCRIPT)


def theme(page: Page, path: str) -> object:
    return page.request.get(f"{path}/script.json").json()[0].get("clockwright", {}).get("theme")


def test_choosing_coloring_and_undoing_change_the_pages(page: Page, path: str, complaints: list[str]) -> None:
    # The sheet alone is looked at: of the other documents the server draws nothing.
    others = re.compile(r"/(?!sheet)[a-z]+/[^/]+/[^/]+/[^/]+\.png")
    page.route(others, lambda route: route.fulfill(content_type="image/svg+xml", body=EMPTY))
    page.goto(f"{path}/theme")
    sheet = page.locator("#page-sheet")
    expect(sheet).to_have_attribute("data-state", "ready", timeout=60_000)
    before = sheet.locator("img").get_attribute("src")
    page.get_by_role("button", name="Observatory").click()
    expect(page.locator("#card-observatory")).to_have_attribute("aria-pressed", "true")
    expect(sheet.locator("img")).not_to_have_attribute("src", str(before))
    expect(sheet).to_have_attribute("data-state", "ready", timeout=60_000)
    # A color that cannot be read on the paper of the theme.
    page.locator("#f-ink").fill("#202020")
    expect(page.locator("#n-ink")).to_contain_text("Made paler")
    assert theme(page, path) == {"extends": "observatory", "ink": "#202020"}
    page.locator("#t-ink").get_by_role("button", name="Reset").click()
    expect(page.locator("#n-ink")).to_have_count(0)
    expect(page.locator("#f-ink")).to_have_value("#f2ebd9")
    assert theme(page, path) == "observatory"
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#n-ink")).to_have_count(1)
    assert complaints == []


# The press reads the font: were pages drawn, it would wait behind them.
@pytest.mark.usefixtures("undrawn")
def test_a_font_is_taken_from_a_file_and_a_bad_one_is_told(
    page: Page, path: str, tmp_path: Path, complaints: list[str]
) -> None:
    page.goto(f"{path}/theme")
    page.locator('[id="file-fonts.heading"]').set_input_files(
        assets.static("vendor", "fonts", "Lexend-Bold.ttf")
    )
    expect(page.locator('[id="f-fonts.heading"]')).to_have_value("own")
    bad = tmp_path / "bad.otf"
    bad.write_bytes(b"OTTO nothing")
    page.locator('[id="file-fonts.text"]').set_input_files(bad)
    expect(page.locator("#theme-fault")).to_contain_text("damaged")
    expect(page.locator('[id="f-fonts.text"]')).to_have_value("")
    assert [each for each in complaints if "422" not in each and "ERR_FAILED" not in each] == []


@pytest.mark.usefixtures("undrawn")
def test_the_page_has_room_on_a_small_phone(page: Page, path: str) -> None:
    page.set_viewport_size({"width": 320, "height": 700})
    page.goto(f"{path}/theme")
    page.evaluate("for (const one of document.querySelectorAll('details.t-group')) one.open = true")
    wide = page.evaluate(
        """() => [...document.querySelectorAll("#theme *")]
            .filter((one) => !one.closest(".t-pages, svg") && one.getBoundingClientRect().right > innerWidth + 1)
            .map((one) => one.outerHTML.slice(0, 80))"""
    )
    assert wide == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
