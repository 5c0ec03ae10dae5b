"""What WeasyPrint does slowly on pages like ours, done quickly with the same result.

Each function in this folder stands in for one of WeasyPrint's, and calls it for whatever is not plain. A document looks
the same without them and takes half as long again; `tests/press/test_quick.py` compares the pictures.
"""

from functools import cache

from builder.press.quick import (
    boxes,
    cascade,
    flow,
    glyphs,
    heads,
    lines,
    pdf,
    pictures,
    rules,
    starts,
    styles,
    tags,
)


@cache
def install() -> None:
    """Puts them in place, once a process."""
    for part in (styles, starts, cascade, boxes, flow, lines, glyphs, pictures, rules, pdf, tags, heads):
        part.install()
