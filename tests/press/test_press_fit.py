"""Type grows to the page."""

from collections import Counter
from io import BytesIO

import composing
import proofreading
import pytest
from composing import TEAMS, THIRTY, company, homebrew, prose, script
from PIL import Image

import builder
from builder import printables
from builder.artefact import Artefact
from builder.game.script import Script
from builder.press import engine, fit, fonts, printing

pytestmark = pytest.mark.full

#: Points in a millimetre.
MM = 72 / 25.4


def type_size(page: proofreading.Page) -> float:
    """The size in which most of a page is set, in points."""
    return Counter(round(letter.size, 2) for letter in page.body).most_common(1)[0][0]


def printed(
    composed: Script, kind: str = "sheet", **options: str
) -> tuple[Artefact, list[proofreading.Page]]:
    document = builder.render(composed, kind, **options)
    return document, proofreading.pages(document.pdf)


def test_25_characters_fill_the_page_in_large_type(moths: Script) -> None:
    _, (front, _) = printed(moths)
    assert 0.85 <= proofreading.used(front) <= 0.995
    assert type_size(front) >= 10


@pytest.mark.parametrize("length", [60, 90, 120, 150])
def test_25_homebrew_characters_fill_the_page_at_any_length_of_ability(length: int) -> None:
    _, (front, _) = printed(script(*company(abilities=length)))
    assert 0.85 <= proofreading.used(front) <= 0.995
    assert type_size(front) >= 10


def test_30_characters_still_have_9_points_on_one_front_page() -> None:
    document, (front, _) = printed(script(*company(THIRTY, abilities=120)))
    assert document.notices == ()
    assert proofreading.used(front) <= 0.995
    assert type_size(front) >= 9


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_type_is_smaller_than_8_points(paper: str) -> None:
    """Tokens alone are a little smaller: they are capitals."""
    people = company(THIRTY, names=30, abilities=250)
    _, pages = printed(script(*people, name="Long"), paper=paper)
    assert min(map(proofreading.smallest_type, pages)) >= 7.99


def test_what_does_not_fit_runs_on_in_comfortable_type_and_says_so() -> None:
    people = company(TEAMS * 3, abilities=200)
    document, pages = printed(script(*people))
    assert document.pages >= 4
    assert type_size(pages[0]) == pytest.approx(10, abs=0.1)
    assert [notice.code for notice in document.notices] == ["runs-on"]
    assert (
        document.notices[0].message
        == "The character sheet (front) is too long for one page, so it continues on the next."
    )


def test_a_night_with_more_to_do_is_set_smaller_and_still_fills_its_page(fair: Script, moths: Script) -> None:
    _, (full, _) = printed(fair, "night", style="full")
    _, (easy, _) = printed(moths, "night", style="full")
    assert 8.5 <= type_size(full) < type_size(easy)
    assert proofreading.used(full) >= 0.85


def test_strips_too_full_for_one_page_become_full_night_sheets() -> None:
    people = [homebrew(n, t, firstNight=n + 2) for n, t in enumerate(TEAMS * 5)]
    document, _ = printed(script(*people), "night", style="strips")
    assert document.style == "full"
    assert (
        "too long for the style “strips”, so it was printed in the style “full”"
        in document.notices[0].message
    )


@pytest.mark.parametrize(("paper", "size"), [("a4", (595.28, 841.89)), ("letter", (612.0, 792.0))])
def test_every_page_has_the_size_of_its_paper(paper: str, size: tuple[float, float]) -> None:
    for kind in ("sheet", "night"):
        document, pages = printed(composing.sample("six-candles"), kind, paper=paper)
        assert f"({printables.every_paper()[paper].name})" in document.name
        for page in pages:
            assert (page.width, page.height) == pytest.approx(size, abs=0.05)


def test_copies_come_one_after_another() -> None:
    document = builder.render(composing.sample("six-candles"), "sheet", copies=3)
    pages = proofreading.pages(document.pdf)
    assert document.pages == len(pages) == 6
    assert [page.body[0].sign for page in pages[::2]] == ["S"] * 3


def test_a_picture_has_the_dots_it_was_asked_for() -> None:
    document = builder.render(composing.sample("six-candles"), "night", style="strips")
    (picture,) = document.png(dpi=72)
    assert picture.startswith(b"\x89PNG")
    width, height = (int.from_bytes(picture[at : at + 4]) for at in (16, 20))
    assert (width, height) == pytest.approx((595, 842), abs=1)


# -- the ruler ---------------------------------------------------------------------------------------------


def laid_out_lines(text: str, em: float) -> int:
    """How many lines WeasyPrint breaks a text into, in a column of so many em."""
    html = f'<p lang=en style="margin:0;width:{em}em;font:10pt/1 Clockwright Text;overflow-wrap:break-word">{text}</p>'
    source = engine.weasyprint().HTML(string=html, url_fetcher=engine.fetcher(), base_url="clockwright:")
    page = source.render(font_config=engine.font_configuration()).pages[0]
    (block,) = page._page_box.children[0].children[0].children
    return len(block.children)


@pytest.mark.parametrize("width", [18.0, 26.0, 37.5])
@pytest.mark.parametrize("length", [30, 90, 160, 250])
def test_the_ruler_predicts_lines_as_the_press_breaks_them(length: int, width: float) -> None:
    text = prose(length, length % 7)
    assert abs(fonts.lines(text, width) - laid_out_lines(text, width)) <= 1


@pytest.mark.parametrize(
    "text",
    [
        "Each night*, choose a player: they are poisoned tonight and tomorrow day. [+1 Outsider]",
        "Unbreakable" * 12,
        "You start knowing that 1 of 2 players is a particular Minion – “mad” or not … −1 or +1.",
        "Кожну ніч обери гравця: цієї ночі він отруєний, і завтра весь день теж.",
    ],
)
def test_the_ruler_knows_signs_long_words_and_other_alphabets(text: str) -> None:
    assert abs(fonts.lines(text, 20) - laid_out_lines(text, 20)) <= 1


def test_nothing_takes_no_line() -> None:
    assert fonts.lines("", 20) == 0


@pytest.mark.parametrize("name", ["a-murmur-of-moths", "six-candles", "the-wandering-fair"])
def test_the_prediction_needs_at_most_three_layouts(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each layout is a tenth of a second that somebody waits."""
    layouts = []
    original = printing.layouts

    def counted(*arguments: object) -> object:
        lay_out = original(*arguments)  # type: ignore[arg-type]
        return lambda measures: (layouts.append(measures), lay_out(measures))[1]

    monkeypatch.setattr(printing, "layouts", counted)
    builder.render(composing.sample(name), "sheet")
    assert len(layouts) <= 3


def test_a_section_that_was_cut_off_does_not_fit() -> None:
    """Text that is placed at a point of the page cannot run on: WeasyPrint drops what is below the foot."""
    lines = "<p>line</p>" * 200
    html = f'<div style="position:absolute;top:0"><div id="x-start"></div>{lines}<div id="x-end"></div></div>'
    document = (
        engine.weasyprint().HTML(string=html, url_fetcher=engine.fetcher(), base_url="clockwright:").render()
    )
    measured = fit.measure(document, "x")
    assert measured.pages > 1 or measured.used > measured.room


def test_a_section_without_anchors_is_left_as_it_is() -> None:
    document = (
        engine.weasyprint()
        .HTML(string="<p>x", url_fetcher=engine.fetcher(), base_url="clockwright:")
        .render()
    )
    assert fit.measure(document, "x") == fit.Measured(1, 1, 1)


def test_a_section_with_an_end_and_no_start_is_an_error_that_names_what_is_missing() -> None:
    html = '<div id="x-end"></div>'
    source = engine.weasyprint().HTML(string=html, url_fetcher=engine.fetcher(), base_url="clockwright:")
    with pytest.raises(fit.MissingAnchorError, match='needs <div id="x-start"></div>'):
        fit.measure(source.render(), "x")


def test_papers_are_the_two_of_the_world() -> None:
    sizes = {name: (paper.width, paper.height) for name, paper in printables.papers().items()}
    assert sizes["a4"] == (210, 297)
    assert sizes["letter"] == (215.9, 279.4)
    assert MM * sizes["letter"][0] == pytest.approx(612)


@pytest.mark.parametrize(("kind", "page"), [("sheet", 1), ("night", 0), ("night", 1)])
def test_what_a_page_leaves_free_is_ruled_for_notes(kind: str, page: int) -> None:
    document = builder.render(composing.sample("six-candles"), kind)
    picture = Image.open(BytesIO(document.png(dpi=72)[page])).convert("L")
    foot = picture.crop((100, 680, 500, 790))
    rows = [foot.crop((0, y, foot.width, y + 1)).getextrema()[0] < 250 for y in range(foot.height)]
    assert 4 <= sum(rows) <= 14
