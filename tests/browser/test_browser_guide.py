"""The newcomer's walk of docs/guide.md: from an empty script to a ZIP of documents for the table."""

import zipfile

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.full

#: As somebody types them.
CHARACTERS = ("washerw", "chef", "empath", "fortune", "monk", "drunk", "saint", "poisoner", "baron", "imp")


def test_a_newcomer_builds_checks_and_prints_a_script(page: Page, complaints: list[str]) -> None:
    page.goto("/")
    expect(page.locator(".script-card").first).to_be_visible()
    with page.expect_navigation():
        page.get_by_role("button", name="New script").click()
    page.get_by_label("Name of the script").fill("First Bells")
    field = page.get_by_label("Find a character")
    field.focus()
    for count, words in enumerate(CHARACTERS, 1):
        page.keyboard.type(words, delay=30)
        page.keyboard.press("Enter")
        expect(page.locator("#sheet-head .count")).to_have_text(str(count))
    for words in ("each night", "minion", "drunk"):
        field.fill(words)
        expect(page.locator("#hits")).to_have_attribute("data-q", words)
        expect(page.locator("#hits .known").nth(5)).to_be_attached()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#sheet .row-name", has_text="Imp")).to_have_count(0)
    page.get_by_role("button", name="Redo").click()
    expect(page.locator("#sheet .row-name", has_text="Imp")).to_have_count(1)

    expect(page.locator("#setup tbody tr:not(.impossible)")).not_to_have_count(0)
    page.get_by_role("link", name="Night order", exact=True).click()
    row = page.locator(".night-name", has_text="Poisoner")
    expect(row.first).to_be_visible()

    page.get_by_role("link", name="Print", exact=True).click()
    expect(page.locator('[data-page]:not([data-state="ready"])')).to_have_count(0, timeout=90_000)
    with page.expect_download(timeout=90_000) as waiting:
        page.get_by_role("button", name="Download all as ZIP").click()
    with zipfile.ZipFile(waiting.value.path()) as archive:
        names = archive.namelist()
        assert "First Bells.json" in names
        assert all(archive.read(name).startswith(b"%PDF") for name in names if name.endswith(".pdf"))
        assert len(names) == 3

    page.get_by_role("link", name="Deal", exact=True).click()
    page.get_by_role("button", name="Deal", exact=True).click()
    page.get_by_text("Show the Grimoire").click()
    expect(page.locator(".lock").first).to_be_visible()
    assert complaints == []
