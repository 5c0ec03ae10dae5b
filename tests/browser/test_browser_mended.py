"""What needs a browser: where a fix leaves the reader, menus near the edge, colors, error codes of downloads."""

import re
from pathlib import Path

import pytest
from browsing import opened
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.full]
SHARES_A_SERVER = True
#: Slips that one click puts right, on more characters than a window shows.
SET = [
    {
        "id": f"tide{number}",
        "name": f"Tide {number}",
        "team": "demon",
        "ability": "Each Night*, choose two players.",
    }
    for number in range(12)
]


@pytest.fixture
def path(page: Page) -> str:
    return opened(page, [{"id": "_meta", "name": "Tides"}, *SET])


def test_a_fix_does_not_move_the_page(page: Page, path: str) -> None:
    page.goto(f"{path}/style")
    button = page.get_by_role("button", name=re.compile("^Leave as it is")).last
    button.scroll_into_view_if_needed()
    assert page.evaluate("scrollY") > 300
    with page.expect_navigation(wait_until="load"):
        button.click()
    expect(page.get_by_role("button", name=re.compile("^Leave as it is")).last).to_be_in_viewport()


def test_an_update_from_a_file_shows_what_changed_in_the_window(
    page: Page, path: str, tmp_path: Path
) -> None:
    table = tmp_path / "set.csv"
    table.write_text("Name,Team,Ability\nTide 3,demon,Each night*: you sleep.\n")
    page.goto(f"{path}/characters")
    page.get_by_label("Spreadsheet or script").set_input_files(table)
    page.get_by_role("button", name="Update", exact=True).click()
    result = page.locator("#updated")
    expect(result).to_contain_text("1 ability changed: Tide 3.")
    expect(result).to_be_in_viewport()
    result.get_by_role("button", name="Undo").click()
    expect(page.locator("#saved")).to_contain_text("Undone")


def test_a_failed_download_shows_the_error_code(page: Page, path: str) -> None:
    page.goto(f"{path}/export")
    page.route(
        "**/export/share-wide*",
        lambda route: route.fulfill(status=500, content_type="text/html", body=BROKEN),
    )
    page.get_by_role("link", name="Download Share picture, wide").click()
    expect(page.locator("#way-files ~ [data-told]")).to_have_text(
        "Report it with the code below. Error code: abc123"
    )


BROKEN = """<section class="mistake"><h1>Broken</h1><p>Report it with the code below.</p>
<p class="hint">Error code: abc123</p></section>"""


def test_the_first_click_on_colors_is_seen_and_a_menu_stays_in_the_window(page: Page, path: str) -> None:
    page.emulate_media(color_scheme="light")
    page.goto("/")
    page.get_by_role("button", name="Colors match the system").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.set_viewport_size({"width": 1280, "height": 760})
    card = page.locator(".script-card").first
    card.locator("summary").evaluate(
        "one => scrollTo(0, scrollY + one.getBoundingClientRect().bottom - innerHeight + 20)"
    )
    card.locator("summary").click()
    expect(card.get_by_role("button", name="Delete")).to_be_in_viewport(ratio=1)


def test_undo_in_the_icon_studio_stays_in_place(page: Page, path: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{path}/characters/tide0/icon")
    page.locator('#offers [name="shape"]').nth(1).check(force=True)
    expect(page.locator("#undo")).to_be_enabled()
    page.evaluate("scrollTo(0, 600)")
    before = page.evaluate("scrollY")
    assert before > 300
    with page.expect_navigation(wait_until="load"):
        # A click of Playwright scrolls to where a sticky button would stand.
        page.locator("#undo").evaluate("button => button.click()")
    assert abs(page.evaluate("scrollY") - before) < 60


def test_new_character_on_a_phone_puts_the_caret_in_its_name(page: Page, path: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{path}/characters")
    page.get_by_role("link", name="New character").click()
    expect(page.locator("#new-name")).to_be_focused()
    expect(page.locator("#new-name")).to_be_in_viewport()


def test_a_long_message_leaves_every_page_of_a_script_in_sight(page: Page, path: str) -> None:
    page.set_viewport_size({"width": 1366, "height": 768})
    for address in (path, f"{path}/deal"):
        page.goto(address)
        page.locator("#saved").evaluate(
            "it => (it.textContent = 'Replaced with something longer. '.repeat(12))"
        )
        strip = page.get_by_role("navigation", name="This script")
        assert strip.evaluate("it => it.scrollWidth <= it.clientWidth")
        expect(page.get_by_role("link", name="Export")).to_be_in_viewport(ratio=1)
        assert page.locator("#saved").evaluate("it => it.clientWidth > 100")


def test_a_choice_for_a_bracket_that_is_only_begun_is_no_fault(page: Page, path: str) -> None:
    page.goto(f"{path}/characters/tide3")
    page.locator("#bracket summary").click()
    page.locator("#bracket-0-what").select_option(label="Several of this character")
    value = page.locator("#bracket-0-value")
    value.focus()
    expect(page.locator("#saved .when")).to_be_visible()
    expect(page.locator("#bracket-fault")).to_be_empty()
    value.fill("2")
    value.blur()
    expect(page.locator("#saved")).to_have_attribute("data-revision", "2")
    expect(page.locator("#bracket-fault")).to_be_empty()
    # What a saved choice lacks is said; a second one that is only begun keeps no other from being saved.
    value.fill("")
    value.blur()
    expect(page.locator("#bracket-fault")).not_to_be_empty()
    expect(page.locator("#bracket-0-what")).to_have_attribute("data-not-saved", "")
    value.fill("3")
    value.blur()
    expect(page.locator("#saved")).to_have_attribute("data-revision", "3")
    expect(page.locator("#bracket-fault")).to_be_empty()
    page.reload()
    page.locator("#bracket-1-what").select_option(label="Several of this character")
    value.fill("4")
    value.blur()
    expect(page.locator("#saved")).to_have_attribute("data-revision", "4")
    expect(page.locator("#bracket-fault")).to_be_empty()
    expect(page.locator("#bracket-1-what")).not_to_have_value("")
