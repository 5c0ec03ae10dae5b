"""A page that is drawn for good: kept, sent to another process, and bound with others into one PDF.

WeasyPrint draws a page, numbers its tags and writes all into one file. We keep what it drew for a page by itself, with
places left open for the numbers that only the finished book knows, and let WeasyPrint bind such leaves as if they were
pages of its own.
"""

import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from builder.press import engine
from builder.press.almanac_fonts import Glyphs, PageFonts
from builder.press.almanac_frozen import freeze, operators

#: Points in a CSS pixel.
SCALE = 0.75
#: How a number that is still open stands in what is kept of a page.
_OPEN = re.compile(rb"\x1e(-?\d+)\x1e 0 R")
#: Names that WeasyPrint counts up on each page: groups and states that are made for one place.
_OWN = re.compile(r"[xs]\d+$")
BETWEEN = b"\x1f"
#: Open numbers that mean no object of the page itself: the whole document's, the page's, and its n-th link's.
DOCUMENT, PAGE, LINKS = -1, -2, -10


@dataclass(frozen=True, slots=True)
class Tags:
    """The structure of a page: its elements with their numbers left open."""

    template: bytes
    #: What each open number means, in the order in which they stand.
    numbers: tuple[int, ...]
    #: Which elements hang on the document itself.
    top: tuple[int, ...]
    #: For each marked text the element that holds it.
    marked: tuple[int, ...]
    #: Element and link of each annotation.
    links: tuple[tuple[int, int], ...]


NO_TAGS = Tags(b"", (), (), (), ())


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
    tags: Tags
    anchors: dict[str, tuple[float, float, float, float]]
    #: Target and rectangle of each link inside the book.
    links: tuple[tuple[str, tuple[float, float, float, float]], ...]
    bookmarks: tuple[Any, ...]


def leaves(document: Any, *, readable: bool, decoration: bool = False) -> Iterator[Leaf]:  # noqa: ANN401  # WeasyPrint's
    """The pages of a laid-out document, drawn; as decoration they have no structure."""
    for page in document.pages:
        yield _leaf(page, PageFonts(readable=readable), None if decoration else {}, readable=readable)


def _leaf(page: Any, fonts: PageFonts, tags: dict[Any, Any] | None, *, readable: bool) -> Leaf:  # noqa: ANN401  # as above
    from weasyprint.pdf.stream import Stream  # noqa: PLC0415  # needs Pango

    pydyf = engine.weasyprint().pdf.pydyf
    names = ("ExtGState", "XObject", "Pattern", "Shading")
    resources = pydyf.Dictionary({name: pydyf.Dictionary() for name in names} | {"ColorSpace": None})
    images: dict[str, Any] = {}
    links = [link for link in page.links if link[0] == "internal"]
    for number, (_, _, _, box) in enumerate(links):
        box.link_annotation = _Open(pydyf, LINKS - number).object
    rectangle = (0, 0, page.width, page.height)
    stream = Stream(fonts, rectangle, resources, images, tags, {}, None)
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
        tags=NO_TAGS if tags is None else _tags(page, tags, [box for *_, box in links], pydyf),
        anchors=dict(page.anchors),
        links=tuple((target, rectangle) for _, target, rectangle, _ in links),
        bookmarks=tuple(page.bookmarks),
    )


def _forms(resources: Any) -> dict[str, bytes]:  # noqa: ANN401  # a pydyf dictionary
    drawings = resources["XObject"].items()
    return {name: made.data for name, made in drawings if made is not None and not _OWN.match(name)}


def _states(resources: Any) -> dict[str, dict[str, Any]]:  # noqa: ANN401  # as above
    return {name: dict(made) for name, made in resources["ExtGState"].items() if not _OWN.match(name)}


def _has_its_own(resources: Any) -> bool:  # noqa: ANN401  # as above
    """Whether a page draws with something that no other page may know by the same name."""
    counted = any(map(_OWN.match, (*resources["XObject"], *resources["ExtGState"])))
    return counted or bool(resources["Pattern"] or resources["Shading"])


class _Open:
    """An object whose number is still open."""

    def __init__(self, pydyf: Any, number: int) -> None:  # noqa: ANN401  # a module without types
        self.object = pydyf.Dictionary()
        self.object.number = f"\x1e{number}\x1e"


class _Recorder:
    """Takes the place of a PDF while WeasyPrint builds the tags of one page, and leaves every number open."""

    def __init__(self) -> None:
        self.objects: list[Any] = []
        self.page_references = (f"\x1e{PAGE}\x1e 0 R".encode(),)

    def add_object(self, made: Any) -> None:  # noqa: ANN401  # a pydyf object
        made.number = f"\x1e{len(self.objects)}\x1e"
        self.objects.append(made)


def _tags(page: Any, drawn: dict[Any, Any], boxes: Iterable[Any], pydyf: Any) -> Tags:  # noqa: ANN401  # as above
    from weasyprint.pdf import tags  # noqa: PLC0415  # needs Pango

    recorder, document = _Recorder(), _Open(pydyf, DOCUMENT).object
    document["S"] = "/Document"
    marked: dict[int, bytes] = {}
    annotated: list[tuple[bytes, Any]] = []
    top = [
        _number(element.reference)
        for element in tags._build_box_tree(  # noqa: SLF001  # what a leaf must know stands nowhere else
            page._page_box,  # noqa: SLF001
            document,
            recorder,
            0,
            marked,
            annotated,
            drawn,
        )
    ]
    for made in recorder.objects:
        if made.get("Type") == "/StructElem":  # that goes without saying, thousands of times
            del made["Type"]
    written = BETWEEN.join(made.data for made in recorder.objects).replace(b"%", b"%%")
    places = {id(box.link_annotation): number for number, box in enumerate(boxes)}
    return Tags(
        _OPEN.sub(b"%d 0 R", written),
        tuple(int(found) for found in _OPEN.findall(written)),
        tuple(top),
        tuple(_number(marked[mark]) for mark in sorted(marked)),
        tuple((_number(element), places[id(link)]) for element, link in annotated),
    )


def _number(reference: bytes) -> int:
    return int(reference.split(b"\x1e")[1])
