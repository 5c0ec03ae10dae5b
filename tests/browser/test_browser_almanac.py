"""The almanac desk in a real browser, and a published set as it lies on a disk."""

import json
import re
import zipfile
from pathlib import Path

import composing
import pytest
from barriers import barriers
from browsing import opened
from patience import at_home, until
from playwright.sync_api import Browser, BrowserContext, Page, expect

import builder
from builder.publishing import folder

pytestmark = pytest.mark.full
SHARES_A_SERVER = True

OWL = {"id": "owl", "name": "Owl", "team": "townsfolk", "ability": "You hear."}
IMP = {"id": "oldimp", "name": "Old Imp", "team": "demon", "ability": "Each night*, knock."}
OWLS = [{"id": "_meta", "name": "Owls", "author": "Hoot"}, OWL, IMP, "washerwoman", "baron"]


@pytest.fixture
def path(page: Page) -> str:
    """A script of its own for each test, on its desk."""
    found = opened(page, OWLS)
    page.goto(f"{found}/almanac")
    return found


def almanac(page: Page, path: str) -> dict[str, object]:
    meta = page.request.get(f"{path}/script.json").json()[0]
    block: dict[str, object] = meta.get("clockwright", {}).get("almanac", {})
    return block


def expect_revision(page: Page, number: int) -> None:
    expect(page.locator("#saved")).to_have_attribute("data-revision", str(number))


def expect_typed_is_saved(page: Page) -> None:
    """However often it was saved while it was typed."""
    page.locator("textarea:focus, input:focus").blur()
    at_home(page)
    expect(page.locator("#saved")).to_have_attribute("data-revision", re.compile(r"^([2-9]|\d\d)$"))


def test_what_one_types_is_shown_as_it_will_read_and_saves_itself(
    page: Page, path: str, complaints: list[str]
) -> None:
    page.get_by_label("Synopsis").press_sequentially("Night *falls*.\n\nOwls wake.")
    expect(page.locator("#seen-synopsis em")).to_have_text("falls")
    expect(page.locator("#seen-synopsis p")).to_have_count(2)
    expect(page.locator("#synopsis [data-words]")).to_have_text("4 words")
    expect_typed_is_saved(page)
    assert almanac(page, path)["synopsis"] == "Night *falls*.\n\nOwls wake."
    page.reload()
    expect(page.get_by_label("Synopsis")).to_have_value("Night *falls*.\n\nOwls wake.")
    expect(page.locator("#missing-head + .chips")).not_to_contain_text("Synopsis")
    assert complaints == []


def test_the_play_guide_grows_and_its_parts_change_places(
    page: Page, path: str, complaints: list[str]
) -> None:
    page.get_by_label("Part 1").fill("For good: listen.")
    page.get_by_label("Part 2").fill("For evil: lie.")
    expect(page.get_by_label("Part 3")).to_have_value("")
    page.get_by_role("button", name="Move part up").nth(1).click()
    expect(page.get_by_label("Part 1")).to_have_value("For evil: lie.")
    expect(page.locator("#waiting")).to_be_hidden()
    at_home(page)
    assert almanac(page, path)["playGuide"] == ["For evil: lie.", "For good: listen."]
    page.reload()
    expect(page.get_by_label("Part 2")).to_have_value("For good: listen.")
    assert complaints == []


def test_credits_are_rows_of_names_and_roles(page: Page, path: str, complaints: list[str]) -> None:
    page.get_by_label("Name 1").fill("Ann")
    page.get_by_label("Roles 1").fill("icons, words")
    page.get_by_role("button", name="Another name").click()
    expect(page.get_by_label("Name 2")).to_be_focused()
    page.keyboard.type("Bo")
    page.keyboard.press("Tab")
    until(page, "document.getElementById('saved').dataset.revision >= 3")
    page.reload()
    expect(page.get_by_label("Name 2")).to_have_value("Bo")
    expect(page.get_by_label("Roles 1")).to_have_value("icons, words")
    assert complaints == []


def test_keywords_are_rows_that_grow_and_save_themselves(
    page: Page, path: str, complaints: list[str]
) -> None:
    rows = page.locator("#keyword-rows [data-row]")
    rows.nth(0).get_by_label("Term").press_sequentially("hoot")
    expect(rows).to_have_count(2)
    rows.nth(0).get_by_label("Other forms").fill("hoots, hooting")
    rows.nth(0).get_by_label("What it means").fill("A sound.")
    rows.nth(1).get_by_label("Term").fill("dusk")
    expect_typed_is_saved(page)
    rows.nth(1).get_by_role("button", name="Move row up").click()
    at_home(page)
    page.reload()
    assert page.request.get(f"{path}/script.json").json()[0]["clockwright"]["keywords"] == [
        {"term": "dusk"},
        {"term": "hoot", "also": ["hoots", "hooting"], "text": "A sound."},
    ]
    expect(rows.nth(1).get_by_label("What it means")).to_have_value("A sound.")
    assert complaints == []


def test_a_lost_connection_loses_nothing_even_over_a_reload(
    page: Page, context: BrowserContext, path: str
) -> None:
    context.set_offline(True)
    page.get_by_label("Overview").press_sequentially("Written in the dark.")
    expect(page.locator("#waiting")).to_contain_text("No connection")
    assert "overview" not in almanac(page, path)
    context.set_offline(False)
    page.reload()
    expect(page.get_by_label("Overview")).to_have_value("Written in the dark.")
    at_home(page)
    assert almanac(page, path)["overview"] == "Written in the dark."


def test_the_words_of_the_whole_almanac_are_counted_while_one_writes(page: Page, path: str) -> None:
    totals = page.locator("[data-total]")
    before = [int(each) for each in totals.all_text_contents()]
    page.get_by_label("Overview").press_sequentially("Three more words.")
    expect(totals).to_have_text([str(each + 3) for each in before])
    at_home(page)
    page.reload()
    expect(totals).to_have_text([str(each + 3) for each in before])


def test_leaving_in_the_middle_of_a_word_loses_nothing(page: Page, path: str) -> None:
    page.get_by_text("Add: dedication").click()
    page.get_by_label("Dedication").press_sequentially("For A")
    page.goto(f"{path}/history")
    page.goto(f"{path}/almanac")
    expect(page.get_by_label("Dedication")).to_have_value("For A")
    at_home(page)
    assert almanac(page, path)["dedication"] == "For A"


def test_the_changelog_is_drafted_and_never_written_over(
    page: Page, path: str, complaints: list[str]
) -> None:
    page.get_by_text("Add: changelog").click()
    field = page.locator("#text-changelog")
    field.fill("An old line.")
    page.get_by_role("link", name="Draft from history").click()
    expect(field).to_have_value(
        re.compile(r"^\*\*[\d-]+:\*\* First version, with 4 characters\.\n\nAn old line\.$")
    )
    expect(field).to_be_focused()
    expect(page.locator("#seen-changelog strong")).to_be_visible()
    until(page, "document.getElementById('saved').dataset.revision >= 3")
    page.get_by_role("link", name="Draft from history").click()
    expect(page.locator("#after-head ~ p [data-told]")).to_contain_text("already covers the whole history")
    assert complaints == []


@pytest.mark.usefixtures("apart")
def test_two_tabs_write_at_different_places(page: Page, context: BrowserContext, path: str) -> None:
    other = context.new_page()
    other.goto(f"{path}/almanac")
    other.get_by_text("Add: difficulty").click()
    other.get_by_label("Difficulty").fill("Hard.")
    expect_revision(other, 2)
    page.get_by_text("Add: difficulty").click()
    page.get_by_label("Audience").fill("Seven players.")
    expect_revision(page, 3)
    expect(page.get_by_label("Difficulty")).to_have_value("Hard.")
    assert almanac(page, path) == {"difficulty": "Hard.", "audience": "Seven players."}


@pytest.mark.usefixtures("apart")
def test_two_tabs_at_the_same_text_are_asked(page: Page, context: BrowserContext, path: str) -> None:
    other = context.new_page()
    other.goto(f"{path}/almanac")
    other.get_by_label("Synopsis").fill("Theirs.")
    expect_revision(other, 2)
    page.get_by_label("Synopsis").fill("Mine.")
    expect(page.get_by_role("alertdialog")).to_be_visible()
    page.get_by_role("button", name="Take theirs").click()
    expect(page.get_by_label("Synopsis")).to_have_value("Theirs.")


def test_its_pages_are_shown_under_the_desk(page: Page, path: str, complaints: list[str]) -> None:
    page.get_by_role("link", name="Show pages").click()
    expect(page.locator("#leaves img").first).to_be_visible(timeout=90_000)
    assert complaints == []


def test_without_javascript_the_desk_is_plain_forms(browser: Browser, server: str) -> None:
    context = browser.new_context(base_url=server, java_script_enabled=False)
    page = context.new_page()
    path = opened(page, OWLS)
    page.goto(f"{path}/almanac")
    for label, words, button in (
        ("Synopsis", "Night falls.", "Save Synopsis"),
        ("Part 1", "Listen.", "Save the play guide"),
        ("Term 1", "hoot", "Save the keywords"),
        ("Name 1", "Ann", "Save the credits"),
    ):
        page.get_by_label(label, exact=True).fill(words)
        with page.expect_navigation():
            page.get_by_role("button", name=button).click()
        expect(page.get_by_label(label, exact=True)).to_have_value(words)
    page.get_by_role("link", name="Draft from history").click()
    page.get_by_role("button", name="Insert").click()
    expect(page.locator("#text-changelog")).to_have_value(re.compile("First version"))
    expect(page.get_by_label("Part 1")).to_have_value("Listen.")
    expect(page.get_by_label("Name 1", exact=True)).to_have_value("Ann")
    context.close()


def test_a_set_is_published_from_its_page(
    page: Page, path: str, tmp_path: Path, complaints: list[str]
) -> None:
    page.get_by_role("link", name="Publish", exact=True).click()
    page.wait_for_load_state()  # before its scripts run, the button downloads the ZIP and nothing else
    page.get_by_label("Address of the folder").fill("https://example.org/owls")
    with page.expect_download(timeout=90_000) as download:
        page.get_by_role("button", name="Create the ZIP").click()
    expect(page.locator("#script-address")).to_have_value("https://example.org/owls/script.json")
    expect(page.locator("[data-told]")).to_have_text("Done.")
    assert download.value.suggested_filename == "Owls (published).zip"
    target = tmp_path / "owls.zip"
    download.value.save_as(target)
    with zipfile.ZipFile(target) as archive:
        script = builder.parse(archive.read("set.json"))
        official = json.loads(archive.read("script.json"))
        names = set(archive.namelist())
    assert [each.name for each in script.characters][:2] == ["Owl", "Old Imp"]
    assert {address.rpartition("/")[2] for address in official[1]["image"]} <= names
    assert complaints == []


def test_from_build_to_three_addresses_in_two_clicks(page: Page, path: str, complaints: list[str]) -> None:
    page.goto(path)
    page.get_by_role("link", name="Publish", exact=True).click()
    page.get_by_role("button", name="Publish", exact=True).click()
    for name, ending in (
        ("Page for players", ""),
        ("Almanac", "/almanac.html"),
        ("Script for the app", "/script.json"),
    ):
        field = page.get_by_label(re.compile(f"^{name}"), exact=False).first
        expect(field).to_have_value(re.compile(rf"/r/[\w-]+{re.escape(ending)}$"))
        assert page.request.get(field.input_value()).ok
    assert barriers(page) == []
    assert complaints == []


@pytest.mark.slow
def test_neither_page_has_a_barrier_or_scrolls_sideways(page: Page, complaints: list[str]) -> None:
    path = opened(page, OWLS)
    form = {"op": "front", "synopsis": "Night *falls*.\n\n- an owl\n- " + "o" * 90, "overview": "> Hoot."}
    page.request.post(f"{path}/do", form=form, headers={"Sec-Fetch-Site": "same-origin"})
    for place in ("almanac", "almanac?draft=changelog", "publish", "export"):
        page.goto(f"{path}/{place}")
        for width in (360, 768, 1440):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (place, width)
        assert barriers(page) == [], place
    assert complaints == []


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("published") / "office"
    script = composing.sample("the-dead-letter-office")
    folder.write(target, builder.publish(script, base_url="https://example.org/office"))
    return target


#: Leaves two almanac pages of each team: the others are made like them, and the checker looks at each of their words.
TWO_OF_EACH_TEAM = """() => {
    const seen = {};
    for (const one of document.querySelectorAll("li.page article.page-contents")) {
        seen[one.className] = (seen[one.className] ?? 0) + 1;
        if (seen[one.className] > 2) one.closest("li.page").remove();
    }
}"""


@pytest.mark.parametrize("name", ["index.html", "almanac.html"])
def test_a_published_page_reads_from_the_disk_without_a_barrier(
    browser: Browser, published: Path, name: str
) -> None:
    context = browser.new_context()
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("requestfailed", lambda asked: complaints.append(asked.url))
    page.on("request", lambda asked: complaints.append(asked.url) if asked.url.startswith("http") else None)
    page.goto((published / name).as_uri())
    for width in (360, 768, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width
    page.evaluate(TWO_OF_EACH_TEAM)
    assert barriers(page) == []
    assert complaints == []
    context.close()


def test_the_first_page_leads_to_everything_and_shows_every_picture(
    browser: Browser, published: Path
) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto((published / "index.html").as_uri())
    for address in page.eval_on_selector_all("a", "links => links.map(link => link.href)"):
        assert (published / Path(re.sub("#.*", "", address)).name).is_file(), address
    page.eval_on_selector_all("img", "all => all.forEach(one => { one.loading = 'eager' })")
    until(page, "[...document.images].every(one => one.complete)")
    assert page.evaluate("[...document.images].filter(one => !one.naturalWidth).map(one => one.src)") == []
    assert page.evaluate("document.images.length") >= 29
    page.get_by_role("link", name="Sorter").click()
    expect(page.locator(":target h2")).to_have_text("Sorter")
    context.close()
