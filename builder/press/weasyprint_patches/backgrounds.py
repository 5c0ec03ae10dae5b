"""Pictures behind elements: placed without a style for each, drawn straight onto the page."""

from builder.press.drawings import Picture
from builder.press.weasyprint_patches.boxes import CORNERS
from builder.press.weasyprint_patches.html_parser import PICTURE
from builder.press.weasyprint_patches.patch import Untyped, swap


def install() -> None:
    """Passes by boxes without a background, takes pictures from the tree, and draws ours without a group."""
    from weasyprint import draw
    from weasyprint.css import ComputedStyle
    from weasyprint.layout import background

    def quick_place(
        page: Untyped,
        box: Untyped,
        get_image: Untyped,
        layout_children: bool = True,
        style: Untyped = None,
    ) -> None:
        picture = _picture(box) if isinstance(box.style, ComputedStyle) else None
        if picture:
            own = style or box.style
            before = own["background_image"]
            own["background_image"] = (("url", picture), *(each for each in before if each[0] != "none"))
            place(page, box, get_image, layout_children, own)
            own["background_image"] = before
        elif style is None and box is not page and _is_bare(box.style):
            box.background = None
            for corner in CORNERS:
                setattr(box, corner, (0, 0))
            for child in box.all_children():
                quick_place(page, child, get_image)
        else:
            place(page, box, get_image, layout_children, style)

    place = swap(background, "layout_box_backgrounds", quick_place)

    def quick_draw(stream: Untyped, background: Untyped, *others: Untyped, **more: Untyped) -> None:
        if others or more or not background or not _is_plain(background):
            draw_background(stream, background, *others, **more)
            return
        for layer in reversed(background.layers):
            x, y = (
                layer.positioning_area[0] + layer.position[0],
                layer.positioning_area[1] + layer.position[1],
            )
            layer.image.place(stream, (x, y), *layer.size)

    draw_background = swap(draw, "draw_background", quick_draw)


def _picture(box: Untyped) -> str | None:
    """The address of a box's picture; boxes without a name, and those before and after it, share its element."""
    element = box.element
    if element is None or element.tag != box.element_tag:
        return None
    address: str | None = element.get(PICTURE)
    return address


def _is_bare(style: Untyped) -> bool:
    """Whether a box in this style has neither background nor round corners; kept with the style."""
    try:
        bare: bool = style.clockwright_bare
    except AttributeError:
        colour = style["background_color"]
        bare = style.clockwright_bare = (
            style["border_image_source"][0] == style["mask_border_source"][0] == "none"
            and all(kind == "none" for kind, _ in style["background_image"])
            and colour != "currentcolor"
            and colour.alpha == 0
            and not style["box_shadow"]
            and all((0, "px") in style[corner] for corner in CORNERS)
        )
    return bare


def _is_plain(background: Untyped) -> bool:
    """Whether there are only pictures of ours, each shown once and whole."""
    if background.color.alpha or background.style["box_shadow"] or not background.layers:
        return False
    return all(
        isinstance(layer.image, Picture) and layer.repeat == ("no-repeat", "no-repeat") and _is_inside(layer)
        for layer in background.layers
    )


def _is_inside(layer: Untyped) -> bool:
    """Whether nothing of a picture has to be cut off; a tenth of a pixel does not show."""
    return all(
        outer - 0.1 <= inner + place and inner + place + size <= outer + room + 0.1
        for outer, room, inner, place, size in zip(
            layer.painting_area[:2],
            layer.painting_area[2:],
            layer.positioning_area[:2],
            layer.position,
            layer.size,
            strict=True,
        )
    )
