"""Borders: one that is a straight line on one side is one rectangle."""

from operator import attrgetter

from builder.press.weasyprint_patches.boxes import CORNERS, SIDES
from builder.press.weasyprint_patches.patch import Untyped, swap

WIDTHS = attrgetter(*(f"border_{side}_width" for side in SIDES))


def install() -> None:
    """Draws such lines, and passes by boxes without a border or an outline."""
    from weasyprint.draw import border
    from weasyprint.formatting_structure.boxes import Box

    def quick_border(stream: Untyped, box: Untyped) -> None:
        widths = WIDTHS(box)
        special = box.style["border_image_source"][0] != "none" or box.style["column_rule_width"]
        if special or sum(map(bool, widths)) > 1:
            draw_border(stream, box)
        elif any(widths):
            side = SIDES[widths.index(max(widths))]
            if _is_line(box, side):
                _draw_line(stream, box, side, max(widths))
            else:
                draw_border(stream, box)

    draw_border = swap(border, "draw_border", quick_border)

    def quick_outline(stream: Untyped, box: Untyped) -> None:
        if any(isinstance(one, Box) and one.style["outline_width"] for one in box.descendants()):
            draw_outline(stream, box)

    draw_outline = swap(border, "draw_outline", quick_outline)


def _is_line(box: Untyped, side: str) -> bool:
    style = box.style
    return (
        style[f"border_{side}_style"] == "solid"
        and style["visibility"] == "visible"
        and not any(any(getattr(box, corner)) for corner in CORNERS)
    )


def _draw_line(stream: Untyped, box: Untyped, side: str, thick: float) -> None:
    colour = box.style[f"border_{side}_color"]
    x, y, width, height = box.border_box_x(), box.border_box_y(), box.border_width(), box.border_height()
    if side in {"top", "bottom"}:
        y, height = (y if side == "top" else y + height - thick), thick
    else:
        x, width = (x if side == "left" else x + width - thick), thick
    with stream.artifact():
        stream.set_color(box.style["color"] if colour == "currentcolor" else colour)
        # Five corners, one of them flat: viewers draw a plain rectangle as thick as a whole pixel of the screen.
        stream.move_to(x, y)
        for corner in ((x + width, y), (x + width, y + height), (x, y + height), (x, y + height / 2)):
            stream.line_to(*corner)
        stream.fill()
