"""Our pages are read by Python's parser of XML; WeasyPrint's own parser of HTML takes half of a print.

The addresses of pictures leave the `style` attributes on the way: with them no two elements had the same style.
"""

import re
from io import StringIO
from itertools import groupby
from typing import Any
from xml.etree import ElementTree as ET

from builder.press.weasyprint_patches.backgrounds import PICTURE
from builder.press.weasyprint_patches.patch import Patch, Untyped

#: How a template names that picture.
STYLE = re.compile(r"background-image:url\('([^'\\]*)'\)")
#: Elements that HTML leaves open.
OPEN = re.compile(r"<((?:br|col|hr|img|link|meta|wbr)\b[^<>]*?)\s*/?>")
DOCTYPE = "<!doctype html>"


class Page(StringIO):
    """The HTML of a page of ours: what every other file holds is left to the parser of HTML."""


def parse(html: str) -> Any | None:
    """The root of a page of ours, or None where a text holds what XML cannot, such as a control character."""
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
    """Puts a `tbody` around rows that are right in a table, as every parser of HTML does."""
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
