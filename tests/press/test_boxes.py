"""Boxes, labels and dividers: nets that close, hold what they are for, and fit the paper."""

import io
import itertools

import conforming
import pikepdf
import proofreading
import pytest
from composing import homebrew, sample, script
from hypothesis import given, strategies as st

import builder
from builder.errors import UnknownChoiceError
from builder.press.tokens import boxes

A4 = (196.0, 271.5)
millimeters = st.floats(12, 120)


@given(millimeters, millimeters, millimeters)
def test_a_net_closes_to_its_box(width: float, height: float, depth: float) -> None:
    net = boxes.tuck_box((width, height, depth))
    panels = net.panels
    # Around the box, the panels follow each other, and the flap meets the first edge again.
    around = [panels[name] for name in ("front", "side", "back", "other side")]
    assert [each[2] for each in around] == [width, depth, width, depth]
    for one, other in itertools.pairwise(around):
        assert one[0] + one[2] == pytest.approx(other[0])
    assert all(each[1] == 0 and each[3] == height for each in around)
    assert panels["glue"][0] + panels["glue"][2] == around[0][0]
    for name, edge in (("lid", height), ("base", -depth)):
        left, bottom, wide, high = panels[name]
        assert (left, wide, high) == (panels["back"][0], width, depth)
        assert bottom == edge
    left, bottom, right, top = net.bounds
    assert (right - left, top - bottom) == pytest.approx(boxes.extent((width, height, depth)))
    for (x1, y1), (x2, y2) in net.folds:
        assert left <= min(x1, x2) <= max(x1, x2) <= right
        assert bottom <= min(y1, y2) <= max(y1, y2) <= top
        assert x1 == x2 or y1 == y2


@given(st.integers(1, 250), st.floats(19, 55), st.floats(0.3, 5))
def test_a_stack_of_tokens_fits_its_box_and_the_net_its_paper(
    number: int, diameter: float, thickness: float
) -> None:
    found = boxes.for_stack(number, diameter, thickness, A4)
    assert found
    counts, (width, height, depth) = found
    assert sum(counts) == number
    columns = int(width / diameter)
    assert max(counts) * thickness <= columns * height
    assert depth > diameter
    assert boxes.fits(boxes.extent((width, height, depth)), A4)


def test_what_no_paper_holds_has_no_box() -> None:
    assert boxes.for_stack(3, 100, 2, A4) is None


@pytest.mark.full
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_document_conforms_and_says_how_many_are_in_each_box(paper: str) -> None:
    made = builder.render(sample("the-wandering-fair"), "boxes", paper=paper)
    assert conforming.faults(made.pdf) == []
    printed = proofreading.text(made.pdf)
    for words in ("34 character tokens", "46 reminder tokens", "34 character cards", "Townsfolk", "Loric"):
        assert proofreading.squeezed(words) in printed
    with pikepdf.open(io.BytesIO(made.pdf)) as pdf:
        dashes = [
            list(map(float, operands[0]))
            for page in list(pdf.pages)[:4]
            for operands, operator in pikepdf.parse_content_stream(page)
            if str(operator) == "d"
        ]
    assert dashes.count([3, 2.4]) == dashes.count([]) >= 4


@pytest.mark.full
def test_parts_and_sizes_can_be_chosen() -> None:
    pair = script("imp", "monk")
    labels = builder.render(pair, "boxes", settings={"parts": "labels"})
    assert labels.pages == 1
    large = builder.render(pair, "boxes", settings={"character": "100", "parts": "boxes"})
    assert [each.code for each in large.notices] == ["box-too-large"]
    with pytest.raises(UnknownChoiceError, match="no part of the boxes “hats”"):
        builder.render(pair, "boxes", settings={"parts": "hats"})
    with pytest.raises(UnknownChoiceError, match="no thickness of tokens “thick”"):
        builder.render(pair, "boxes", settings={"thickness": "thick"})


@pytest.mark.full
def test_long_names_and_many_tokens_have_boxes_too() -> None:
    many = script(
        *(homebrew(each, "townsfolk", name="W" * 30) for each in range(120)), name="Unendingly " * 8
    )
    made = builder.render(many, "boxes", settings={"thickness": "3"})
    assert made.pages > 6
    assert "(1/" in proofreading.text(made.pdf)
