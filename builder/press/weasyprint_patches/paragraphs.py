"""Paragraphs: a line of nothing but text is set without asking what else could stand in it."""

from typing import Any

from builder.press.weasyprint_patches.patch import Untyped, swap

#: White space at the start of a line goes.
COLLAPSES = {"normal", "nowrap", "pre-line"}
#: What WeasyPrint adds to a width, so that a rounded sum never breaks a line.
SLACK = 1 + 1e-9


def install() -> None:
    """Sets such lines; all others are left to WeasyPrint."""
    from weasyprint.layout import inline

    def quick_next(  # noqa: PLR0913, PLR0917  # its signature
        context: Untyped,
        linebox: Untyped,
        position_y: float,
        bottom_space: float,
        skip_stack: Untyped,
        around: Untyped,
        absolute_boxes: Untyped,
        fixed_boxes: Untyped,
        first_letter: Untyped,
        first_line: Untyped,
    ) -> Untyped:
        made = None
        if not (first_letter or first_line or context.excluded_shapes) and _is_plain(linebox, around):
            skip = _skip(linebox.children[0].text, skip_stack)
            made = None if skip is None else _line(inline, context, linebox, position_y, skip, around)
        if made is None:
            others = absolute_boxes, fixed_boxes, first_letter, first_line
            made = usual(context, linebox, position_y, bottom_space, skip_stack, around, *others)
        return made

    usual = swap(inline, "get_next_linebox", quick_next)


def _is_plain(linebox: Untyped, around: Untyped) -> bool:
    """Whether one text is all there is in a paragraph that runs from left to right."""
    from weasyprint.css import AnonymousStyle
    from weasyprint.formatting_structure.boxes import TextBox

    children, style = linebox.children, linebox.style
    return (
        len(children) == 1
        and type(children[0]) is TextBox
        and type(style) is type(children[0].style) is AnonymousStyle
        and style["white_space"] in COLLAPSES
        and around.style["direction"] == "ltr"
    )


def _skip(text: str, skip_stack: Untyped) -> int | None:
    """How many bytes of a text are behind the start of the next line; None where nothing is left."""
    (inner,) = skip_stack.values() if skip_stack else (None,)
    (before,) = inner or (0,)
    rest = text.encode()[before or 0 :]
    left = len(rest.lstrip(b" "))
    return (before or 0) + len(rest) - left if left else None


def _line(
    inline: Untyped, context: Untyped, linebox: Untyped, position_y: float, skip: int, around: Untyped
) -> tuple[Untyped, Any] | None:
    """The next line, and where the one after it begins."""
    (text,) = linebox.children
    linebox.position_y, linebox.width, linebox.height = position_y, 0, 0
    x, y, room = inline.avoid_collisions(context, linebox, around, outer=False)
    linebox.position_x, linebox.position_y, text.position_y = x, y, y
    inline.resolve_percentages(text, around)
    text.position_x = x + linebox.text_indent
    new, resume, preserved = inline.split_text_box(context, text, (x + room) * SLACK - text.position_x, skip)
    if new is None:
        return None
    line = linebox.copy_with_children([new])
    line.remove_decoration(start=skip > 0, end=resume is not None)
    line.width = new.position_x + new.margin_width() - line.content_box_x()
    inline._adjust_line_height(line)
    linebox.width, linebox.height = line.width, line.height
    inline.remove_last_whitespace(context, line)
    offset = inline.text_align(context, line, room, last=resume is None or preserved)
    bottom, top = inline.line_box_verticality(line)
    line.baseline, line.position_y, line.height = -top, top, bottom - top
    line.margin_top = line.margin_bottom = 0
    line.translate(offset, y - top)
    line.position_y = y  # without what rounding left
    return line, None if resume is None else {0: {resume: None}}
