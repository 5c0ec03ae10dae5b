"""Almanacs to read and to look up in: two columns of lines that are easy to read, in order, level where they end."""

from collections.abc import Iterator
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest
from composing import homebrew, prose, script

import builder
from builder.press import drawings, engine, spreading
from builder.press.almanac import columns, layout

PAPER = SimpleNamespace(width=210, height=297)


def paired(*heights: int, head: int = 0, direction: str = "ltr") -> Any:
    """A part with boxes of these heights (mm) in two columns."""
    boxes = "".join(f'<p class="box" style="height:{height}mm">{height}</p>' for height in heights)
    html = f"<html><body><section><h1 class='over'>Over</h1>{boxes}</section></body></html>"
    css = "@page{size:210mm 297mm;margin:16mm 30mm 20mm}body,p,h1{margin:0}.box+.box{margin-top:5mm}"
    css += ".over{height:var(--over);margin-top:calc(-1 * var(--over))}p{break-inside:avoid}"
    with engine.patched():
        sheets = [engine.small_stylesheet(css + columns.rules(PAPER, head, direction))]
        laid = engine.page(html).render(
            stylesheets=sheets, font_config=engine.font_configuration(), cache=drawings.Pictures()
        )
        columns.pair(laid, PAPER, direction)
    return laid


def places(page: Any) -> Iterator[tuple[int, int, int]]:
    """The boxes of a page in the order in which they are drawn: height, from the left and from the top, in mm."""
    for box in spreading._of_class(page._page_box, "box"):
        yield tuple(
            round(each / columns.PX) for each in (box.height, box.position_x, box.position_y + box.margin_top)
        )


def test_columns_of_a_page_stand_side_by_side_and_end_level() -> None:
    (page,) = paired(30, 31, 32, 33).pages
    assert list(places(page)) == [(30, 21, 16), (31, 21, 51), (32, 108, 16), (33, 108, 53)]


def test_the_second_column_is_the_left_one_for_a_language_from_the_right() -> None:
    (page,) = paired(30, 31, direction="rtl").pages
    first, second = (across for _, across, _ in places(page))
    assert first > second


def test_only_the_last_page_is_level_and_keeps_what_had_a_page_between() -> None:
    first, last = paired(*range(40, 60, 2), 20, 21, 22, 23).pages
    assert [height for height, *_ in (*places(first), *places(last))] == [*range(40, 60, 2), 20, 21, 22, 23]
    lowest = [
        max(top + height for height, across, top in places(last) if across == side) for side in (21, 108)
    ]
    assert abs(lowest[0] - lowest[1]) <= 30
    for page in (first, last):
        for (height, across, top), (_, beside, below) in pairwise(places(page)):
            assert beside != across or below == top + height + 5


def test_a_heading_goes_over_both_columns() -> None:
    (page,) = paired(30, 31, head=40).pages
    assert {top for *_, top in places(page)} == {56}


def test_a_denser_setting_is_not_tried_for_a_page_more_if_it_would_not_save_one() -> None:
    tried: list[int] = []

    def laid(_html: str, _look: Any, place: int) -> Any:
        tried.append(place)
        ends = {"end": (0, layout.HEAD + 0.3 * (1000 - layout.HEAD - layout.FOOT))}
        return SimpleNamespace(pages=[SimpleNamespace(height=1000, anchors=ends)] * 2)

    look: Any = SimpleNamespace(guesses=(), densities=(("", 1, ""), ("close", 0.9, ""), ("closer", 0.7, "")))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layout, "_laid", laid)
        patch.setattr(layout, "_recorded", lambda laid, _look: tuple(laid.pages))
        layout._part("<!--half pages:0-->", look)
    assert tried == [0, 2]


@pytest.mark.full
@pytest.mark.parametrize("style", ["book", "reference"])
def test_lines_have_no_more_letters_than_are_easy_to_read(style: str) -> None:
    page = {"rules": [prose(400, n) for n in range(3)], "examples": [prose(500)]}
    ids = {"made1": {"almanac": page}}
    book = script(homebrew(1, "townsfolk"), clockwright={"characters": ids})
    seen: list[int] = []
    usual = layout.document

    def noted(*parts: Any) -> Any:
        laid = usual(*parts)
        for each in laid.pages:
            for item in spreading._of_class(each._page_box, "rules" if style == "book" else "rulings"):
                lines = [box for box in item.descendants() if type(box).__name__ == "LineBox"]
                seen.extend(
                    len("".join(t.text for t in line.descendants() if hasattr(t, "text"))) for line in lines
                )
        return laid

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layout, "document", noted)
        builder.render(book, "almanac", style=style, attach=False)
    assert 40 < max(seen) <= 75
