"""A page becomes a tree: at once where it is well-formed, else by WeasyPrint's own parser, which takes its time."""

import re
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


def parse(html: str) -> Any | None:  # noqa: ANN401  # an ElementTree element
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
    return root


def _as_xml(html: str) -> str:
    return OPEN.sub(r"<\1/>", html.removeprefix(DOCTYPE)).replace("&nbsp;", "&#160;")
