"""Measures the rows of the columns of a laid-out document, so that its content can divide them more equally."""

from collections.abc import Iterator
from typing import Any

#: The classes of two columns side by side, and of a row.
BOTH, ROW = "columns", "row"


def row_heights(document: Any) -> list[tuple[float, ...]]:
    """The height of each row with the gap below it, for each pair of columns in the order of the document."""
    pairs: dict[Any, list[Any]] = {}
    for page in document.pages:
        for pair, row in _rows(page._page_box, None):
            pairs.setdefault(pair, []).append(row)
    # The last row of a column has a smaller gap, because another team follows.
    return [
        tuple(row.border_height() + max(each.margin_bottom for each in rows) for row in rows)
        for rows in pairs.values()
    ]


def _rows(box: Any, pair: Any) -> Iterator[tuple[Any, Any]]:
    """Each row below a box, and the element of its pair of columns."""
    kind = box.element.get("class") if box.element is not None else ""
    if kind == ROW and pair is not None:
        yield pair, box
    else:
        for child in getattr(box, "children", ()):
            yield from _rows(child, box.element if kind == BOTH else pair)
