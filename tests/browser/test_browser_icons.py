"""The icon studio in a real browser: sliders, drops, emblems by keyboard, all icons at once, without JavaScript."""

import io
import json
import re
from pathlib import Path
from typing import Any

import browsing
import picturing
import pytest
from barriers import barriers
from PIL import Image
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.full
SHARES_A_SERVER = True

LAMP = {"id": "lamp", "name": "Lamplighter", "team": "townsfolk", "ability": "You light lamps."}
WEAVER = {"id": "weaver", "name": "Weaver", "team": "minion", "ability": "You weave."}
GUEST = {"id": "guest", "name": "Guest", "team": "traveller", "ability": "You may leave."}
DROP = """([name, type, bytes]) => {
    const box = new DataTransfer();
    box.items.add(new File([new Uint8Array(bytes)], name, { type }));
    for (const kind of ["dragenter", "dragover", "drop"])
        window.dispatchEvent(new DragEvent(kind, { dataTransfer: box, bubbles: true, cancelable: true }));
}"""
PASTE = """bytes => {
    const box = new DataTransfer();
    box.items.add(new File([new Uint8Array(bytes)], "image.png", { type: "image/png" }));
    document.body.dispatchEvent(new ClipboardEvent("paste",
        { clipboardData: box, bubbles: true, cancelable: true }));
}"""


@pytest.fixture
def path(page: Page) -> str:
    return opened(page, icons={"lamp": {"emblem": "lantern-flame"}, "weaver": {"emblem": "spider-web"}})


def opened(page: Page, icons: dict[str, Any]) -> str:
    """A set of three with these icons."""
    extras = {name: {"icon": icon} for name, icon in icons.items()}
    meta = {"id": "_meta", "name": "Lamps", "clockwright": {"format": 1, "characters": extras}}
    return browsing.opened(page, [meta, LAMP, WEAVER, GUEST])


def icons(page: Page, path: str) -> dict[str, Any]:
    meta = page.request.get(f"{path}/script.json").json()[0]
    return {name: extra.get("icon", {}) for name, extra in meta["clockwright"]["characters"].items()}


def expect_revision(page: Page, number: int) -> None:
    expect(page.locator("#saved")).to_have_attribute("data-revision", str(number))


def expect_icon(page: Page, path: str, name: str, **wanted: Any) -> None:
    """Waits until these parts of an icon are saved."""
    for _ in range(300):
        icon = icons(page, path).get(name, {})
        if all(icon.get(part) == value for part, value in wanted.items()):
            return
        page.wait_for_timeout(100)
    pytest.fail(f"{name} has {icon}, not {wanted}")


def colour(png: bytes) -> tuple[float, float]:
    """Mean red and blue of what is opaque."""
    pixels = [one for one in Image.open(io.BytesIO(png)).convert("RGBA").get_flattened_data() if one[3] > 250]
    return sum(one[0] for one in pixels) / len(pixels), sum(one[2] for one in pixels) / len(pixels)


def test_a_slider_shows_its_work_at_once_and_saves_itself(
    page: Page, path: str, complaints: list[str]
) -> None:
    page.goto(f"{path}/characters/lamp/icon")
    large = page.locator("#large")
    expect(large).to_have_attribute("src", re.compile("^data:image/png"))
    before = large.get_attribute("src")
    page.get_by_label("Size", exact=True).focus()
    for _ in range(4):
        page.keyboard.press("PageDown")
    expect(large).not_to_have_attribute("src", before or "")
    size = int(page.get_by_label("Size", exact=True).input_value())
    assert size < 300
    expect_icon(page, path, "lamp", settings={"size": size})
    page.get_by_role("button", name="Reset Size and position, Size").click()
    expect_icon(page, path, "lamp", settings=None, emblem="lantern-flame")
    assert complaints == []


def test_the_icon_is_dragged_to_its_place_and_undo_takes_it_back(page: Page, path: str) -> None:
    page.goto(f"{path}/characters/lamp/icon")
    box = page.locator("#disc").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 3
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + box["width"] / 10, y + box["height"] / 5, steps=4)
    page.mouse.up()
    expect_revision(page, 2)
    settings = icons(page, path)["lamp"]["settings"]
    assert settings["x"] == pytest.approx(270 + 54, abs=3)
    assert settings["y"] == pytest.approx(184 + 108, abs=3)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_label("Horizontal", exact=True)).to_have_value("270")
    assert "settings" not in icons(page, path)["lamp"]


def test_an_emblem_is_found_by_words_and_walked_to_by_keyboard(
    page: Page, path: str, complaints: list[str]
) -> None:
    page.goto(f"{path}/characters/guest/icon")
    expect(page.get_by_role("radio", name="No icon")).to_be_checked()
    page.get_by_label("Find an emblem").press_sequentially("candle")
    expect(page.locator("#offers")).to_have_attribute("data-q", "candle")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    chosen = page.locator("#offers input").nth(2)
    expect(chosen).to_be_focused()
    expect(chosen).to_be_checked()
    expect_icon(page, path, "guest", emblem=chosen.get_attribute("value"))
    assert "game-icons.net" in icons(page, path)["guest"]["credit"]
    expect(page.get_by_label("Artist")).to_have_value(re.compile("game-icons"))
    expect(page.locator("[data-version='good']")).to_have_attribute("src", re.compile("^data:"))
    assert complaints == []


def test_a_picture_comes_in_by_file_another_by_drop_and_one_is_pasted(
    page: Page, path: str, tmp_path: Path, complaints: list[str]
) -> None:
    page.goto(f"{path}/characters/weaver/icon")
    file = tmp_path / "moth.png"
    file.write_bytes(picturing.encoded(picturing.icon()))
    page.get_by_label("Upload a picture").set_input_files(file)
    expect_revision(page, 2)
    first = icons(page, path)["weaver"]["picture"]
    dropped = picturing.svg('<path d="M10 10h80v80z"/>')
    page.evaluate(DROP, ["moth.svg", "image/svg+xml", list(dropped)])
    expect_revision(page, 3)
    assert icons(page, path)["weaver"]["picture"] != first
    pasted = picturing.encoded(picturing.icon(colour=picturing.BLUE))
    page.evaluate(PASTE, list(pasted))
    expect_revision(page, 4)
    red, blue = colour(page.request.get(f"{path}/characters/weaver/icon/usual.png").body())
    assert red > blue
    red, blue = colour(page.request.get(f"{path}/characters/weaver/icon/good.png").body())
    assert blue > red
    assert complaints == []


def test_a_refused_picture_says_why_and_costs_nothing_else(page: Page, path: str, tmp_path: Path) -> None:
    page.goto(f"{path}/characters/weaver/icon")
    page.get_by_label("Artist").fill("Ada of the Fair")
    expect_revision(page, 2)
    for name, body, words in (
        ("empty.png", b"", "empty"),
        ("notes.txt", b"just some words", "an image we can read"),
        ("huge.png", picturing.huge_png(), "million pixels"),
        ("bomb.svg", picturing.nested_svg(), "too many parts"),
    ):
        file = tmp_path / name
        file.write_bytes(body)
        page.get_by_label("Upload a picture").set_input_files(file)
        expect(page.locator("#file-fault")).to_contain_text(words)
    page.evaluate("document.getElementById('icon').dataset.most = '10'")
    page.get_by_label("Upload a picture").set_input_files(tmp_path / "notes.txt")
    expect(page.locator("#file-fault")).to_contain_text("larger than 5 MB")
    expect(page.get_by_label("Artist")).to_have_value("Ada of the Fair")
    expect_revision(page, 2)
    assert icons(page, path)["weaver"]["credit"] == "Ada of the Fair"


def test_a_ready_made_way_keeps_the_place_of_the_icon(page: Page, path: str) -> None:
    page.goto(f"{path}/characters/weaver/icon")
    page.get_by_label("Mirror", exact=True).check()
    expect_icon(page, path, "weaver", settings={"mirror": True})
    page.get_by_role("button", name="Flat", exact=True).click()
    flat = {"mirror": True, "shading": 0.35, "texture": False, "border": False, "shadow": False}
    expect_icon(page, path, "weaver", settings=flat)


def test_all_icons_are_restyled_in_one_step_and_undone_in_one(
    page: Page, path: str, complaints: list[str]
) -> None:
    page.goto(f"{path}/icons")
    after = page.locator("[data-after]").first
    page.get_by_role("button", name="Ink").click()
    expect(after).to_have_attribute("src", re.compile("look=.*3a3a3f"))
    page.get_by_label("Give characters without an icon a fitting emblem").check()
    page.get_by_role("button", name="Apply to selected").click()
    expect(page.get_by_text("Style applied and saved.")).to_be_visible()
    found = icons(page, path)
    assert {icon["settings"]["border"] for icon in found.values()} == {False}
    assert found["guest"]["emblem"]
    expect_revision(page, 2)
    with page.expect_navigation(url=re.compile("/icons$")):
        page.get_by_role("button", name="Undo").click()
    assert "guest" not in icons(page, path)
    assert "settings" not in icons(page, path)["lamp"]
    assert complaints == []


def test_a_file_with_all_icons_is_said_to_be_in_the_making(page: Page, path: str) -> None:
    page.goto(f"{path}/export")
    card = page.locator("section", has=page.get_by_role("heading", name="Official JSON"))
    told = card.get_by_role("status")
    page.route(
        "**/export/official?*", lambda route: expect(told).to_contain_text("In progress") or route.continue_()
    )
    with page.expect_download(timeout=60_000) as download:
        card.get_by_role("link", name="Download").click()
    expect(told).to_have_text("Done.")
    images = [each["image"] for each in json.loads(download.value.path().read_text("utf-8"))[1:3]]
    assert all(each[0].startswith("data:image/png") for each in images)


def test_two_tabs_that_change_one_icon_are_put_together(page: Page, path: str) -> None:
    page.goto(f"{path}/characters/lamp/icon")
    op = {"op": "icon", "who": [0, "lamp"], "emblem": "candle-light", "settings": {"size": 100}}
    page.request.post(f"{path}/do", form={"op": json.dumps(op), "revision": "1"})
    page.get_by_label("Mirror", exact=True).check()
    expect(page.get_by_label("Size", exact=True)).to_have_value("100")
    expect(page.get_by_role("radio", name="candle light")).to_be_checked()
    assert icons(page, path)["lamp"]["settings"] == {"mirror": True, "size": 100}


def test_two_tabs_that_turn_the_same_slider_are_asked_which_holds(page: Page, path: str) -> None:
    page.goto(f"{path}/characters/lamp/icon")
    op = {"op": "icon", "who": [0, "lamp"], "settings": {"size": 100}}
    page.request.post(f"{path}/do", form={"op": json.dumps(op), "revision": "1"})
    page.get_by_label("Size", exact=True).fill("222")
    expect(page.get_by_role("alertdialog")).to_be_visible()
    page.get_by_role("button", name="Keep mine").click()
    expect_revision(page, 3)
    assert icons(page, path)["lamp"]["settings"] == {"size": 222}


def test_what_is_changed_without_a_connection_is_saved_when_it_is_back(page: Page, path: str) -> None:
    page.goto(f"{path}/characters/lamp/icon")
    expect(page.locator("#large")).to_have_attribute("src", re.compile("^data:"))
    page.context.set_offline(True)
    page.get_by_label("Mirror", exact=True).check()
    expect(page.locator("#waiting")).to_contain_text("No connection")
    page.context.set_offline(False)
    expect_revision(page, 2)
    assert icons(page, path)["lamp"]["settings"] == {"mirror": True}


# `test_every_page.py` judges the same pages of other characters, with and without an emblem of their own.
@pytest.mark.slow
def test_the_pages_are_accessible_and_fit_a_phone(page: Page, path: str) -> None:
    page.set_viewport_size({"width": 360, "height": 780})
    for place in ("characters/guest/icon", "icons", "characters/lamp/icon"):
        page.goto(f"{path}/{place}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, place
    page.set_viewport_size({"width": 1280, "height": 900})
    assert barriers(page) == []


def test_without_javascript_forms_look_take_pictures_and_save(
    browser: Browser, server: str, tmp_path: Path
) -> None:
    context = browser.new_context(base_url=server, java_script_enabled=False)
    page = context.new_page()
    path = opened(page, icons={"lamp": {"emblem": "lantern-flame"}})
    page.goto(f"{path}/characters/lamp/icon")
    page.get_by_label("Mirror", exact=True).check()
    page.get_by_label("Find an emblem").fill("candle")
    page.get_by_role("button", name="Find", exact=True).click()
    expect(page.get_by_label("Mirror", exact=True)).to_be_checked()
    expect(page.get_by_text("Not saved yet.")).to_be_visible()
    assert "settings" not in icons(page, path)["lamp"]
    page.locator("#offers label").nth(1).click()
    with page.expect_navigation():
        page.get_by_role("button", name="Save icon").first.click()
    assert icons(page, path)["lamp"]["settings"] == {"mirror": True}
    assert icons(page, path)["lamp"]["emblem"] != "lantern-flame"
    file = tmp_path / "notes.txt"
    file.write_bytes(b"just some words")
    page.locator("#group-border summary").click()
    page.get_by_label("Width", exact=True).fill("9")
    page.get_by_label("Upload a picture").set_input_files(file)
    page.get_by_role("button", name="Use this picture").click()
    expect(page.locator("#file-fault")).to_contain_text("an image we can read")
    expect(page.get_by_label("Width", exact=True)).to_have_value("9")
    file.write_bytes(picturing.encoded(picturing.icon()))
    page.get_by_label("Upload a picture").set_input_files(file)
    with page.expect_navigation():
        page.get_by_role("button", name="Use this picture").click()
    shown = page.request.get(page.locator("#large").get_attribute("src") or "")
    assert shown.headers["content-type"] == "image/png"
    with page.expect_navigation():
        page.get_by_role("button", name="Save icon").first.click()
    assert icons(page, path)["lamp"]["picture"].startswith("data:image/png")
    page.goto(f"{path}/icons")
    for button in ("Flat", "Apply to selected"):
        with page.expect_navigation():
            page.get_by_role("button", name=button, exact=True).click()
    assert icons(page, path)["lamp"]["settings"]["texture"] is False
    context.close()
