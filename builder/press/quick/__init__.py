"""What WeasyPrint does slowly on pages like ours, done quickly with the same result.

Each function in this folder stands in for one of WeasyPrint's, and calls it for whatever is not plain. A document looks
the same without them and takes half as long again; `tests/press/test_quick.py` compares the pictures.
"""

from functools import cache

from builder.press.quick import (
    blanks,
    boxes,
    cascade,
    flow,
    glyphs,
    heads,
    lines,
    pages,
    paragraphs,
    pdf,
    pictures,
    rules,
    starts,
    styles,
    tags,
    texts,
)


@cache
def install() -> None:
    """Puts them in place, once a process."""
    for part in (
        styles,
        starts,
        cascade,
        boxes,
        blanks,
        flow,
        lines,
        paragraphs,
        pages,
        texts,
        glyphs,
        pictures,
        rules,
        pdf,
        tags,
        heads,
    ):
        part.install()
