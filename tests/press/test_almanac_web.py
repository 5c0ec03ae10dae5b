"""The almanac as one page: it needs nothing else, reads on a phone, and comes back in."""

import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import composing
import pytest
from composing import homebrew, script

import builder
from builder import assets

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def office() -> str:
    return builder.almanac_page(composing.sample("the-dead-letter-office"))


class Outline(HTMLParser):
    """Ids, headings and links of a page, and every element that is open at its end."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.levels: list[int] = []
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known: dict[str, Any] = dict(attrs)
        self.tags.add(tag)
        if "id" in known:
            self.ids.append(known["id"])
        if re.fullmatch(r"h\d", tag):
            self.levels.append(int(tag[1]))
        if tag == "a":
            self.links.append(known["href"])


def test_it_comes_back_in_as_the_same_script(office: str) -> None:
    whole = composing.sample("the-dead-letter-office")
    assert builder.dump(builder.parse(office)) == builder.dump(whole)


def test_without_the_json_its_words_come_back_in() -> None:
    whole = composing.sample("the-dead-letter-office")
    read = builder.parse(builder.almanac_page(whole, attach=False))
    assert [each.name for each in read.characters] == [each.name for each in whole.characters]
    assert read.characters[0].page.examples == whole.characters[0].page.examples
    assert read.almanac.synopsis == whole.almanac.synopsis


def test_every_link_leads_to_a_place_on_the_page(office: str) -> None:
    outline = Outline(office)
    assert {"synopsis", "overview", "nightorder", "sorter_deadletter"} <= set(outline.ids)
    assert len(outline.ids) == len(set(outline.ids))
    assert {link.removeprefix("#") for link in outline.links} <= set(outline.ids)


def test_ids_that_are_alike_have_a_page_each_and_every_link_leads_to_one() -> None:
    ids = ("a/b", "a-b", 'a"b', "a b", "credits", "ab", "ab")
    people = [
        homebrew(n, "townsfolk", id=each, name=f"Alike {n}", firstNight=n + 2, firstNightReminder="Wake.")
        for n, each in enumerate(ids)
    ]
    outline = Outline(page := builder.almanac_page(script(*people, "imp"), attach=False))
    assert [page.count(f">Alike {n}</h2>") for n in range(len(ids))] == [1] * len(ids)
    assert len(outline.ids) == len(set(outline.ids))
    assert {unquote(link.removeprefix("#")) for link in outline.links} <= set(outline.ids)
    assert {"a/b", "a-b", 'a"b'} <= set(outline.ids)


def test_without_credits_there_is_no_empty_box_for_them(office: str) -> None:
    assert 'href="#credits"' in office
    page = builder.almanac_page(script(homebrew(1, "townsfolk")))
    assert (
        "credits" not in re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL).partition("generated-by")[0]
    )


def test_it_fetches_nothing(office: str) -> None:
    assert not re.search(r"""(?:src|href)=["'](?!#|data:)""", office)
    assert not re.search(r"url\((?!data:)", office)
    assert "@import" not in office


def test_its_headings_never_jump_a_level_and_there_is_one_at_the_top(office: str) -> None:
    levels = Outline(office).levels
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert {"main", "nav", "header"} <= Outline(office).tags


def test_words_that_look_like_markup_stay_words() -> None:
    hostile = script(
        homebrew(
            1, "demon", name="</script><script>alert(1)</script>", ability="<img src=x onerror=alert(1)>"
        ),
        name="</title><script>alert(2)</script>",
        clockwright={"characters": {"made1": {"almanac": {"overview": "<script>alert(3)</script>"}}}},
    )
    page = builder.almanac_page(hostile)
    assert page.count("<script") == 1
    assert "<img src=x" not in page
    assert builder.parse(page).characters[0].name == "</script><script>alert(1)</script>"


def test_nothing_private_is_on_it() -> None:
    kept = script(
        homebrew(1, "demon"),
        homebrew(2, "minion", name="Hidden"),
        clockwright={"characters": {"made1": {"notes": "cheats"}, "made2": {"export": False}}},
    )
    page = builder.almanac_page(kept)
    assert "cheats" not in page
    assert "Hidden" not in page


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scheme", [0, 1])
def test_every_colour_can_be_read_by_day_and_by_night(scheme: int) -> None:
    css = assets.templates("print", "almanac", "web", "page.css").read_text("utf-8")
    palette = dict(re.findall(r"--(\w+): (#\w{6})", css.split("prefers-color-scheme: dark")[scheme]))
    assert palette.keys() > {"paper", "desk", "line"}
    for name, colour in palette.items():
        if name not in {"paper", "desk", "line"}:
            for ground in (palette["paper"], palette["desk"]):
                light, dark = sorted((luminance(colour), luminance(ground)), reverse=True)
                assert (light + 0.05) / (dark + 0.05) >= 4.5, f"{name} on {ground}"


@pytest.mark.full
def test_nothing_runs_out_of_a_phone(office: str, tmp_path: Path, browser: "Browser") -> None:
    target = tmp_path / "almanac.html"
    target.write_text(office, "utf-8")
    asked: list[str] = []
    with browser.new_page(viewport={"width": 360, "height": 780}) as view:
        view.on("request", lambda request: asked.append(request.url))
        view.goto(target.as_uri())
        wide = view.evaluate("document.documentElement.scrollWidth")
    assert wide <= 360
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []


def test_a_wide_picture_has_a_square_inside_the_ring_of_a_printed_page() -> None:
    css = assets.templates("print", "almanac", "bloodstar", "page.css").read_text("utf-8")
    boxes = re.findall(r"\.art \.icon \{ width: ([\d.]+)mm; height: ([\d.]+)mm", css)
    assert len(boxes) == css.count(".art .icon {") == 5
    assert all(width == height for width, height in boxes)
