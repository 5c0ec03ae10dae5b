"""Sets a part of a book in two columns: laid out on pages as narrow as one column, two of which are put on each page.

WeasyPrint's own columns take longer, and part headings from their texts. A template says with a comment, which no
author can write, that its part has columns, and how high (mm) the heading over both of them is; 0 if it has none.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, zip_longest
from typing import Any

from builder.press.moving import move
from builder.press.pdf_objects import MM

_MARK = re.compile(r"<!--half pages:(\d+)-->")
#: Margins of a page with columns, at both sides and above, as in the kind's base.css, and the gap between columns (mm).
SIDE, TOP, GAP = 21.0, 16.0, 7.0
#: CSS pixels in a millimetre.
PX = MM / 0.75
#: The class of a heading over both columns, and the elements that may begin in one column and go on in the other.
OVER, HOLDERS = "over", {"html", "body", "section", "article", "ul"}


def heading(html: str) -> int | None:
    """The height (mm) of the heading over both columns; None for a part without columns."""
    found = _MARK.search(html)
    return int(found[1]) if found else None


def across(paper: Any) -> float:
    """How far (mm) the second column is from the first."""
    return float(paper.width - 2 * SIDE + GAP) / 2


def rules(paper: Any, head: int, direction: str) -> str:
    """The CSS of narrow pages."""
    near, far = ("right", "left") if direction == "rtl" else ("left", "right")
    over = "".join(f"@page :nth({number}){{margin-top:{TOP + head:g}mm}}" for number in (1, 2) if head)
    return (
        f"@page{{margin-{near}:{SIDE}mm;margin-{far}:{SIDE + across(paper):g}mm}}{over}"
        f":root{{--across:{across(paper):g}mm;--over:{head:g}mm}}"
    )


def pair(laid: Any, paper: Any, direction: str) -> None:
    """Puts two narrow pages of a document on each page, side by side; on the last one columns end level."""
    shift = across(paper) * PX * (-1 if direction == "rtl" else 1)
    pages = []
    for left, right in zip_longest(laid.pages[::2], laid.pages[1::2]):
        box, roots = left._page_box, _roots(left)
        for root in _roots(right) if right else ():
            move(root, across=shift)
            roots.append(root)
        if left is laid.pages[-2 if right else -1]:
            roots = _level(roots, shift)
        rest = [child for child in box.children if not child.is_for_root_element]
        # The page of both is a new one, so that it finds the links and bookmarks of both.
        pages.append(type(left)(box.copy_with_children([*roots, *rest])))
    laid.pages[:] = pages


def _roots(page: Any) -> list[Any]:
    return [box for box in page._page_box.children if box.is_for_root_element]


def _level(roots: Sequence[Any], shift: float) -> list[Any]:
    """The columns of a page, after the end of the first has been moved to the second, so that both end level."""
    left, *right = roots
    boxes = [box for box in _boxes(left) if OVER not in (box.element.get("class") or "").split()]
    if len(boxes) < 2:
        return list(roots)
    foot, taken, gap = _bottom(boxes[-1]), 0.0, 0.0
    for root in right:
        beside, gap = list(_boxes(root)), _gap(left, root)
        taken = gap + _bottom(beside[-1]) - beside[0].position_y if beside else 0.0
    top = boxes[0].position_y
    places = {
        id(box): max(_bottom(before) - top, foot - _top(box) + taken)
        for before, box in pairwise(boxes)
        if before.style["break_after"] != "avoid" and box.style["break_before"] != "avoid"
    }
    first = min((box for box in boxes if id(box) in places), key=lambda box: places[id(box)], default=None)
    if first is None or places[id(first)] >= max(foot - top, taken):
        return list(roots)
    rest, up = foot - _top(first) + gap, top - _top(first)
    kept, moved = _divided(left, first)
    move(moved, across=shift, down=up)
    for root in right:
        move(root, down=rest)
    return [kept, moved, *right]


def _boxes(box: Any) -> Iterator[Any]:
    """What stays together in a column, from top to bottom."""
    for child in box.children:
        if child.element_tag in HOLDERS:
            yield from _boxes(child)
        elif child.element is not None and child.is_in_normal_flow() and child.height:
            yield child


def _gap(left: Any, right: Any) -> float:
    """The space between the last box of a column and the first of the next one, where no page would part them."""
    last, first = list(_edge(left, -1)), list(_edge(right, 0))
    parted = {id(box.element) for box in last} & {id(box.element) for box in first}
    below = [_margin(box, "margin_bottom") for box in last if id(box.element) not in parted]
    above = [_margin(box, "margin_top") for box in first if id(box.element) not in parted]
    return max((0.0, *below, *above))


def _edge(box: Any, place: int) -> Iterator[Any]:
    """A box, its first or last child, and so on, down to what stays together."""
    yield box
    children = [child for child in box.children if child.element is not None and child.height]
    if box.element_tag in HOLDERS and children:
        yield from _edge(children[place], place)


def _margin(box: Any, side: str) -> float:
    margin = box.style[side]
    return 0.0 if margin == "auto" or margin.unit == "%" else float(margin.value)


def _top(box: Any) -> float:
    return float(box.position_y + box.margin_top)


def _bottom(box: Any) -> float:
    return float(box.position_y + box.margin_height())


def _divided(box: Any, first: Any) -> tuple[Any, Any]:
    """A box without, and with only, what is from a box in it on."""
    for number, child in enumerate(box.children):
        before: tuple[Any, ...] = ()
        after = (child,)
        if child is not first:
            if child.element_tag not in HOLDERS or not any(each is first for each in _boxes(child)):
                continue
            kept, moved = _divided(child, first)
            before, after = (kept,), (moved,)
        rest = box.copy_with_children([*after, *box.children[number + 1 :]])
        if number or before:
            rest.remove_decoration(start=True, end=False)
        return box.copy_with_children([*box.children[:number], *before]), rest
    raise ValueError("The second box is not in the first.")
