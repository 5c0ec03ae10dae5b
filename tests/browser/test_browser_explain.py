"""A tap on a character's name says what it does and how to run it."""

import re

import browsing
import pytest
from barriers import barriers
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.full
SHARES_A_SERVER = True

BELLS = ["washerwoman", "chef", "empath", "monk", "butler", "poisoner", "baron", "imp"]


def opened(page: Page) -> str:
    own = {"id": "owl", "name": "Owl", "team": "townsfolk", "ability": "You hear everything."}
    return browsing.opened(page, [own, *BELLS])


def test_a_name_on_a_read_link_opens_its_explanation_over_the_page(page: Page, complaints: list[str]) -> None:
    made = page.request.post(opened(page) + "/share", form={"kind": "read"})
    link = re.search(r"/r/[\w-]+", made.text())
    assert link
    page.goto(link[0])
    expect(page.get_by_role("link", name="Owl")).to_have_count(0)
    page.get_by_role("link", name="Empath").click()
    dialog = page.get_by_role("dialog", name="Empath")
    expect(dialog).to_contain_text("How to run")
    assert barriers(page) == []
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.get_by_role("link", name="Poisoner").click()
    dialog = page.get_by_role("dialog", name="Poisoner")
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)
    page.get_by_role("link", name="Poisoner").click()
    expect(dialog).to_be_visible()
    page.go_back()
    expect(dialog).to_have_count(0)
    assert page.url.endswith(link[0])
    assert complaints == []


def test_on_a_phone_close_covers_no_text_and_the_night_is_said(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(opened(page) + "/deal?players=7&seed=1#dealt")
    page.get_by_text("Show the Grimoire").click()
    page.evaluate("document.querySelector('.bag a.explains').href = '/characters/empath'")
    page.locator(".bag a.explains").first.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(re.compile(r"First night: after .+, before "))
    text = dialog.locator("#explanation")
    text.evaluate("one => one.scrollTo(0, 300)")
    close = dialog.get_by_role("button", name="Close").bounding_box()
    box = text.bounding_box()
    assert close
    assert box
    assert close["y"] + close["height"] <= box["y"]
    mark, name = (
        dialog.locator(each).first.evaluate("one => getComputedStyle(one).color")
        for each in (".kind svg", "h1")
    )
    assert mark == name


def test_the_page_of_a_character_stands_by_itself(page: Page) -> None:
    page.goto("/characters/Fang Gu")
    expect(page.get_by_role("heading", name="Fang Gu")).to_be_visible()
    assert page.goto("/characters/nobodyknows").status == 404  # type: ignore[union-attr]


def test_a_name_in_a_deal_opens_its_explanation_and_closing_it_leaves_the_page_where_it_was(
    page: Page,
) -> None:
    page.set_viewport_size({"width": 1366, "height": 600})
    page.goto(opened(page) + "/deal?players=7&seed=1#dealt")
    page.get_by_text("Show the Grimoire").click()
    last = page.locator(".bag a.explains").last
    last.scroll_into_view_if_needed()
    page.evaluate("scrollBy(0, 150)")
    before = page.evaluate("scrollY")
    last.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Tips")
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)
    page.wait_for_function("!history.state?.explains")
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert abs(page.evaluate("scrollY") - before) < 5
