"""The newcomer's walk of docs/guide.md: from an empty script to a ZIP of documents for the table."""

import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from playwright.sync_api import Page, expect
from test_browser_bloodstar import save

pytestmark = pytest.mark.full
SHARES_A_SERVER = True

#: As somebody types them.
CHARACTERS = ("washerw", "chef", "empath", "fortune", "monk", "drunk", "saint", "poisoner", "baron", "imp")

GUIDE = Path(__file__).parents[2] / "docs" / "guide.md"
#: Counts what a person does, across pages: a click is a pointer that goes down.
COUNTING = """for (const [kind, name] of [["pointerdown", "clicks"], ["keydown", "keys"]])
    addEventListener(kind, ({ isTrusted }) => isTrusted && sessionStorage.setItem(name,
        Number(sessionStorage.getItem(name)) + 1), true);"""


@pytest.fixture
def counted(page: Page) -> Callable[[], str]:
    """Says how many clicks and keys there were, as the guide does."""
    page.add_init_script(COUNTING)
    return lambda: page.evaluate(
        "() => ['clicks', 'keys'].filter(name => sessionStorage[name])"
        ".map(name => `${sessionStorage[name]} ${name}`).join(', ')"
    )


def pdf_words(page: Page, name: str | re.Pattern[str], scope: str) -> str:
    """The letters of the first page of a PDF that is downloaded at a click."""
    with page.expect_download(timeout=120_000) as waiting:
        page.locator(scope).get_by_role("link", name=name).first.click()
    pdf = pypdfium2.PdfDocument(waiting.value.path())
    words = re.sub(r"\s", "", pdf[0].get_textpage().get_text_bounded())
    pdf.close()
    return words


def test_a_homebrew_character_with_icon_and_almanac_page_to_its_printed_tokens(
    page: Page, complaints: list[str], counted: Callable[[], str]
) -> None:
    page.goto("/")
    with page.expect_navigation():
        page.get_by_role("button", name=re.compile("Make characters")).click()
    page.get_by_label("Name", exact=True).click()
    page.keyboard.type("Bell Ringer")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.get_by_label("Ability", exact=True)).to_be_focused()
    expect(page.get_by_text("Proposed icon:")).to_contain_text("choose one")
    page.keyboard.type("Each night, you learn if a bell rings.")
    with page.expect_navigation():
        page.get_by_role("link", name="Icon studio").click()
    page.locator("#offers label").first.click()
    expect(page.locator("#saved")).to_contain_text("The icon of Bell Ringer is saved.")
    with page.expect_navigation():
        page.get_by_role("link", name="Edit character").click()
    expect(page.get_by_label("Ability", exact=True)).to_have_value("Each night, you learn if a bell rings.")
    page.get_by_label("Overview").click()
    page.keyboard.type("Bells tell.")
    expect(page.get_by_text("Still missing:")).to_have_count(0)
    page.get_by_role("link", name="Print its tokens").click()
    expect(page.locator("#tokens img").first).to_be_visible(timeout=90_000)
    assert "learnifabellrings" in pdf_words(page, re.compile("PDF"), "#tokens")
    assert f"| {counted()} |" in row_of_guide("a homebrew character")
    assert complaints == []


def test_a_set_from_bloodstar_to_its_sheet(
    page: Page, complaints: list[str], counted: Callable[[], str], tmp_path: Path
) -> None:
    file = tmp_path / "save.json"
    file.write_text(save(), "utf-8")
    page.goto("/")
    with page.expect_navigation():
        page.get_by_role("link", name=re.compile("Import from Bloodstar")).click()
    with page.expect_file_chooser() as chooser:
        page.get_by_label("The files of one set").click()
    chooser.value.set_files(file)
    with page.expect_navigation():
        page.get_by_role("button", name="Import").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Imported from Bloodstar")
    with page.expect_navigation():
        page.get_by_role("link", name="Print", exact=True).click()
    expect(page.locator("#sheet img").first).to_be_visible(timeout=90_000)
    assert "Eachnight*,Owlhearsabell." in pdf_words(page, re.compile("PDF"), "#sheet")
    assert f"| {counted()} |" in row_of_guide("a Bloodstar set")
    # The author finds what was imported again, and repaints one icon from its source.
    page.goto(page.url.partition("/print")[0] + "/characters/owl_hoots/icon")
    disc = page.locator("#large")
    finished = disc.get_attribute("src")
    page.get_by_role("radio", name="Repaint from the source picture").check()
    expect(page.locator("#saved")).to_contain_text("The icon of Owl is saved.")
    expect(disc).not_to_have_attribute("src", finished or "")
    assert complaints == []


def row_of_guide(what: str) -> str:
    """The row of the guide's table that counts a walk."""
    return next(line for line in GUIDE.read_text("utf-8").splitlines() if line.startswith(f"| from {what}"))


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
