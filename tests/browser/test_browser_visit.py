"""A visit to the app in a real browser: with and without JavaScript, by phone, by keyboard, in the dark."""

import re
from pathlib import Path

import pytest
from patience import until
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.full
IS_WARM = True

PICTURES = "[data-page] img"
NOT_LOADED = '[data-page]:not([data-state="ready"])'
DROP = """text => {
    const box = new DataTransfer();
    box.items.add(new File([text], "bells.json", { type: "application/json" }));
    const send = (kind) => window.dispatchEvent(
        new DragEvent(kind, { dataTransfer: box, bubbles: true, cancelable: true }));
    send("dragenter");
    const shown = !document.querySelector(".drop").hidden;
    send("dragover");
    send("drop");
    return shown;
}"""
PASTE = """text => {
    const box = new DataTransfer();
    box.setData("text/plain", text);
    const options = { clipboardData: box, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new ClipboardEvent("paste", options));
}"""


def wait_for_pictures(page: Page, number: int = 4) -> None:
    expect(page.locator(PICTURES).nth(number - 1)).to_be_attached(timeout=90_000)
    expect(page.locator(NOT_LOADED)).to_have_count(0, timeout=90_000)


def expect_evening_bells(page: Page) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text("Evening Bells")
    expect(page).to_have_url(re.compile(r"/s/\w{12}$"))


def test_the_first_visit_shows_a_sample_its_real_sheets_and_larger_ones(
    page: Page, complaints: list[str]
) -> None:
    page.goto("/")
    page.get_by_role("link", name="A Murmur of Moths").first.click()
    page.get_by_role("link", name="Print", exact=True).click()
    wait_for_pictures(page)
    shapes = page.eval_on_selector_all(
        PICTURES, "all => all.map(one => one.naturalHeight / one.naturalWidth)"
    )
    assert len(shapes) >= 4
    assert shapes == [pytest.approx(297 / 210, abs=0.01)] * len(shapes)
    small = page.locator(PICTURES).first.evaluate(
        "one => new Promise(go => { const p = new Image();"
        " p.onload = () => go(p.naturalWidth); p.src = one.getAttribute('src'); })"
    )
    page.locator("[data-page] a").first.click()
    page.wait_for_url(re.compile("-large.png"))
    assert page.evaluate("document.images[0].naturalWidth") > small
    assert complaints == []


@pytest.mark.usefixtures("undrawn")
def test_a_chosen_file_opens_at_once_and_its_documents_change_and_download_under_its_name(
    page: Page, script_file: Path, complaints: list[str]
) -> None:
    """Every style and paper is drawn in tests/press; here it is the address of the picture."""
    page.goto("/")
    page.get_by_label("Drop script files here").set_input_files(script_file)
    expect_evening_bells(page)
    page.get_by_role("link", name="Print", exact=True).click()
    page.get_by_label("Style Night sheet").select_option("strips")
    night = page.locator("#night img").first
    expect(night).to_have_attribute("src", re.compile("/night/strips/a4/1.png"))
    page.get_by_label("Paper", exact=True).select_option("letter")
    expect(night).to_have_attribute("src", re.compile("/night/strips/letter/1.png"))
    sheet = page.locator("#sheet").get_by_role("link", name="Download PDF")
    expect(sheet).to_have_attribute("href", re.compile("letter"))
    with page.expect_download() as download:
        sheet.click()
    assert download.value.suggested_filename == "Evening Bells - character sheet (Letter).pdf"
    assert Path(download.value.path()).read_bytes().startswith(b"%PDF")
    assert [each for each in complaints if "ERR_FAILED" not in each] == []  # of pictures that are not drawn


def test_a_file_dropped_anywhere_opens(page: Page, script_file: Path, complaints: list[str]) -> None:
    page.goto("/")
    assert page.evaluate(DROP, script_file.read_text())
    expect_evening_bells(page)
    assert complaints == []


def test_a_pasted_script_opens_from_anywhere_on_the_page_and_a_problem_is_mended_by_its_button(
    page: Page, script_file: Path
) -> None:
    page.goto("/")
    page.evaluate(PASTE, script_file.read_text().replace("]", ', "imp"]'))
    expect_evening_bells(page)
    page.get_by_role("button", name="Delete the second Imp").click()
    expect(page.get_by_role("button", name="Delete the second Imp")).to_have_count(0)
    expect(page.get_by_text("Imp is on the script twice")).to_have_count(0)


def test_a_typed_script_opens_with_the_keyboard_alone(page: Page, script_file: Path) -> None:
    page.goto("/")
    field = page.get_by_label("Or paste text or a link")
    field.focus()
    page.keyboard.insert_text(script_file.read_text())
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect_evening_bells(page)


def test_a_broken_paste_keeps_its_text_and_says_what_is_wrong(page: Page) -> None:
    page.goto("/")
    page.get_by_label("Or paste text or a link").fill('["washerwoman": "chef"]')
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_label("Or paste text or a link")).to_have_value('["washerwoman": "chef"]')


def test_a_file_that_is_too_large_is_refused_before_it_is_sent(page: Page, tmp_path: Path) -> None:
    large = tmp_path / "large.json"
    large.write_bytes(b" " * 40_500_000)
    page.goto("/")
    page.get_by_label("Drop script files here").set_input_files(large)
    expect(page.get_by_role("alert")).to_contain_text("larger than 40 MB")
    expect(page).to_have_url(re.compile(r"/$"))


def test_everything_works_without_javascript(browser: Browser, server: str, script_file: Path) -> None:
    context = browser.new_context(base_url=server, java_script_enabled=False)
    page = context.new_page()
    page.goto("/")
    page.get_by_label("Drop script files here").set_input_files(script_file)
    page.get_by_role("button", name="Open", exact=True).click()
    expect_evening_bells(page)
    page.goto(page.url.removesuffix("/") + "/night/full/a4")
    expect(page.get_by_text("Page 2 of 2")).to_be_visible()
    page.goto("/")
    page.get_by_role("button", name="Colors match the system").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    context.close()


LONG_WORDS = '[{"id": "_meta", "name": "' + "Donaudampfschiff" * 12 + '"}, "imp", "' + "x" * 90 + '"]'


@pytest.mark.parametrize(
    "opened",
    [LONG_WORDS, "[broken" * 40, "nowhere"],
    ids=["long words", "a broken paste", "nowhere"],
)
def test_no_page_scrolls_sideways(page: Page, opened: str) -> None:
    page.goto("/nowhere" if opened == "nowhere" else "/")
    if opened != "nowhere":
        page.get_by_label("Or paste text or a link").fill(opened)
        with page.expect_navigation():
            page.get_by_role("button", name="Open", exact=True).click()
    for width in (320, 360, 768, 3840):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width


def test_dark_and_light_follow_the_system_until_somebody_chooses(page: Page) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto("/")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    assert page.evaluate(ground) == "rgb(23, 20, 18)"
    with page.expect_response("**/look"):
        page.get_by_role("button", name="Colors match the system").click()
    until(page, f"{ground} === 'rgb(247, 243, 234)'")
    expect(page.get_by_role("button", name="Light colors")).to_be_focused()
    page.reload()
    assert page.evaluate(ground) == "rgb(247, 243, 234)"


def test_the_first_tab_stop_leads_to_the_content(page: Page) -> None:
    page.goto("/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
