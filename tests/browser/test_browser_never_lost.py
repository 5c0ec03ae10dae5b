"""Nothing typed is lost, and nobody meets a conflict with oneself: late, lost and wrong answers, and two tabs."""

import re

import browsing
import pytest
from patience import at_home, until
from playwright.sync_api import BrowserContext, Page, Route, expect

pytestmark = pytest.mark.full
SHARES_A_SERVER = True

BELLS = (
    '[{"id": "_meta", "name": "Evening Bells", "author": "Ringer"}, "chef", "empath", "butler",'
    ' {"id": "lamplighter_bells", "name": "Lamplighter", "team": "townsfolk", "ability": "Each night*, light a lamp."},'
    ' "poisoner", "imp"]'
)
EDITOR = "/characters/lamplighter_bells"


def opened(page: Page, place: str = "") -> str:
    """A script of its own, and one of its pages."""
    return browsing.opened(page, BELLS, place)


def waits_no_more(page: Page) -> None:
    until(page, "() => !document.querySelector('[data-waits]')")


def queued(page: Page, text: str) -> None:
    """The text is in the list of what waits."""
    until(
        page,
        "(text) => Object.values(localStorage).some((one) => one.includes('fields') && one.includes(text))",
        text,
    )


class Slow:
    """The way to the server: every change waits until it is let through."""

    def __init__(self, page: Page | BrowserContext, pattern: str = "**/do") -> None:
        self.held: list[Route] = []
        page.route(pattern, lambda route: self.held.append(route))  # noqa: PLW0108  # a list's own method has no name to be called by

    def next(self, page: Page) -> Route:
        for _ in range(1200):
            if self.held:
                return self.held.pop(0)
            page.wait_for_timeout(50)
        raise AssertionError("nothing was sent")


def test_what_waits_is_shown_again_after_a_reload(page: Page) -> None:
    opened(page, EDITOR)
    page.route("**/do", lambda route: route.abort())
    flavour = page.get_by_label("Flavor text")
    flavour.press_sequentially("All lamps are lit.")
    queued(page, "All lamps are lit.")
    flavour.blur()  # what is in the list already is settled once more
    page.reload()
    expect(flavour).to_have_value("All lamps are lit.")
    page.unroute("**/do")
    waits_no_more(page)
    page.reload()
    expect(flavour).to_have_value("All lamps are lit.")


def test_what_was_typed_before_a_crash_comes_after_what_was_on_its_way(
    page: Page, context: BrowserContext
) -> None:
    # A page that crashes says no farewell.
    page.add_init_script("addEventListener('pagehide', (event) => event.stopImmediatePropagation())")
    path = opened(page, EDITOR)
    way = Slow(context)
    page.get_by_label("Flavor text").fill("One")
    way.next(page)
    page.evaluate("window.setTimeout = () => 1")  # the pause after the last key has not ended
    page.get_by_label("Flavor text").press_sequentially(" and two")
    until(
        page,
        "() => Object.entries(localStorage)"
        ".some(([name, one]) => name.includes(':draft:') && one.includes('One and two'))",
    )
    page.close()
    context.unroute("**/do")
    again = context.new_page()
    again.goto(path + EDITOR)
    expect(again.get_by_label("Flavor text")).to_have_value("One and two")
    waits_no_more(again)
    expect(again.locator("#conflict")).to_have_count(0)
    again.reload()
    expect(again.get_by_label("Flavor text")).to_have_value("One and two")


def test_a_network_that_wants_a_password_has_saved_nothing_and_without_room_in_the_browser_all_is_saved(
    page: Page,
) -> None:
    opened(page, EDITOR)
    flavour = page.get_by_label("Flavor text")
    page.route(
        "**/do", lambda route: route.fulfill(status=200, body="<h1>Welcome</h1>", content_type="text/html")
    )
    flavour.fill("In a hotel.")
    expect(page.locator("#waiting")).to_contain_text("Flavor text")
    page.unroute("**/do")
    expect(page.locator("#saved")).to_contain_text("changed.")
    page.reload()
    expect(flavour).to_have_value("In a hotel.")
    page.evaluate(
        "() => { for (let size = 4e6; size >= 1; size = Math.floor(size / 2))"
        " try { for (let n = 0; ; n++) localStorage.setItem(`full-${size}-${n}`, 'x'.repeat(size)); } catch {} }"
    )
    flavour.fill("There is no room.")
    expect(page.locator("#saved")).to_have_attribute("data-revision", "3")
    page.reload()
    expect(flavour).to_have_value("There is no room.")


def test_an_undo_whose_answer_was_lost_is_no_change_elsewhere(page: Page) -> None:
    opened(page)
    page.get_by_role("button", name="Remove Chef").click()
    expect(page.locator("#saved")).to_contain_text("Chef removed.")
    way = Slow(page)
    page.get_by_role("button", name="Undo").click()
    lost = way.next(page)
    lost.fetch()
    lost.abort()
    way.next(page).continue_()
    expect(page.locator("#saved")).to_contain_text("Undone: ")
    expect(page.get_by_role("button", name="Remove Chef")).to_be_visible()


def test_what_another_tab_sent_for_one_is_ones_own(page: Page, context: BrowserContext) -> None:
    one, other = page, context.new_page()
    path = opened(one, EDITOR)
    other.goto(path + EDITOR)
    way = Slow(context)
    other.get_by_label("Private notes").fill("From the other.")
    held = way.next(other)
    one.get_by_label("Flavor text").fill("From one.")
    queued(one, "From one.")
    held.continue_()
    way.next(one).continue_()  # sent by the other tab, which holds the list
    waits_no_more(one)
    one.get_by_label("Flavor text").fill("From one again.")
    way.next(one).continue_()
    waits_no_more(one)
    for each in (one, other):
        expect(each.locator("#conflict")).to_have_count(0)
    one.reload()
    expect(one.get_by_label("Flavor text")).to_have_value("From one again.")
    expect(one.get_by_label("Private notes")).to_have_value("From the other.")


def test_a_tab_that_hears_late_what_another_sent_for_it_is_not_asked(
    page: Page, context: BrowserContext
) -> None:
    context.add_init_script(
        "const { postMessage } = BroadcastChannel.prototype;"
        "BroadcastChannel.prototype.postMessage = function (data) {"
        "  setTimeout(() => postMessage.call(this, data), 3000) }"
    )
    test_what_another_tab_sent_for_one_is_ones_own(page, context)


CLICKS = """(turn) => {
  const rows = [...document.querySelectorAll("#middle .row")];
  const before = new Set(rows.map((row) => JSON.parse(row.dataset.who)[1]));
  const idOf = (button) => JSON.parse(button.value).id;
  const isFresh = (id) => /^[a-z]+$/.test(id) && !before.has(id);
  const all = [...document.querySelectorAll("#shelf button.plus")].filter((button) => isFresh(idOf(button)));
  const mine = all.filter((_, place) => place % 2 === turn).slice(0, 8);
  const later = (button, place) => new Promise((done) => setTimeout(() => done(button.click()), place * 20));
  const end = mine.map(later);
  Promise.all(end).then(() => (document.body.dataset.clicked = ""));
  return mine.map(idOf);
}"""


def test_two_tabs_that_write_at_the_same_moment_lose_nothing(page: Page, context: BrowserContext) -> None:
    one, other = page, context.new_page()
    path = opened(one)
    other.goto(path)
    added: set[str] = set()
    for turn, each in enumerate((one, other)):
        added |= set(each.evaluate(CLICKS, turn))
    assert len(added) == 16
    for each in (one, other):
        until(each, "() => 'clicked' in document.body.dataset")
    for each in (one, other):
        waits_no_more(each)
        expect(each.locator("#conflict")).to_have_count(0)
    one.reload()
    rows = one.evaluate(
        "() => [...document.querySelectorAll('#middle .row')].map((row) => JSON.parse(row.dataset.who)[1])"
    )
    assert added <= set(rows)
    assert len(rows) == len(set(rows)) == 22


def test_a_tab_that_is_opened_meanwhile_sends_what_waits_and_nobody_is_asked(
    page: Page, context: BrowserContext
) -> None:
    one, other = page, context.new_page()
    path = opened(one, EDITOR)
    way = Slow(context)
    one.get_by_label("Flavor text").fill("One")
    held = way.next(one)
    other.goto(path + EDITOR)
    expect(other.get_by_label("Flavor text")).to_have_value("One")
    one.get_by_label("Flavor text").fill("One and two")
    queued(one, "One and two")
    held.abort()
    for _ in range(2):
        way.next(one).continue_()
    waits_no_more(one)
    for each in (one, other):
        expect(each.locator("#conflict")).to_have_count(0)
    one.reload()
    expect(one.get_by_label("Flavor text")).to_have_value("One and two")


@pytest.mark.usefixtures("apart")
def test_two_tabs_that_wrote_the_same_field_while_the_answer_was_slow_are_asked(
    page: Page,
    context: BrowserContext,
) -> None:
    one, other = page, context.new_page()
    path = opened(one, EDITOR)
    other.goto(path + EDITOR)
    way = Slow(context)
    one.get_by_label("Private notes").fill("First.")
    held = way.next(one)
    one.get_by_label("Flavor text").fill("From one.")
    queued(one, "From one.")
    other.get_by_label("Flavor text").fill("From the other.")
    queued(other, "From the other.")
    held.continue_()
    context.unroute("**/do")
    for route in way.held:
        route.continue_()
    asked = one.get_by_role("alertdialog"), other.get_by_role("alertdialog")
    for _ in range(600):
        one.wait_for_timeout(100)
        if any(each.count() for each in asked):
            break
    dialog = next(each for each in asked if each.count())
    expect(dialog.locator("dd")).to_have_text(["From the other.", "From one."])


def test_a_refusal_does_not_hide_what_another_tab_wrote(page: Page, context: BrowserContext) -> None:
    one, other = page, context.new_page()
    path = opened(one, EDITOR)
    other.goto(path + EDITOR)
    other.get_by_label("Flavor text").fill("From the other.")
    expect(other.locator("#saved")).to_contain_text("changed.")
    number = one.get_by_label("First night: position")
    number.fill("soon")
    number.press("Enter")
    expect(one.locator("#firstNight-fault")).to_contain_text("“soon” is none")
    expect(one.get_by_label("Flavor text")).to_have_value("From the other.")


def test_coming_back_to_the_almanac_does_not_bring_back_what_it_said_before(page: Page) -> None:
    opened(page, "/almanac")
    way = Slow(page, "**/almanac")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange', {bubbles: true}))")
    late = way.next(page)
    answer = late.fetch()
    part = page.get_by_label("Part 1")
    part.fill("An opening.")
    expect(page.locator("#saved")).to_have_attribute("data-revision", "2")
    late.fulfill(response=answer)
    way.next(page).continue_()
    expect(part).to_have_value("An opening.")
    part.press_sequentially(" And more.")
    part.blur()
    at_home(page)
    expect(page.locator("#saved")).to_have_attribute("data-revision", re.compile(r"^([3-9]|\d\d)$"))
    expect(page.locator("#saved")).not_to_contain_text("elsewhere")


@pytest.mark.usefixtures("apart")
def test_taking_theirs_leaves_what_is_being_typed_beside_it(page: Page, context: BrowserContext) -> None:
    one, other = page, context.new_page()
    path = opened(one)
    other.goto(path)
    one.get_by_label("Name of the script").fill("Bells of one")
    expect(one.locator("#saved")).to_have_attribute("data-revision", "2")
    other.get_by_label("Name of the script").fill("Bells of the other")
    expect(other.get_by_role("alertdialog")).to_be_visible()
    way = Slow(other, "**/parts*")
    other.get_by_role("button", name="Take theirs").click()
    other.evaluate("window.setTimeout = () => 1")  # the pause after the last key has not ended
    other.get_by_label("by (author)").fill("Somebody")
    way.next(other).continue_()
    expect(other.get_by_label("Name of the script")).to_have_value("Bells of one")
    expect(other.get_by_label("by (author)")).to_have_value("Somebody")


def test_quick_moves_in_the_night_all_happen_whatever_becomes_of_the_answers(page: Page) -> None:
    path = opened(page, "/night")
    names = page.locator("#first .night-name bdi")
    wanted = names.all_text_contents()
    way = Slow(page)
    for name, by in (("Poisoner", 1), ("Poisoner", 1), ("Chef", -1)):
        page.get_by_role("button", name=f"Move {name} {'down' if by > 0 else 'up'}").first.click()
        place = wanted.index(name)
        wanted.insert(place + by, wanted.pop(place))
        expect(names).to_have_text(wanted)
    lost = way.next(page)
    lost.fetch()
    lost.abort()
    expect(page.locator("#waiting")).to_contain_text("First night")
    way.next(page).fulfill(status=500, body="no")
    page.unroute("**/do")
    waits_no_more(page)
    expect(names).to_have_text(wanted)
    expect(page.locator("#conflict")).to_have_count(0)
    page.goto(f"{path}/night")
    expect(names).to_have_text(wanted)


def test_moves_in_the_night_without_a_connection_outlive_the_page(
    page: Page, context: BrowserContext
) -> None:
    path = opened(page, "/night")
    names = page.locator("#first .night-name bdi")
    page.route("**/do", lambda route: route.abort())
    page.get_by_role("button", name="Move Poisoner down").first.click()
    expect(page.locator("#waiting")).to_contain_text("First night")
    wanted = names.all_text_contents()
    page.reload()
    expect(names).to_have_text(wanted)
    page.goto(f"{path}/characters")  # any page of the script sends it
    page.unroute("**/do")
    waits_no_more(page)
    page.goto(f"{path}/night")
    expect(names).to_have_text(wanted)
    expect(page.locator("#first .own")).to_have_text("Your order")


@pytest.mark.parametrize(
    ("place", "script", "label"),
    [
        (EDITOR, "character", "Flavor text"),
        ("/almanac", "almanac", "Overview"),
        ("", "build", "Name of the script"),
    ],
)
def test_what_is_typed_before_the_scripts_are_there_is_saved_and_an_older_page_catches_up(
    page: Page, place: str, script: str, label: str
) -> None:
    path = browsing.opened(page, BELLS)
    old = page.request.get(path + place).text()
    late: list[Route] = []
    page.route(f"**/js/{script}.js", lambda route: late.append(route))  # noqa: PLW0108  # a list's own method has no name to be called by
    page.goto(path + place, wait_until="commit")
    field = page.get_by_label(label, exact=True).first
    field.fill("Typed early.")
    while not late:
        page.wait_for_timeout(50)
    late[0].continue_()
    expect(page.locator("#saved")).to_have_attribute("data-revision", "2")
    assert "Typed early." in page.request.get(f"{path}/script.json").text()
    page.unroute(f"**/js/{script}.js")
    # The page as it was asked for before the change was saved.
    page.route(page.url, lambda route: route.fulfill(body=old, content_type="text/html"), times=1)
    page.reload()
    expect(field).to_have_value("Typed early.")
    expect(page.locator("#saved")).to_have_attribute("data-revision", "2")


@pytest.mark.usefixtures("apart")
def test_two_who_order_the_same_night_are_asked_and_either_can_be_had(
    page: Page, context: BrowserContext
) -> None:
    path = opened(page, "/night")
    other = context.new_page()
    other.goto(f"{path}/night")
    names = "#first .night-name bdi"
    for choice, revision in (("Take theirs", 2), ("Keep mine", 3)):
        page.get_by_role("button", name="Move Poisoner down").first.click()
        expect(page.locator("#saved")).to_have_attribute("data-revision", str(revision))
        theirs = page.locator(names).all_text_contents()
        other.get_by_role("button", name="Move Chef down").first.click()
        mine = other.locator(names).all_text_contents()
        assert mine != theirs
        dialog = other.get_by_role("alertdialog")
        expect(dialog).to_contain_text("Both changed the order of the first night of the script.")
        dialog.get_by_role("button", name=choice).click()
        waits_no_more(other)
        wanted = mine if choice == "Keep mine" else theirs
        expect(other.locator(names)).to_have_text(wanted)
        other.reload()
        expect(other.locator(names)).to_have_text(wanted)


def test_a_link_leads_away_when_what_was_typed_is_at_home(page: Page) -> None:
    # Two seconds after the click it leads away in any case.
    page.add_init_script(
        "const wait = setTimeout; window.setTimeout = (go, ms, ...rest) => wait(go, ms === 2000 ? 9e6 : ms, ...rest)"
    )
    path = opened(page, EDITOR)
    way = Slow(page)
    page.get_by_label("Flavor text").fill("On the way out.")
    page.get_by_role("link", name="All characters").click()
    way.next(page).continue_()
    page.wait_for_url(re.compile("/characters$"))
    assert "On the way out." in page.request.get(f"{path}/script.json").text()
