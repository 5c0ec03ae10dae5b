"""What WeasyPrint does slowly on pages like ours, done quickly with the same result.

Each function in this folder stands in for one of WeasyPrint's, and calls it for whatever is not plain. A document looks
the same without them and takes half as long again; `tests/press/test_quick.py` compares the pictures.
"""

from functools import cache

from builder.press.weasyprint_patches import (
    backgrounds,
    blanks,
    box_layout,
    boxes,
    cascade,
    computed_styles,
    heads,
    line_cache,
    lines,
    pages,
    paragraphs,
    pdf_writer,
    plain_tags,
    rules,
    styles,
    text_drawing,
)


@cache
def install() -> None:
    """Puts them in place, once a process."""
    for part in (
        styles,
        computed_styles,
        cascade,
        boxes,
        blanks,
        box_layout,
        lines,
        paragraphs,
        pages,
        line_cache,
        text_drawing,
        backgrounds,
        rules,
        pdf_writer,
        plain_tags,
        heads,
    ):
        part.install()
