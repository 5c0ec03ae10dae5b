"""The pocket booklet: folded in thought, its pages lie in order; nothing is lost, and nothing secret is in it."""

import io
import json

import conforming
import pikepdf
import proofreading
import pypdfium2
import pytest
from composing import homebrew, prose, sample, script

import builder
from builder.press import booklet

#: A panel of a sheet: its column from the left and its row from below.
Panel = tuple[int, int]


def folded(columns: int = 4, cut: tuple[int, int] = (1, 3)) -> list[Panel]:
    """The panels of a sheet in the order of the book's pages, from the cover; each two of them are one leaf.

    What the hands do: the sheet is cut between the rows from one column to another. Fold it lengthwise, printed side
    out, and push the ends together: where it is cut, the rows move apart, and the leaves stand as a cross. Panels that
    still hang together are beside each other in the book, so the book goes around the ring of them.
    """
    panels = [(column, row) for column in range(columns) for row in (0, 1)]

    def hang_together(one: Panel, other: Panel) -> bool:
        if one[1] == other[1]:
            return abs(one[0] - other[0]) == 1
        return one[0] == other[0] and not cut[0] <= one[0] < cut[1]

    ring = [(columns - 1, 0)]
    while len(ring) < len(panels):
        # The cover's right edge is open: from it the book goes to the panel behind it.
        options = [each for each in panels if each not in ring and hang_together(each, ring[-1])]
        ring.append(max(options, key=lambda each: each[1]))
    assert hang_together(ring[-1], ring[0])
    return ring


def spreads(ring: list[Panel]) -> list[tuple[Panel, Panel]]:
    """What lies open together: left and right page, the back with the front first."""
    return [(ring[place - 1], ring[place]) for place in range(0, len(ring), 2)]


def test_folding_the_sheet_puts_the_pages_in_order() -> None:
    ring = folded()
    assert [booklet.PLACES[page][:2] for page in range(1, 9)] == ring
    turned = {(column, row): is_turned for column, row, is_turned in booklet.PLACES.values()}
    for left, right in spreads(ring):  # both upright when read, the left one at the left
        assert turned[left] == turned[right] == (left[1] == 1)
        assert (right[0] - left[0]) * (-1 if turned[left] else 1) == 1


@pytest.mark.full
@pytest.mark.parametrize(("paper", "language"), [("a4", "he"), ("letter", "en")])
def test_each_printed_page_number_is_where_folding_puts_it(paper: str, language: str) -> None:
    with builder.language.using(language):
        made = builder.render(sample("a-murmur-of-moths"), "booklet", paper=paper)
    pdf = pypdfium2.PdfDocument(made.pdf)
    (page,) = pdf
    width, height = page.get_size()
    assert width > height
    text = page.get_textpage()
    found = {}
    for start in range(text.count_chars()):
        sign, before = text.get_text_range(start, 1), text.get_text_range(max(0, start - 4), 4)
        if sign.isdigit() and "·" in before:
            left, bottom, right, top = text.get_charbox(start)
            found[int(sign)] = int((left + right) / 2 / (width / 4)), int((bottom + top) / 2 / (height / 2))
    assert len(found) >= 6
    mirror = {column: 3 - column if language == "he" else column for column in range(4)}
    for number, panel in found.items():
        column, row, _turned = booklet.PLACES[number]
        assert panel == (mirror[column], row)


@pytest.mark.full
@pytest.mark.parametrize("name", ["the-wandering-fair", pytest.param("six-candles", marks=pytest.mark.slow)])
def test_a_script_is_on_one_sheet_that_screen_readers_read_in_order(name: str) -> None:
    given = sample(name)
    made = builder.render(given, "booklet")
    assert (made.pages, made.notices) == (1, ())
    assert conforming.faults(made.pdf) == []
    printed = proofreading.text(made.pdf)
    assert [each.name for each in given.characters if proofreading.squeezed(each.name) not in printed] == []


@pytest.mark.full
def test_a_long_script_takes_several_sheets_and_says_so() -> None:
    given = script(*(homebrew(each, "townsfolk", ability=prose(240, each)) for each in range(50)))
    made = builder.render(given, "booklet", copies=2)
    assert made.pages % 2 == 0
    assert made.pages > 2
    assert [each.code for each in made.notices] == ["runs-on"]
    assert conforming.faults(made.pdf) == []
    with pikepdf.open(io.BytesIO(made.pdf)) as pdf:
        assert len(pdf.pages) == made.pages
        for each in pdf.pages:
            sides = [float(side) * 25.4 / 72 for side in each.mediabox]
            assert sides == pytest.approx([0, 0, 297, 210], abs=0.05)


@pytest.mark.full
def test_nothing_about_the_night_is_in_it() -> None:
    words = "Wake them and point at the goat."
    entry = homebrew(
        1, "townsfolk", firstNight=3, firstNightReminder=words, otherNightReminder=words, otherNight=4
    )
    printed = proofreading.text(builder.render(script(entry, "imp"), "booklet").pdf)
    assert proofreading.squeezed("Maker 1") in printed
    assert proofreading.squeezed("goat") not in printed


@pytest.mark.full
def test_the_same_script_is_the_same_bytes() -> None:
    given = json.dumps([{"id": "_meta", "name": "Twice"}, "imp", "monk"])
    first, second = (builder.render(builder.parse(given), "booklet").pdf for _ in range(2))
    assert first == second


@pytest.mark.full
def test_a_dark_theme_leaves_its_paper_white_and_its_letters_dark() -> None:
    made = builder.render(sample("six-candles"), "booklet", theme="observatory")
    picture = pypdfium2.PdfDocument(made.pdf)[0].render(scale=2).to_pil().convert("L")
    assert picture.getpixel((30, 30)) == 255
    assert sum(picture.histogram()[:110]) > 2000
