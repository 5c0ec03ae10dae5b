"""Printing: paper on top, tick boxes, thumbnails that follow them, and a button that opens the print dialog."""

import re

import pytest
from browsing import opened
from patience import until
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.full
SHARES_A_SERVER = True

EMPTY = '<svg xmlns="http://www.w3.org/2000/svg" width="210" height="297"/>'
BELLS = ["washerwoman", "chef", "empath", "butler", "poisoner", "baron", "imp"]
IN_VIEW = (
    "one => { const box = one.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; }"
)


def print_page(page: Page, query: str = "") -> str:
    return opened(page, [{"id": "_meta", "name": "Bells"}, *BELLS], f"/print{query}")


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)], ids=["desk", "phone"])
def test_paper_comes_first_and_thumbnails_follow_the_ticks(
    page: Page, size: tuple[int, int], complaints: list[str]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    # That there is a page in the strip is looked at, not what is on it.
    page.route("**/*.png*", lambda route: route.fulfill(content_type="image/svg+xml", body=EMPTY))
    print_page(page)
    first = page.locator("[data-choice] :is(select, input:not([type=hidden]))").first
    expect(first).to_have_attribute("id", "paper")
    strip = page.locator("[data-strip] a")
    expect(strip).to_have_count(2)
    if size[0] < 960:
        page.get_by_text("Documents and options").click()
    page.get_by_role("checkbox", name="Tokens", exact=True).check()
    expect(strip).to_have_count(3)
    assert page.locator("[data-strip]").evaluate(IN_VIEW)
    assert strip.last.locator("span").first.inner_text().startswith("Tokens")
    page.get_by_role("checkbox", name="Night sheet").uncheck()
    expect(strip).to_have_count(2)
    expect(page.get_by_role("button", name="Show the pages")).to_be_hidden()
    assert complaints == []


SHARING = """
navigator.canShare = () => true;
navigator.share = async ({ files }) => { document.title = files[0].name; };
"""


def test_a_phone_prints_and_shares_without_scrolling_past_options(browser: Browser, server: str) -> None:
    phone = browser.new_context(
        base_url=server, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    phone.add_init_script(SHARING)
    page = phone.new_page()
    page.route("**/*.png*", lambda route: route.abort())  # nothing here is about what is drawn
    print_page(page, "?language=de")
    expect(page.locator(".choice select:visible")).to_have_count(1)
    assert page.locator("#sheet").get_by_role("link", name="Print").evaluate(IN_VIEW)
    page.locator("#sheet").get_by_role("button", name="Share").click()
    expect(page).to_have_title(re.compile(r"character sheet \(A4\), de\.pdf$"))
    page.get_by_text("Documents and options").click()
    expect(page.get_by_label("Language of the documents")).to_have_value("de")
    page.get_by_role("button", name="Tick all").click()
    expect(page.locator("[data-strip] a")).to_have_count(page.locator("[name=make]").count())
    page.locator("#night").evaluate("one => one.scrollIntoView()")
    bottom = page.locator("[data-strip]").evaluate("one => one.getBoundingClientRect().bottom")
    assert 0 < bottom <= 120
    phone.close()


@pytest.mark.usefixtures("undrawn")
def test_parts_are_ticked_and_alignment_is_folded_away(page: Page) -> None:
    print_page(page, "?chosen=1&make=tokens")
    page.locator("[data-kind=tokens]").get_by_text("More options").click()
    expect(page.get_by_label("Bleed (mm)")).to_be_hidden()
    page.get_by_role("checkbox", name="Reminder tokens").uncheck()
    page.wait_for_url(re.compile("tokens.parts=characters"))
    download = page.locator("#tokens a[download]")
    expect(download).to_have_attribute("href", re.compile("parts=characters(%2C|,)info"))
    page.get_by_text("Characters: all").click()
    page.get_by_role("checkbox", name="Imp").check()
    expect(download).to_have_attribute("href", re.compile("only=imp"))
    page.locator("[data-kind=tokens]").get_by_text("Sizes and printer alignment").click()
    expect(page.get_by_label("Bleed (mm)")).to_be_visible()


def test_print_opens_the_print_dialog_with_the_document(page: Page, complaints: list[str]) -> None:
    page.add_init_script(
        "window.print = () => { top.printed = [...(top.printed ?? []), location.href]; };"
        "Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => true });"
    )
    page.route(
        "**/*.pdf?*inline=1*", lambda route: route.fulfill(content_type="text/html", body="<p>a document</p>")
    )
    print_page(page, "?chosen=1&make=sheet&ink=saving")
    page.get_by_role("link", name="Print the character sheet, A4").click()
    page.wait_for_selector("iframe.print-frame", state="attached")
    until(page, "(top.printed ?? []).length === 1")
    assert "/sheet/classic/a4.pdf?ink=saving&inline=1" in page.evaluate("top.printed[0]")
    assert complaints == []


@pytest.mark.usefixtures("undrawn")
def test_the_wording_note_leads_to_the_setting_and_can_be_dismissed(page: Page) -> None:
    path = print_page(page)
    note = page.get_by_text("Our wording.")
    expect(note).to_be_visible()
    page.get_by_role("link", name="Use the official wording and art").click()
    expect(page).to_have_url(re.compile("/settings.*#wording"))
    page.wait_for_load_state()  # it moves to its part about wording, and a click meanwhile would miss
    page.get_by_role("link", name="Back to the script").click()
    expect(page).to_have_url(re.compile(rf":\d+{path}/print"))  # the address of the settings has it, too
    page.get_by_role("button", name="Dismiss").click()
    expect(page).to_have_url(re.compile("/print"))
    expect(note).to_have_count(0)
