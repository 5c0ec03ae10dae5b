"""Sets and the proof in a real browser: by mouse, by keyboard, on a phone, and as accessibility checkers see them."""

import json
import re

import pytest
from barriers import barriers
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.full

LEAF = {
    "id": "leafcounter",
    "name": "Leaf Counter",
    "team": "townsfolk",
    "ability": "Each night, count leaves.",
    "jinxes": [
        {"id": "imp", "reason": "The Imp is counted twice."},
        {"id": "spy", "reason": "The Spy counts too."},
    ],
}
RAKE = LEAF | {"id": "rake", "name": "Rake", "team": "outsider", "ability": "You might rake.", "jinxes": []}


def opened(page: Page, name: str, *entries: object) -> str:
    text = json.dumps([{"id": "_meta", "name": name}, *entries])
    return str(page.request.post("/open", form={"text": text}, max_redirects=0).headers["location"])


def do(page: Page, path: str, **op: object) -> None:
    answer = page.request.post(f"{path}/do", form={"op": json.dumps(op)}, max_redirects=0)
    assert answer.status == 303


def test_a_character_of_another_set_is_added_and_brought_up_to_date(
    page: Page, complaints: list[str]
) -> None:
    autumn, winter = opened(page, "Autumn", LEAF, RAKE, "imp"), opened(page, "Winter", "chef", "spy", "imp")
    page.goto(f"{winter}/sets")
    group = page.locator("form.set", has=page.locator(f"#set-{autumn[3:]}"))
    group.get_by_label("Leaf Counter", exact=True).check()
    group.get_by_label("Rake", exact=True).check()
    group.get_by_role("button", name=re.compile("Add selected")).click()
    expect(page.locator(".told")).to_contain_text("+ Leaf Counter, Rake")
    expect(page.get_by_text("Up to date")).to_have_count(2)
    do(page, autumn, op="character", who=[0, "leafcounter"], ability="Each night, count trees.")
    page.reload()
    expect(page.get_by_role("row", name=re.compile("Ability"))).to_contain_text("count trees")
    page.get_by_role("button", name=re.compile("^Update Leaf Counter")).click()
    expect(page.get_by_text("Up to date")).to_have_count(2)
    expect(page.locator(".told")).to_contain_text("updated")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Updated in its set")).to_have_count(1)
    assert complaints == []


def test_what_a_character_would_bring_opens_by_keyboard(page: Page, complaints: list[str]) -> None:
    opened(page, "Autumn", LEAF)
    winter = opened(page, "Winter", "chef", "imp")
    page.goto(f"{winter}/sets")
    summary = page.locator("summary", has_text=re.compile("Preview changes Leaf Counter")).first
    summary.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".would").first).to_contain_text("The Imp is counted twice.")
    assert complaints == []


@pytest.mark.slow
def test_the_pages_are_clean_in_both_colours_and_fit_a_phone(page: Page, complaints: list[str]) -> None:
    autumn = opened(page, "Autumn", LEAF, RAKE, "spy", "baron", "imp")
    winter = opened(page, "Winter", "chef", "empath", "monk", "butler", "spy", "imp")
    page.goto(f"{winter}/sets")
    page.get_by_label("Leaf Counter", exact=True).first.check()
    page.get_by_role("button", name=re.compile("Add selected")).first.click()
    expect(page.locator(".told")).to_contain_text("+ Leaf Counter")
    do(page, autumn, op="character", who=[0, "leafcounter"], ability="Each night, count trees.")
    for where in ("sets", "proof"):
        page.set_viewport_size({"width": 1280, "height": 900})
        page.goto(f"{winter}/{where}")
        if where == "proof":
            expect(page.get_by_role("columnheader", name="In play", exact=True)).to_be_visible(
                timeout=120_000
            )
        assert barriers(page) == []
        page.set_viewport_size({"width": 360, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert barriers(page) == []
    assert complaints == []


def test_the_proof_leads_to_the_editor_and_mends_findings(page: Page, complaints: list[str]) -> None:
    path = opened(page, "Autumn", LEAF, "spy", "imp")
    page.goto(f"{path}/proof")
    expect(page.get_by_text("No legal game is possible with this script.")).to_be_visible(timeout=120_000)
    for severity in page.locator("details.severity:not([open]) > summary").all():
        severity.click()
    page.get_by_role("button", name="Add the Djinn").click()
    expect(page).to_have_url(re.compile(f"{path}/proof$"))
    expect(page.get_by_role("button", name="Add the Djinn")).to_have_count(0)
    page.get_by_role("link", name="Leaf Counter").first.click()
    expect(page).to_have_url(re.compile(f"{path}/characters/leafcounter"))
    assert complaints == []


def test_both_pages_work_without_a_script_of_ours(browser: Browser, server: str) -> None:
    context = browser.new_context(base_url=server, java_script_enabled=False)
    page = context.new_page()
    opened(page, "Autumn", LEAF, "spy", "imp")
    winter = opened(page, "Winter", "chef", "imp")
    page.goto(f"{winter}/sets")
    page.get_by_label("Leaf Counter", exact=True).first.check()
    page.get_by_role("button", name=re.compile("Add selected")).first.click()
    expect(page.locator(".told")).to_contain_text("+ Leaf Counter")
    page.goto(f"{winter}/proof")
    page.get_by_role("link", name="Show the results").click()
    expect(page.get_by_role("heading", name="Simulated games")).to_be_visible()
    context.close()
