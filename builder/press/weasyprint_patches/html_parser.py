"""A page becomes a tree: at once where it is well-formed, else by WeasyPrint's own parser, which takes its time."""

import re
from itertools import groupby
from typing import Any
from xml.etree import ElementTree as ET

#: Where the address of an element's picture stands in the tree. As a style it would make every element's styles differ
#: from its neighbours', and each would be worked out anew.
PICTURE = "data-picture"
#: How a template names that picture.
STYLE = re.compile(r"background-image:url\('([^'\\]*)'\)")
#: Elements that HTML leaves open.
OPEN = re.compile(r"<((?:br|col|hr|img|link|meta|wbr)\b[^<>]*?)\s*/?>")
DOCTYPE = "<!doctype html>"


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
    """Puts a `tbody` around rows that stand right in a table, as every parser of HTML does.

    WeasyPrint would tag the box that it makes for them as a table inside the table, which PDF/UA forbids.
    """
    children = list(table)
    for child in children:
        table.remove(child)
    for is_row, group in groupby(children, key=lambda child: child.tag == "tr"):
        (ET.SubElement(table, "tbody") if is_row else table).extend(group)


def _as_xml(html: str) -> str:
    return OPEN.sub(r"<\1/>", html.removeprefix(DOCTYPE)).replace("&nbsp;", "&#160;")
