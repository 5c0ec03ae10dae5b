"""How boxes stand: most are in the flow, and most lines have nothing beside them."""

from collections.abc import Iterator

from builder.press.weasyprint_patches.patch import Untyped, swap

#: Where a box stands that is in the flow.
IN_FLOW = {"static", "relative", "sticky"}


def install() -> None:
    """Answers the simple cases at once."""
    from weasyprint.formatting_structure.boxes import Box, LineBox
    from weasyprint.layout import float as floats

    def quick_avoid(
        context: Untyped,
        box: Untyped,
        around: Untyped,
        outer: bool = True,
    ) -> Untyped:
        is_alone = type(box) is LineBox and not outer and not context.excluded_shapes
        if not is_alone or around.style["direction"] != "ltr":
            return avoid(context, box, around, outer)
        left = around.content_box_x()
        right = left + around.width
        left += box.margin_left
        right -= box.margin_right
        return left - box.margin_left, box.border_box_y() - box.margin_top, right - left

    avoid = swap(floats, "avoid_collisions", quick_avoid)

    def in_flow(box: Untyped) -> bool:
        style = box.style
        return style["float"] == "none" and style["position"] in IN_FLOW

    def descendants(box: Untyped, placeholders: bool = False) -> Iterator[Untyped]:
        waiting = [box]
        while waiting:
            one = waiting.pop()
            if isinstance(one, Box):
                yield one
                waiting.extend(reversed(one.children))
            elif placeholders:  # it stands for a box, with its own
                yield from one.descendants(placeholders)
            else:
                yield one

    Box.is_in_normal_flow = in_flow
    Box.descendants = descendants
