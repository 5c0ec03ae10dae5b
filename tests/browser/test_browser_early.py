"""What is chosen before the scripts of a page are there counts; so does what the browser gives back by Back."""

import io
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from browsing import opened
from patience import until
from PIL import Image
from playwright.sync_api import Page, Route, expect

pytestmark = pytest.mark.full
SHARES_A_SERVER = True

META = {
    "id": "_meta",
    "name": "Evening Lamps",
    "author": "Ringer",
    "clockwright": {"format": 1, "characters": {"lamp": {"icon": {"emblem": "lantern-flame"}}}},
}
LAMP = {"id": "lamp", "name": "Lamplighter", "team": "townsfolk", "ability": "You light lamps."}
TEXT = json.dumps([META, LAMP, "chef", "empath", "butler", "poisoner", "imp"])
ICON = "/characters/lamp/icon"


@pytest.fixture
def path(page: Page) -> str:
    """A script of its own."""
    return opened(page, TEXT)


@contextmanager
def early(page: Page, address: str) -> Iterator[None]:
    """A page whose scripts come after what is done in here."""
    held: list[Route] = []
    gate = held.append

    page.route("**/js/*.js*", lambda route: gate(route))  # noqa: PLW0108  # the gate is another one later
    page.goto(address, wait_until="commit")
    expect(page.locator("footer.colophon")).to_be_attached()
    yield
    gate = Route.continue_
    for route in held:
        route.continue_()


def expect_scripts(page: Page) -> None:
    until(page, "document.documentElement.classList.contains('js') && document.readyState === 'complete'")


def saved_icon(page: Page, path: str) -> dict[str, object]:
    expect(page.locator("#saved")).to_have_attribute("data-revision", "2")
    icon: dict[str, object] = page.request.get(f"{path}/script.json").json()[0]["clockwright"]["characters"][
        "lamp"
    ]["icon"]
    return icon


@pytest.mark.usefixtures("undrawn")
def test_the_documents_of_the_print_page_follow_early_choices(page: Page, path: str) -> None:
    with early(page, f"{path}/print"):
        for label, value in (("Style Character sheet", "large"), ("Paper", "letter"), ("Ink", "saving")):
            page.get_by_label(label, exact=True).select_option(value)
        page.get_by_label("Copies of the character sheet", exact=True).fill("3")
        page.locator("#make-table").check()
        page.locator("#make-night").uncheck()
    sheet = page.locator("#sheet")
    for wanted in ("/sheet/large/letter", "ink=saving", "copies=3"):
        expect(sheet.get_by_role("link", name="Download PDF")).to_have_attribute("href", re.compile(wanted))
    for wanted in ("/sheet/large/letter", "ink=saving"):
        expect(sheet.locator("img").first).to_have_attribute("src", re.compile(wanted))
    expect(page.locator("#table")).to_be_attached()
    expect(page.locator("#night")).to_have_count(0)


@pytest.mark.usefixtures("undrawn")
def test_the_pages_follow_a_choice_that_the_browser_gives_back(page: Page, path: str) -> None:
    page.goto(f"{path}/print")
    expect_scripts(page)
    with page.expect_event("requestfailed", lambda request: "/print?" in request.url):
        page.route("**/print?*", lambda route: route.abort())
        page.get_by_label("Style Night sheet").select_option("strips")
    page.unroute("**/print?*")
    page.goto(path)
    page.go_back()
    expect(page.get_by_label("Style Night sheet")).to_have_value("strips")
    expect(page.locator("#night img").first).to_have_attribute("src", re.compile("/night/strips/"))


@pytest.mark.usefixtures("undrawn")
def test_a_slider_and_who_drew_it_are_saved_and_emblems_are_found_all_by_what_was_early(
    page: Page, path: str
) -> None:
    with early(page, path + ICON):
        page.get_by_label("Size", exact=True).fill("200")
        page.get_by_label("Artist").fill("Ada")
        page.get_by_label("Find an emblem").fill("candle")
    icon = saved_icon(page, path)
    assert (icon["settings"], icon["credit"]) == ({"size": 200}, "Ada")
    expect(page.locator("#offers")).to_have_attribute("data-q", "candle")


@pytest.mark.usefixtures("undrawn")
def test_a_shape_that_is_chosen_early_is_saved(page: Page, path: str) -> None:
    with early(page, path + ICON):
        offer = page.locator("#offers label").nth(1)
        wanted = offer.locator("input:not(:checked)").get_attribute("value")
        offer.click()
    icon = saved_icon(page, path)
    assert icon["emblem"] == wanted
    assert icon["credit"]


@pytest.mark.usefixtures("undrawn")
def test_a_picture_that_is_chosen_early_is_brought(page: Page, path: str) -> None:
    png = io.BytesIO()
    Image.new("RGB", (20, 20), "red").save(png, "PNG")
    with early(page, path + ICON):
        page.get_by_label("Upload a picture").set_input_files(
            {"name": "red.png", "mimeType": "image/png", "buffer": png.getvalue()}
        )
    assert {"picture", "emblem"} & set(saved_icon(page, path)) == {"picture"}


@pytest.mark.usefixtures("undrawn")
def test_a_ready_made_way_that_is_pressed_early_is_saved(page: Page, path: str) -> None:
    with early(page, path + ICON):
        page.get_by_role("button", name="Ink", exact=True).click(no_wait_after=True)
        expect(page.get_by_text("Not saved yet.")).to_be_visible()
    assert saved_icon(page, path)["settings"]


@pytest.mark.usefixtures("undrawn")
def test_back_to_the_icon_page_does_not_save_once_more_what_was_undone(page: Page, path: str) -> None:
    page.goto(path + ICON)
    page.get_by_label("Size", exact=True).fill("200")
    expect(page.locator("#saved")).to_have_attribute("data-revision", "2")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_label("Size", exact=True)).to_have_value("300")
    page.go_back()
    page.go_forward()
    page.reload()
    expect(page.get_by_label("Size", exact=True)).to_have_value("300")
    expect(page.locator("#saved")).to_have_attribute("data-revision", "1")


@pytest.mark.usefixtures("undrawn")
def test_all_icons_follow_a_slider_that_is_moved_early_and_the_tick_for_all_is_there_when_it_works(
    page: Page, path: str
) -> None:
    with early(page, f"{path}/icons"):
        expect(page.locator("#all")).to_be_hidden()
        page.locator("[name=who]").first.uncheck()
        page.locator("#group-wear summary").click()
        page.get_by_label("Worn look", exact=True).uncheck()
    expect(page.locator("[data-after]").first).to_have_attribute("src", re.compile("texture"))
    expect(page.locator("#all")).to_be_visible()
    expect(page.locator("#all")).not_to_be_checked()


def test_scripts_are_found_by_early_words_and_an_address_that_is_being_typed_is_not_sent(
    page: Page, path: str
) -> None:
    with early(page, "/"):
        page.get_by_label("Search by name").fill("Evening Lamps")
        page.get_by_label("Or paste text or a link").fill("https://example.or")
    expect(page.locator(f'[data-found] a[href="{path}"]').first).to_be_attached()
    expect(page.locator("[data-found]")).not_to_contain_text("A Murmur of Moths")
    expect(page).to_have_url(re.compile(r"/\?q=Evening"))
    expect(page.locator("[data-open]")).not_to_have_attribute("data-sent", "")


def test_characters_are_found_by_words_that_were_typed_early(page: Page, path: str) -> None:
    with early(page, path):
        page.get_by_label("Find a character").fill("fortune")
    expect(page.locator("#hits")).to_have_attribute("data-q", "fortune")
    expect(page.locator("#hits")).to_contain_text("Fortune Teller")


@pytest.mark.parametrize("way", ["file", "text"])
def test_what_is_chosen_or_pasted_early_opens_and_back_does_not_open_it_once_more(
    page: Page, way: str
) -> None:
    with early(page, "/"):
        if way == "file":
            page.get_by_label("Drop script files here").set_input_files(
                {"name": "lamps.json", "mimeType": "application/json", "buffer": TEXT.encode()}
            )
        else:
            page.get_by_label("Or paste text or a link").fill(TEXT)
    expect(page).to_have_url(re.compile(r"/s/\w{12}$"))
    page.go_back()
    expect_scripts(page)
    expect(page).to_have_url(re.compile(r"/$"))
    expect(page.locator("[data-open]")).not_to_have_attribute("data-sent", "")


def test_what_a_character_would_change_is_told_though_it_was_opened_early(page: Page, path: str) -> None:
    with early(page, f"{path}?q=fortune"):
        page.locator("#hits details summary").first.click()
    would = page.locator("#hits details").first.locator(".would")
    expect(would).not_to_contain_text("Preview changes")


def test_a_tab_that_is_pressed_early_on_a_phone_is_open(page: Page, path: str) -> None:
    page.set_viewport_size({"width": 360, "height": 700})
    with early(page, path):
        page.locator(".tabs a", has_text="Checks").click()
    expect(page.locator("#side")).to_be_visible()
    expect(page.locator("#middle")).to_be_hidden()


def test_a_text_that_was_typed_early_follows_a_name_that_was_typed_early_too(page: Page, path: str) -> None:
    with early(page, f"{path}/characters/lamp"):
        page.get_by_label("Other nights: reminder").fill("The Lamplighter points.")
        page.get_by_label("Name", exact=True).fill("Friar")
    until(page, "Boolean(document.querySelector('[data-waits]'))")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Other nights: reminder")).to_have_value("The Friar points.")


def test_an_id_that_is_changed_early_is_saved(page: Page, path: str) -> None:
    with early(page, f"{path}/characters/lamp"):
        for details in page.locator("details:has(#id):not([open]) > summary").all():
            details.click()
        page.locator("#id").fill("lamplighter")
        page.locator("#id").blur()
    expect(page).to_have_url(re.compile("/characters/lamplighter"))


def test_there_is_room_for_another_part_after_one_that_was_typed_early(page: Page, path: str) -> None:
    with early(page, f"{path}/almanac"):
        page.locator("#part-1").fill("First this.")
    expect(page.locator("#part-2")).to_be_visible()
    expect(page.locator("#guide [data-words]")).to_have_text("2 words")
