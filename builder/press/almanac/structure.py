"""The structure of one page, by which it is read aloud, with placeholders for the numbers of objects.

`structure_of` lets WeasyPrint build the elements of a page and records them as a template of bytes: every number of an
object is a placeholder (`%d`), which `binding` fills in when it knows how the objects of the book are numbered.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from builder.press import engine

#: A placeholder for the number of an object, in what WeasyPrint writes.
_PLACEHOLDER = re.compile(rb"\x1e(-?\d+)\x1e")
SEPARATOR = b"\x1f"
#: Placeholders of objects outside the page's structure: the whole document, the page, and its n-th link.
DOCUMENT, PAGE, LINKS = -1, -2, -10
#: What an element holds that says nothing but that its text belongs to the one around it.
_MERE = {"Type", "S", "K", "Pg", "P"}
#: What may hold text itself.
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
    """The structure of a page: its elements, with placeholders for their numbers."""

    template: bytes
    #: The object that each placeholder refers to, in their order in the template.
    numbers: tuple[int, ...]
    #: Which elements hang on the document itself.
    top: tuple[int, ...]
    #: For each marked text the element that holds it.
    marked: tuple[int, ...]
    #: Element and link of each annotation.
    links: tuple[tuple[int, int], ...]


NO_STRUCTURE = Structure(b"", (), (), (), ())


class _Recorder:
    """Replaces the PDF while WeasyPrint builds the tags of one page: each object gets a placeholder for its number."""

    def __init__(self) -> None:
        self.objects: list[Any] = []
        self.page_references = (_reference(PAGE),)

    def add_object(self, made: Any) -> None:
        made.number = _placeholder(len(self.objects))
        self.objects.append(made)


def annotation_placeholder(link: int) -> Any:
    """The placeholder for the annotation of a page's n-th link."""
    made = _unwritten(LINKS - link)
    made["Type"] = "/Annot"  # WeasyPrint passes by what is empty
    return made


def structure_of(page: Any, drawn: dict[Any, Any], boxes: Iterable[Any]) -> Structure:
    """The structure of a page; `drawn` are the texts that its drawing marked, `boxes` those of its links."""
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
    """Hands what mere wrappers hold to the elements around them; gives the numbers of those that are then empty."""
    for number in reversed(range(len(objects))):
        element = objects[number]
        if "S" not in element:
            continue
        element.pop("Type", None)  # that goes without saying, thousands of times
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


def _reference(number: int) -> bytes:
    return f"{_placeholder(number)} 0 R".encode()


def _number(reference: bytes) -> int:
    return int(reference.split(b"\x1e")[1])
