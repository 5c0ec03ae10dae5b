"""Making a script in a real browser: by keyboard, mouse and finger, offline, in two tabs, by phone, in the dark."""

import json
import re

import pytest
from barriers import barriers
from browsing import opened
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect

pytestmark = pytest.mark.full
SHARES_A_SERVER = True

BELLS = (
    '[{"id": "_meta", "name": "Evening Bells", "author": "Ringer"}, "washerwoman", "chef", "empath",'
    ' "butler", "poisoner", "baron", "imp"]'
)
#: As somebody types who knows the game: 13 Townsfolk, 4 Outsiders, 4 Minions, 4 Demons.
TWENTY_FIVE = (
    *("steward", "investigator", "clockmaker", "empath", "fortune", "undertaker", "monk", "gossip", "savant"),
    *("slayer", "cannibal", "ravenk", "virgin", "drunk", "recluse", "sweeth", "moonch"),
    *("poisoner", "cerenovus", "scarlet", "baron", "pukka", "no dashii", "imp", "vigorm"),
)


@pytest.fixture
def path(page: Page) -> str:
    """A script of its own for each test, opened as somebody would."""
    return opened(page, BELLS, "")


def names(page: Page, team: str = "") -> list[str]:
    lists = page.locator(f'#sheet ol[data-team="{team}"]' if team else "#sheet")
    return lists.locator(".row-name").all_text_contents()


def expect_names(page: Page, team: str, wanted: list[str]) -> None:
    expect(page.locator(f'#sheet ol[data-team="{team}"] .row-name')).to_have_text(wanted)


def row(page: Page, name: str) -> Locator:
    return page.locator(".row", has=page.locator(".row-name", has_text=re.compile(f"^{name}$")))


def expect_revision(page: Page, number: int) -> None:
    expect(page.locator("#saved")).to_have_attribute("data-revision", str(number))


def stored(page: Page, path: str) -> list[object]:
    kept: list[object] = page.request.get(f"{path}/script.json").json()
    return kept


def test_a_first_visit_leads_to_a_sample_with_its_panel(page: Page, complaints: list[str]) -> None:
    page.goto("/?q=dead+letter")
    page.get_by_role("link", name="The Dead Letter Office").first.click()
    expect(page.get_by_label("Name of the script")).to_have_value("The Dead Letter Office")
    expect(page.locator("#sheet .row-name")).to_have_count(29)
    expect(page.get_by_role("heading", name="Setup", exact=True)).to_be_visible()
    expect(page.locator("#setup tbody tr")).to_have_count(11)
    assert complaints == []


def test_searching_and_adding_by_keyboard_alone(page: Page, path: str, complaints: list[str]) -> None:
    field = page.get_by_label("Find a character")
    field.focus()
    page.keyboard.type("fortne", delay=30)
    expect(page.locator("#hits .row-name").first).to_have_text("Fortune Teller")
    page.keyboard.press("Enter")
    expect(page.locator("#saved")).to_contain_text("Fortune Teller added.")
    page.keyboard.type("each night drunk", delay=10)
    expect(page.locator("#hits")).to_have_attribute("data-q", "each night drunk")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#hits .plus").first).to_be_focused()
    page.keyboard.press("ArrowDown")
    second = page.locator("#hits .known").nth(1).locator(".row-name").inner_text()
    page.keyboard.press("Enter")
    expect(page.locator("#saved")).to_contain_text(f"{second} added.")
    page.keyboard.press("Escape")
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    assert names(page, "townsfolk").count("Fortune Teller") == 1
    assert complaints == []


def test_an_edit_leaves_the_elements_that_it_does_not_change(page: Page, path: str) -> None:
    page.evaluate("document.querySelectorAll('.row').forEach(row => { row.mine = true })")
    row(page, "Chef").locator("summary").click()
    row(page, "Butler").get_by_role("checkbox").check()
    page.get_by_role("button", name="Remove Empath").click()
    expect(row(page, "Empath")).to_have_count(0)
    assert page.evaluate("[...document.querySelectorAll('.row')].map(row => row.mine)") == [True] * 6
    expect(row(page, "Chef").locator("details")).to_have_attribute("open", "")
    expect(row(page, "Butler").get_by_role("checkbox")).to_be_checked()


def test_setting_a_finding_aside_leaves_the_focus_on_no_other_findings_button(page: Page) -> None:
    opened(page, BELLS.replace('"imp"', '"imp", "legion", "drunk", "drunk"'), "")
    aside = page.locator("#problems .set-aside")
    count = aside.count()
    assert count > 1
    aside.first.evaluate("one => { one.open = true; one.closest('.severity').open = true }")
    aside.first.get_by_role("button").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#severity-aside")).to_have_count(1)
    expect(aside).to_have_count(count - 1)
    expect(page.locator("#problems-head")).to_be_focused()
    assert page.locator("#problems .set-aside[open]").count() == 0


def test_a_card_that_could_not_load_says_what_it_would_change_when_it_is_opened_again(
    page: Page, path: str
) -> None:
    page.get_by_label("Find a character").fill("godfather")
    expect(page.locator("#hits")).to_have_attribute("data-q", "godfather")
    page.route("**/would?*", lambda route: route.abort())
    summary = page.locator("#hits summary").first
    with page.expect_event("requestfailed"):
        summary.click()
    page.unroute("**/would?*")
    summary.click()
    summary.click()
    expect(page.locator("#hits .would").first).to_contain_text("Setup")


def test_a_character_is_dragged_with_the_mouse(page: Page, path: str, complaints: list[str]) -> None:
    start = page.get_by_role("button", name="Move Washerwoman:").bounding_box()
    end = page.get_by_role("button", name="Move Empath:").bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + 12, start["y"] + 12)
    page.mouse.down()
    page.mouse.move(end["x"] + 12, end["y"] + 18, steps=12)
    expect(page.locator(".row.lifted")).to_have_count(1)  # a card follows the pointer
    there = page.locator('#sheet ol[data-team="townsfolk"] > :not(.sortable-fallback) .row-name')
    expect(there).to_have_text(["Chef", "Empath", "Washerwoman"])
    page.mouse.up()
    expect(page.locator("#saved")).to_contain_text("Washerwoman moved.")
    expect_names(page, "townsfolk", ["Chef", "Empath", "Washerwoman"])
    assert stored(page, path)[1:4] == ["chef", "empath", "washerwoman"]
    assert complaints == []


def test_a_character_is_dragged_with_a_finger(browser: Browser, server: str) -> None:
    context = browser.new_context(base_url=server, viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    opened(page, BELLS, "")
    start = page.get_by_role("button", name="Move Washerwoman:").bounding_box()
    end = page.get_by_role("button", name="Move Empath:").bounding_box()
    assert start
    assert end
    x, y, goal = start["x"] + 12, start["y"] + 20, end["y"] + 24
    finger = context.new_cdp_session(page)

    def touch(kind: str, at: float | None) -> None:
        points = [] if at is None else [{"x": x, "y": at}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", y)
    for step in range(1, 13):
        touch("touchMove", y + (goal - y) * step / 12)
        page.wait_for_timeout(25)
    there = page.locator('#sheet ol[data-team="townsfolk"] > :not(.sortable-fallback) .row-name')
    expect(there).to_have_text(["Chef", "Empath", "Washerwoman"])  # the list has made room for it
    touch("touchEnd", None)
    expect(page.locator("#saved")).to_contain_text("Washerwoman moved.")
    expect_names(page, "townsfolk", ["Chef", "Empath", "Washerwoman"])
    context.close()


def test_a_character_moves_by_arrow_keys_and_keeps_the_focus(page: Page, path: str) -> None:
    grip = page.get_by_role("button", name="Move Washerwoman:")
    grip.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect_revision(page, 3)
    expect_names(page, "townsfolk", ["Chef", "Empath", "Washerwoman"])
    expect(page.get_by_role("button", name="Move Washerwoman:")).to_be_focused()


def test_undo_and_redo_by_button_and_by_key(page: Page, path: str) -> None:
    page.get_by_role("button", name="Remove Baron").click()
    expect(row(page, "Baron")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(row(page, "Baron")).to_have_count(1)
    page.keyboard.press("Control+Shift+Z")
    expect(row(page, "Baron")).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(row(page, "Baron")).to_have_count(1)


def test_several_are_removed_and_one_is_replaced(page: Page, path: str) -> None:
    for name in ("Chef", "Butler"):
        page.get_by_label(f"Select {name}").check()
    page.get_by_role("button", name="Remove selected").click()
    expect(page.locator("#saved")).to_contain_text("Chef, Butler removed.")
    row(page, "Imp").locator("summary").click()
    row(page, "Imp").get_by_role("link", name="Replace").click()
    page.locator(".offers button").first.click()
    expect(row(page, "Imp")).to_have_count(0)
    expect(page.locator('#sheet ol[data-team="demon"] .row-name')).to_have_count(1)


def test_on_a_phone_replacing_stays_at_the_new_character(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    opened(page, BELLS, "")
    one = row(page, "Chef")
    one.locator("summary").first.click()
    one.get_by_role("link", name="Replace").click()
    offer = one.locator(".offers button").last
    offer.scroll_into_view_if_needed()
    name = offer.inner_text()
    offer.click()
    expect(row(page, name).locator("summary").first).to_be_focused()
    expect(row(page, name)).to_be_in_viewport(ratio=1)
    said = page.locator("#saved")
    expect(said).to_contain_text(name)
    assert said.evaluate("one => one.scrollHeight <= one.clientHeight + 1")


def test_a_problem_is_mended_by_its_button(page: Page) -> None:
    opened(page, BELLS.replace("]", ', "imp"]'), "")
    expect_names(page, "demon", ["Imp", "Imp"])
    page.get_by_text("Imp is on the script twice").hover()
    expect(page.locator(".row.lit")).to_have_count(2)
    page.get_by_role("button", name="Delete the second Imp").click()
    expect(page.get_by_role("button", name="Delete the second Imp")).to_have_count(0)
    expect_names(page, "demon", ["Imp"])


def test_the_name_saves_itself_while_one_types(page: Page, path: str) -> None:
    field = page.get_by_label("Name of the script")
    field.fill("")
    field.press_sequentially("Morning Bells", delay=20)
    expect(page.locator("#saved")).to_contain_text("Name changed.")
    expect(page).to_have_title(re.compile("Morning Bells"))
    assert isinstance(first := stored(page, path)[0], dict)
    assert first["name"] == "Morning Bells"
    expect(field).to_be_focused()


@pytest.mark.usefixtures("apart")
def test_two_tabs_change_the_same_script_and_what_both_changed_is_kept_or_theirs_taken(
    page: Page, context: BrowserContext
) -> None:
    one, other = page, context.new_page()
    path = opened(one, BELLS, "")
    other.goto(path)
    one.get_by_role("button", name="Remove Chef").click()
    expect_revision(one, 2)
    other.get_by_label("Find a character").fill("monk")
    other.keyboard.press("Enter")
    expect(other.locator("#saved")).to_contain_text("Merged with changes from another window.")
    expect(row(other, "Monk")).to_have_count(1)
    expect(row(other, "Chef")).to_have_count(0)
    one.get_by_label("Name of the script").fill("One")
    expect(one.locator("#saved")).to_contain_text("Name changed.")
    other.get_by_label("Name of the script").fill("Other")
    dialog = other.get_by_role("alertdialog")
    expect(dialog).to_contain_text("One")
    expect(dialog).to_contain_text("Other")
    assert stored(one, path)[0] == {"id": "_meta", "name": "One", "author": "Ringer"}
    dialog.get_by_role("button", name="Keep mine").click()
    expect(other.locator("#saved")).to_contain_text("Name changed.")
    assert stored(one, path)[0] == {"id": "_meta", "name": "Other", "author": "Ringer"}
    # And once more: theirs can be taken instead.
    one.reload()
    one.get_by_label("Name of the script").fill("One again")
    expect(one.locator("#saved")).to_contain_text("Name changed.")
    other.get_by_label("Name of the script").fill("Other again")
    other.get_by_role("button", name="Take theirs").click()
    expect(other.get_by_label("Name of the script")).to_have_value("One again")
    assert stored(one, path)[0] == {"id": "_meta", "name": "One again", "author": "Ringer"}


def test_ten_seconds_offline_lose_nothing(page: Page, context: BrowserContext, path: str) -> None:
    context.set_offline(True)
    page.get_by_label("Name of the script").fill("")
    page.get_by_label("Name of the script").press_sequentially("Offline Bells", delay=60)
    page.get_by_role("button", name="Remove Chef").click()
    page.get_by_label("Find a character").fill("monk")
    page.get_by_label("Find a character").press("Enter")
    expect(page.locator("#waiting")).to_contain_text("No connection")
    expect(page.locator("#waiting")).to_contain_text("Remove Chef")
    expect(page.get_by_text("No connection, so the list cannot be searched.")).to_be_visible()
    page.wait_for_timeout(9_000)
    context.set_offline(False)
    expect(page.locator("#waiting")).to_be_hidden()
    expect(row(page, "Monk")).to_have_count(1)
    expect(page.locator("#hits-said")).not_to_contain_text("No connection")
    kept = stored(page, path)
    assert isinstance(first := kept[0], dict)
    assert first["name"] == "Offline Bells"
    assert "chef" not in kept
    assert "monk" in kept


@pytest.mark.parametrize("offline", [True, False])
def test_what_is_saved_during_a_press_does_not_take_the_button_away(
    page: Page, context: BrowserContext, path: str, offline: bool
) -> None:
    """Pressing a button leaves the field, which is saved at once: its answer comes before the button is let go."""
    context.set_offline(offline)
    page.get_by_label("Name of the script").fill("Slow Finger")
    remove = page.get_by_role("button", name="Remove Chef")
    before = remove.bounding_box()
    assert before
    page.mouse.move(before["x"] + before["width"] / 2, before["y"] + before["height"] / 2)
    with page.expect_event("requestfailed" if offline else "requestfinished"):
        page.mouse.down()
    page.wait_for_timeout(300)
    assert remove.bounding_box() == before
    page.mouse.up()
    if offline:
        expect(page.locator("#waiting")).to_contain_text("Remove Chef")
        assert remove.bounding_box() == before
        context.set_offline(False)
    expect(page.locator("#waiting")).to_be_hidden()
    expect(row(page, "Chef")).to_have_count(0)
    assert stored(page, path)[0] == {"id": "_meta", "name": "Slow Finger", "author": "Ringer"}


def test_hits_that_come_during_a_press_do_not_take_the_button_away(page: Page, path: str) -> None:
    add = page.get_by_role("button", name="Add Librarian")
    held: list[Route] = []
    page.route("**/shelf?**", lambda route: route.continue_() if held else held.append(route))
    page.get_by_label("Find a character").fill("monk")
    while not held:
        page.wait_for_timeout(50)
    add.scroll_into_view_if_needed()
    before = add.bounding_box()
    assert before
    page.mouse.move(before["x"] + before["width"] / 2, before["y"] + before["height"] / 2)
    page.mouse.down()
    with page.expect_response("**/shelf?**"):
        held[0].continue_()
    page.wait_for_timeout(300)
    assert add.bounding_box() == before
    page.mouse.up()
    expect(row(page, "Librarian")).to_have_count(1)
    expect(page.locator("#hits .known").first).to_contain_text("Monk")


def test_what_was_done_offline_survives_closing_the_page(
    page: Page, context: BrowserContext, path: str
) -> None:
    context.set_offline(True)
    page.get_by_role("button", name="Remove Chef").click()
    expect(page.locator("#waiting")).to_be_visible()
    page.close()
    context.set_offline(False)
    again = context.new_page()
    again.goto(path)
    expect(row(again, "Chef")).to_have_count(0)


def test_a_phone_shows_one_part_at_a_time(browser: Browser, server: str) -> None:
    context = browser.new_context(base_url=server, viewport={"width": 360, "height": 740}, has_touch=True)
    page = context.new_page()
    opened(page, BELLS, "")
    for tab, shown in (("Add", "#shelf"), ("Checks", "#side"), ("Script", "#middle")):
        page.get_by_role("navigation", name="Parts of this page").get_by_role("link", name=tab).tap()
        for part in ("#shelf", "#side", "#middle"):
            expect(page.locator(part)).to_be_visible(visible=part == shown)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    context.close()


def test_everything_but_dragging_works_without_javascript(browser: Browser, server: str) -> None:
    context = browser.new_context(base_url=server, java_script_enabled=False)
    page = context.new_page()
    opened(page, BELLS, "")
    page.get_by_label("Find a character").fill("monk")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("button", name="Add Monk").click()
    expect(row(page, "Monk")).to_have_count(1)
    row(page, "Washerwoman").locator("summary").click()
    row(page, "Washerwoman").get_by_role("button", name="Down").click()
    expect(page.locator('#sheet ol[data-team="townsfolk"] .row-name').first).to_have_text("Chef")
    page.get_by_label("Select Chef").check()
    page.get_by_role("button", name="Remove selected").click()
    expect(row(page, "Chef")).to_have_count(0)
    row(page, "Imp").locator("summary").click()
    row(page, "Imp").get_by_role("link", name="Replace").click()
    with page.expect_navigation():
        page.locator(".offers button").first.click()
    expect(page.locator(".row")).to_have_count(7)
    expect(row(page, "Imp")).to_have_count(0)
    with page.expect_navigation():
        page.get_by_role("button", name="Undo").click()
    expect(row(page, "Imp")).to_have_count(1)
    page.get_by_label("Name of the script").fill("By Hand")
    with page.expect_navigation():
        page.locator(".name-field").get_by_role("button", name="Save").click()
    expect(page.get_by_label("Name of the script")).to_have_value("By Hand")
    context.close()


@pytest.mark.slow
def test_the_page_has_no_barrier(page: Page) -> None:
    opened(page, BELLS.replace("]", ', "imp", "nobody"]'), "")
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 900})
        for words in ("", "drunk"):
            page.get_by_label("Find a character").fill(words) if width > 1000 else None
            expect(page.locator("#hits")).to_have_attribute("data-q", words if width > 1000 else "drunk")
            expect(page.locator("[aria-busy]")).to_have_count(0)
            row(page, "Chef").locator("summary").click()
            assert barriers(page) == []


# The walk of a newcomer in `test_browser_guide.py` types ten, and `tests/checks` has what is lacking at each count.
@pytest.mark.slow
def test_a_script_of_25_is_typed_from_nothing(page: Page, complaints: list[str]) -> None:
    answer = page.request.post("/new", headers={"Sec-Fetch-Site": "same-origin"})
    path = answer.url.partition("#")[0]
    page.goto(path)
    field = page.get_by_label("Find a character")
    expect(field).to_be_focused()
    for count, words in enumerate(TWENTY_FIVE, 1):
        page.keyboard.type(words, delay=20)
        page.keyboard.press("Enter")
        expect(page.locator("#sheet-head .count")).to_have_text(str(count))
        expect(field).to_be_focused()
        demons = count - 21 if count > 21 else 0
        expect(page.locator(".lacking li", has_text="1 to 4 Demons")).to_have_count(0 if demons else 1)
        expect(page.locator(".severity-error")).to_have_count(0)
        minions = min(max(count - 17, 0), 4)
        possible = page.locator("#setup tbody tr:not(.impossible)")
        if demons and minions:
            expect(possible).not_to_have_count(0)
        else:
            expect(possible).to_have_count(0)
    kept = [each for each in stored(page, path) if isinstance(each, str)]
    assert len(set(kept)) == 25
    assert json.dumps(kept).count("imp") == 1
    assert complaints == []


def test_nothing_hidden_makes_the_page_longer_than_what_is_seen(page: Page) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    opened(page, BELLS, "")
    expect(page.locator(".known").nth(40)).to_be_attached()
    assert page.evaluate("document.documentElement.scrollHeight <= document.body.offsetHeight + 1")


def test_on_a_phone_the_open_page_is_in_view_among_its_neighbours(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    opened(page, BELLS, "/export")
    current = page.get_by_role("navigation", name="This script").get_by_role("link", name="Export")
    expect(current).to_be_in_viewport(ratio=1)


def test_what_stays_on_the_page_stays_as_it_is_when_something_else_moves(page: Page, path: str) -> None:
    whole: list[str] = []
    page.on("request", lambda request: whole.append(request.url) if request.url.endswith("/parts") else None)
    row(page, "Empath").locator(".tick").check()
    row(page, "Baron").locator("summary").click()
    page.locator("#severity-advice .set-aside summary").first.click()
    note = page.locator("#severity-advice [name=note]").first
    note.fill("Not now")
    page.evaluate("document.querySelector('#name-imp-1').stays = true")
    row(page, "Chef").locator(".grip").focus()
    page.keyboard.press("ArrowUp")
    expect_revision(page, 2)
    expect_names(page, "townsfolk", ["Chef", "Washerwoman", "Empath"])
    expect(row(page, "Chef").locator(".grip")).to_be_focused()
    expect(row(page, "Empath").locator(".tick")).to_be_checked()
    expect(row(page, "Baron").locator("details")).to_have_attribute("open", "")
    expect(note).to_have_value("Not now")
    assert page.evaluate("document.querySelector('#name-imp-1').stays")
    assert page.locator(".row:first-child [id^=up-]:not(:disabled)").count() == 0
    assert page.locator(".row:not(:first-child) [id^=up-]:disabled").count() == 0
    assert {each.get_attribute("value") for each in page.locator("#panel [name=revision]").all()} == {"2"}
    assert whole == []


def test_a_page_that_lost_a_piece_meanwhile_asks_for_everything(page: Page, path: str) -> None:
    def answer(route: Route) -> None:
        fetched = route.fetch()
        page.evaluate("for (const one of document.querySelectorAll('.row')) one.dataset.piece = 'other'")
        route.fulfill(response=fetched)

    page.route("**/do", answer)
    row(page, "Chef").locator(".cross").click()
    expect_revision(page, 2)
    expect_names(page, "townsfolk", ["Washerwoman", "Empath"])
    page.unroute("**/do")
    row(page, "Empath").locator(".cross").click()
    expect_revision(page, 3)
    expect_names(page, "townsfolk", ["Washerwoman"])


def test_an_impossible_setup_names_who_forbids_it(page: Page) -> None:
    hexer = {"id": "hexer", "name": "Hexer", "team": "minion", "ability": "Hex. [+5 Outsiders]"}
    opened(page, ["chef", "empath", "monk", "sage", "mayor", "butler", hexer, "imp"], "")
    legal = page.locator("#setup .legal")
    expect(legal).to_contain_text("No legal game yet. Hexer (+5 Outsiders) leaves no legal game")
    expect(page.locator("#setup")).not_to_contain_text("not enough characters")
