"""Fast paths for boxes in the normal flow, and for lines with no floats next to them."""

from collections.abc import Iterator

from builder.press.weasyprint_patches.patch import Patch, Untyped

POSITIONS = {"static", "relative", "sticky"}


def _is_in_normal_flow(_: Untyped) -> Untyped:
    def is_in_normal_flow(box: Untyped) -> bool:
        style = box.style
        return style["float"] == "none" and style["position"] in POSITIONS

    return is_in_normal_flow


def _descendants(_: Untyped) -> Untyped:
    from weasyprint.formatting_structure.boxes import Box

    def descendants(box: Untyped, placeholders: bool = False) -> Iterator[Untyped]:
        waiting = [box]
        while waiting:
            each = waiting.pop()
            if isinstance(each, Box):
                yield each
                waiting.extend(reversed(each.children))
            elif placeholders:  # a placeholder for a box with descendants
                yield from each.descendants(placeholders)
            else:
                yield each

    return descendants


def _avoid_collisions(usual: Untyped) -> Untyped:
    from weasyprint.formatting_structure.boxes import LineBox

    def avoid_collisions(
        context: Untyped, box: Untyped, containing_block: Untyped, outer: bool = True
    ) -> Untyped:
        is_alone = type(box) is LineBox and not outer and not context.excluded_shapes
        if not is_alone or containing_block.style["direction"] != "ltr":
            return usual(context, box, containing_block, outer)
        left = containing_block.content_box_x()
        right = left + containing_block.width
        left += box.margin_left
        right -= box.margin_right
        return left - box.margin_left, box.border_box_y() - box.margin_top, right - left

    return avoid_collisions


PATCH = Patch(
    "normal-flow",
    "Answers at once for boxes in the normal flow and for lines with no float beside them.",
    {
        "weasyprint.formatting_structure.boxes:Box.is_in_normal_flow": _is_in_normal_flow,
        "weasyprint.formatting_structure.boxes:Box.descendants": _descendants,
        "weasyprint.layout.float:avoid_collisions": _avoid_collisions,
    },
    mirrors=(
        "weasyprint.formatting_structure.boxes:Box.is_floated",
        "weasyprint.formatting_structure.boxes:Box.is_absolutely_positioned",
        "weasyprint.formatting_structure.boxes:Box.is_running",
        "weasyprint.formatting_structure.boxes:Box.is_footnote",
        "weasyprint.formatting_structure.boxes:Box.is_note",
    ),
)
