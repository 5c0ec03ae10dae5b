"""The Build page at a glance: a whole script in one window, the shelf's search and chips, a new script, the details."""

import os
import re

import browsing
import pytest
from barriers import barriers
from playwright.sync_api import Browser, Locator, Page, expect

pytestmark = pytest.mark.full

SHARES_A_SERVER = True
TWENTY_FIVE = (
    *("steward", "investigator", "clockmaker", "empath", "fortuneteller", "undertaker", "monk", "gossip"),
    *("savant", "slayer", "cannibal", "ravenkeeper", "virgin", "drunk", "recluse", "sweetheart", "moonchild"),
    *("poisoner", "cerenovus", "scarletwoman", "baron", "pukka", "nodashii", "imp", "vigormortis"),
)
SIX = ("steward", "empath", "fortuneteller", "monk", "imp", "vigormortis")
#: Those that a finger may miss, whatever they are.
TOO_SMALL = """(all) => all.map((one) => one.getBoundingClientRect())
    .filter((box) => box.height < 24 || box.width < 24).length"""
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000040000000200806000000a29d7e840000005c49444154789cedd05115001000c040"
    "04d13f8a56c4b80fbb047b9b67ef3b3eb67480d6001da0354007680dd0015a037480d6001da0354007680dd0015a037480d6001d"
    "a0354007680dd0015a037480d6001da0354007680dd001da03c3220243db2002ad0000000049454e44ae426082"
)


def opened(page: Page, *entries: object, **meta: object) -> str:
    return browsing.opened(page, [{"id": "_meta", "name": "Glance", **meta}, *entries], "")


def new_script(page: Page) -> str:
    answer = page.request.post("/new", headers={"Sec-Fetch-Site": "same-origin"})
    path = "/s/" + answer.url.rpartition("/s/")[2].partition("#")[0]
    page.goto(path)
    return path


def names(page: Page) -> list[str]:
    return page.locator("#sheet .row-name").all_text_contents()


def first_hits(page: Page, query: str) -> list[str]:
    page.get_by_label("Find a character").fill(query)
    expect(page.locator("#hits")).to_have_attribute("data-q", query)
    return page.locator("#hits .known .row-name").all_text_contents()


def said(page: Page) -> Locator:
    return page.locator("#saved .say")


def test_a_whole_script_fits_one_window(page: Page) -> None:
    page.set_viewport_size({"width": 1366, "height": 768})
    opened(page, *TWENTY_FIVE)
    expect(page.locator("#sheet .row")).to_have_count(25)
    rows = page.locator("#sheet .row")
    expect(rows.last).to_be_in_viewport(ratio=1)
    assert rows.evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect())"
        ".every((box) => box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth)"
    )
    heads = page.locator("#sheet .team-lists h3").all_inner_texts()
    assert [re.sub(r" ?\d+ of \d+$", "", re.sub(r"\s+", " ", head)) for head in heads] == [
        "Townsfolk 13/13",
        "Outsiders 4/4",
        "Minions 4/4",
        "Demons 4",
    ]
    targets = page.locator("#sheet .row :is(.tick, .grip, .cross, summary)")
    assert targets.count() >= 25 * 3
    assert targets.evaluate_all(TOO_SMALL) == 0


def test_an_ability_that_is_cut_off_is_shown_beside_its_row_and_whole_in_comfortable_rows(page: Page) -> None:
    path = opened(page, *TWENTY_FIVE)
    ability = page.locator(".row", has_text="Fortune Teller").locator(".ability")

    def is_cut() -> bool:
        return bool(ability.evaluate("one => one.parentElement.scrollWidth > one.parentElement.clientWidth"))

    assert is_cut()
    abilities_beside_their_rows(page)
    with page.expect_response("**/look"):
        page.get_by_role("button", name="Abilities").click()
    assert not is_cut()
    page.goto(path)
    expect(page.get_by_role("button", name="Abilities")).to_have_attribute("aria-pressed", "true")
    assert not is_cut()


def abilities_beside_their_rows(page: Page) -> None:
    """For the mouse, and for the keyboard."""
    peek, row = page.locator(".peek"), page.locator(".row", has_text="Fortune Teller")
    row.locator("summary").hover()
    expect(peek).to_be_visible()
    expect(peek).to_contain_text(row.locator(".ability").inner_text())
    page.keyboard.press("Escape")
    expect(peek).to_be_hidden()
    page.locator(".row", has_text="Virgin").locator("summary").focus()
    page.keyboard.press("ArrowUp")
    expect(peek).to_contain_text("Ravenkeeper")


def test_a_typo_finds_the_official_character_before_other_scripts_homebrew(page: Page) -> None:
    opened(
        page,
        {"id": "pen_own", "name": "Poison Pen", "team": "minion", "ability": "Each night, write."},
        "imp",
    )
    opened(page, "chef")
    assert first_hits(page, "poisen") == ["Poisoner", "Poison Pen"]
    groups = page.locator("#hits .hits-team")
    expect(groups).to_have_text([re.compile("From your other scripts")])
    assert "Sorter" not in first_hits(page, "sorter")  # of The Dead Letter Office, a sample
    page.get_by_label("Find a character").fill("poisen")
    page.keyboard.press("Enter")
    expect(said(page)).to_have_text("Poisoner added.")


def test_the_shelf_has_chips_says_what_it_found_and_is_one_stop_in_the_tab_order(page: Page) -> None:
    opened(page, "imp", "chef")
    page.locator("#hits .known").first.wait_for()
    stops = page.locator("#hits :is(summary, button, a):not([tabindex='-1'])")
    assert stops.count() <= 5  # a few of them in a card that is closed
    page.locator("body").press("/")
    field = page.get_by_label("Find a character")
    expect(field).to_be_focused()
    page.get_by_role("radio", name="Demons").check(force=True)
    expect(page.locator("#hits")).to_have_attribute("data-team", "demon")
    page.get_by_role("radio", name="Trouble Brewing").check(force=True)
    expect(page.locator("#hits .row-name")).to_have_text(["Imp"])
    expect(page.locator("#hits-said")).to_have_text("1 match: Imp.")
    page.get_by_label("Not on this script").check(force=True)
    expect(page.locator("#hits-said")).to_have_text("No matches.")
    field.focus()
    page.keyboard.press("Escape")
    expect(page.locator("#hits")).to_have_attribute("data-team", "")
    page.locator("#add-minion").click()
    expect(page.locator("#hits")).to_have_attribute("data-team", "minion")
    expect(field).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(said(page)).to_have_text("Godfather added.")


def test_the_rows_of_the_script_are_one_stop_and_skip_links_lead_past_the_shelf(page: Page) -> None:
    opened(page, *TWENTY_FIVE)
    stops = page.locator("#sheet .row :is(summary, button, a, input):not([tabindex='-1'])")
    expect(page.locator("#sheet [data-roved]")).to_have_count(1)
    assert stops.count() < 10
    page.get_by_label("Find a character").focus()
    for _ in range(4):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "Skip to the script":
            break
    page.keyboard.press("Enter")
    expect(page.locator("#sheet-head")).to_be_focused()
    remove = page.get_by_role("button", name="Remove Empath")
    remove.focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("button", name="Remove Fortune Teller")).to_be_focused()


def test_a_new_script_is_a_scaffold_without_errors_which_a_teams_name_and_enter_fill(page: Page) -> None:
    new_script(page)
    expect(page.get_by_label("Find a character")).to_be_focused()
    counts = page.locator("#sheet h3 .count").all_inner_texts()
    assert [re.sub(r"\D+", "/", count) for count in counts] == ["0/13", "0/4", "0/4", "0/1"]
    expect(page.locator(".severity")).to_have_count(0)
    expect(page.locator("#setup")).to_have_count(0)
    expect(page.locator("main")).not_to_contain_text("_meta")
    for count, team in enumerate(("minion", "outsider", "townsfolk"), 1):
        page.keyboard.type(team)
        page.keyboard.press("Enter")
        expect(page.locator(f'#sheet ol[data-team="{team}"] .row')).to_have_count(1)
        assert len(names(page)) == count
    name = page.get_by_label("Name of the script")
    name.click()
    expect(name).to_have_js_property("selectionStart", 0)
    expect(name).to_have_js_property("selectionEnd", len("New script"))
    page.keyboard.type("Old Bells")
    expect(said(page)).to_have_text("Name changed.")
    expect(name).to_have_value("Old Bells")


def test_the_details_of_a_script_are_edited_shown_and_undone(page: Page, complaints: list[str]) -> None:
    path = opened(page, *SIX, name="Ruled")

    def meta() -> dict[str, object]:
        found: dict[str, object] = page.request.get(f"{path}/script.json").json()[0]
        return found

    page.get_by_text("Script details").first.click()
    rules = page.locator("#bootlegger")
    rules.fill("Nobody whispers.\n\nThe dead may sing.")
    rules.blur()
    expect(said(page)).to_have_text("Rules of the script changed.")
    assert meta()["bootlegger"] == ["Nobody whispers.", "The dead may sing."]
    expect(page.locator("#sheet .rules li")).to_have_text(["Nobody whispers.", "The dead may sing."])
    page.get_by_label("Difficulty").fill("Expert")
    page.get_by_label("Almanac link").fill("example.org/almanac")
    page.get_by_label("Almanac link").blur()
    expect(said(page)).to_have_text("Almanac link changed.")
    page.get_by_label("Hide the title").check()
    expect(said(page)).to_have_text("Hide title changed.")
    assert meta() | {"almanac": "https://example.org/almanac", "hideTitle": True} == meta()
    expect(page.locator("#details-now")).to_contain_text("Expert")
    page.locator("#logo-file").set_input_files({"name": "logo.png", "mimeType": "image/png", "buffer": PNG})
    expect(said(page)).to_have_text("Logo changed.")
    logo = page.get_by_alt_text("Logo")
    expect(logo).to_be_visible()
    assert logo.evaluate("one => one.naturalWidth") > 0
    assert str(meta()["logo"]).startswith("data:image/")
    page.locator("#logo-file").wait_for()
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        expect(rules).to_be_visible()
        assert barriers(page, "#details") == []
    page.get_by_role("button", name="Remove Logo").click()
    expect(logo).to_have_count(0)
    page.keyboard.press("Escape")
    page.locator("body").press("Control+z")
    expect(said(page)).to_have_text("Undone: Logo")
    expect(logo).to_be_visible()
    assert complaints == []


def test_other_pages_of_a_script_undo_too(page: Page) -> None:
    path = opened(page, *SIX)
    page.get_by_role("button", name="Move Monk:").press("ArrowUp")
    expect(said(page)).to_have_text("Monk moved.")
    page.get_by_role("button", name="Remove Imp").click()
    expect(said(page)).to_have_text("Imp removed.")
    page.locator("#undo").click()  # one press, one step
    expect(said(page)).to_have_text("Undone: Imp removed")
    expect(page.locator("#saved")).to_have_attribute("data-revision", "2")
    # One whose script takes the step, and one that is loaded anew; all have the same bar: tests/web/test_web_script.py
    for place in ("night", "history"):
        page.goto(f"{path}/{place}")
        page.locator("main h1").first.click()
        page.keyboard.press("Control+z")
        expect(said(page)).to_have_text("Undone: Monk moved")
        expect(page).to_have_url(re.compile(f"{path}/{place}"))
        page.wait_for_load_state()  # the words are there before the scripts that hear keys
        page.keyboard.press("Control+Shift+Z")
        expect(said(page)).to_have_text("Redone: Monk moved")


def test_the_official_night_order_is_taken_back_where_it_was_chosen(page: Page) -> None:
    path = opened(page, *SIX)
    page.goto(f"{path}/night")
    rows = page.locator("#first .night-name")
    usual = rows.all_inner_texts()
    page.locator("#first-0").get_by_role("button", name="down").click()
    mine = [usual[1], usual[0], *usual[2:]]
    expect(rows).to_have_text(mine)
    expect(page.locator("#undo")).to_be_enabled()
    page.get_by_role("button", name="order").first.click()
    expect(rows).to_have_text(usual)
    expect(page.locator("#saved")).to_have_attribute("data-revision", "3")
    page.get_by_role("button", name="Undo").click()
    expect(said(page)).to_contain_text("Undone: ")
    expect(rows).to_have_text(mine)


def test_what_is_being_typed_in_the_almanac_is_saved_before_an_undo(page: Page) -> None:
    path = opened(page, *SIX)
    page.goto(f"{path}/almanac")
    synopsis = page.get_by_label("Synopsis")
    synopsis.fill("First words.")
    expect(said(page)).to_have_text("Synopsis changed.")
    synopsis.fill("Second words.")
    page.get_by_role("button", name="Undo").click()
    expect(said(page)).to_have_text("Undone: Synopsis")
    expect(synopsis).to_have_value("First words.")


def test_mistyped_names_are_replaced_together(page: Page) -> None:
    opened(page, *SIX[:4], "impp", "pukkka", "fortune_tellr")
    page.get_by_role("button", name="Replace all 3").click()
    expect(said(page)).to_contain_text("impp replaced with Imp")
    expect(page.locator('#sheet ol[data-team="demon"] .row-name')).to_have_text(["Imp", "Pukka"])
    page.get_by_role("button", name="Undo").click()
    expect(said(page)).to_contain_text("Undone: ")


def test_on_a_phone_undo_stays_in_reach_and_the_page_does_not_shift(browser: Browser, server: str) -> None:
    context = browser.new_context(base_url=server, viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    page.add_init_script(
        "window.shift = 0; new PerformanceObserver(list => { for (const one of list.getEntries())"
        " if (!one.hadRecentInput) window.shift += one.value })"
        ".observe({type: 'layout-shift', buffered: true})"
    )
    opened(page, *TWENTY_FIVE)
    expect(page.locator("#sheet .row").last).to_be_attached()
    page.evaluate("document.fonts.ready")
    assert page.evaluate("window.shift") <= 0.05
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(page.get_by_role("button", name="Undo")).to_be_in_viewport(ratio=1)
    targets = page.locator("#sheet :is(.tick, .grip, .cross, .add-team)")
    assert targets.count() >= 25 * 3
    assert targets.evaluate_all(TOO_SMALL) == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()


def test_replace_opens_a_field_in_view_and_enter_takes_the_best(page: Page) -> None:
    page.set_viewport_size({"width": 1366, "height": 768})
    opened(page, *TWENTY_FIVE)
    page.locator(".row[data-key=vigormortis] summary").click()
    page.locator("#swap-vigormortis-1").click()
    field = page.get_by_label("Replace Vigormortis with:")
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport(ratio=0.99)
    expect(page.locator(".near li").first).to_be_in_viewport(ratio=0.9)
    expect(page.locator(".near .why").first).to_contain_text("no new problems")
    page.keyboard.type("fang")
    expect(page.locator(".near li:visible")).to_have_count(1)
    if shots := os.environ.get("SHOTS"):
        page.screenshot(path=f"{shots}/replace.png")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press("Enter")
    expect(page.locator(".row[data-key=fanggu]")).to_be_visible()
    expect(page.locator(".row[data-key=vigormortis]")).to_have_count(0)


def test_replace_at_a_second_row_takes_from_its_own_list(page: Page) -> None:
    opened(page, *(each for each in SIX if each != "fortuneteller"))
    steward, monk = (page.locator(f".row[data-key={who}]") for who in ("steward", "monk"))
    steward.locator("summary").click()
    page.locator("#swap-steward-1").click()
    expect(steward.locator(".near li").first).to_be_visible()
    steward.locator("summary").click()
    monk.locator("summary").click()
    page.locator("#swap-monk-1").click()
    expect(page.get_by_label("Replace Monk with:")).to_be_focused()
    expect(page.locator("#replacement")).to_have_count(1)
    # A word of a name counts more than the Storytellers of abilities.
    page.keyboard.type("teller")
    page.keyboard.press("Enter")
    expect(page.locator(".row[data-key=fortuneteller]")).to_be_visible()
    expect(monk).to_have_count(0)
    expect(steward).to_be_visible()


def test_a_phones_keyboard_leaves_room_for_the_hits(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 500})
    opened(page, *TWENTY_FIVE)
    page.locator(".tabs a", has_text="Add").click()
    page.get_by_label("Find a character").click()
    page.keyboard.type("prin")
    first = page.locator("#hits .known").first
    expect(first).to_contain_text("Princess")
    expect(first).to_be_in_viewport(ratio=1)
    field = page.get_by_label("Find a character").bounding_box()
    assert field
    assert field["y"] < 100
    if shots := os.environ.get("SHOTS"):
        page.screenshot(path=f"{shots}/phone-add.png")


def test_large_text_wraps_and_nothing_scrolls_sideways(page: Page) -> None:
    """A phone at 200 % has half of its pixels."""
    page.set_viewport_size({"width": 195, "height": 844})
    opened(page, *TWENTY_FIVE)
    cut = """() => [...document.querySelectorAll(".row-name, .team-list h3, .tabs a")].filter((one) => {
        const box = one.getBoundingClientRect(), words = one.closest(".row-words")?.getBoundingClientRect();
        return box.width && (box.right > Math.min(innerWidth, words?.right ?? innerWidth) + 1
            || (one.clientWidth && one.scrollWidth > one.clientWidth + 1));
    }).map((one) => one.textContent)"""
    for width in (195, 320, 390):
        page.set_viewport_size({"width": width, "height": 844})
        if width == 390:
            page.evaluate("document.documentElement.style.fontSize = '34px'")
        if shots := os.environ.get("SHOTS"):
            page.screenshot(path=f"{shots}/large-{width}.png")
        assert page.evaluate(cut) == [], width
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
