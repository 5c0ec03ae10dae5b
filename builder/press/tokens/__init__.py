"""Prints tokens directly to PDF, without HTML, for text on a curve and for speed.

`typesetting` turns text into glyphs (`shaping`) and lines; `token_drawing`, `playing_card` and `character` draw one
token with `ink`; `packing` places tokens on paper, `sheets` draws pages, `pdf_file` writes the file, `token_pictures`
makes pictures.
"""

from typing import TYPE_CHECKING, Any

from builder import themes
from builder.artefact import PDF, Artefact
from builder.press.tokens import pdf_file, sheets
from builder.press.tokens.ink import palette

if TYPE_CHECKING:
    from builder.press.printing import Order


def print_tokens(order: "Order") -> Artefact:
    """Prints an order whose content is tokens. Equal orders give equal bytes."""
    content: Any = order.content  # `Tokens`, for the styles of this engine
    paper: Any = order.paper
    chosen = palette(order.style, saving=content.saving)
    # What is around the tokens is on white paper.
    with themes.using(themes.current().bare or themes.current()):
        job = sheets.draw(content, paper, chosen)
    pdf = pdf_file.bind(pdf_file.book(order, job.pages, job.tags, job.resources))
    pages = len(job.pages) * order.copies
    return Artefact("", PDF, pdf, pages, tuple(sheets.notices(job)), order.style)
