"""Two people at one script: each sees what the other changes, and nothing typed is overwritten."""

import json

import pytest
from barriers import barriers
from browsing import opened
from playwright.sync_api import BrowserContext, Locator, Page, expect

pytestmark = pytest.mark.full
SHARES_A_SERVER = True

LAMP = {"id": "lamp_own", "name": "Lamplighter", "team": "townsfolk", "ability": "You light lamps."}
FERRY = {"id": "ferry_own", "name": "Ferrykeeper", "team": "townsfolk", "ability": "You cross."}
SCRIPT = [{"id": "_meta", "name": "Lamps"}, LAMP, FERRY, "chef", "empath", "poisoner", "imp"]
#: A second, and what a busy machine takes to draw; less than the longest pause of a window that gets no answer.
SOON = 20_000


@pytest.fixture
def two(page: Page, other_page: Page) -> tuple[Page, Page]:
    """Two people, each with a browser."""
    return page, other_page


def both_at_the_ability(one: Page, other: Page) -> Locator:
    """Both see the same character; the caret of the other person is in its ability."""
    page = f"{opened(one, SCRIPT)}/characters/lamp_own"
    one.goto(page)
    other.goto(page)
    ability = other.get_by_label("Ability", exact=True)
    ability.focus()
    return ability


def test_the_other_window_of_one_browser_hears_it_at_once(page: Page, context: BrowserContext) -> None:
    context.route("**/live?*", lambda route: route.fulfill(status=304))
    one, other = page, context.new_page()
    path = opened(one, SCRIPT)
    one.goto(path)
    other.goto(path)
    one.get_by_role("button", name="Remove Chef").click()
    expect(other.locator("#sheet .row-name", has_text="Chef")).to_have_count(0, timeout=SOON)


def test_a_change_of_another_window_is_shown_though_the_storage_still_holds_it(page: Page) -> None:
    """A message between windows can come before what the other window removed from the storage they share is gone."""
    page.context.route("**/live?*", lambda route: route.fulfill(status=304))
    path = opened(page, SCRIPT)
    page.goto(path)
    address, revision = page.evaluate("[build.dataset.do, document.getElementById('saved').dataset.revision]")
    add = json.dumps({"op": "add", "id": "monk"})
    saved = page.request.post(address, form={"op": add, "revision": revision}, headers={"X-Parts": "saved"})
    assert saved.ok
    page.evaluate(
        """script => {
            const change = { id: "00000000a-1", op: "add", fields: [], label: "", revision: 1, seen: [] };
            localStorage.setItem(`clockwright:${script}:${change.id}`, JSON.stringify(change));
            const answer = { status: 200, text: "", words: "", revision: 2, isMerged: false };
            new BroadcastChannel(`clockwright:${script}`).postMessage({ answer, change });
        }""",
        page.evaluate("build.dataset.build"),
    )
    expect(page.locator("#sheet .row-name", has_text="Monk")).to_have_count(1)
    assert page.evaluate("Object.keys(localStorage).filter(one => one.includes('00000000a-1'))") == []


def test_the_other_person_sees_the_night_order_and_the_list_of_characters(two: tuple[Page, Page]) -> None:
    one, other = two
    path = opened(one, SCRIPT)
    one.goto(f"{path}/night")
    other.goto(f"{path}/night")
    names = one.locator("#other .night-name bdi")
    expect(other.locator("#other .night-name bdi")).to_have_text(names.all_text_contents())
    one.locator("#other").get_by_role("button", name="Move Imp up").click()
    expect(other.locator("#other .night-name bdi")).to_have_text(names.all_text_contents(), timeout=SOON)
    other.goto(f"{path}/characters")
    other.get_by_label("Name", exact=True).fill("Half typed")
    one.goto(f"{path}/characters")
    one.get_by_role("button", name="Move Ferrykeeper up").click()
    expect(other.locator(".c-name a")).to_have_text(["Ferrykeeper", "Lamplighter"], timeout=SOON)
    expect(other.get_by_label("Name", exact=True)).to_have_value("Half typed")


def test_a_field_with_the_caret_in_it_is_not_overwritten_and_theirs_is_taken_at_a_button(
    two: tuple[Page, Page],
) -> None:
    one, other = two
    ability = both_at_the_ability(one, other)
    one.get_by_label("Ability", exact=True).fill("You light all lamps.")
    one.get_by_label("Flavor text").fill("Light!")
    expect(other.get_by_label("Flavor text")).to_have_value("Light!", timeout=SOON)
    expect(ability).to_have_value("You light lamps.")
    note = other.locator(".elsewhere-note")
    expect(note).to_contain_text(
        "This was changed elsewhere. What you type is kept. Theirs: You light all lamps."
    )
    assert barriers(other, ".elsewhere-note") == []
    other.get_by_label("Private notes").focus()
    expect(ability).to_have_value("You light all lamps.", timeout=SOON)
    expect(note).to_have_count(0)
    theirs_at_a_button(one, other, ability)


def theirs_at_a_button(one: Page, other: Page, ability: Locator) -> None:
    """What the other person writes is taken while the caret is there, and then it is no conflict."""
    ability.focus()
    one.get_by_label("Ability", exact=True).fill("You light a lamp.")
    button = other.get_by_role("button", name="Take theirs")
    expect(button).to_be_visible(timeout=SOON)
    button.click()
    expect(ability).to_have_value("You light a lamp.")
    expect(ability).to_be_focused()
    expect(button).to_have_count(0)
    ability.press("End")
    ability.press_sequentially(" Twice.")
    expect(other.locator("#saved")).to_have_attribute("data-revision", "5", timeout=SOON)
    assert other.get_by_role("alertdialog").count() == 0


def test_what_both_write_in_one_field_is_asked_about(two: tuple[Page, Page]) -> None:
    one, other = two
    ability = both_at_the_ability(one, other)
    one.get_by_label("Ability", exact=True).fill("From one.")
    expect(other.locator("#saved")).to_have_attribute("data-revision", "2", timeout=SOON)
    ability.fill("From the other.")
    dialog = other.get_by_role("alertdialog")
    expect(dialog.locator("dd")).to_have_text(["From the other.", "From one."])
    expect(other.locator("#saved")).to_be_hidden()
    expect(other.locator("#unsaved")).to_have_text("Not saved: choose below")
    dialog.get_by_role("button", name="Take theirs").click()
    expect(other.locator("#saved")).to_be_visible()
    expect(ability).to_have_value("From one.")
    expect(other.locator(".elsewhere-note")).to_have_count(0)


def test_the_other_person_sees_a_change_on_build_and_its_undo_and_who_is_here(two: tuple[Page, Page]) -> None:
    one, other = two
    path = opened(one, SCRIPT)
    one.goto(path)
    expect(one.locator("#together")).to_be_hidden()
    other.goto(path)
    here = one.locator("#together [data-here]")
    expect(here).to_have_text("1 other person", timeout=SOON)
    assert barriers(one, "#together") == []
    other.get_by_label("You are:").fill("Ann")
    other.keyboard.press("Tab")
    expect(here).to_have_text("Ann", timeout=SOON)
    one.get_by_role("button", name="Remove Chef").click()
    chef = other.locator("#sheet .row-name", has_text="Chef")
    expect(chef).to_have_count(0, timeout=SOON)
    one.get_by_role("button", name="Undo").click()
    expect(chef).to_have_count(1, timeout=SOON)
    other.goto("/healthz")  # away from the script
    expect(one.locator("#together")).to_be_hidden(timeout=20_000)
    other.goto(f"{path}/characters")
    expect(here).to_have_text("Ann", timeout=SOON)


def test_offline_the_page_says_how_many_changes_wait_and_the_notice_can_be_closed(
    page: Page, context: BrowserContext
) -> None:
    page.goto(f"{opened(page, SCRIPT)}/characters/lamp_own")
    context.set_offline(True)
    page.get_by_label("Ability", exact=True).fill("Kept.")
    page.get_by_label("Flavor text").fill("Kept, too.")
    page.get_by_label("Private notes").fill("And this.")
    expect(page.locator("#unsaved")).to_have_text("3 changes waiting")
    expect(page.locator("#saved")).to_be_hidden()
    notice = page.locator("#waiting")
    expect(notice).to_contain_text("3 changes waiting. No connection.")
    notes = page.get_by_label("Private notes").bounding_box()
    over = notice.bounding_box()
    assert notes
    assert over
    assert notes["y"] + notes["height"] <= over["y"]
    notice.get_by_role("button", name="Close").click()
    expect(notice).to_be_hidden()
    context.set_offline(False)
    expect(page.locator("#saved")).to_be_visible()
    expect(page.locator("#unsaved")).to_be_hidden()


def test_two_people_at_separate_places_of_one_text_are_put_together(two: tuple[Page, Page]) -> None:
    one, other = two
    ability = both_at_the_ability(one, other)
    one.get_by_label("Ability", exact=True).fill("Each night, you light lamps.")
    expect(other.locator("#saved")).to_have_attribute("data-revision", "2", timeout=SOON)
    ability.press("End")
    ability.press_sequentially(" Twice.")
    whole = "Each night, you light lamps. Twice."
    expect(ability).to_have_value(whole, timeout=SOON)
    expect(other.locator("#saved")).to_contain_text("Merged with changes from another window.")
    ability.press_sequentially(" Ha!")
    one.get_by_label("Flavor text").focus()
    expect(one.get_by_label("Ability", exact=True)).to_have_value(f"{whole} Ha!", timeout=SOON)
    assert other.get_by_role("alertdialog").count() == 0


def test_the_question_stands_at_its_field_and_both_texts_can_be_kept(two: tuple[Page, Page]) -> None:
    one, other = two
    both_at_the_ability(one, other)
    notes = other.get_by_label("Private notes")
    one.get_by_label("Private notes").fill("From one.")
    one.get_by_label("Flavor text").focus()
    expect(notes).to_have_value("From one.", timeout=SOON)
    notes.focus()
    one.get_by_label("Private notes").fill("A thought of one.")
    expect(other.locator("#saved")).to_have_attribute("data-revision", "3", timeout=SOON)
    notes.fill("Of the other.")
    expect(other.locator("#saved .when")).to_be_hidden()
    dialog = other.locator("#notes + #conflict")
    expect(dialog).to_be_in_viewport()
    expect(notes).to_be_focused()
    expect(other.get_by_role("link", name="Not saved: choose below")).to_be_in_viewport()
    assert barriers(other, "#conflict") == []
    dialog.get_by_role("button", name="Keep both").click()
    expect(notes).to_have_value("Of the other.\n\nA thought of one.", timeout=SOON)
    expect(other.locator("#saved .when")).to_be_visible()
    expect(one.get_by_label("Private notes")).to_have_value("A thought of one.", timeout=SOON)
