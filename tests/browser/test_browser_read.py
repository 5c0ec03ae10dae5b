"""Read links on a phone: the text first, who wakes when for the Storyteller, and a copy to keep."""

import os
import re

import pytest
from barriers import barriers
from browsing import opened
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.full
SHARES_A_SERVER = True

BELLS = ["washerwoman", "chef", "empath", "butler", "poisoner", "baron", "bootlegger", "imp"]
PHONE = {"width": 390, "height": 844}


def link(page: Page) -> str:
    """Opens a script and creates a link to view it."""
    own = {"id": "owl", "name": "Owl", "team": "townsfolk", "ability": "You hear everything."}
    own["jinxes"] = [{"id": "imp", "reason": "The Owl does not hear the Imp."}]  # type: ignore[assignment]
    meta = {"id": "_meta", "name": "Bells", "author": "Ringer", "bootlegger": ["No whispers after dusk."]}
    made = page.request.post(opened(page, [meta, own, *BELLS]) + "/share", form={"kind": "read"})
    token = re.search(r"/r/[\w-]+", made.text())
    assert token
    return token[0]


def test_a_phone_shows_the_text_first_and_a_reader_saves_a_copy(page: Page, complaints: list[str]) -> None:
    page.set_viewport_size(PHONE)
    address = link(page)
    page.goto(address)
    empath = page.locator("li", has=page.get_by_role("heading", name="Empath"))
    expect(empath.locator(".emblem")).to_be_visible()
    expect(empath).to_contain_text("living neighbors")
    first = page.locator(".read-team li").first.bounding_box()
    assert first
    assert first["y"] < PHONE["height"]
    expect(page.get_by_text("No whispers after dusk.")).to_be_visible()
    expect(page.get_by_text("The Owl does not hear the Imp.")).to_be_visible()
    expect(page.locator("[data-page]")).to_have_count(0)
    for paper in ("A4", "Letter"):
        expect(page.get_by_role("link", name=f"Sheet (PDF), {paper}")).to_be_visible()
    expect(page.get_by_role("link", name="Open a script")).to_have_count(0)
    expect(page.get_by_text("First night")).to_have_count(0)
    page.get_by_role("link", name="For the Storyteller").click()
    expect(page.get_by_role("heading", name="First night")).to_be_visible()
    expect(page.get_by_role("link", name="Night sheet (PDF), A4")).to_be_visible()
    page.goto(address)
    page.get_by_role("button", name="Save a copy").first.click()
    page.wait_for_url(re.compile(r"/s/\w{12}$"))
    expect(page).to_have_title(re.compile("Bells"))
    assert complaints == []


def test_a_reader_finds_a_character_and_its_storytellers_part_is_folded(page: Page) -> None:
    page.set_viewport_size(PHONE)
    page.goto(link(page))
    expect(page.locator(".read-team li").first).to_be_in_viewport()
    field = page.get_by_label("Find a character")
    field.fill("owl")
    expect(page.locator("#team-demon")).to_be_hidden()
    page.get_by_role("navigation", name="Teams").get_by_role("link", name="Demon").click()
    expect(page.locator("#team-demon")).to_be_in_viewport()
    expect(field).to_have_value("")
    field.fill("emp")
    expect(page.locator(".read-team li:visible h3")).to_have_text(["Empath"])
    if shots := os.environ.get("SHOTS"):
        page.screenshot(path=f"{shots}/read.png")
    page.get_by_role("link", name="Empath").click()
    dialog = page.get_by_role("dialog", name="Empath")
    expect(dialog.get_by_role("heading", name="How to run")).to_be_hidden()
    dialog.get_by_text("For the Storyteller", exact=True).click()
    expect(dialog.get_by_role("heading", name="How to run")).to_be_visible()
    assert barriers(page) == []


def test_on_this_computer_the_share_page_offers_what_works(page: Page) -> None:
    opened(page, BELLS, "/share")
    expect(page.get_by_role("heading", name="This works only on this computer")).to_be_visible()
    expect(page.get_by_label("Link to the official script tool")).to_have_value(re.compile("^https://script"))
    for name in ("Picture (PNG)", "Script (JSON)", "Folder for the web"):
        expect(page.get_by_role("link", name=name)).to_be_visible()


def test_a_read_link_stays_copyable(page: Page, browser: Browser, server: str) -> None:
    context = browser.new_context(base_url=server, permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    path = opened(page, BELLS)
    page.request.post(f"{path}/share", form={"kind": "read", "label": "Ada"})
    page.goto(f"{path}/share")
    page.locator(".links").get_by_role("button", name="Copy").click()
    copied = page.evaluate("navigator.clipboard.readText()")
    answer = page.goto(copied)
    assert answer
    assert answer.status == 200
    context.close()
