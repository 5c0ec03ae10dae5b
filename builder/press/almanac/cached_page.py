"""A page that is drawn for good: kept, sent to another process, and bound with others into one PDF.

WeasyPrint draws a page, numbers its tags and writes all into one file. We keep what it drew for a page by itself, with
places left open for the numbers that only the finished book knows, and let WeasyPrint bind such leaves as if they were
pages of its own.
"""

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from builder.press import engine
from builder.press.almanac.fonts import Glyphs, PageFonts
from builder.press.almanac.frozen import freeze, operators
from builder.press.almanac.structure import NO_TAGS, Tags, promise, tags

#: Points in a CSS pixel.
SCALE = 0.75
#: Names that WeasyPrint counts up on each page: groups and states that are made for one place.
_OWN = re.compile(r"[xs]\d+$")


@dataclass(frozen=True, slots=True)
class Leaf:
    """One finished page. Places in CSS pixels from the upper left corner."""

    width: float
    height: float
    #: What it draws, compressed.
    drawing: bytes
    #: Shades of transparency and drawings by name, which mean the same on every page; pictures to embed.
    states: dict[str, dict[str, Any]]
    forms: dict[str, bytes]
    images: dict[str, Any]
    #: Whatever else it draws with, which is its own; mostly nothing.
    resources: Any
    #: Which letters, in our usual faces or the readable ones.
    glyphs: dict[int, Glyphs]
    readable: bool
    structure: Tags
    anchors: dict[str, tuple[float, float, float, float]]
    #: Target, rectangle and words of each link inside the book.
    links: tuple[tuple[str, tuple[float, float, float, float], str], ...]
    bookmarks: tuple[Any, ...]


def leaves(document: Any, *, readable: bool, decoration: bool = False) -> Iterator[Leaf]:
    """The pages of a laid-out document, drawn; as decoration they have no structure."""
    for page in document.pages:
        yield _leaf(page, PageFonts(readable=readable), None if decoration else {}, readable=readable)


def _leaf(page: Any, fonts: PageFonts, drawn: dict[Any, Any] | None, *, readable: bool) -> Leaf:
    from weasyprint.pdf.stream import Stream

    pydyf = engine.weasyprint().pdf.pydyf
    names = ("ExtGState", "XObject", "Pattern", "Shading")
    resources = pydyf.Dictionary({name: pydyf.Dictionary() for name in names} | {"ColorSpace": None})
    images: dict[str, Any] = {}
    # WeasyPrint makes a link of whatever stands in one, too: a reader would meet it twice.
    followed = [link for link in page.links if link[0] == "internal" and link[3].element_tag == "a"]
    for number, (_, _, _, box) in enumerate(followed):
        box.link_annotation = promise(number)
    rectangle = (0, 0, page.width, page.height)
    stream = Stream(fonts, rectangle, resources, images, drawn, {}, None)
    with stream.stacked():
        stream.transform(d=-1, f=page.height * SCALE)
        page.paint(stream, SCALE)
    forms, states = _forms(resources), _states(resources)
    return Leaf(
        width=page.width,
        height=page.height,
        drawing=zlib.compress(operators(stream)),
        states=states,
        forms=forms,
        images=images,
        resources=freeze(resources) if _has_its_own(resources) else None,
        glyphs=fonts.used(),
        readable=readable,
        structure=NO_TAGS if drawn is None else tags(page, drawn, [box for *_, box in followed]),
        anchors=dict(page.anchors),
        links=tuple((target, rectangle, _words(box)) for _, target, rectangle, box in followed),
        bookmarks=tuple(page.bookmarks),
    )


def _words(box: Any) -> str:
    return " ".join("".join(box.element.itertext()).split())


def _forms(resources: Any) -> dict[str, bytes]:
    drawings = resources["XObject"].items()
    return {name: made.data for name, made in drawings if made is not None and not _OWN.match(name)}


def _states(resources: Any) -> dict[str, dict[str, Any]]:
    return {name: dict(made) for name, made in resources["ExtGState"].items() if not _OWN.match(name)}


def _has_its_own(resources: Any) -> bool:
    """Whether a page draws with something that no other page may know by the same name."""
    counted = any(map(_OWN.match, (*resources["XObject"], *resources["ExtGState"])))
    return counted or bool(resources["Pattern"] or resources["Shading"])
