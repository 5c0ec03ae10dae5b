"""Where tokens lie: punch sizes on paper, stickers, as few sheets as can be, nothing over an edge or another."""

import itertools
import math

import composing
import pytest
from composing import homebrew, script

import builder
from builder import printables
from builder.press.tokens import packing, sheets
from builder.press.tokens.ink import palette
from builder.press.tokens.packing import Size, Spot
from builder.printables import options, tokens

STICKERS = sorted(name for name, paper in printables.every_paper().items() if paper.labels)


def job(paper: str = "a4", **chosen: str) -> sheets.Printing:
    made = composing.sample("the-wandering-fair")
    content = tokens.content(made, options.read(tokens, {k.replace("_", "-"): v for k, v in chosen.items()}))
    return sheets.draw(content, printables.every_paper()[paper], palette("classic", saving=False))


def apart(one: Spot, other: Spot, sizes: dict[str, Size]) -> float:
    """How far the edges of two tokens are from each other (mm); less than nothing where they overlap."""
    a, b = sizes[one.face.shape], sizes[other.face.shape]
    if a.is_round and b.is_round:
        return math.dist((one.x, one.y), (other.x, other.y)) - (a.width + b.width) / 2
    across = abs(one.x - other.x) - (a.width + b.width) / 2
    return max(across, abs(one.y - other.y) - (a.height + b.height) / 2)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("punch", tokens.PUNCHES)
@pytest.mark.parametrize("how", ["hexagonal", "grid"])
def test_no_token_lies_on_another_or_beyond_the_margin(paper: str, punch: str, how: str) -> None:
    made = job(paper, punch=punch, packing=how, gutter="3")
    sheet = printables.papers()[paper]
    assert len(made.spots) > 1
    for one in made.spots:
        size = made.sizes[one.face.shape]
        assert one.x - size.width / 2 >= packing.SIDE - 0.01
        assert one.x + size.width / 2 <= sheet.width - packing.SIDE + 0.01
        assert one.y - size.height / 2 >= packing.HEAD - 0.01
        assert one.y + size.height / 2 <= sheet.height - packing.FOOT + 0.01
    for one, other in itertools.combinations(made.spots, 2):
        if one.sheet == other.sheet:
            assert apart(one, other, made.sizes) >= 3 - 0.01


def test_a_hexagonal_sheet_holds_more_than_rows_and_columns() -> None:
    size = Size(45, 45, is_round=True)
    counts = [
        len(packing.best(size, 196, 271.5, 2, hexagonal=hexagonal, wanted=99)) for hexagonal in (True, False)
    ]
    assert counts == [21, 20]


def test_characters_come_first_then_reminders_then_cards() -> None:
    shapes = [spot.face.shape for spot in job().spots]
    assert [shape for shape, _ in itertools.groupby(shapes)] == ["character", "reminder", "card"]


def test_what_follows_begins_on_the_same_sheet_where_there_is_room() -> None:
    spots = job().spots
    assert len({spot.sheet for spot in spots if spot.face.shape != "card"}) == 3
    assert {spot.sheet for spot in spots if spot.face.shape == "character"} == {0, 1}
    assert min(spot.sheet for spot in spots if spot.face.shape == "reminder") == 1


def test_cards_are_a_little_lower_where_that_saves_a_sheet() -> None:
    made = tokens.content(composing.sample("six-candles"), options.read(tokens, {}))
    laid = sheets.draw(made, printables.every_paper()["a4"], palette("classic", saving=False))
    assert 0.9 * 54 <= laid.sizes["card"].height < 54
    assert max(spot.sheet for spot in laid.spots) == 1


def test_cards_keep_their_size_where_lower_ones_would_save_nothing() -> None:
    made = tokens.content(composing.sample("six-candles"), options.read(tokens, {"parts": "info"}))
    laid = sheets.draw(made, printables.every_paper()["a4"], palette("classic", saving=False))
    assert laid.sizes["card"] == Size(85, 54, is_round=False)
    assert max(spot.sheet for spot in laid.spots) == 1


def test_a_token_larger_than_all_room_is_still_made() -> None:
    (spot,) = packing.on_paper(
        job().spots[0:1] and [job().spots[0].face],
        {"character": Size(400, 400, is_round=True)},
        (210, 297),
        2,
        hexagonal=True,
    )
    assert spot.sheet == 0


@pytest.mark.parametrize("paper", STICKERS)
def test_stickers_lie_inside_their_sheet_and_never_overlap(paper: str) -> None:
    sheet = printables.every_paper()[paper]
    labels = sheet.labels
    assert labels is not None
    assert labels.left + (labels.columns - 1) * labels.across + labels.width <= sheet.width
    assert labels.top + (labels.rows - 1) * labels.down + labels.height <= sheet.height
    # As far from the left edge as from the right one: so they are made.
    right = sheet.width - labels.left - (labels.columns - 1) * labels.across - labels.width
    assert right == pytest.approx(labels.left, abs=0.6)
    assert min(labels.across - labels.width, labels.down - labels.height) >= 0


def test_avery_94500_is_twenty_of_an_inch_and_three_quarters() -> None:
    made = job("avery-94500")
    first, second, fifth = made.spots[0], made.spots[1], made.spots[4]
    inch = 25.4
    assert made.sizes == {"character": Size(44.45, 44.45, is_round=True)}
    assert (first.x, first.y) == pytest.approx((1.25 * inch, 1.5 * inch), abs=0.01)
    assert (second.x - first.x, fifth.y - first.y) == pytest.approx((2 * inch, 2 * inch), abs=0.01)
    assert made.spots[20].sheet == 1


@pytest.mark.parametrize("paper", STICKERS)
def test_stickers_take_what_they_are_for_and_say_what_they_leave(paper: str) -> None:
    labels = printables.every_paper()[paper].labels
    assert labels is not None
    made = job(paper)
    assert {spot.face.shape for spot in made.spots} == {labels.holds}
    (notice,) = sheets.notices(made)
    assert (notice.code, notice.message.startswith("These stickers don't fit ")) == ("other-stickers", True)


def test_only_tokens_are_printed_on_stickers() -> None:
    made = script("imp")
    with pytest.raises(builder.ClockwrightError, match="There is no paper “avery-94500”"):
        builder.render(made, "sheet", paper="avery-94500")
    assert builder.render(made, "tokens", paper="avery-94509").pages == 1


def test_bleed_never_reaches_the_next_token() -> None:
    made = job(bleed="4", gutter="0")
    gaps = [
        apart(one, other, made.sizes)
        for one, other in itertools.combinations(made.spots, 2)
        if one.sheet == other.sheet
    ]
    assert min(gaps) >= 8 - 0.01


def test_an_empty_choice_gives_an_empty_sheet_and_says_so() -> None:
    document = builder.render(script("imp"), "tokens", settings={"parts": "almanac"})
    assert document.pages == 1
    assert [notice.code for notice in document.notices] == ["no-tokens"]


def test_hard_to_read_tokens_are_named() -> None:
    made = script(homebrew(1, "demon", name="Talker", ability=composing.prose(600)))
    usual = builder.render(made, "tokens", settings={"parts": "characters"})
    small = builder.render(made, "tokens", settings={"parts": "characters", "character": "25"})
    assert usual.notices == ()
    (notice,) = small.notices
    assert notice.code == "small-type"
    assert "Talker" in notice.message
