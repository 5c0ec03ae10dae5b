"""The first minute: what this is, a drop, and both PDFs; then the menus, jinxes, settings and history of a script."""

import json
import re
import zipfile
from pathlib import Path

import pytest
from barriers import barriers
from browsing import opened
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.full
SHARES_A_SERVER = True

DROP = """text => {
    const box = new DataTransfer();
    box.items.add(new File([text], "lamps.json", { type: "application/json" }));
    for (const kind of ["dragenter", "dragover", "drop"])
        window.dispatchEvent(new DragEvent(kind, { dataTransfer: box, bubbles: true, cancelable: true }));
}"""
LAMP = {"id": "lamp_own", "name": "Lamplighter", "team": "townsfolk", "ability": "You light lamps."}
FERRY = {"id": "ferry_own", "name": "Ferrykeeper", "team": "townsfolk", "ability": "You cross."}


def script(name: str) -> str:
    return json.dumps([{"id": "_meta", "name": name}, LAMP, FERRY, "chef", "empath", "poisoner", "imp"])


def do(page: Page, path: str, op: dict[str, object]) -> None:
    page.request.post(f"{path}/do", form={"op": json.dumps(op)}, headers={"Sec-Fetch-Site": "same-origin"})


def test_from_the_drop_it_is_two_clicks_to_both_pdfs(page: Page, complaints: list[str]) -> None:
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("scripts for Blood on the Clocktower")
    for name in ("Print a script", "Build a script", "Make characters"):
        expect(page.get_by_text(name, exact=True)).to_be_in_viewport()
    expect(page.get_by_label("Drop script files here")).to_be_in_viewport()
    page.evaluate(DROP, script("Two Clicks"))  # the first
    banner = page.get_by_role("region", name="Opened Two Clicks")
    expect(banner).to_be_visible()
    assert barriers(page, ".just-opened") == []
    expect(banner.get_by_role("link", name="Use the official wording and art")).to_be_visible()
    with page.expect_download(timeout=120_000) as download:
        banner.get_by_role("link", name=re.compile("Print sheet .* Letter")).click()  # the second
    names = zipfile.ZipFile(download.value.path()).namelist()
    assert sum(name.endswith(".pdf") for name in names) == 2
    assert complaints == []


def test_the_door_to_printing_opens_the_choice_of_a_file_and_the_same_file_again_leads_to_the_first(
    page: Page, tmp_path: Path
) -> None:
    path = tmp_path / "doors.json"
    path.write_text(script("Doors"))
    page.goto("/")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("link", name="Print a script").click()
    chooser.value.set_files(path)
    banner = page.get_by_role("region", name="Opened Doors")
    expect(banner).to_be_visible()
    page.goto("/")
    page.evaluate(DROP, script("Doors"))
    expect(banner).to_contain_text("You have this already")
    banner.get_by_role("button", name="Open it").click()
    page.wait_for_url(re.compile(r"/s/\w{12}$"))
    page.goto("/?q=doors")
    expect(page.locator(".script-card")).to_have_count(1)


def test_a_double_click_on_more_moves_no_character(page: Page) -> None:
    page.goto(f"{opened(page, script('Double'))}/characters")
    more = page.locator(".c-own", has_text="Lamplighter").locator("summary")
    before = page.locator("#content").bounding_box()
    more.dblclick()
    expect(page.locator(".c-name a")).to_have_text(["Lamplighter", "Ferrykeeper"])
    more.click()
    menu = page.locator(".c-actions details[open] .menu")
    expect(menu).to_be_visible()
    assert barriers(page, ".c-actions details[open]") == []
    assert page.locator("#content").bounding_box() == before
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    more.click()
    menu.get_by_role("button", name="Hide from exports").click()
    expect(page.locator(".c-own", has_text="Lamplighter")).to_contain_text("hidden")


def test_the_menu_of_a_card_holds_what_is_in_it(page: Page) -> None:
    opened(page, script("Menu Bells"))
    page.goto("/?q=menu")
    for width in (320, 1366):
        page.set_viewport_size({"width": width, "height": 800})
        page.locator(".script-card summary").first.click()
        assert page.evaluate(
            """() => {
                const menu = document.querySelector("details[open] .menu"), around = menu.getBoundingClientRect();
                return [...menu.querySelectorAll("*")].flatMap((one) => [...one.getClientRects()]).every((one) =>
                    one.right <= around.right && one.left >= around.left);
            }"""
        ), width
        page.keyboard.press("Escape")
        expect(page.locator("details[open] .menu")).to_have_count(0)


def test_enter_takes_the_only_fitting_partner_of_a_jinx_and_the_almanac_page_is_in_view_beside_it(
    page: Page,
) -> None:
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(f"{opened(page, script('Jinxes'))}/characters/lamp_own")
    partner = page.get_by_label("Character", exact=True)
    partner.fill("pois")
    partner.press("Enter")
    expect(partner).to_have_value("Poisoner")
    text = page.get_by_label("Jinx", exact=True)
    expect(text).to_be_focused()
    text.fill("They share a lamp.")
    page.get_by_role("button", name="Add jinx").click()
    expect(page.get_by_label("With Poisoner")).to_have_value("They share a lamp.")
    expect(page.get_by_label("With Poisoner")).to_be_in_viewport()
    page.get_by_label("How to run").focus()
    expect(page.locator("#picture-almanac")).to_be_in_viewport(ratio=0.5)


def test_settings_save_themselves(page: Page) -> None:
    page.goto("/settings")
    with page.expect_response("**/settings/paper"):
        page.get_by_label("Paper").select_option("letter")
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    with page.expect_response("**/look"):
        page.get_by_label("Colors", exact=True).select_option("dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.get_by_label("Paper")).to_have_value("letter")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_two_revisions_are_compared_and_one_field_comes_back(page: Page, complaints: list[str]) -> None:
    path = opened(page, script("Old Words"))
    do(page, path, {"op": "character", "who": [0, "lamp_own"], "ability": "You light two lanterns."})
    do(page, path, {"op": "character", "who": [0, "lamp_own"], "flavor": "Light!"})
    do(page, path, {"op": "move", "who": [2, "chef"], "by": 1})
    page.goto(f"{path}/history")
    expect(page.get_by_role("heading", name="Today")).to_be_visible()
    expect(page.locator(".change b").first).to_have_text("Chef moved")
    page.locator("#r1").get_by_role("link", name="Compare with now").click()
    change = page.locator(".differing > div", has_text="Ability")
    expect(change.locator("ins")).to_have_text("two lanterns.")
    expect(change.locator("del")).to_have_text("lamps.")
    marks = change.locator("ins, del").evaluate_all(
        "all => all.map(one => getComputedStyle(one).textDecorationLine)"
    )
    assert set(marks) == {"underline", "line-through"}
    assert barriers(page, ".differing") == []
    page.get_by_label("Compare with").select_option("3")
    expect(page.get_by_role("heading", name="From revision 1 to 3")).to_be_visible()
    field = page.locator(".differing > div", has_text="Ability")
    field.get_by_role("button", name="Restore").click()
    expect(page.locator("#restored")).to_have_text("Lamplighter: Ability: restored from revision 1.")
    expect(page.locator("#restored")).to_be_in_viewport()
    expect(page.get_by_role("heading", name="From revision 1 to 3")).to_be_visible()
    assert page.url.endswith("/history/1?with=3")
    page.goto(f"{path}/characters/lamp_own")
    expect(page.get_by_label("Ability", exact=True)).to_have_value("You light lamps.")
    expect(page.get_by_label("Flavor text")).to_have_value("Light!")
    assert complaints == []
