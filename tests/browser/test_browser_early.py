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
@pytest.mark.parametrize(
    ("kind", "label", "value", "wanted"),
    [
        ("night", "Style Night sheet", "strips", "/night/strips/a4"),
        ("sheet", "Style Character sheet", "large", "/sheet/large/a4"),
        ("sheet", "Paper", "letter", "/sheet/classic/letter"),
        ("sheet", "Ink", "saving", "ink=saving"),
        ("sheet", "Copies of the character sheet", "3", "copies=3"),
    ],
)
def test_the_pages_of_the_print_page_follow_an_early_choice(
    page: Page, path: str, kind: str, label: str, value: str, wanted: str
) -> None:
    with early(page, f"{path}/print"):
        field = page.get_by_label(label, exact=True)
        if label.startswith("Copies"):
            field.fill(value)
        else:
            field.select_option(value)
    document = page.locator(f"#{kind}")
    expect(document.get_by_role("link", name="Download PDF")).to_have_attribute(
        "href", re.compile(re.escape(wanted))
    )
    if not wanted.startswith("copies"):
        expect(document.locator("img").first).to_have_attribute("src", re.compile(re.escape(wanted)))


@pytest.mark.usefixtures("undrawn")
def test_a_document_that_is_ticked_early_is_shown(page: Page, path: str) -> None:
    with early(page, f"{path}/print"):
        page.locator("#make-table").check()
        page.locator("#make-night").uncheck()
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


def test_a_slider_that_is_moved_early_is_saved(page: Page, path: str) -> None:
    with early(page, path + ICON):
        page.get_by_label("Size", exact=True).fill("200")
    assert saved_icon(page, path)["settings"] == {"size": 200}


def test_a_shape_that_is_chosen_early_is_saved(page: Page, path: str) -> None:
    with early(page, path + ICON):
        offer = page.locator("#offers label").nth(1)
        wanted = offer.locator("input:not(:checked)").get_attribute("value")
        offer.click()
    icon = saved_icon(page, path)
    assert icon["emblem"] == wanted
    assert icon["credit"]


def test_who_drew_it_is_saved_though_it_was_typed_early(page: Page, path: str) -> None:
    with early(page, path + ICON):
        page.get_by_label("Artist").fill("Ada")
    assert saved_icon(page, path)["credit"] == "Ada"


def test_a_picture_that_is_chosen_early_is_brought(page: Page, path: str) -> None:
    png = io.BytesIO()
    Image.new("RGB", (20, 20), "red").save(png, "PNG")
    with early(page, path + ICON):
        page.get_by_label("Upload a picture").set_input_files(
            {"name": "red.png", "mimeType": "image/png", "buffer": png.getvalue()}
        )
    assert {"picture", "emblem"} & set(saved_icon(page, path)) == {"picture"}


def test_emblems_are_found_by_words_that_were_typed_early(page: Page, path: str) -> None:
    with early(page, path + ICON):
        page.get_by_label("Find an emblem").fill("candle")
    expect(page.locator("#offers")).to_have_attribute("data-q", "candle")


def test_a_ready_made_way_that_is_pressed_early_is_saved(page: Page, path: str) -> None:
    with early(page, path + ICON):
        page.get_by_role("button", name="Ink", exact=True).click(no_wait_after=True)
        expect(page.get_by_text("Not saved yet.")).to_be_visible()
    assert saved_icon(page, path)["settings"]


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


def test_all_icons_follow_a_slider_that_is_moved_early(page: Page, path: str) -> None:
    with early(page, f"{path}/icons"):
        page.locator("#group-wear summary").click()
        page.get_by_label("Worn look", exact=True).uncheck()
    expect(page.locator("[data-after]").first).to_have_attribute("src", re.compile("texture"))


def test_the_tick_for_all_icons_is_there_when_it_does_something(page: Page, path: str) -> None:
    with early(page, f"{path}/icons"):
        expect(page.locator("#all")).to_be_hidden()
        page.locator("[name=who]").first.uncheck()
    expect(page.locator("#all")).to_be_visible()
    expect(page.locator("#all")).not_to_be_checked()


def test_scripts_are_found_by_words_that_were_typed_early(page: Page, path: str) -> None:
    with early(page, "/"):
        page.get_by_label("Search by name").fill("Evening Lamps")
    expect(page.locator(f'[data-found] a[href="{path}"]').first).to_be_attached()
    expect(page.locator("[data-found]")).not_to_contain_text("A Murmur of Moths")
    expect(page).to_have_url(re.compile("q=Evening"))


def test_characters_are_found_by_words_that_were_typed_early(page: Page, path: str) -> None:
    with early(page, path):
        page.get_by_label("Find a character").fill("fortune")
    expect(page.locator("#hits")).to_have_attribute("data-q", "fortune")
    expect(page.locator("#hits")).to_contain_text("Fortune Teller")


def test_a_file_that_is_chosen_early_opens(page: Page) -> None:
    with early(page, "/"):
        page.get_by_label("Drop script files here").set_input_files(
            {"name": "lamps.json", "mimeType": "application/json", "buffer": TEXT.encode()}
        )
    expect(page).to_have_url(re.compile(r"/s/\w{12}$"))


def test_a_script_that_is_pasted_early_opens(page: Page) -> None:
    with early(page, "/"):
        page.get_by_label("Or paste text or a link").fill(TEXT)
    expect(page).to_have_url(re.compile(r"/s/\w{12}$"))


def test_an_address_that_is_being_typed_early_is_not_sent(page: Page) -> None:
    with early(page, "/"):
        page.get_by_label("Or paste text or a link").fill("https://example.or")
    expect_scripts(page)
    expect(page).to_have_url(re.compile(r"/$"))
    expect(page.locator("[data-open]")).not_to_have_attribute("data-sent", "")


@pytest.mark.parametrize("way", ["file", "text"])
def test_back_to_the_start_does_not_open_the_same_once_more(page: Page, way: str) -> None:
    page.goto("/")
    if way == "file":
        page.get_by_label("Drop script files here").set_input_files(
            {"name": "lamps.json", "mimeType": "application/json", "buffer": TEXT.encode()}
        )
    else:
        page.get_by_label("Or paste text or a link").fill(TEXT)
        page.get_by_role("button", name="Open", exact=True).click()
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
