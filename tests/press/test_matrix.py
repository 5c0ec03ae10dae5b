"""Every document in every style on every paper holds every script: nothing overflows, nothing is lost."""

import proofreading
import pytest
from extremes import MATRIX

import builder
from builder import assets, printables

pytestmark = pytest.mark.slow
needs_press = pytest.mark.skipif(
    not assets.static("vendor", "fonts").is_dir(), reason="the fonts are not assembled yet (bin/setup)"
)
KINDS = ("sheet", "night", "table", "almanac", "tokens", "guide", "proof", "booklet", "boxes")
PAPERS = ("a4", "letter")
STICKERS = tuple(
    path.stem for path in sorted(assets.data("papers").glob("*.json")) if path.stem not in PAPERS
)
#: A book has margins of its own, letters on a curve stand in boxes that meet, and half of a booklet stands on its head:
#: these only have to be on the page.
LOOSE = {"almanac", "tokens", "booklet", "boxes"}


def looks() -> list[tuple[str, str, str]]:
    """Each kind with each of its styles and papers."""
    return [
        (kind, style, paper)
        for kind in KINDS
        for style in printables.kinds()[kind]
        for paper in (PAPERS + STICKERS if kind == "tokens" else PAPERS)
    ]


def beyond(pdf: bytes) -> list[str]:
    """Letters that no printer reaches."""
    edge = proofreading.UNPRINTABLE - proofreading.MOST_SWING
    return [
        f"page {page.number}: {letter.sign!r} at “{page.words_near(letter)}”"
        for page in proofreading.pages(pdf)
        for letter in page.letters
        if min(letter.left, letter.bottom) < edge
        or letter.right > page.width - edge
        or letter.top > page.height - edge
    ]


@needs_press
@pytest.mark.parametrize("name", MATRIX)
@pytest.mark.parametrize(("kind", "style", "paper"), looks())
def test_every_document_holds_every_script(kind: str, style: str, paper: str, name: str) -> None:
    document = builder.render(MATRIX[name](), kind, style=style, paper=paper)
    assert document.pages
    assert (beyond if kind in LOOSE else proofreading.faults)(document.pdf) == []
    if kind == "sheet":
        printed = proofreading.text(document.pdf).replace("-", "")
        names = (each.name for each in MATRIX[name]().characters if each.name.isascii())
        assert [each for each in names if proofreading.squeezed(each).replace("-", "") not in printed] == []
