"""The printed almanac: it opens like a book, loses no word, and lays out again only what changed."""

import difflib
import hashlib
import json
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import composing
import half_books
import proofreading
import pytest
import structure
from composing import company, homebrew, prose, script, shared
from PIL import Image, ImageStat

import builder
from builder import prose as markdown
from builder.artefact import Artefact
from builder.game.almanac import Page
from builder.game.script import Script
from builder.press import drawings, engine, pdf_objects, spreading
from builder.press.almanac import book as press_almanac, columns, layout
from builder.press.workers import Workers
from builder.printables import almanac, kinds
from builder.printables.common import typeset

pytestmark = pytest.mark.full

STYLES = kinds()["almanac"]
OFFICE = composing.SAMPLES / "the-dead-letter-office.json"
#: Of its characters every so many: chapters are laid out one by one, and 8 show what 30 do.
STEP = 4
CREDIT = "Blood on the Clocktower is ©"


@pytest.mark.parametrize(("filled", "density"), [(0.6, 0), (0.72, 1), (0.9, 2)])
def test_a_chapter_that_leaves_room_on_its_page_is_set_less_dense(filled: float, density: int) -> None:
    end = layout.HEAD + filled * (1122.5 - layout.HEAD - layout.FOOT)
    laid = SimpleNamespace(pages=[SimpleNamespace(height=1122.5, anchors={"end": (0, end, 0, end)})])
    assert layout._roomier(laid, 2, [1, 0.9, 0.7]) == density


MEASURES = (("width", 20.0), ("head", 0.2), ("line", 0.01), ("block", 0.001))


def test_texts_are_divided_where_both_columns_are_about_as_high() -> None:
    html = "<p>Head</p><!--columns--><p>One.</p><!--|--><p>Two.</p><!--|--><p>Three.</p><!--/columns--><p>End</p>"
    left, right = (
        '<div class="column"><p>One.</p><p>Two.</p></div>',
        '<div class="column"><p>Three.</p></div>',
    )
    whole = f'<p>Head</p><div class="columns">{left}{right}</div><p>End</p>'
    assert columns.split(html, MEASURES) in (whole, whole.replace("<p>Two.</p></div>", "</div>"))


def test_a_list_that_is_divided_is_a_list_in_both_columns() -> None:
    items = "".join(f"<li>{prose(90, n)}</li><!--|-->" for n in range(6))
    html = columns.split(f'<!--columns--><ul class="rules">{items}</ul><!--/columns-->', MEASURES)
    assert html.count('<ul class="rules">') == html.count("</ul>") == 2
    assert html.count("</li></ul></div>") == 2


def test_a_text_that_cannot_be_divided_is_left_alone() -> None:
    assert columns.split("<!--columns--><p>One.</p><!--|--><!--/columns-->", MEASURES) == "<p>One.</p>"


def test_headings_of_a_page_with_room_keep_away_from_the_text_before_them() -> None:
    html = (
        "<html><body><article class='long'><p class='edge'>T</p><p>One.</p><h2 class='head'>Examples</h2><p>Two.</p>"
        "<h2 class='head'>How to Run</h2><p>Three.</p></article></body></html>"
    )

    def tops(free: float) -> list[float]:
        with engine.patched():
            laid = engine.page(html).render(
                font_config=engine.font_configuration(), cache=drawings.Pictures()
            )
            spreading.spread_heads(laid, free)
        (article,) = spreading._of_class(laid.pages[0]._page_box, "long")
        return [child.position_y for child in article.children]

    least = tops(0)
    assert [after - before for before, after in zip(least, tops(10), strict=True)] == [0, 0, 5, 5, 10, 10]
    most = spreading.HEADS
    moved = [after - before for before, after in zip(least, tops(900), strict=True)]
    assert moved == pytest.approx([0, 0, most, most, 2 * most, 2 * most])


def test_a_picture_that_is_kept_with_its_page_comes_back_as_it_was() -> None:
    engine.weasyprint()
    form = pdf_objects.WrittenStream(drawings.emblem("imp").data)
    assert pickle.loads(pickle.dumps(pdf_objects.copied(form))).data == form.data  # noqa: S301  # our own


@cache
def office() -> Script:
    """A set with prose, and characters of every team but Fabled and Loric."""
    meta, *entries = json.loads(OFFICE.read_bytes())
    return builder.parse(json.dumps([meta, *entries[::STEP]]))


def printed(style: str = "bloodstar", paper: str = "a4") -> Artefact:
    return _printed(style, paper)


@cache
def _printed(style: str, paper: str) -> Artefact:
    return builder.render(office(), "almanac", style=style, paper=paper)


def texts(**more: Any) -> dict[str, Any]:
    """What an author may write of a character."""
    return {
        "overview": prose(160),
        "rules": [prose(180, n) for n in range(5)],
        "examples": [prose(200, n) for n in range(3)],
        "howToRun": [prose(300)],
        "advice": [prose(200)],
        "tip": prose(120),
        **more,
    }


def told(*people: dict[str, Any], page: dict[str, Any], **book: Any) -> Script:
    """A script of these people with the same texts for each."""
    block = {each["id"]: {"almanac": page} for each in people}
    return script(*people, clockwright={"characters": block, "almanac": book})


def few(page: dict[str, Any], number: int = 8, **book: Any) -> Script:
    """A script with a character of each team, or with so many of them."""
    teams = ("townsfolk", "townsfolk", "outsider", "minion", "demon", "traveller", "fabled", "loric")
    people = [
        homebrew(n, team, name=f"Maker {n}", flavor=prose(90, n)) for n, team in enumerate(teams[:number])
    ]
    return told(*people, page=page, **book)


# -- quick ones: one small book ---------------------------------------------------------------------------------


@cache
def small(style: str = "bloodstar") -> Artefact:
    return builder.render(few(texts(), synopsis=prose(300)), "almanac", style=style)


def test_contents_name_the_page_on_which_each_character_begins() -> None:
    pages = proofreading.pages(small().pdf)
    contents = next(page for page in pages if "Contents" in page.text)
    for number in range(8):
        told_page = re.search(rf"Maker {number}\s+(\d+)", contents.text)
        assert told_page
        assert f"Maker {number}" in pages[int(told_page[1]) - 1].text


def test_each_character_begins_on_a_page_of_its_own() -> None:
    pages = proofreading.pages(small().pdf)
    heads = [page.body[0].sign for page in pages if re.match(r"\W*Maker \d", page.text)]
    assert len(heads) == 8


def test_every_page_but_the_cover_has_its_number_and_all_have_the_credit() -> None:
    pdf = structure.opened(small().pdf)
    for number, page in enumerate(pdf.pages, start=1):
        foot = structure.marked(page).decoration
        assert CREDIT in foot
        assert (f"{number} / {len(pdf.pages)}" in foot) == (number > 1)


def test_long_names_at_the_foot_stay_where_a_printer_reaches_them() -> None:
    for page in proofreading.pages(
        builder.render(script("imp", name="W" * 50, author="M" * 50), "almanac").pdf
    ):
        assert min(letter.bottom for letter in page.letters) > proofreading.UNPRINTABLE


def test_names_in_the_index_are_drawn_so_that_a_search_finds_only_the_pages_about_somebody() -> None:
    pages = proofreading.pages(small().pdf)
    about = [page.number for page in pages if "Maker 3" in page.text]
    assert len(about) < len(pages) / 2
    shown = small().png(100)
    edges = [
        Image.open(BytesIO(shown[number - 1])).convert("L").crop((724, 63, 790, 1090)) for number in about
    ]
    assert min(ImageStat.Stat(edge).mean[0] for edge in edges) < 253


@pytest.mark.parametrize("kind", ["sheet", "night", "table", "guide"])
def test_what_is_printed_after_an_almanac_keeps_its_own_foot(kind: str) -> None:
    told = script(*company(composing.TEAMS[::4]))
    builder.render(told, "almanac")
    pdf = structure.opened(builder.render(told, kind).pdf)
    for number, page in enumerate(pdf.pages, start=1):
        foot = structure.marked(page).decoration
        assert CREDIT in foot
        assert f"{number} / {len(pdf.pages)}" in foot.replace("\xa0", " ")


def test_links_lead_from_the_contents_to_the_characters_and_on_to_the_night_order() -> None:
    pdf = structure.opened(printed().pdf)
    names = pdf.Root.Names.Dests.Names
    places = {str(names[n]) for n in range(0, len(names), 2)}
    led = [str(link.Dest) for page in pdf.pages for link in page.get("/Annots", [])]
    assert set(led) <= places
    characters = almanac.content(office()).pages
    assert {each.anchor for each in characters} <= set(led)
    assert led.count("nightorder") > 6


def test_bookmarks_are_teams_with_their_characters() -> None:
    with structure.opened(small().pdf).open_outline() as outline:
        tree = {item.title: [child.title for child in item.children] for item in outline.root}
    assert tree["Townsfolk"] == ["Maker 0", "Maker 1"]
    assert tree["Demons"] == ["Maker 4"]
    assert "Night Order" in tree


def test_private_notes_are_not_printed() -> None:
    kept = script(
        homebrew(1, "demon", name="Open"),
        homebrew(2, "minion", name="Hidden"),
        clockwright={"characters": {"made1": {"notes": "cheats"}, "made2": {"export": False}}},
    )
    words = proofreading.text(builder.render(kept, "almanac").pdf)
    assert "Open" in words
    assert "cheats" not in words
    assert "Hidden" not in words


def test_text_like_html_prints_as_it_stands() -> None:
    page = texts(overview="Say <poof!> & go.", tip="</div><script>alert(1)</script>")
    words = proofreading.text(builder.render(few(page), "almanac").pdf)
    assert "<poof!>&go." in words
    assert "</div><script>alert(1)</script>" in words


def test_a_link_of_the_author_is_printed_with_its_address_and_leads_nowhere() -> None:
    pdf = builder.render(few({"overview": "See [the wiki](https://example.org/x)."}), "almanac").pdf
    assert "thewiki(https://example.org/x)" in proofreading.text(pdf)
    assert not [each for each in structure.opened(pdf).objects if "/URI" in repr(each)]


def test_copies_begin_their_page_numbers_anew() -> None:
    once = builder.render(few({}), "almanac")
    twice = builder.render(few({}), "almanac", copies=2)
    assert twice.pages == 2 * once.pages
    pdf = structure.opened(twice.pdf)
    feet = [structure.marked(page).decoration for page in pdf.pages]
    assert f"2 / {once.pages}" in feet[once.pages + 1]


def test_only_what_changed_is_laid_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    builder.render(few(texts()), "almanac")
    laid: list[str] = []
    lay_out = layout.document

    def noted(html: str, *others: Any) -> Any:
        laid.append(html)
        return lay_out(html, *others)

    monkeypatch.setattr(layout, "document", noted)
    builder.render(few(texts()), "almanac")
    assert laid == []
    written = few(texts()).written()
    written[3]["ability"] = "Each night*, choose two players."
    builder.render(builder.parse(json.dumps(written)), "almanac")
    assert len(set(laid)) == 1
    assert "Each night" in laid[0]


def test_nothing_that_is_kept_of_one_book_shows_in_another() -> None:
    mine, yours = (few(texts(), 3, synopsis="Three.", disclaimer=word) for word in ("Mine.", "Yours."))
    renamed = replace(yours, meta=replace(yours.meta, name="Another name"))
    alone = []
    for book in (mine, yours, renamed):
        press_almanac.forget()
        alone.append(builder.render(book, "almanac").pdf)
    assert [builder.render(book, "almanac").pdf for book in (mine, yours, renamed)] == alone
    assert "Anothername" in proofreading.text(alone[2])


def test_one_process_and_two_give_the_same_bytes() -> None:
    book = few(texts(), synopsis="One.")
    alone = builder.render(book, "almanac").pdf
    assert halved(book) == (alone, True)


def halved(book: Script) -> tuple[bytes, bool]:
    """The almanac as a process with a helper makes it, and whether the helper did its half."""
    with Workers(1, seconds=60, memory_mb=1500, preload=("builder.documents",)) as workers:
        found: tuple[bytes, bool] = workers.submit(half_books.printed, book).result()
    return found


@pytest.mark.parametrize("trouble", ["dies", "hangs", "fails"])
def test_a_helper_in_trouble_costs_nothing_but_time(trouble: str) -> None:
    book = few(texts(), synopsis="Two.")
    alone = builder.render(book, "almanac").pdf
    with Workers(1, seconds=60, memory_mb=1500, preload=("builder.documents",)) as workers:
        assert workers.submit(half_books.printed_in_trouble, book, trouble).result() == (
            alone,
            trouble == "fails",
        )


# -- full ones --------------------------------------------------------------------------------------------------


def words_of(book: Script) -> Iterator[str]:
    """Every word of the characters' texts, in the order in which a page has them."""
    for page in almanac.content(book).pages:
        yield from page.icon.name.split()
        yield from "".join(piece.text for piece in page.ability).split()
        yield from markdown.plain(page.flavor).split()
        for text in _all_texts(page.words):
            yield from markdown.plain(text).split()


def _all_texts(page: Page) -> Iterator[str]:
    yield page.overview
    yield from (*page.rules, *page.examples, *page.how_to_run, *page.advice)
    yield from (page.optional_rule, page.tip)


def read_words(pdf: bytes) -> list[str]:
    """Every word of a PDF as a reader would copy it; a word that is hyphenated is one."""
    text = "\n".join(page.text for page in proofreading.pages(pdf))
    return re.sub(r"[\x02\xad￾]\s*|(?<=[a-z])-\r?\n(?=[a-z])", "", text).split()


@pytest.mark.full
@pytest.mark.parametrize("style", ["bloodstar", "book"])
def test_the_printed_almanac_gives_back_its_words_in_order(style: str) -> None:
    wanted = list(words_of(office()))
    found = difflib.SequenceMatcher(None, wanted, read_words(printed(style).pdf), autojunk=False)
    kept = sum(block.size for block in found.get_matching_blocks())
    assert kept >= 0.99 * len(wanted)


@pytest.mark.full
def test_the_reference_gives_back_every_text() -> None:
    read = "".join(read_words(printed("reference").pdf))
    lost = [
        text
        for page in almanac.content(office()).pages
        for text in _all_texts(page.words)
        for paragraph in markdown.plain(text).split("\n")
        if "".join(paragraph.split()) not in read
    ]
    assert len(lost) <= 4  # a text that a page foot divides


@pytest.mark.full
@pytest.mark.parametrize("style", STYLES)
def test_every_marked_text_is_in_the_structure_tree(style: str) -> None:
    pdf = structure.opened(printed(style).pdf)
    held = structure.tree_ids(pdf)
    assert {page.objgen: structure.marked(page).ids for page in pdf.pages} == held
    assert {structure.marked(page).unmarked for page in pdf.pages} == {""}


@pytest.mark.full
@pytest.mark.parametrize("style", STYLES)
def test_headings_never_jump_a_level(style: str) -> None:
    levels = structure.headings(structure.opened(printed(style).pdf))
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


@pytest.mark.full
@pytest.mark.parametrize("style", STYLES)
def test_it_says_who_made_it_what_it_is_and_in_which_language(style: str) -> None:
    pdf = structure.opened(printed(style).pdf)
    assert pdf.docinfo["/Title"] == "The Dead Letter Office – almanac"
    assert pdf.docinfo["/Author"] == "Clockwright"
    assert str(pdf.Root.Lang) == "en"
    assert CREDIT in proofreading.pages(printed(style).pdf)[-1].text


@pytest.mark.full
@pytest.mark.parametrize("style", STYLES)
def test_no_heading_stands_alone_at_the_foot_of_a_page(style: str) -> None:
    for page in proofreading.pages(printed(style).pdf):
        lines = [line.strip() for line in page.text.splitlines() if line.strip()]
        foot = next(place for place, line in enumerate(lines) if CREDIT in line and "printed with" in line)
        last = lines[foot - 1] if foot else ""
        assert last not in {"Examples", "How to Run", "Advice", "Cases", "Rulings", "Procedure"}


@pytest.mark.parametrize("letters", [5000, 5800])
def test_a_heading_is_on_the_page_of_its_texts_if_they_hardly_fit_or_run_on(letters: int) -> None:
    page = {each: [prose(letters // 9, n) for n in range(4)] for each in ("rules", "examples")}
    book = told(homebrew(1, "demon", name="Maker 1"), page=page)
    pages = proofreading.pages(builder.render(book, "almanac", attach=False).pdf)
    assert all(
        len(page.text) > 2000 for page in pages if "Maker 1" in page.text and "Contents" not in page.text
    )


def right_to_left() -> Script:
    page = {
        "overview": "كل ليلة، اختر لاعبًا. " * 6,
        "rules": ["هو مسموم الليلة. " * 6],
        "examples": ["القمر. " * 40],
    }
    people = [
        homebrew(n, team, name="سارق القمر", ability="كل ليلة، اختر.")
        for n, team in enumerate(composing.TEAMS)
    ]
    return told(*people[::4], page=page, synopsis="القمر لا يكذب. " * 20)


def without_spaces() -> Script:
    page = {"overview": "W" * 400, "rules": ["毎晩プレイヤーを選ぶ。" * 30], "tip": "Donaudampfschiff" * 20}
    people = [homebrew(n, t, name="Wm" * 15, ability="X" * 240) for n, t in enumerate(composing.TEAMS[::5])]
    return told(*people, page=page, changelog="w" * 900)


def endless() -> Script:
    """An opening, a chapter and a closing that each run on to further pages."""
    page = texts(rules=[prose(1500, n) for n in range(4)], examples=[prose(6000)], howToRun=[prose(3000)])
    book = {"overview": prose(6000), "playGuide": [prose(3000)] * 2, "changelog": prose(6000)}
    return told(homebrew(1, "demon"), page=page, **book)


def alphabets() -> Script:
    return builder.parse(shared("fixtures/homebrew/many-alphabets.json"))


BOOKS = {
    "no texts at all": lambda: script(*company(composing.TEAMS[::3])),
    "official characters": lambda: script("chef", "butler", "spy", "imp", "gunslinger"),
    "every team": lambda: few(texts(), synopsis=prose(300)),
    "texts of several kilobytes": endless,
    "right to left": right_to_left,
    "no space anywhere": without_spaces,
    "many alphabets": alphabets,
    "nobody at all": script,
    "nobody known": lambda: script(*[f"nobody{n}" for n in range(60)]),
    "names as long as may be": lambda: told(
        *[homebrew(n, "demon", name="W" * 30) for n in range(3)], page=texts(), dedication=prose(600)
    ),
}
#: Whole scripts, of which the books above are parts.
WHOLE = {
    "nobody has texts": lambda: script(*company()),
    "many official characters": lambda: composing.sample("a-murmur-of-moths"),
    "sixty": lambda: script(*company((composing.TEAMS * 3)[:60])),
    "all of every team": lambda: composing.sample("the-wandering-fair"),
    "two hundred": lambda: script(*company((composing.TEAMS * 8)[:200])),
}


@pytest.mark.full
# The whole matrix takes minutes: CI tries every book on A4 in the usual style, `bin/test --slow` the rest.
@pytest.mark.parametrize(
    ("style", "paper"),
    [
        pytest.param(style, paper, marks=[] if (style, paper) == (STYLES[0], "a4") else [pytest.mark.slow])
        for style in STYLES
        for paper in ("a4", "letter")
    ],
)
@pytest.mark.parametrize("name", [*BOOKS, *(pytest.param(name, marks=pytest.mark.slow) for name in WHOLE)])
def test_no_text_of_a_strange_almanac_leaves_the_page_or_meets_another(
    name: str, style: str, paper: str
) -> None:
    book = (BOOKS | WHOLE)[name]()
    document = builder.render(book, "almanac", style=style, paper=paper)
    assert proofreading.faults(document.pdf) == []
    read = proofreading.text(document.pdf).replace("-", "")
    lost = [
        each.name
        for each in book.characters
        if proofreading.squeezed(typeset(each.name)).replace("-", "") not in read
    ]
    assert [name for name in lost if name.isascii()] == []


@pytest.mark.full
@pytest.mark.parametrize(
    ("paper", "style"),
    [
        pytest.param(p, s, marks=[pytest.mark.slow] * (p == "letter"))
        for p in ("a4", "letter")
        for s in STYLES
    ],
)
def test_the_sample_is_without_fault_on_every_paper(style: str, paper: str) -> None:
    assert proofreading.faults(printed(style, paper).pdf) == []


@pytest.mark.full
@pytest.mark.parametrize("style", STYLES)
def test_every_choice_prints_without_fault(style: str) -> None:
    settings = {"ink": "saving", "face": "readable"}
    paper = "letter" if style == "book" else "a4"
    document = builder.render(few(texts(), 4), "almanac", style=style, paper=paper, settings=settings)
    assert proofreading.faults(document.pdf) == []


@pytest.mark.full
def test_the_same_almanac_gives_the_same_bytes_after_other_work_and_elsewhere() -> None:
    book = few(texts(), 2)
    digest = hashlib.sha256(builder.render(book, "almanac").pdf).hexdigest()
    builder.render(script("imp", "monk", "spy"), "almanac", paper="letter")
    layout.forget()
    assert hashlib.sha256(builder.render(book, "almanac").pdf).hexdigest() == digest
    written = json.dumps(book.written())
    program = (
        "import sys, hashlib, builder\n"
        "print(hashlib.sha256(builder.render(builder.parse(sys.stdin.read()), 'almanac').pdf).hexdigest())"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        input=written,
        capture_output=True,
        text=True,
        check=True,
        env={"PATH": "/usr/bin:/bin", "PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo"},
    )
    assert ran.stdout.strip() == digest


def test_bold_words_of_an_italic_synopsis_are_bold() -> None:
    pdf = structure.opened(builder.render(few(texts(), synopsis="Mind the **third** step."), "almanac").pdf)
    assert any("BoldItalic" in str(font.BaseFont).replace("-", "") for font in structure.fonts(pdf))
