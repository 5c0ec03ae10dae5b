"""The free height of a character sheet goes into the gaps between its rows."""

from functools import cache
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest
from composing import in_turn, sample

import builder
from builder import printables
from builder.press import engine, printing, spreading
from builder.press.fit import measure
from builder.printables import night, sheet

pytestmark = pytest.mark.full

SAMPLES = ("a-murmur-of-moths", "the-wandering-fair", "six-candles", "the-dead-letter-office")
STYLES = {"classic": "front", "plain": "front", "teensy": "front", "parchment": "columns"}
each_sheet = pytest.mark.parametrize(
    ("style", "name"), in_turn([(style,) for style in STYLES], SAMPLES, share=4)
)


def boxes(box: Any, kind: str) -> list[Any]:
    return list(spreading._of_class(box, kind))


def lines(box: Any) -> list[tuple[str, float]]:
    """The text of each line and where it begins, from left to right."""
    if hasattr(box, "text"):
        return [(box.text, round(box.position_x, 2))]
    return [line for child in getattr(box, "children", ()) for line in lines(child)]


def tops(box: Any, kind: str) -> list[float]:
    return [row.position_y for row in boxes(box, kind)]


@cache
def laid_out(style: str, name: str, *, is_spread: bool) -> Any:
    """The document of a sample, and its fits, before and after its rows are moved."""
    order = printing.Order("sheet", style, sheet.content(sample(name)), printables.papers()["a4"])
    with engine.patched():
        _, _, document, fits = printing._balanced(order)
        if is_spread:
            spreading.spread(document, fits)
    return document, fits


@each_sheet
def test_no_line_breaks_elsewhere_and_no_row_rises(style: str, name: str) -> None:
    (before, _), (after, _) = (laid_out(style, name, is_spread=spread) for spread in (False, True))
    assert len(before.pages) == len(after.pages)
    for one, other in zip(before.pages, after.pages, strict=True):
        assert lines(one._page_box) == lines(other._page_box)
    if STYLES[style] == "front":
        rows = [tops(document.pages[0]._page_box, "row") for document in (before, after)]
        assert all(low >= high for high, low in zip(*rows, strict=True))


@each_sheet
def test_a_sheet_still_ends_on_its_page_but_nearer_to_its_foot(style: str, name: str) -> None:
    used = [measure(laid_out(style, name, is_spread=spread)[0], STYLES[style]) for spread in (False, True)]
    if used[0].pages > 1:  # printed in another style, or on several pages
        assert used[0] == used[1]
        return
    assert used[1].pages == 1
    assert used[0].used - 0.1 <= used[1].used <= used[1].room


@pytest.mark.parametrize("name", SAMPLES)
def test_headings_get_more_of_the_free_height_than_rows(name: str) -> None:
    grown = []
    for spread in (False, True):
        page = laid_out("classic", name, is_spread=spread)[0].pages[0]._page_box
        teams = boxes(page, "team")
        gaps = [low.position_y - (high.position_y + high.height) for high, low in pairwise(teams)]
        grown.append((gaps, [low - high for high, low in pairwise(tops(teams[0], "row"))]))
    (heads, rows), (after_heads, after_rows) = grown
    between = min(after - before for before, after in zip(rows, after_rows, strict=True))
    above = min(after - before for before, after in zip(heads, after_heads, strict=True))
    em = 0.9 * laid_out("classic", name, is_spread=True)[1][0].size / 0.75
    assert above == pytest.approx(spreading.ABOVE * between)
    assert between <= em + 0.01


def columns(style_page: Any) -> list[list[Any]]:
    return [boxes(column, "row") for column in boxes(style_page, "column")]


@pytest.mark.parametrize("name", SAMPLES)
def test_rows_side_by_side_begin_level_or_both_columns_end_level(name: str) -> None:
    page = laid_out("parchment", name, is_spread=True)[0].pages[0]._page_box
    bands = [[rows for rows in columns(band) if rows] for band in boxes(page, "band")]
    pairs = [band for band in bands if len(band) == 2 and min(map(len, band)) > 1]
    assert pairs
    for left, right in pairs:
        starts = [abs(one.position_y - other.position_y) for one, other in zip(left, right, strict=False)]
        ends = [rows[-1].position_y + rows[-1].height for rows in (left, right)]
        assert max(starts) < 0.1 or abs(ends[0] - ends[1]) < 0.1 or len(left) != len(right)


@pytest.mark.parametrize("name", SAMPLES)
def test_rows_and_teams_in_columns_do_not_overlap(name: str) -> None:
    page = laid_out("parchment", name, is_spread=True)[0].pages[0]._page_box
    for band in boxes(page, "band"):
        foot = band.position_y + band.margin_top + band.height
        for rows in columns(band):
            assert all(low.position_y >= high.position_y + high.height for high, low in pairwise(rows))
            for row in rows:
                words = boxes(row, "words")[0]
                inside = boxes(words, "ability")[0]
                assert inside.position_y + inside.height <= row.position_y + row.height + 0.1
                assert row.position_y + row.height <= foot + 0.1


@pytest.mark.parametrize("name", SAMPLES)
def test_pictures_and_bands_move_with_their_rows(name: str) -> None:
    page = laid_out("parchment", name, is_spread=True)[0].pages[0]._page_box
    for band in boxes(page, "band"):
        heading = next(child for child in band.children if child.is_absolutely_positioned())
        middle = band.position_y + band.margin_top + band.height / 2
        top = heading.position_y + heading.margin_top
        assert top + heading.height / 2 == pytest.approx(middle, abs=1)
        for row in boxes(band, "row"):
            icon = boxes(row, "icon")[0]
            assert icon.background.layers[0].painting_area[1] == pytest.approx(icon.position_y)
            assert 0 <= icon.position_y - row.position_y < 3


def test_the_ground_of_a_heading_moves_with_it() -> None:
    page = laid_out("large", "six-candles", is_spread=True)[0].pages[0]._page_box
    labels = boxes(page, "label")
    assert len(labels) > 3
    for label in labels:
        assert label.background.layers[-1].painting_area[1] == pytest.approx(label.position_y)


@pytest.mark.parametrize("name", ["a-murmur-of-moths", "the-wandering-fair"])
def test_both_strips_of_a_night_sheet_end_where_the_page_does(name: str) -> None:
    order = printing.Order("night", "strips", night.content(sample(name)), printables.papers()["a4"])
    with engine.patched():
        _, _, document, fits = printing._balanced(order)
        before = [measure(document, each) for each in spreading.STRIPS]
        pitch = [_pitch(document.pages[0]._page_box, kind) for kind in spreading.STRIPS.values()]
        spreading.spread(document, fits)
    for fit, was, one, kind in zip(fits, before, pitch, spreading.STRIPS.values(), strict=False):
        now, other = measure(document, fit.section.name), _pitch(document.pages[0]._page_box, kind)
        assert now.used == pytest.approx(now.room, abs=0.5) or other - one == pytest.approx(
            spreading.MOST * fit.size / 0.75
        )
        assert now.used >= was.used
        assert now.room == pytest.approx(was.room, abs=0.5)


def _pitch(page: Any, kind: str) -> float:
    """The distance of the first two rows of a strip."""
    strip = next(each for each in boxes(page, "strip") if spreading._is(each, kind))
    first, second, *_ = tops(strip, "row")
    return second - first


def test_equal_scripts_give_equal_bytes_after_rows_were_moved() -> None:
    one, other = (builder.render(sample("six-candles"), "sheet", style="parchment").pdf for _ in range(2))
    assert one == other


def own_box(kind: str, *children: Any) -> Any:
    return SimpleNamespace(element={"class": kind}, children=children)


def test_a_look_of_an_author_with_other_classes_stays_as_it_is() -> None:
    spreading._spread_teams(own_box("front", own_box("team", own_box("line"))), 10.0, 100.0)
    row = own_box("row", own_box("text"))
    spreading._spread_bands(own_box("front", own_box("band", own_box("column", row))), 10.0, 100.0)
