"""Records the structure tree of one page, which screen readers use, with placeholders for object numbers.

`structure_of` lets WeasyPrint build the elements of a page and records them as a template of bytes: every object number
is a placeholder (`%d`), which `binding` fills in when it numbers the objects of the book.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from builder.press import engine

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
