"""The pages around building, in a real browser: scripts come in, are ordered, dealt, printed, shared, brought back."""

import json
import re
import zipfile
from pathlib import Path

import browsing
import pytest
from playwright.sync_api import Browser, Page, expect

from builder import assets

pytestmark = pytest.mark.full
SHARES_A_SERVER = True

BELLS = ["washerwoman", "chef", "empath", "butler", "poisoner", "baron", "imp"]
DROP = """files => {
    const box = new DataTransfer();
    for (const [name, text] of files) box.items.add(new File([text], name, { type: "application/json" }));
    for (const kind of ["dragenter", "dragover", "drop"])
        window.dispatchEvent(new DragEvent(kind, { dataTransfer: box, bubbles: true, cancelable: true }));
}"""
PASTE = """text => {
    const box = new DataTransfer();
    box.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste",
        { clipboardData: box, bubbles: true, cancelable: true }));
}"""
NOT_LOADED = '[data-page]:not([data-state="ready"])'


def bells(name: str) -> str:
    return json.dumps([{"id": "_meta", "name": name, "author": "Ringer"}, *BELLS])


def opened(page: Page, name: str) -> str:
    """Opens a script and gives the path of its pages."""
    return browsing.opened(page, bells(name))


def rows(page: Page, night: str = "first") -> list[str]:
    return page.locator(f"#{night} .night-name bdi").all_inner_texts()


def test_many_files_are_dropped_at_once(page: Page, complaints: list[str]) -> None:
    page.goto("/")
    page.evaluate(DROP, [["a.json", bells("First Bell")], ["b.json", bells("Second Bell")]])
    expect(page.get_by_role("heading", name="2 scripts opened")).to_be_visible()
    page.get_by_role("link", name="All scripts").click()
    expect(page.get_by_role("heading", name="Second Bell")).to_be_visible()
    assert complaints == []


def test_a_link_that_holds_a_script_is_pasted(page: Page) -> None:
    address = opened(page, "Linked Bells")
    link = page.request.get(f"{address}/export/link").text().strip()
    page.goto("/")
    page.evaluate(PASTE, link)
    page.wait_for_url(re.compile(r"/s/\w{12}$"))
    assert not page.url.endswith(address)
    expect(page).to_have_title(re.compile("Linked Bells"))


def test_the_library_is_searched_while_one_types(page: Page, complaints: list[str]) -> None:
    opened(page, "Whispering Gallery")
    page.goto("/")
    page.get_by_role("searchbox").press_sequentially("whisper")
    expect(page.locator(".script-card")).to_have_count(1)
    expect(page.get_by_role("heading", name="Whispering Gallery")).to_be_visible()
    expect(page).to_have_url(re.compile("q=whisper"))
    assert complaints == []


def test_a_script_is_thrown_away_and_taken_back(page: Page) -> None:
    opened(page, "Cracked Bell")
    page.goto("/")
    card = page.locator(".script-card", has=page.get_by_role("heading", name="Cracked Bell"))
    card.locator("summary").click()
    card.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("“Cracked Bell” was moved to the bin.")).to_be_visible()
    expect(card).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(card).to_have_count(1)


def test_the_night_order_is_changed_by_buttons_and_by_keys(page: Page, complaints: list[str]) -> None:
    page.goto(opened(page, "Night Bells") + "/night")
    before = rows(page)
    down = page.get_by_role("button", name="Move Poisoner down", exact=True).first
    place = before.index("Poisoner")
    down.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#first .night-name bdi").nth(place + 1)).to_have_text("Poisoner")
    expect(page.locator(f"#first-{place + 1} button[value='1']")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#first .night-name bdi").nth(place + 2)).to_have_text("Poisoner")
    page.locator("#first").get_by_role("button", name="Usual order").click()
    expect(page.locator("#first .night-name bdi")).to_have_text(before)
    assert complaints == []


def test_the_night_order_is_changed_by_dragging(page: Page, complaints: list[str]) -> None:
    page.goto(opened(page, "Dragged Bells") + "/night")
    before = rows(page)
    page.locator("#first-1 .night-name").drag_to(page.locator("#first-3 .night-name"))
    expect(page.locator("#first .night-name bdi").nth(1)).to_have_text(before[2])
    expect(page.locator("main[aria-busy]")).to_have_count(0)
    page.reload()
    assert rows(page) != before
    assert sorted(rows(page)) == sorted(before)
    assert complaints == []


def test_a_game_is_dealt_some_of_it_kept_and_dealt_again(page: Page, complaints: list[str]) -> None:
    text = assets.data("samples", "a-murmur-of-moths.json").read_text("utf-8")
    browsing.opened(page, text, "/deal")
    page.get_by_role("spinbutton", name="Players").fill("9")
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.get_by_role("heading", name="9 players")).to_be_visible()
    page.get_by_text("Show the Grimoire").click()
    expect(page.locator(".bag-token")).to_have_count(9)
    expect(page.get_by_role("button", name="Deal all again")).to_be_visible()
    kept = page.locator(".bag-token .lock input").first
    kept.check()
    who = kept.get_attribute("value")
    with page.expect_navigation():
        page.get_by_role("button", name="Deal the others again").click()
    expect(page.locator(".bag-token").first).to_be_visible()
    expect(page.locator(f".bag-token input[value='{who}']")).to_be_checked()
    page.get_by_text("Names and new deal").click()
    page.get_by_role("spinbutton", name="Players").fill("3")
    page.get_by_role("button", name="Deal", exact=True).click()
    assert page.get_by_role("spinbutton", name="Players").evaluate("field => !field.validity.valid")
    assert complaints == []


def test_a_bundle_is_made_document_by_document(page: Page, tmp_path: Path, complaints: list[str]) -> None:
    page.goto(opened(page, "Printed Bells") + "/print")
    page.get_by_role("checkbox", name="Table cards").check()
    expect(page.locator("#table")).to_be_visible()
    page.get_by_label("Paper").last.select_option("letter")
    expect(page.locator("#sheet img").first).to_have_attribute("src", re.compile("/letter/1.png"))
    with page.expect_download(timeout=120_000) as download:
        page.get_by_role("button", name="Download all as ZIP").click()
        expect(page.locator("[data-makings] li").first).to_contain_text("kB", timeout=90_000)
    expect(page.get_by_text("Done. The ZIP is being downloaded.")).to_be_visible()
    target = tmp_path / "bundle.zip"
    download.value.save_as(target)
    names = zipfile.ZipFile(target).namelist()
    assert "Printed Bells.json" in names
    assert {name.rpartition(".")[2] for name in names} == {"json", "pdf"}
    assert len(names) == 4
    expect(page.locator(NOT_LOADED)).to_have_count(0, timeout=90_000)
    assert complaints == []


@pytest.mark.usefixtures("undrawn")
def test_a_bundle_can_be_cancelled(page: Page) -> None:
    page.goto(opened(page, "Cancelled Bells") + "/print")
    page.route("**/print/made/**", lambda _: None)
    page.get_by_role("button", name="Download all as ZIP").click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Canceled.")).to_be_visible()


def test_a_read_link_works_elsewhere_until_it_is_closed(page: Page, other_page: Page) -> None:
    page.goto(opened(page, "Shared Bells") + "/share")
    page.get_by_label("For whom").fill("Ada")
    page.get_by_role("button", name="Create link").click()
    link = page.locator("#made").input_value()
    assert page.get_by_label("Address of the link").input_value() == link
    reader = other_page
    reader.goto(link)
    expect(reader.get_by_role("heading", level=1)).to_have_text("Shared Bells")
    expect(reader.get_by_role("link", name="Settings")).to_have_count(0)
    expect(reader.get_by_role("link", name="Build")).to_have_count(0)
    page.get_by_role("button", name="Revoke").click()
    expect(page.get_by_text("None yet.")).to_be_visible()
    answer = reader.goto(link)
    assert answer
    assert answer.status == 404
    expect(reader.get_by_role("heading", name="This link was closed")).to_be_visible()
    expect(reader.get_by_text("Ask whoever sent it.")).to_be_visible()


def test_an_edit_link_leads_to_the_script(page: Page, other_page: Page) -> None:
    address = opened(page, "Common Bells")
    page.goto(f"{address}/share")
    page.get_by_label("edit", exact=True).check()
    page.get_by_role("button", name="Create link").click()
    other_page.goto(page.locator("#made").input_value())
    expect(other_page).to_have_url(re.compile(f"{address}$"))


def test_an_earlier_state_is_brought_back(page: Page, complaints: list[str]) -> None:
    address = opened(page, "Old Bells")
    page.request.post(f"{address}/do", form={"op": "add", "id": "monk"})
    page.goto(f"{address}/history")
    page.get_by_role("link", name=re.compile("^Compare with now.*revision 1$")).click()
    expect(page.locator(".then")).not_to_contain_text("Monk")
    page.get_by_role("button", name="Go back to revision").click()
    expect(page.locator(".change.current")).to_contain_text("− Monk")
    assert complaints == []


def test_without_javascript_every_page_does_its_work(browser: Browser, server: str, tmp_path: Path) -> None:
    context = browser.new_context(base_url=server, java_script_enabled=False)
    page = context.new_page()
    file = tmp_path / "plain.json"
    file.write_text(bells("Plain Bells"))
    page.goto("/")
    page.get_by_label("Drop script files here").set_input_files(file)
    page.get_by_role("button", name="Open", exact=True).click()
    page.wait_for_url(re.compile(r"/s/\w{12}$"))
    address = page.url
    page.goto(f"{address}/night")
    page.get_by_role("button", name="Move Poisoner down", exact=True).first.click()
    expect(page.locator("#first")).to_contain_text("Your order")
    page.goto(f"{address}/print")
    page.get_by_role("checkbox", name="Night sheet").uncheck()
    page.get_by_role("button", name="Show the pages").click()
    expect(page.locator("#night")).to_have_count(0)
    with page.expect_download(timeout=120_000) as download:
        page.get_by_role("button", name="Download all as ZIP").click()
    assert len(zipfile.ZipFile(download.value.path()).namelist()) == 2
    page.goto("/?q=plain")
    expect(page.locator(".script-card")).to_have_count(1)
    context.close()


def test_the_masthead_keeps_the_margin_of_the_page(page: Page) -> None:
    page.goto("/")
    for width in (320, 353, 360, 384, 412, 513):
        page.set_viewport_size({"width": width, "height": 700})
        heading, brand, ways = page.evaluate(
            """() => ["main h1", ".brand", ".ways"].map(name => {
                const box = document.querySelector(name).getBoundingClientRect();
                return [box.left, box.right];
            })"""
        )
        assert brand[0] == pytest.approx(heading[0], abs=1), width
        assert ways[1] == pytest.approx(width - heading[0], abs=1), width
        assert brand[1] < ways[0], width
