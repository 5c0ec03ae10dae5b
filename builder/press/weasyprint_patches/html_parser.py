"""Parses our pages with Python's XML parser, because WeasyPrint's HTML parser takes half the time of a print.

Moves addresses of pictures out of `style` attributes, so that more elements share a style.
"""

import re
from io import StringIO
from itertools import groupby
from typing import Any
from xml.etree import ElementTree as ET

from builder.press.weasyprint_patches.backgrounds import PICTURE
from builder.press.weasyprint_patches.patch import Patch, Untyped

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


PATCH = Patch(
    "html-parser",
    "Reads our pages as XML, and moves the addresses of pictures out of styles.",
    {"tinyhtml5:parse": _parse},
    mirrors=("weasyprint:HTML.__init__",),
    needs=("backgrounds",),
)
