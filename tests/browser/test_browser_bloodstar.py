"""Bringing a Bloodstar set, in a real browser: dropped or chosen, looked through, painted anew, kept."""

import base64
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from barriers import barriers
from browsing import opened
from patience import until
from PIL import Image
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.full
SHARES_A_SERVER = True

DROP = """([name, text]) => {
    const box = new DataTransfer();
    box.items.add(new File([text], name, { type: "application/json" }));
    for (const kind of ["dragenter", "dragover", "drop"])
        window.dispatchEvent(new DragEvent(kind, { dataTransfer: box, bubbles: true, cancelable: true }));
}"""
WIDE_ENOUGH = "document.documentElement.scrollWidth <= innerWidth"
BROUGHT = re.compile(r"/s/\w{12}/bloodstar$")


def icon(colour: str) -> str:
    target = io.BytesIO()
    noise = Image.effect_noise((90, 90), 60).convert("RGBA")
    Image.blend(noise, Image.new("RGBA", noise.size, colour), 0.7).save(target, "PNG")
    return "data:image/png;base64," + base64.b64encode(target.getvalue()).decode()


def save() -> str:
    owl: dict[str, Any] = {
        "id": "owl_hoots",
        "name": "Owl",
        "team": "townsfolk",
        "ability": "Each night*, $name hears a bell.",
        "almanac": {"flavor": "Hoo.", "overview": "$name hears.\n\nIt hears all."},
        "styledImage": icon("navy"),
        "unStyledImage": icon("white"),
        "otherNightReminder": "$name listens.",
        "bellColour": "green",
    }
    cat = {"id": "cat_hoots", "name": "Cat", "team": "demon", "ability": "Each night*, a player dies."}
    return json.dumps({"meta": {"name": "Hoots"}, "characterList": [owl, cat]})


def test_a_save_is_dropped_looked_through_painted_anew_and_kept(page: Page, complaints: list[str]) -> None:
    page.goto("/")
    with page.expect_navigation():
        page.get_by_role("link", name=re.compile("Import from Bloodstar")).click()
    page.evaluate(DROP, ["save.json", save()])
    expect(page.locator("[data-chosen]")).to_have_text("save.json")
    page.get_by_role("button", name="Import").click()
    page.wait_for_url(BROUGHT)
    owl = page.locator(".pair", has=page.get_by_role("heading", name="Owl"))
    expect(owl).to_contain_text("Each night*, $name hears a bell.")
    expect(owl).to_contain_text("Saved for Bloodstar, not used here: Bell colour.")
    token = owl.get_by_role("img", name="Token of Owl")
    token.scroll_into_view_if_needed()
    until(page, "each => each.naturalWidth > 100", token.element_handle(), seconds=60)
    page.get_by_role("button", name="Repaint from the source pictures").click()
    page.wait_for_url(re.compile(r"/bloodstar#icons"))
    expect(page.get_by_role("button", name="Repaint from the source pictures")).to_have_count(0)
    page.get_by_role("link", name="Continue").first.click()
    expect(page).to_have_url(re.compile(r"/s/\w{12}/characters$"))
    expect(page.get_by_role("link", name="Owl").first).to_be_visible()
    assert complaints == []


def test_everybody_can_read_it_on_a_phone_without_javascript(
    browser: Browser, server: str, tmp_path: Path
) -> None:
    file = tmp_path / "save.json"
    file.write_text(save(), "utf-8")
    phone: Any = {"base_url": server, "viewport": {"width": 360, "height": 740}}
    with browser.new_context(**phone, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto("/bloodstar")
        page.set_input_files("#moving-file", file)
        page.get_by_role("button", name="Import").click()
        page.wait_for_url(BROUGHT)
        address = page.url
    with browser.new_context(**phone) as context:
        page = context.new_page()
        page.goto("/bloodstar")
        assert page.evaluate(WIDE_ENOUGH)
        page.goto(address)
        assert page.evaluate(WIDE_ENOUGH)
        assert barriers(page) == []


def test_a_finished_picture_has_no_style_until_it_is_painted_from_its_source(
    page: Page, complaints: list[str]
) -> None:
    opened(page, save(), "/characters/owl_hoots/icon")
    style = page.get_by_role("button", name="Flat", exact=True)
    expect(style).to_be_disabled()
    expect(page.get_by_label("Size", exact=True)).to_be_disabled()
    expect(page.get_by_text("Drag the icon to move it.")).to_be_hidden()
    expect(page.get_by_text("so there is nothing to paint here")).to_be_visible()
    page.get_by_role("button", name="Repaint from the source picture").click()
    expect(page.get_by_role("radio", name="Repaint from the source picture")).to_be_checked()
    expect(page.locator("#unpainted")).to_be_hidden()
    style.click()
    expect(style).to_have_attribute("aria-pressed", "true")
    page.get_by_role("radio", name="Finished picture").check(force=True)
    expect(style).to_be_disabled()
    page.get_by_role("radio", name="Repaint from the source picture").check(force=True)
    expect(style).to_be_enabled()
    expect(style).to_have_attribute("aria-pressed", "true")
    assert complaints == []
