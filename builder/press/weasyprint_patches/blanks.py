"""Blanks: a cell or a box in a line with nothing in it, such as a picture's, is as large as its style says."""

from operator import itemgetter

from builder.press.weasyprint_patches.patch import Untyped, swap

PLAIN = itemgetter("position", "max_lines")


def install() -> None:
    """Sets such boxes; whatever holds something is left to WeasyPrint."""
    from weasyprint.formatting_structure.boxes import InlineBlockBox, TableCellBox
    from weasyprint.layout import block

    kinds = {InlineBlockBox, TableCellBox}

    def quick_layout(  # noqa: PLR0913, PLR0917  # its signature
        context: Untyped,
        box: Untyped,
        bottom_space: float,
        skip_stack: Untyped,
        page_is_empty: bool,
        absolute_boxes: Untyped,
        fixed_boxes: Untyped,
        adjoining_margins: Untyped,
        first_letter_style: Untyped,
        first_line_style: Untyped,
        discard: bool,
        max_lines: Untyped,
    ) -> Untyped:
        if type(box) in kinds and not box.children and skip_stack is None and _is_plain(box.style):
            return _set(box), None, {"break": "any", "page": box.page_values()[1]}, [], False, max_lines
        others = absolute_boxes, fixed_boxes, adjoining_margins, first_letter_style, first_line_style
        return layout(context, box, bottom_space, skip_stack, page_is_empty, *others, discard, max_lines)

    layout = swap(block, "block_container_layout", quick_layout)


def _is_plain(style: Untyped) -> bool:
    return bool(PLAIN(style) == ("static", "none"))


def _set(box: Untyped) -> Untyped:
    blank = box.copy_with_children([])
    height = 0 if blank.height == "auto" else blank.height
    blank.height = max(min(height, blank.max_height), blank.min_height)
    return blank
