"""What `same_document` is for: whatever a shortcut could lose of a document is seen."""

from collections.abc import Callable
from functools import cache
from io import BytesIO

import composing
import pikepdf
import pypdfium2
import pytest
import same_document
import structure
from pikepdf import Name, Pdf

import builder
from builder import assets

pytestmark = [
    pytest.mark.skipif(
        not assets.static("vendor", "fonts").is_dir(), reason="the fonts are not assembled yet (bin/setup)"
    ),
    pytest.mark.full,
]


@cache
def document(kind: str, style: str) -> bytes:
    script = composing.script("monk", "imp") if kind == "almanac" else composing.sample("six-candles")
    return builder.render(script, kind, style=style).pdf


@cache
def whole(kind: str, style: str) -> bytes:
    """The document as pikepdf writes it."""
    return spoilt(document(kind, style), lambda _: None)


def spoilt(pdf: bytes, spoil: Callable[[Pdf], None]) -> bytes:
    with structure.opened(pdf) as file:
        spoil(file)
        target = BytesIO()
        file.save(target, static_id=False, deterministic_id=False)
    return target.getvalue()


def seen(spoil: Callable[[Pdf], None], kind: str = "sheet", style: str = "plain") -> set[str]:
    """What is seen of a document that was spoilt: the first word of each difference."""
    found = same_document.differences(whole(kind, style), spoilt(whole(kind, style), spoil))
    return {each.replace(":", " ").partition(" ")[0] for each in found}


def place_of(words: str, kind: str = "sheet", style: str = "plain") -> tuple[float, float, float, float]:
    """Where on page 1 some words stand: left, bottom, right and top in points."""
    page = pypdfium2.PdfDocument(document(kind, style))[0].get_textpage()
    start, count = page.search(words).get_next()
    boxes = [page.get_charbox(start + step) for step in range(count)]
    return (
        min(b[0] for b in boxes),
        min(b[1] for b in boxes),
        max(b[2] for b in boxes),
        max(b[3] for b in boxes),
    )


def painted_over(left: float, bottom: float, right: float, top: float) -> Callable[[Pdf], None]:
    def paint(pdf: Pdf) -> None:
        white = f"q /Artifact BMC 1 1 1 rg {left} {bottom} {right - left} {top - bottom} re f EMC Q"
        page = pdf.pages[0]
        page.contents_add(b"q", prepend=True)
        page.contents_add(b"Q " + white.encode())

    return paint


def first_element(pdf: Pdf, kind: str) -> pikepdf.Object:
    return next(each for each in structure.elements(pdf.Root.StructTreeRoot.K) if str(each.S) == kind)


def test_nothing_is_seen_where_nothing_is_lost() -> None:
    assert seen(lambda pdf: None) == set()
    assert seen(lambda pdf: None, "almanac", "book") == set()


def test_a_blanked_heading_is_seen() -> None:
    assert seen(painted_over(*place_of("Outsiders"))) == {"page"}


def test_a_blanked_word_of_an_ability_is_seen() -> None:
    assert seen(painted_over(*place_of("player"))) == {"page"}


def test_a_missing_line_is_seen() -> None:
    _, bottom, right, top = place_of("Outsiders")
    assert seen(painted_over(right + 3, bottom, right + 300, top)) == {"page"}


def test_a_missing_emblem_is_seen() -> None:
    left, bottom, _, top = place_of("Imp")
    assert seen(painted_over(left - 26, bottom - 6, left - 4, top + 6)) == {"page"}


def test_a_missing_tag_is_seen() -> None:
    def drop(pdf: Pdf) -> None:
        del first_element(pdf, "/Sect").K[1]

    assert seen(drop) == {"structure"}


def test_another_tag_is_seen() -> None:
    assert seen(lambda pdf: setattr(first_element(pdf, "/H2"), "S", Name.P)) == {"structure"}


def test_a_heading_of_a_table_without_its_scope_is_seen() -> None:
    def drop(pdf: Pdf) -> None:
        del first_element(pdf, "/TH").A

    assert seen(drop) == {"structure"}


def test_text_that_is_read_in_another_order_is_seen() -> None:
    def swap(pdf: Pdf) -> None:
        kids = first_element(pdf, "/TR").K
        kids[1], kids[2] = kids[2], kids[1]

    assert seen(swap) == {"structure"}


def test_a_missing_link_is_seen() -> None:
    def drop(pdf: Pdf) -> None:
        page = next(page for page in pdf.pages if page.get("/Annots"))
        del page.Annots[0]

    assert seen(drop, "almanac", "book") >= {"links"}


def test_a_link_that_leads_elsewhere_is_seen() -> None:
    def turn(pdf: Pdf) -> None:
        links = [each for page in pdf.pages for each in page.get("/Annots", [])]
        links[0].Dest = links[-1].Dest

    assert seen(turn, "almanac", "book") == {"links"}


def test_a_missing_bookmark_is_seen() -> None:
    def drop(pdf: Pdf) -> None:
        with pdf.open_outline() as outline:
            del outline.root[-1]

    assert seen(drop, "almanac", "book") == {"bookmarks"}


@pytest.mark.parametrize("key", ["/Subject", "/Keywords", "/Title"])
def test_a_missing_word_about_the_file_is_seen(key: str) -> None:
    def drop(pdf: Pdf) -> None:
        del pdf.docinfo[key]

    assert seen(drop) == {"metadata"}


@pytest.mark.parametrize("key", ["/Lang", "/MarkInfo", "/ViewerPreferences", "/Metadata"])
def test_a_missing_word_to_the_reader_is_seen(key: str) -> None:
    def drop(pdf: Pdf) -> None:
        del pdf.Root[key]

    assert seen(drop) == {"metadata"}


def test_a_missing_attachment_is_seen() -> None:
    def drop(pdf: Pdf) -> None:
        del pdf.attachments["script.json"]

    assert seen(drop) >= {"metadata"}


def test_a_missing_page_is_seen() -> None:
    def drop(pdf: Pdf) -> None:
        del pdf.pages[-1]

    assert seen(drop) == {"2"}


def test_letters_that_are_copied_as_others_are_seen() -> None:
    def rename(pdf: Pdf) -> None:
        for font in structure.fonts(pdf):
            font.ToUnicode.write(font.ToUnicode.read_bytes().replace(b"<0065>", b"<0066>"))

    assert seen(rename) >= {"text", "structure"}
