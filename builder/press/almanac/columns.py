"""Sets a part of a book in two columns: divides its texts, and puts two half pages that were laid out on each page.

How high a text is, is estimated from its words, without a layout.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import unescape
from itertools import pairwise, zip_longest
from typing import Any

from builder.press import fonts
from builder.press.pdf_objects import MM
from builder.press.spreading import move

#: Tags that end a block of text.
_BLOCK_END = re.compile(r"</(?:p|li|h[1-4]|div|td|th)>|<br\s*/?>")
_TAG = re.compile(r"<[^>]*>")
#: Width and height of the text on A4, and the margins around it (millimetres).
WIDTH, HEIGHT, SIDES, ENDS = 150, 261, 60, 36
#: Arrangements in `style.json`: two columns that end on their page, and two that run on, which take longest to lay out.
TWO, RUNNING = "two", "running"
#: The width of a line of a list, of one of a paragraph.
INDENTED = 0.94
START, CUT, END = "<!--columns-->", "<!--|-->", "<!--/columns-->"
_LIST = re.compile(r"<ul[^>]*>")
#: Lists in two columns on a part's pages: they are half as high as below each other.
_BESIDE = re.compile("<!--beside-->(.*?)<!--/beside-->", re.DOTALL)


def pages(html: str, measures: Mapping[str, float], paper: Any) -> float:
    """Estimates how many pages a part takes at the lowest density.

    `measures` are a style's for A4: `width` of a line in em of `fonts`, and the fraction of a page that its
    `head`, each `line` and each `block` take.
    """
    width = measures["width"] * (paper.width - SIDES) / WIDTH
    measures = {**measures, "width": width}
    beside = sum(_height(lists, measures) for lists in _BESIDE.findall(html))
    taken = measures["head"] + _height(html, measures) - beside / 2
    room: float = paper.height - ENDS
    return taken * HEIGHT / room


def _height(html: str, measures: Mapping[str, float]) -> float:
    """Estimates the fraction of a page that texts take, by the same measures."""
    texts = [text for block in _BLOCK_END.split(html) if (text := unescape(_TAG.sub("", block)).strip())]
    lines = sum(fonts.lines(text, measures["width"]) for text in texts)
    return measures["line"] * lines + measures["block"] * len(texts)


def has(html: str) -> bool:
    """Whether a part has texts to divide."""
    return START in html


def split(html: str, measures: Iterable[tuple[str, float]]) -> str:
    """A part with its texts in two columns; unchanged where they cannot be divided."""
    values = dict(measures)
    while START in html:
        before, _, rest = html.partition(START)
        inner, _, after = rest.partition(END)
        html = before + _divided(inner.split(CUT), values) + after
    return html


def running(html: str) -> str:
    """A part with its texts in an element of the class `texts`, which the style sheet divides."""
    return html.replace(START, '<div class="texts">').replace(END, "</div>")


def _divided(parts: list[str], measures: dict[str, float]) -> str:
    if len(parts) < 3:
        return "".join(parts)
    narrow = {**measures, "width": INDENTED * measures["width"]}
    heights = [_height(part, narrow if "<li" in part else measures) for part in parts]
    whole = sum(heights)
    place = min(range(1, len(parts)), key=lambda number: abs(whole - 2 * sum(heights[:number])))
    left, right = "".join(parts[:place]), "".join(parts[place:])
    opened = _LIST.findall(left)
    if left.count("</ul>") < len(opened):  # between two items
        left, right = f"{left}</ul>", f"{opened[-1]}{right}"
    return f'<div class="columns"><div class="column">{left}</div><div class="column">{right}</div></div>'


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
    kept, moved = _split_box(left, first)
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


def _split_box(box: Any, first: Any) -> tuple[Any, Any]:
    """A box without, and with only, what is from a box in it on."""
    for number, child in enumerate(box.children):
        before: tuple[Any, ...] = ()
        after = (child,)
        if child is not first:
            if child.element_tag not in HOLDERS or not any(each is first for each in _boxes(child)):
                continue
            kept, moved = _split_box(child, first)
            before, after = (kept,), (moved,)
        rest = box.copy_with_children([*after, *box.children[number + 1 :]])
        if number or before:
            rest.remove_decoration(start=True, end=False)
        return box.copy_with_children([*box.children[:number], *before]), rest
    raise ValueError("The second box is not in the first.")
