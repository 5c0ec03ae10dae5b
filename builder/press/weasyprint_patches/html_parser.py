"""Parses our pages with Python's XML parser, because WeasyPrint's HTML parser takes half the time of a print.

Addresses of pictures are moved out of `style` attributes, so that more elements share a style, and drawn directly on
the page.
"""

import re
from io import StringIO
from itertools import groupby
from typing import Any
from xml.etree import ElementTree as ET

from builder.press.weasyprint_patches import Patch, Untyped

#: Matches a background picture in a template's `style` attribute.
STYLE = re.compile(r"background-image:url\('([^'\\]*)'\)")
#: Void elements of HTML.
OPEN = re.compile(r"<((?:br|col|hr|img|link|meta|wbr)\b[^<>]*?)\s*/?>")
DOCTYPE = "<!doctype html>"


class Page(StringIO):
    """The HTML of one of our pages. Other files are left to the HTML parser."""


def parse(html: str) -> Any | None:
    """Parses one of our pages; None if it is not valid XML, for example because of a control character."""
    try:
        root = ET.fromstring(_as_xml(html))  # noqa: S314  # our own, and all escaped
    except (ET.ParseError, UnicodeEncodeError):
        return None
    for element in root.iter():
        style = element.get("style")
        if style and (picture := STYLE.fullmatch(style)):
            del element.attrib["style"]
            element.set(PICTURE, picture[1])
    for table in root.iter("table"):
        _group_rows(table)
    return root


def _group_rows(table: Any) -> None:
    """Wraps rows directly in a table in a `tbody`, as HTML parsers do."""
    children = list(table)
    for child in children:
        table.remove(child)
    for is_row, group in groupby(children, key=lambda child: child.tag == "tr"):
        (ET.SubElement(table, "tbody") if is_row else table).extend(group)


def _as_xml(html: str) -> str:
    return OPEN.sub(r"<\1/>", html.removeprefix(DOCTYPE)).replace("&nbsp;", "&#160;")


def _parse(usual: Untyped) -> Untyped:
    def parse_page(document: Untyped, *others: Untyped, **more: Untyped) -> Untyped:
        tree = parse(document.getvalue()) if isinstance(document, Page) else None
        return usual(document, *others, **more) if tree is None else tree

    return parse_page


HTML_PARSER = Patch(
    "html-parser",
    "Reads our pages as XML, and moves the addresses of pictures out of styles.",
    {"tinyhtml5:parse": _parse},
    mirrors=("weasyprint:HTML.__init__",),
    needs=("backgrounds",),
)


#: The attribute with the address of an element's background picture (`html_parser`).
PICTURE = "data-picture"
CORNERS = tuple(f"border_{side}_{end}_radius" for side in ("top", "bottom") for end in ("left", "right"))


def _layout_backgrounds(usual: Untyped) -> Untyped:
    from weasyprint.css import ComputedStyle

    def layout_backgrounds(
        page: Untyped, box: Untyped, get_image: Untyped, layout_children: bool = True, style: Untyped = None
    ) -> None:
        picture = _picture(box) if isinstance(box.style, ComputedStyle) else None
        if picture:
            own = style or box.style
            before = own["background_image"]
            own["background_image"] = (("url", picture), *(each for each in before if each[0] != "none"))
            usual(page, box, get_image, layout_children, own)
            own["background_image"] = before
        elif style is None and box is not page and _is_bare(box.style):
            box.background = None
            for corner in CORNERS:
                setattr(box, corner, (0, 0))
            for child in box.all_children():
                layout_backgrounds(page, child, get_image)
        else:
            usual(page, box, get_image, layout_children, style)

    return layout_backgrounds


def _picture(box: Untyped) -> str | None:
    """The address of a box's picture; None for anonymous boxes and pseudo-elements, which share its element."""
    element = box.element
    if element is None or element.tag != box.element_tag:
        return None
    address: str | None = element.get(PICTURE)
    return address


def _is_bare(style: Untyped) -> bool:
    """Whether a style has neither background nor round corners. Cached on the style."""
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


def _draw_background(usual: Untyped) -> Untyped:
    def draw_background(stream: Untyped, background: Untyped, *others: Untyped, **more: Untyped) -> None:
        if (
            others
            or (more and not _is_ground(background, more))
            or not background
            or not _is_plain(background)
        ):
            usual(stream, background, *others, **more)
            return
        for layer in reversed(background.layers):
            corner = [
                edge + move for edge, move in zip(layer.positioning_area[:2], layer.position, strict=True)
            ]
            layer.image.place(stream, corner, *layer.size)

    return draw_background


def _is_ground(background: Untyped, more: dict[str, Untyped]) -> bool:
    """Whether it is the ground that a theme gives a page, without marks for cutting; every page shares its drawing."""
    bleed = more.get("bleed") or {}
    return (
        more.get("marks") in ((), "none", None)
        and not any(bleed.values())
        and background is not None
        and any(getattr(layer.image, "is_ground", False) for layer in background.layers)
    )


def _is_plain(background: Untyped) -> bool:
    """Whether there are only our own pictures, each shown once and whole."""
    from builder.press.drawings import Picture

    if background.color.alpha or background.style["box_shadow"] or not background.layers:
        return False
    return all(
        isinstance(layer.image, Picture) and layer.repeat == ("no-repeat", "no-repeat") and _is_inside(layer)
        for layer in background.layers
    )


def _is_inside(layer: Untyped) -> bool:
    """Whether a picture needs no clipping, with a tolerance of 0.1 pixels."""
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


BACKGROUNDS = Patch(
    "backgrounds",
    "Lays out and draws plain background pictures without styles and groups of their own.",
    {
        "weasyprint.layout.background:layout_box_backgrounds": _layout_backgrounds,
        "weasyprint.draw:draw_background": _draw_background,
    },
    mirrors=("weasyprint.pdf.stream:Stream.artifact",),
)

PATCHES = (HTML_PARSER, BACKGROUNDS)
