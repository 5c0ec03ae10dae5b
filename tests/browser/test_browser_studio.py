"""Making characters in a real browser: from nothing to a printed token, jinxed, written about, taken elsewhere."""

import json
import re
from pathlib import Path

import pypdfium2
import pytest
from barriers import barriers
from browsing import opened
from jsonschema import Draft202012Validator
from patience import until
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from builder import assets
from builder.settings import Settings
from builder.web import create_app

pytestmark = pytest.mark.full
SHARES_A_SERVER = True

OFFICIAL = Path(__file__).parents[3] / "shared" / "fixtures" / "official" / "script-schema.json"
LAMPLIGHTER = {
    "id": "lamplighter_bells",
    "name": "Lamplighter",
    "team": "townsfolk",
    "ability": "Each night*, choose a player: you learn if their lamp is lit.",
    "otherNight": 40,
    "reminders": ["Lit"],
}
BELLS = [{"id": "_meta", "name": "Evening Bells", "author": "Ringer"}, "chef", "empath", LAMPLIGHTER, "imp"]


@pytest.fixture
def path(page: Page) -> str:
    """A script of its own for each test."""
    return opened(page, BELLS)


def editor(page: Page, path: str, name: str = "lamplighter_bells") -> Page:
    page.goto(f"{path}/characters/{name}")
    return page


def stored(page: Page, path: str, name: str = "Lamplighter") -> dict[str, object]:
    script = page.request.get(f"{path}/script.json").json()
    found: dict[str, object] = next(
        each for each in script if isinstance(each, dict) and each.get("name") == name and "team" in each
    )
    return found


def saves(page: Page, words: str) -> None:
    """The last change is at home."""
    expect(page.locator("#saved")).to_contain_text(words)
    expect(page.locator("#editor")).not_to_have_attribute("data-waits", "")


def page_waits_no_more(page: Page) -> None:
    """All that was typed is at home."""
    page.locator("h1").click()
    page.wait_for_timeout(50)
    until(page, "() => !document.querySelector('[data-waits]')")


def fresh_picture(page: Page, what: str, before: str) -> str:
    """The address of a picture that has taken the place of another."""
    picture = page.locator(f"#picture-{what} img")
    expect(picture).not_to_have_attribute("src", before)
    until(
        page,
        f"() => {{ const image = document.querySelector('#picture-{what} img');"
        " return image && image.complete && image.naturalWidth > 0; }",
    )
    return picture.get_attribute("src") or ""


def test_a_character_from_nothing_to_its_printed_token(page: Page, path: str, complaints: list[str]) -> None:
    page.goto(f"{path}/characters")
    page.get_by_label("Name", exact=True).fill("Bell Ringer")
    page.get_by_label("Team").select_option("outsider")
    with page.expect_navigation():
        page.get_by_role("button", name="Create", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bell Ringer")
    before = page.locator("#picture-token img").get_attribute("src") or ""
    page.get_by_label("Ability", exact=True).fill("You start knowing how many bells ring. [+1 Outsider]")
    saves(page, "changed.")
    expect(page.locator("#help")).to_contain_text("You start knowing")
    expect(page.locator("#help .good", has_text="[+1 Outsider]")).to_be_visible()
    page.get_by_label("Reminders", exact=True).fill("Rings\nRings")
    page.get_by_label("First night: position").fill("31.5")
    reminder = page.get_by_label("First night: reminder")
    reminder.fill("Show a number.")
    page.locator('[data-tools="firstNightReminder"]').get_by_role("button", name="Token circle").click()
    expect(reminder).to_have_value("Show a number. :reminder:")
    page.get_by_label("Changes the setup").check()
    page_waits_no_more(page)
    kept = stored(page, path, "Bell Ringer")
    assert kept["reminders"] == ["Rings", "Rings"]
    assert kept["firstNight"] == 31.5
    assert kept["firstNightReminder"] == "Show a number. :reminder:"
    assert kept["setup"] is True
    token = fresh_picture(page, "token", before)
    assert page.request.get(token).body().startswith(b"\x89PNG")
    expect(page.locator("#picture-reminders img")).to_be_visible()
    page.get_by_role("link", name="Print its tokens").click()
    expect(page.locator("#tokens img").first).to_be_visible(timeout=90_000)
    href = page.locator("#tokens").get_by_role("link", name=re.compile("PDF")).first.get_attribute("href")
    pdf = pypdfium2.PdfDocument(page.request.get(href or "", timeout=60_000).body())
    text = re.sub(r"\s", "", pdf[0].get_textpage().get_text_bounded())
    assert "howmanybells" in text
    assert text.count("Rings") == 2
    assert "Lamplighter" not in text
    pdf.close()
    assert complaints == []


def test_a_character_is_jinxed_written_about_and_taken_elsewhere_whole(
    page: Page, path: str, tmp_path: Path, complaints: list[str]
) -> None:
    editor(page, path)
    page.get_by_label("Character", exact=True).fill("Imp")
    page.get_by_label("Jinx", exact=True).fill("If the Imp is lit, it goes out.")
    with page.expect_navigation():
        page.get_by_role("button", name="Add jinx").click()
    jinx = page.get_by_label(re.compile("With Imp"))
    expect(jinx).to_have_value("If the Imp is lit, it goes out.")
    jinx.fill("If the Imp is lit, the lamp goes out.")
    saves(page, "inx")
    page.get_by_label("Overview, in one sentence").fill("The Lamplighter sees who is awake.")
    page.get_by_label("Rules").fill("A lamp is lit or **not**.\n\nA dead player's lamp is out.")
    page.get_by_label("Examples").fill("The Chef's lamp is lit.")
    page.get_by_label("How to run").fill("Wake the Lamplighter.")
    page.get_by_label("protection", exact=True).check()
    page.get_by_label("Private notes").fill("Nobody may know this.")
    page_waits_no_more(page)
    exported = page.request.get(f"{path}/export/official").text()
    assert "Nobody may know this." not in exported
    values = json.loads(exported)
    assert values[3]["jinxes"] == [{"id": "imp", "reason": "If the Imp is lit, the lamp goes out."}]
    if OFFICIAL.is_file():
        Draft202012Validator(json.loads(OFFICIAL.read_text())).validate(values)
    Draft202012Validator(json.loads(assets.data("schema", "script.json").read_text())).validate(values)
    elsewhere = create_app(Settings(data=str(tmp_path / "elsewhere"))).test_client()
    landed = elsewhere.post("/open", data={"text": exported})
    again = elsewhere.get(f"{landed.headers['Location']}/export/official")
    assert json.loads(again.text) == values
    form = elsewhere.get(f"{landed.headers['Location']}/characters/lamplighter_bells").text
    assert "A dead player&#39;s lamp is out." in form
    assert complaints == []


@pytest.mark.usefixtures("undrawn")
def test_what_is_typed_without_a_connection_is_not_lost(
    page: Page, context: BrowserContext, path: str
) -> None:
    editor(page, path)
    context.set_offline(True)
    page.get_by_label("Ability", exact=True).fill("Each night*, lose your way in the dark.")
    page.get_by_label("Flavor text").fill("Who goes there?")
    expect(page.locator("#waiting")).to_contain_text("No connection")
    page.get_by_label("Private notes").press_sequentially("Half a senten")
    page.close(run_before_unload=False)
    context.set_offline(False)
    again = editor(context.new_page(), path)
    expect(again.get_by_label("Ability", exact=True)).to_have_value("Each night*, lose your way in the dark.")
    expect(again.get_by_label("Flavor text")).to_have_value("Who goes there?")
    expect(again.get_by_label("Private notes")).to_have_value("Half a senten")
    until(again, "() => !document.querySelector('[data-waits]')")
    expect(again.locator("#waiting")).to_be_hidden()
    kept = stored(again, path)
    assert kept["ability"] == "Each night*, lose your way in the dark."
    assert kept["flavor"] == "Who goes there?"
    again.reload()
    expect(again.get_by_label("Private notes")).to_have_value("Half a senten")


@pytest.mark.usefixtures("undrawn")
def test_a_change_whose_answer_is_lost_is_sent_again_and_does_not_stand_against_the_next(
    page: Page, path: str
) -> None:
    editor(page, path)
    lost: list[str] = []

    def loses_the_first_answer(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.fetch().status_text)
        route.abort()

    page.route("**/do", loses_the_first_answer)
    flavour = page.get_by_label("Flavor text")
    flavour.fill("Who goes")
    expect(page.locator("#waiting")).to_contain_text("No connection")
    flavour.fill("Who goes there?")
    page.get_by_label("Private notes").fill("And where?")
    page_waits_no_more(page)
    assert stored(page, path)["flavor"] == "Who goes there?"
    expect(page.locator("#conflict")).to_have_count(0)
    expect(page.get_by_label("Private notes")).to_have_value("And where?")


@pytest.mark.usefixtures("undrawn")
def test_somebody_who_types_faster_than_the_server_answers_stands_in_nobodys_way(
    page: Page, path: str
) -> None:
    editor(page, path)
    held: list[Route] = []

    def sent() -> Route:
        for _ in range(1200):
            if held:
                break
            page.wait_for_timeout(50)
        return held.pop()

    page.route("**/do", lambda route: held.append(route))  # noqa: PLW0108  # Playwright marks it
    notes, saved = page.get_by_label("Private notes"), page.locator("#saved")
    page.get_by_label("Flavor text").fill("Who goes there?")
    notes.fill("And")
    first = sent()
    page.locator("h1").click()
    first.continue_()
    second = sent()
    notes.fill("And where?")
    page.locator("h1").click()
    second.continue_()
    sent().continue_()
    page_waits_no_more(page)
    expect(saved).not_to_contain_text("elsewhere")
    expect(page.locator("#conflict")).to_have_count(0)
    page.unroute("**/do")
    page.reload()
    expect(notes).to_have_value("And where?")


@pytest.mark.usefixtures("undrawn")
def test_what_cannot_be_meant_is_told_beside_its_field_and_stays(page: Page, path: str) -> None:
    editor(page, path)
    field = page.get_by_label("First night: position")
    field.fill("soon")
    field.press("Enter")
    expect(page.locator("#firstNight-fault")).to_contain_text("“soon” is none")
    expect(field).to_have_value("soon")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#saved .not-yet")).to_be_visible()
    page.reload()
    expect(field).to_have_value("soon")
    field.fill("12")
    field.press("Enter")
    expect(page.locator("#firstNight-fault")).to_be_empty()
    expect(page.locator("#saved .not-yet")).to_be_hidden()
    expect(page.locator("#help-firstNight")).to_contain_text("12 is between the Thief and the Boffin")
    assert stored(page, path)["firstNight"] == 12


@pytest.mark.usefixtures("undrawn")
def test_a_text_over_the_limit_is_kept_and_its_meter_says_so(page: Page, path: str) -> None:
    editor(page, path)
    page.get_by_label("Ability", exact=True).fill("lamps" * 60)
    meter = page.locator('[data-meter="ability"]')
    expect(meter).to_have_text("300 / 250")
    expect(meter).to_have_attribute("data-over", "")
    saves(page, "changed.")
    page.reload()
    expect(page.get_by_label("Ability", exact=True)).to_have_value("lamps" * 60)


@pytest.mark.usefixtures("undrawn")
def test_a_new_id_leads_to_the_new_address_with_all_that_was_typed(page: Page, path: str) -> None:
    editor(page, path)
    page.get_by_text("ID, edition, image addresses").click()
    page.get_by_label("Flavor text").fill("Just now.")
    page.get_by_label("ID", exact=True).fill("lamplighter_two")
    page.get_by_label("ID", exact=True).press("Enter")
    page.wait_for_url(re.compile("lamplighter_two"))
    expect(page.get_by_label("Flavor text")).to_have_value("Just now.")


@pytest.mark.usefixtures("apart", "undrawn")
def test_two_tabs_write_different_fields_and_the_same_one(page: Page, context: BrowserContext) -> None:
    one, other = page, context.new_page()
    path = opened(one, BELLS)
    editor(one, path)
    editor(other, path)
    one.get_by_label("Flavor text").fill("From one.")
    saves(one, "changed.")
    with other.expect_response(re.compile("/parts")):  # the last that it asks for
        other.get_by_label("Private notes").fill("From the other.")
        saves(other, "Merged with changes from another window.")
        expect(other.get_by_label("Flavor text")).to_have_value("From one.")
    one.get_by_label("Flavor text").fill("From one again.")
    page_waits_no_more(one)
    other.get_by_label("Flavor text").fill("From the other.")
    dialog = other.get_by_role("alertdialog")
    expect(dialog).to_contain_text("Both changed")
    expect(dialog.locator("dd")).to_have_text(["From the other.", "From one again."])
    assert stored(one, path)["flavor"] == "From one again."
    dialog.get_by_role("button", name="Keep mine").click()
    saves(other, "changed.")
    assert stored(one, path)["flavor"] == "From the other."


@pytest.mark.usefixtures("apart", "undrawn")
def test_what_one_tab_types_is_kept_under_the_id_that_another_one_gave_meanwhile(
    page: Page,
    context: BrowserContext,
) -> None:
    one, other = page, context.new_page()
    path = opened(one, BELLS)
    editor(one, path)
    editor(other, path)
    one.get_by_label("Flavor text").fill("From one.")
    page_waits_no_more(one)
    one.get_by_text("ID, edition, image addresses").click()
    one.get_by_label("ID", exact=True).fill("lamplighter_two")
    one.get_by_label("ID", exact=True).press("Enter")
    one.wait_for_url(re.compile("lamplighter_two"))
    other.get_by_label("Flavor text").fill("From the other.")
    dialog = other.get_by_role("alertdialog")
    expect(dialog).to_contain_text("“Lamplighter” got another id while you changed it.")
    expect(dialog.locator("dd")).to_have_text(["From the other.", "From one."])
    dialog.get_by_role("button", name="Keep mine").click()
    other.wait_for_url(re.compile("lamplighter_two"))
    expect(other.get_by_label("Flavor text")).to_have_value("From the other.")
    # And once more, of a character that is gone: what was typed can be copied, the way out leads somewhere.
    one.reload()
    one.get_by_role("button", name="Remove from the script").click()
    one.wait_for_url(re.compile("/characters$"))
    other.get_by_label("Flavor text").fill("Too late.")
    expect(dialog).to_contain_text("can’t be saved any more")
    expect(dialog.locator("dd").first).to_have_text("Too late.")
    expect(dialog.get_by_role("button", name="Keep mine")).to_have_count(0)
    dialog.get_by_role("button", name="Discard mine").click()
    other.wait_for_url(re.compile("/characters$"))


def test_the_list_moves_copies_keeps_back_and_removes(page: Page, complaints: list[str]) -> None:
    second = {**LAMPLIGHTER, "id": "snuffer_bells", "name": "Snuffer"}
    path = opened(page, [*BELLS, second])
    page.goto(f"{path}/characters")
    names = page.locator(".c-name bdi")
    page.get_by_role("button", name="Move Snuffer up").click()
    expect(names).to_have_text(["Snuffer", "Lamplighter"])
    row = page.locator(".c-own", has_text="Snuffer")
    row.locator("summary").click()
    row.get_by_role("button", name="Hide from exports").click()
    expect(row).to_contain_text("hidden")
    row.locator("summary").click()
    row.get_by_role("button", name="Remove from the script").click()
    expect(names).to_have_text(["Lamplighter"])
    page.get_by_role("button", name="Undo").click()
    expect(names).to_have_text(["Snuffer", "Lamplighter"])
    row.locator("summary").click()
    row.get_by_role("button", name="Duplicate").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Snuffer")
    page.get_by_role("link", name="All characters").click()
    expect(names).to_have_count(3)
    assert complaints == []


@pytest.mark.usefixtures("undrawn")
def test_a_variant_of_an_official_character_is_made_by_typing_its_name_and_follows_a_new_one(
    page: Page, path: str
) -> None:
    page.goto(f"{path}/characters")
    page.get_by_label("Official character", exact=True).fill("Monk")
    page.get_by_role("button", name="Create variant", exact=True).click()
    # With its scripts: without them, Enter saves all fields at once.
    page.wait_for_url("**/characters/monk_variant")
    expect(page.get_by_role("heading", level=1)).to_have_text("Monk")
    expect(page.get_by_label("Ability", exact=True)).not_to_be_empty()
    reminder = page.get_by_label("Other nights: reminder")
    reminder.fill("The Monk points. Monks wait.")
    page.get_by_label("Name", exact=True).fill("Friar")
    page.keyboard.press("Enter")
    expect(reminder).to_have_value("The Friar points. Monks wait.")
    page.get_by_label("Reminders", exact=True).fill("Blessed")
    cards = page.locator("#otherNightReminder-cards")
    expect(cards.locator("option", has_text="Blessed")).to_have_count(1)


def test_a_phone_has_room_for_the_editor(browser: Browser, server: str) -> None:
    context = browser.new_context(base_url=server, viewport={"width": 360, "height": 740}, has_touch=True)
    page = context.new_page()
    path = opened(page, BELLS)
    editor(page, path)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_label("Ability", exact=True).tap()
    page.get_by_label("Ability", exact=True).fill("Each night*, on a phone.")
    saves(page, "changed.")
    expect(page.locator("#picture-token")).to_be_visible()
    context.close()


@pytest.mark.slow
def test_all_of_it_works_without_javascript(browser: Browser, server: str) -> None:
    context = browser.new_context(base_url=server, java_script_enabled=False)
    page = context.new_page()
    path = opened(page, BELLS)
    editor(page, path)
    page.get_by_label("Ability", exact=True).fill("Each night*, by hand.")
    page.get_by_label("Rules").fill("One.\n\nTwo.")
    page.get_by_label("poison", exact=True).check()
    page.get_by_text("ID, edition, image addresses").click()
    page.get_by_label("Feature").last.select_option(label="Is shown a card")
    page.get_by_label("Value").last.fill("LIT")
    with page.expect_navigation():
        page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Rules")).to_have_value("One.\n\nTwo.")
    expect(page.get_by_label("poison", exact=True)).to_be_checked()
    assert stored(page, path)["special"] == [{"type": "signal", "name": "card", "value": "LIT"}]
    page.get_by_label("Character", exact=True).fill("Imp")
    page.get_by_label("Jinx", exact=True).fill("By hand, too.")
    page.get_by_role("button", name="Add jinx").click()
    expect(page.get_by_label(re.compile("With Imp"))).to_have_value("By hand, too.")
    page.get_by_role("button", name="Remove jinx").click()
    expect(page.get_by_label(re.compile("With Imp"))).to_have_count(0)
    page.get_by_label("First night: position").fill("never")
    page.get_by_label("Flavor text").fill("Still here.")
    with page.expect_navigation():
        page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert").first).to_contain_text("“never” is none")
    expect(page.get_by_label("Flavor text")).to_have_value("Still here.")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_label(re.compile("With Imp"))).to_have_count(1)
    context.close()


@pytest.mark.slow
def test_the_studio_has_no_barrier(page: Page) -> None:
    bad = {
        **LAMPLIGHTER,
        "id": "bad_bells",
        "name": "Bad",
        "ability": "[nonsense] " * 30,
        "jinxes": [{"id": "imp", "reason": "R."}],
    }
    path = opened(page, [*BELLS, bad, {"id": "stray", "name": "Stray", "ability": "x"}])
    for place in ("", "/bad_bells", "/stray", "/chef"):
        page.set_viewport_size({"width": 1280, "height": 900})
        page.goto(f"{path}/characters{place}")
        page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true })")
        for width in (1280, 360):
            page.set_viewport_size({"width": width, "height": 900})
            assert barriers(page) == [], (place, width)
