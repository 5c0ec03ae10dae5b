"""Pictures of single characters as printed, made with the documents' templates and engines."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from math import ceil, sqrt
from typing import Any

from builder.content import Tokens
from builder.errors import RenderError
from builder.language import gettext as _
from builder.press import engine, printing, typeset
from builder.press.almanac import book
from builder.press.fit import Fit, Limits
from builder.press.tokens import token_pictures

#: Type size of a typical sheet, in points; fitted to a page, a single row would be huge.
USUAL_SIZE, USUAL_GAP = 10.5, 2.0
ROW_DPI, PAGE_DPI, TOKEN_DPI = 144, 110, 180
#: Maximum number of pages of a long character.
MOST_PAGES = 3
#: Approximate ratio of width to height of a block of tokens.
WIDE = 1.7
#: CSS pixels in an inch; margin around a row, in CSS pixels.
PX, AROUND = 96, 3


def token(content: Tokens, style: str) -> bytes:
    """The first token as a PNG file."""
    made = next(token_pictures.pictures(content, style, TOKEN_DPI), None)
    if made is None:
        raise RenderError(_("This character has no token."))
    return made[1]


def token_block(content: Tokens, style: str) -> bytes:
    """All tokens in rows, as one PNG file; identical ones once."""
    made = [_opened(png) for _unused, png in token_pictures.pictures(content, style, TOKEN_DPI)]
    if not made:
        raise RenderError(_("This character has no reminder tokens."))
    width, height = max(each.width for each in made), max(each.height for each in made)
    columns = ceil(sqrt(len(made) * WIDE))
    gap = width // 16
    rows = ceil(len(made) / columns)
    block = _image_module().new("RGBA", (columns * (width + gap) - gap, rows * (height + gap) - gap))
    for number, each in enumerate(made):
        block.paste(each, (number % columns * (width + gap), number // columns * (height + gap)))
    return _png(block)


@engine.patched()
def sheet_row(order: printing.Order) -> bytes:
    """The first row of a character sheet as a PNG file, in typical type size."""
    html = typeset.html(order.kind, order.style, order.content)
    document = printing.layouts(html, order)(_measures(order))  # in a fixed type size
    page, box = next(_rows(document))
    pdf = document.copy([document.pages[page]]).write_pdf(finisher=_no_finisher)
    scale = ROW_DPI / PX
    edges = (
        box.position_x - AROUND,
        box.position_y - AROUND,
        box.position_x + box.width + AROUND,
        box.position_y + box.height + AROUND,
    )
    return _png(_pages(pdf, ROW_DPI)[0].crop(tuple(round(edge * scale) for edge in edges)))


def almanac_pages(order: printing.Order) -> bytes:
    """The chapters of an almanac as a PNG file, one page below the other, without cover and appendix."""
    parts = {
        **printing.settings(order.kind, order.style),
        "parts": [{"template": "chapter.html", "each": "singly", "number": False}],
    }
    bound = book.print_book(order, parts, lambda _: {"finisher": _no_finisher})
    made = _pages(bound.pdf, PAGE_DPI)
    whole = _image_module().new("RGB", (made[0].width, sum(each.height for each in made)), "white")
    for number, each in enumerate(made):
        whole.paste(each, (0, number * made[0].height))
    return _png(whole)


def _measures(order: printing.Order) -> str:
    style = printing.settings(order.kind, order.style)
    fits = [
        Fit(section, Limits(**style["sections"][section.name]), order.paper)
        for section in order.content.sections
        if section.name in style["sections"]
    ]
    for each in fits:
        each.size, each.gap = USUAL_SIZE, USUAL_GAP
    return "".join(each.css for each in fits)


def _rows(document: Any) -> Iterator[tuple[int, Any]]:
    """The page index and the box of each row."""
    for number, page in enumerate(document.pages):
        for box in page._page_box.descendants():
            if box.element is not None and box.element_tag == "div" and box.element.get("class") == "row":
                yield number, box


def _no_finisher(_document: object, _pdf: object) -> None:
    """Does nothing: a temporary file needs no additions."""


def _pages(pdf: bytes, dpi: int) -> Sequence[Any]:
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        shown = range(min(MOST_PAGES, len(document)))
        return [document[number].render(scale=dpi / 72).to_pil() for number in shown]
    finally:
        document.close()


def _opened(png: bytes) -> Any:
    return _image_module().open(BytesIO(png))


def _image_module() -> Any:
    from PIL import Image

    return Image


def _png(image: Any) -> bytes:
    target = BytesIO()
    image.save(target, "PNG", compress_level=1)
    return target.getvalue()
