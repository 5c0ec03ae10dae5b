"""Prints booklets: lays out small pages, and places eight of them on a sheet that is cut once and folded.

The sheet lies in landscape, four pages above four. It is folded lengthwise, cut open in the middle of that fold, and
pushed together to a cross; so the upper row is upside down, and the pages follow each other around the sheet.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

import pydyf

from builder.artefact import PDF, Artefact
from builder.game.problem import Problem, Severity
from builder.language import gettext as _
from builder.press import engine, fonts, pdf_objects, typeset
from builder.press.drawings import Pictures
from builder.press.pdf_objects import MM

if TYPE_CHECKING:
    from builder.press.printing import Order

#: The place of each page on a sheet: column from the left, row from below, whether it is upside down.
PLACES = {
    1: (3, 0, False),
    2: (3, 1, True),
    3: (2, 1, True),
    4: (1, 1, True),
    5: (0, 1, True),
    6: (0, 0, False),
    7: (1, 0, False),
    8: (2, 0, False),
}
COLUMNS, ROWS = 4, 2
T = TypeVar("T")
#: Steps of the type size (pt).
STEP = 0.25
_MARK = re.compile(rb"(?<=/MCID )\d+")


@dataclass(frozen=True, slots=True)
class Page:
    """A small page, in points."""

    width: float
    height: float


@engine.patched()
def print_booklet(order: "Order", style: Mapping[str, Any], file: Any) -> Artefact:
    """Prints the content with the largest type that fits the pages of one sheet; a long one takes several sheets.

    `style` has the `largest` and `smallest` type, and the `comfortable` one for several sheets. `file` makes the
    arguments for WeasyPrint's `write_pdf` from HTML.
    """
    size, document = _fitted(order, style)
    spare = -len(document.pages) % len(PLACES)
    content: Any = order.content
    if spare:
        content = replace(content, notes=tuple(range(spare)))
    html = typeset.html(order.kind, order.style, content)
    document = _laid_out(order, html, size)
    pages = document.copy(document.pages * order.copies)
    panel = _panel(order)
    is_mirrored = order.content.front.direction == "rtl"
    arguments = file(html)
    usual = arguments["finisher"]

    def finish(document: Any, pdf: Any) -> None:
        usual(document, pdf)
        _impose(pdf, panel, is_mirrored=is_mirrored)

    pdf = pages.write_pdf(**{**arguments, "finisher": finish})
    sheets = len(pages.pages) // len(PLACES)
    notices = [*fonts.missing(html)]
    if sheets > order.copies:
        words = _("The booklet is too long for one sheet. It has %(sheets)s, to be folded one by one.")
        notices.append(Problem("runs-on", Severity.NOTICE, words % {"sheets": sheets // order.copies}))
    return Artefact("", PDF, pdf, sheets, tuple(notices), order.style)


def _fitted(order: "Order", style: Mapping[str, Any]) -> tuple[float, Any]:
    """The largest type with which all fits on one sheet, by bisection, and the document in it."""
    html = typeset.html(order.kind, order.style, order.content)
    steps = int((style["largest"] - style["smallest"]) / STEP)
    low, high, best = 0, steps, None
    while low <= high:
        middle = (low + high + 1) // 2
        size = style["smallest"] + middle * STEP
        document = _laid_out(order, html, size)
        if len(document.pages) <= len(PLACES):
            low, best = middle + 1, (size, document)
        else:
            high = middle - 1
    return best or (style["comfortable"], _laid_out(order, html, style["comfortable"]))


def _panel(order: "Order") -> Page:
    """A page of a booklet: a quarter of the paper's length, half of its width."""
    return Page(order.paper.height * MM / COLUMNS, order.paper.width * MM / ROWS)


def _laid_out(order: "Order", html: str, size: float) -> Any:
    front, panel = order.content.front, _panel(order)
    rules = (
        f"@page{{size:{panel.width:.4f}pt {panel.height:.4f}pt;"
        '@bottom-center{content:"·\\a0" counter(page) "\\a0·"}}'
        f":root{{--size:{size}pt;--page-height:{panel.height:.4f}pt}}"
    )
    sheets = [
        *(engine.stylesheet(path, front.direction) for path in engine.style_files(order.kind, order.style)),
        engine.small_stylesheet(rules + typeset.hyphens(front.language)),
    ]
    return engine.page(html).render(
        stylesheets=sheets,
        font_config=engine.font_configuration(readable=front.is_readable),
        cache=Pictures(),
        pdf_variant="pdf/ua-1",
    )


def _impose(pdf: Any, panel: Page, *, is_mirrored: bool) -> None:
    """Joins each eight pages of a file to one; its tags keep their order."""
    numbers: Sequence[int] = pdf.pages["Kids"][::3]
    pages = [pdf.objects[number] for number in numbers]
    groups, marks = _sheets(pages), _sheets(_marks_by_page(pdf))
    moved: dict[bytes, tuple[bytes, int]] = {}
    for group, parents in zip(groups, marks, strict=True):
        first = group[0]
        content, offset = [], 0
        for number, (page, own) in enumerate(zip(group, parents, strict=True), start=1):
            content.append(_placed(pdf, page, number, panel, offset, is_mirrored=is_mirrored))
            moved[bytes(page.reference)] = bytes(first.reference), offset
            offset += len(own)
        stream = _stream_of(pdf, first)
        stream.stream = [*content, _lines(panel)]
        for box in ("MediaBox", "TrimBox", "BleedBox"):
            first[box] = pydyf.Array([0, 0, COLUMNS * panel.width, ROWS * panel.height])
    _move_tags(pdf, moved)
    nums = pydyf.Array()
    for index, (group, parents) in enumerate(zip(groups, marks, strict=True)):
        group[0]["StructParents"] = index
        nums.extend([index, pydyf.Array([mark for own in parents for mark in own])])
    tree = pdf.objects[_number(_root(pdf)["ParentTree"])]
    tree["Nums"] = nums
    pdf.pages["Kids"] = pydyf.Array([part for group in groups for part in (group[0].number, 0, "R")])
    pdf.pages["Count"] = len(groups)
    for group in groups:
        for page in group[1:]:
            _stream_of(pdf, page).stream = []
            page.clear()


def _sheets(pages: Sequence[T]) -> list[Sequence[T]]:
    """Pages in groups of eight."""
    return [pages[start : start + len(PLACES)] for start in range(0, len(pages), len(PLACES))]


def _root(pdf: Any) -> Any:
    return pdf.objects[_number(pdf.catalog["StructTreeRoot"])]


def _number(reference: bytes) -> int:
    return int(reference.split()[0])


def _stream_of(pdf: Any, page: Any) -> Any:
    return pdf.objects[_number(page["Contents"])]


def _marks_by_page(pdf: Any) -> list[list[bytes]]:
    """For each page the elements of its marked content, by number."""
    nums = pdf.objects[_number(_root(pdf)["ParentTree"])]["Nums"]
    return [list(nums[place + 1]) for place in range(0, len(nums), 2)]


def _placed(pdf: Any, page: Any, number: int, panel: Page, offset: int, *, is_mirrored: bool) -> bytes:
    """The content of a page at its place on the sheet, with new numbers for its marked content."""
    column, row, is_turned = PLACES[number]
    column = COLUMNS - 1 - column if is_mirrored else column
    x, y = column * panel.width, row * panel.height
    turn = b"1 0 0 1"
    if is_turned:
        turn, x, y = b"-1 0 0 -1", x + panel.width, y + panel.height
    operators = pdf_objects.operators(_stream_of(pdf, page))
    operators = _MARK.sub(lambda found: b"%d" % (int(found[0]) + offset), operators)
    clip = b"0 0 %.4f %.4f re W n" % (panel.width, panel.height)
    return b"q %b %.4f %.4f cm %b\n%b\nQ" % (turn, x, y, clip, operators)


def _lines(panel: Page) -> bytes:
    """Where to cut (dashed) and to fold (short lines at the edges)."""
    w, h = panel.width, panel.height
    fold = b"".join(
        b"%.3f %.3f m %.3f %.3f l S\n" % (column * w, y, column * w, y + length)
        for column in range(1, COLUMNS)
        for y, length in ((0, 8), (ROWS * h - 8, 8))
    )
    side = b"0 %.3f m 8 %.3f l S %.3f %.3f m %.3f %.3f l S\n" % (h, h, COLUMNS * w - 8, h, COLUMNS * w, h)
    cut = b"[3 3] 0 d %.3f %.3f m %.3f %.3f l S\n" % (w, h, 3 * w, h)
    return b"/Artifact BMC q 0.55 G 0.4 w\n" + fold + side + cut + b"Q EMC"


def _move_tags(pdf: Any, moved: Mapping[bytes, tuple[bytes, int]]) -> None:
    """Refers tags to the joined pages."""
    for element in pdf.objects:
        if isinstance(element, dict) and element.get("Type") == "/StructElem" and "Pg" in element:
            element["Pg"], offset = moved[bytes(element["Pg"])]
            kids = element["K"]
            element["K"] = pydyf.Array(each + offset if isinstance(each, int) else each for each in kids)
