"""Records drawn pages so that they can be cached, sent to another process, and bound into one PDF.

A page's structure tree, which screen readers use, is recorded with placeholders for object numbers.
"""

import copy
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

from builder.press import engine
from builder.press.pdf_objects import copied, operators

#: Matches a placeholder for an object number in WeasyPrint's output.
_PLACEHOLDER = re.compile(rb"\x1e(-?\d+)\x1e")
SEPARATOR = b"\x1f"
#: Placeholders of objects outside the page's structure: the document, the page, and its n-th link.
DOCUMENT, PAGE, LINKS = -1, -2, -10
#: Elements without meaning, whose text belongs to their parent.
_MERE = {"Type", "S", "K", "Pg", "P"}
#: Elements that may contain text directly.
_HOLD_TEXT = {
    *(f"/H{level}" for level in range(1, 7)),
    "/P",
    "/LBody",
    "/TD",
    "/TH",
    "/Span",
    "/Link",
    "/Caption",
}


@dataclass(frozen=True, slots=True)
class Structure:
    """The structure elements of a page, with placeholders for their numbers."""

    template: bytes
    #: The object that each placeholder in the template refers to, in order.
    numbers: tuple[int, ...]
    #: Elements that are children of the document.
    top: tuple[int, ...]
    #: The element of each marked text.
    marked: tuple[int, ...]
    #: Element and link of each annotation.
    links: tuple[tuple[int, int], ...]


NO_STRUCTURE = Structure(b"", (), (), (), ())


class _Recorder:
    """Replaces the PDF while WeasyPrint builds the tags of one page: each object gets a placeholder for its number."""

    def __init__(self) -> None:
        self.objects: list[Any] = []
        self.page_references = (f"{_placeholder(PAGE)} 0 R".encode(),)

    def add_object(self, made: Any) -> None:
        made.number = _placeholder(len(self.objects))
        self.objects.append(made)


def annotation_placeholder(link: int) -> Any:
    """The placeholder for the annotation of a page's n-th link."""
    made = _unwritten(LINKS - link)
    made["Type"] = "/Annot"  # WeasyPrint skips empty dictionaries
    return made


def structure_of(page: Any, drawn: dict[Any, Any], boxes: Iterable[Any]) -> Structure:
    """The structure of a page; `drawn` are its marked texts, `boxes` the boxes of its links."""
    from weasyprint.pdf import tags as own

    recorder, document = _Recorder(), _unwritten(DOCUMENT)
    document["S"] = "/Document"
    marked: dict[int, bytes] = {}
    annotated: list[tuple[bytes, Any]] = []
    box = page._page_box
    top = [*own._build_box_tree(box, document, recorder, 0, marked, annotated, drawn)]
    dropped = set(_without_wrappers(recorder.objects, marked))
    kept = [number for number in range(len(recorder.objects)) if number not in dropped]
    new = {old: number for number, old in enumerate(kept)}
    written = SEPARATOR.join(recorder.objects[number].data for number in kept).replace(b"%", b"%%")
    places = {id(box.link_annotation): number for number, box in enumerate(boxes)}
    return Structure(
        _PLACEHOLDER.sub(b"%d", written),
        tuple(new.get(number, number) for number in map(int, _PLACEHOLDER.findall(written))),
        tuple(new[_number(element.reference)] for element in top),
        tuple(new[_number(marked[mark])] for mark in sorted(marked)),
        tuple((new[_number(element)], places[id(link)]) for element, link in annotated),
    )


def _without_wrappers(objects: list[Any], marked: dict[int, bytes]) -> Iterator[int]:
    """Moves the content of wrappers to their parents; yields the numbers of elements that are then empty."""
    for number in reversed(range(len(objects))):
        element = objects[number]
        if "S" not in element:
            continue
        element.pop("Type", None)  # optional, and there are thousands
        if element["S"] not in {"/NonStruct", "/Span"} or not element.keys() <= _MERE:
            continue
        around = objects[_number(element["P"])] if _number(element["P"]) >= 0 else element
        if around.get("S") not in _HOLD_TEXT:
            continue
        place = around["K"].index(element.reference)
        around["K"][place : place + 1] = element["K"]
        for kid in element["K"]:
            if isinstance(kid, int):
                marked[kid] = around.reference
            elif "P" in objects[_number(kid)]:
                objects[_number(kid)]["P"] = around.reference
        yield number


def _unwritten(number: int) -> Any:
    made = engine.weasyprint().pdf.pydyf.Dictionary()
    made.number = _placeholder(number)
    return made


def _placeholder(number: int) -> str:
    return f"\x1e{number}\x1e"


def _number(reference: bytes) -> int:
    return int(reference.split(b"\x1e")[1])


#: Points in a CSS pixel.
SCALE = 0.75
#: Names that WeasyPrint numbers on each page: groups and states that are used once.
_OWN = re.compile(r"[xs]\d+$")


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The glyphs of a face that a page uses: their widths, their texts, and letters that the face lacks."""

    widths: dict[int, int] = field(default_factory=dict)
    to_unicode: dict[int, str] = field(default_factory=dict)
    missing: dict[int, int] = field(default_factory=dict)


class PageFonts(dict[int, Any]):
    """WeasyPrint's fonts for one page: copies that record which glyphs the page uses."""

    def __init__(self, *, faces: str) -> None:
        super().__init__()
        self._faces = faces

    def __contains__(self, key: object) -> bool:
        return super().__contains__(key) or key in known_fonts(self._faces)

    def __missing__(self, key: int) -> Any:
        super().__setitem__(key, unused_copy(key, faces=self._faces))
        return self[key]

    def __setitem__(self, key: int, font: Any) -> None:
        known_fonts(self._faces).setdefault(key, font)
        super().__setitem__(key, unused_copy(key, faces=self._faces))

    def used(self) -> dict[int, Glyphs]:
        """The glyphs used of each font."""
        return {key: Glyphs(font.widths, font.to_unicode, font.missing) for key, font in self.items()}


@cache
def known_fonts(faces: str) -> dict[int, Any]:  # noqa: ARG001  # it is the key of the cache
    """A cache of all fonts that this process has drawn pages with, by WeasyPrint's key; one for each set of fonts."""
    return {}


def unused_copy(key: int, *, faces: str) -> Any:
    """A copy of a font without any used glyphs."""
    font = copy.copy(known_fonts(faces)[key])
    font.widths, font.to_unicode, font.missing = {}, {}, {}

    def clean(used: Mapping[int, str], hinting: bool) -> None:
        lacks = frozenset(font.missing)
        font.file_content, font.variations = _cleaned(faces, key, frozenset(used), lacks, hinting)

    font.clean = clean
    # Missing letters are numbered by code point, not by first use, so that all pages agree.
    most = max(1, 2**16 - 1 - font.glyph_count)
    font.get_unused_glyph_id = lambda letter: font.missing.setdefault(
        letter, font.glyph_count + letter % most
    )
    return font


@lru_cache(maxsize=24)
def _cleaned(
    faces: str,
    key: int,
    used: frozenset[int],
    missing: frozenset[int],
    hinting: bool,
) -> tuple[bytes, Any]:
    """A font subset. Cached, because a change on one page rarely changes the letters of a book."""
    font = copy.copy(known_fonts(faces)[key])
    font.variations, font.missing = dict(font.variations), dict.fromkeys(missing)
    font.clean(dict.fromkeys(sorted(used), ""), hinting)
    return font.file_content, font.variations


def merge_fonts(fonts: dict[int, Any], glyphs: Mapping[int, Glyphs], *, faces: str) -> None:
    """Adds the glyphs of a page to the fonts of a book; if two pages differ, the first takes precedence."""
    for key, more in glyphs.items():
        if key not in fonts:
            fonts[key] = unused_copy(key, faces=faces)
        font = fonts[key]
        font.widths = {**more.widths, **font.widths}
        font.to_unicode = {**more.to_unicode, **font.to_unicode}
        font.missing = {**more.missing, **font.missing}


@dataclass(frozen=True, slots=True)
class CachedPage:
    """One finished page. Positions are in CSS pixels from the upper left corner."""

    width: float
    height: float
    #: Its operators, compressed.
    drawing: bytes
    #: Transparency states and drawings, whose names mean the same on every page; pictures to embed.
    states: dict[str, dict[str, Any]]
    forms: dict[str, bytes]
    images: dict[str, Any]
    #: Other resources, used by this page only; mostly none.
    resources: Any
    #: Used glyphs, and a key of the fonts: ours, the readable ones, a theme's.
    glyphs: dict[int, Glyphs]
    faces: str
    structure: Structure
    anchors: dict[str, tuple[float, float, float, float]]
    #: Target, rectangle and text of each link inside the book.
    links: tuple[tuple[str, tuple[float, float, float, float], str], ...]
    bookmarks: tuple[Any, ...]


def record_pages(document: Any, *, faces: str, decoration: bool = False) -> Iterator[CachedPage]:
    """Draws and records the pages of a laid-out document; without structure if they are decoration."""
    for page in document.pages:
        yield _record(page, PageFonts(faces=faces), None if decoration else {}, faces=faces)


def _record(page: Any, fonts: PageFonts, drawn: dict[Any, Any] | None, *, faces: str) -> CachedPage:
    from weasyprint.pdf.stream import Stream

    pydyf = engine.weasyprint().pdf.pydyf
    names = ("ExtGState", "XObject", "Pattern", "Shading")
    resources = pydyf.Dictionary({name: pydyf.Dictionary() for name in names} | {"ColorSpace": None})
    images: dict[str, Any] = {}
    # WeasyPrint makes boxes inside a link links, too: a screen reader would read it twice.
    followed = [link for link in page.links if link[0] == "internal" and link[3].element_tag == "a"]
    for number, (_, _, _, box) in enumerate(followed):
        box.link_annotation = annotation_placeholder(number)
    rectangle = (0, 0, page.width, page.height)
    stream = Stream(fonts, rectangle, resources, images, drawn, {}, None)
    with stream.stacked():
        stream.transform(d=-1, f=page.height * SCALE)
        page.paint(stream, SCALE)
    drawings = resources["XObject"].items()
    forms = {name: made.data for name, made in drawings if made is not None and not _OWN.match(name)}
    states = {name: dict(made) for name, made in resources["ExtGState"].items() if not _OWN.match(name)}
    counted = any(map(_OWN.match, (*resources["XObject"], *resources["ExtGState"])))
    # Whether it has resources whose names mean something else on other pages.
    has_its_own = counted or bool(resources["Pattern"] or resources["Shading"])
    return CachedPage(
        width=page.width,
        height=page.height,
        drawing=zlib.compress(operators(stream)),
        states=states,
        forms=forms,
        images=images,
        resources=copied(resources) if has_its_own else None,
        glyphs=fonts.used(),
        faces=faces,
        structure=NO_STRUCTURE if drawn is None else structure_of(page, drawn, [box for *_, box in followed]),
        anchors=dict(page.anchors),
        links=tuple((target, rectangle, _words(box)) for _, target, rectangle, box in followed),
        bookmarks=tuple(page.bookmarks),
    )


def _words(box: Any) -> str:
    return " ".join("".join(box.element.itertext()).split())
