"""Whether two PDF files are the same document: to the eye, to a screen reader, to a click, to a search."""

from collections.abc import Iterator
from decimal import Decimal
from io import BytesIO
from typing import Any, NamedTuple

import pikepdf
import pypdfium2
import structure
from page_difference import difference
from pikepdf import Array, Dictionary, Name, Pdf

#: Pixels in a point of the pictures that are compared; with fewer, the edge of a thin line counts for more.
SCALE = 2.0
#: Difference at which two pages count as the same; `tests/press/test_same_document.py` shows what is seen.
ALIKE = 2.5
#: Of the catalog, what tells a reader how to show the file, and what its text is.
CATALOG = ("/Lang", "/ViewerPreferences", "/MarkInfo", "/PageMode", "/PageLabels", "/PageLayout")
BOXES = ("/MediaBox", "/CropBox", "/BleedBox", "/TrimBox", "/ArtBox", "/Rotate", "/Tabs", "/UserUnit")
#: Keys of a structure element that say where it stands in the file, not what it is.
POSITION = {"/P", "/K", "/Pg", "/Type"}

#: An element that changes nothing of what is read aloud: WeasyPrint puts one around each text, we do where it matters.
SILENT = {"/S": "/Span"}


class Link(NamedTuple):
    """A link or another annotation of a page."""

    page: int
    kind: str
    rectangle: tuple[int, ...]
    target: object
    rest: object


def differences(one: bytes, other: bytes) -> list[str]:
    """What is not the same, one sentence each."""
    with structure.opened(one) as first, structure.opened(other) as second:
        if len(first.pages) != len(second.pages):
            return [f"{len(first.pages)} pages against {len(second.pages)}"]
        return [
            *_apart("metadata", metadata(first), metadata(second)),
            *_apart("structure", tree(first), tree(second)),
            *_apart("links", links(first), links(second)),
            *_apart("bookmarks", bookmarks(first), bookmarks(second)),
            *_apart("text", texts(one), texts(other)),
            *_looks(one, other),
        ]


def metadata(pdf: Pdf) -> list[Any]:
    """What a file says of itself and of its pages, and what is attached."""
    pages = [
        (f"page {number}", key, _rounded(_plain(page[key])))
        for number, page in enumerate(pdf.pages, 1)
        for key in BOXES
        if key in page
    ]
    attached = [
        (name, file.relationship, file.description, file.get_file().read_bytes())
        for name, file in pdf.attachments.items()
    ]
    return [
        *sorted((key, str(value)) for key, value in pdf.docinfo.items()),
        *((key, _plain(pdf.Root[key])) for key in CATALOG if key in pdf.Root),
        *(pdf.Root.Metadata.read_bytes().splitlines() if "/Metadata" in pdf.Root else ()),
        ("output intents", _plain(pdf.Root.get("/OutputIntents", ""))),
        ("id", bytes(pdf.trailer.ID[0])),
        *attached,
        *pages,
    ]


def tree(pdf: Pdf) -> list[Any]:
    """The structure tree as it is read aloud: depth, kind, attributes and text of each element."""
    if "/StructTreeRoot" not in pdf.Root:
        return []
    numbers = {page.objgen: number for number, page in enumerate(pdf.pages, 1)}
    marked = {page.objgen: structure.marked_texts(page) for page in pdf.pages}
    #: Their ids hold numbers of objects; the order that they come in tells as much.
    ids = {str(element.ID): place for place, element in enumerate(_named(pdf))}
    said: list[Any] = []

    def walk(node: Any, depth: int, page: Any) -> None:
        if isinstance(node, Array):
            for child in node:
                walk(child, depth, page)
        elif isinstance(node, int):
            said.append((depth, "text", numbers[page], marked[page][node]))
        elif node.get("/Type") == Name.MCR:
            walk(int(node.MCID), depth, node.Pg.objgen if "/Pg" in node else page)
        elif node.get("/Type") == Name.OBJR:
            annotation = node.Obj
            said.append((depth, "annotation", str(annotation.get("/Subtype")), _corner(annotation)))
        else:
            page = node.Pg.objgen if "/Pg" in node else page
            facts = {
                key: _renamed(_rounded(_plain(value)), ids)
                for key, value in node.items()
                if key not in POSITION
            }
            speaks = facts != SILENT
            if speaks:
                said.append((depth, sorted(facts.items())))
            walk(node.get("/K", Array()), depth + speaks, page)

    walk(pdf.Root.StructTreeRoot.get("/K", Array()), 0, None)
    return said


def links(pdf: Pdf) -> list[Link]:
    """Every link with where it leads to."""
    numbers = {page.objgen: number for number, page in enumerate(pdf.pages, 1)}
    named = (
        dict(pikepdf.NameTree(pdf.Root.Names.Dests).items()) if "/Dests" in pdf.Root.get("/Names", {}) else {}
    )

    def target(annotation: Any) -> object:
        wanted = annotation.get("/Dest", annotation.get("/A", {}).get("/D"))
        wanted = named.get(str(wanted), wanted) if isinstance(wanted, pikepdf.String) else wanted
        return _destination(wanted, numbers)

    return [
        Link(
            number,
            str(each.Subtype),
            _corner(each),
            target(each),
            {key: _plain(each[key]) for key in ("/F", "/Contents", "/Border", "/BS", "/H") if key in each},
        )
        for number, page in enumerate(pdf.pages, 1)
        for each in page.get("/Annots", [])
    ]


def bookmarks(pdf: Pdf) -> list[tuple[int, str, object]]:
    """Depth, title and target of each entry of the outline."""
    numbers = {page.objgen: number for number, page in enumerate(pdf.pages, 1)}

    def walk(items: Any, depth: int) -> Iterator[tuple[int, str, object]]:
        for item in items:
            yield depth, item.title, _destination(item.destination, numbers)
            yield from walk(item.children, depth + 1)

    with pdf.open_outline() as outline:
        return list(walk(outline.root, 0))


def texts(pdf: bytes) -> list[str]:
    """The text of each page as a reader copies it."""
    with BytesIO(pdf) as file:
        return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(file)]


def pictures(pdf: bytes) -> Iterator[Any]:
    """Each page as it looks."""
    with BytesIO(pdf) as file:
        for page in pypdfium2.PdfDocument(file):
            yield page.render(scale=SCALE).to_pil()


def _looks(one: bytes, other: bytes) -> Iterator[str]:
    for number, (page, again) in enumerate(zip(pictures(one), pictures(other), strict=True), 1):
        if page.size != again.size:
            yield f"page {number} is {page.size} pixels against {again.size}"
        elif (apart := difference(page, again)) >= ALIKE:
            yield f"page {number} looks different: {apart:.1f}"


def _apart(what: str, ours: list[Any], theirs: list[Any]) -> list[str]:
    """The first thing that two lists do not have in common."""
    for place, (one, other) in enumerate(zip(ours, theirs, strict=False)):
        if one != other:
            return [f"{what} {place}: {one!r} against {other!r}"]
    if len(ours) == len(theirs):
        return []
    longer = max(ours, theirs, key=len)
    return [f"{what}: {len(ours)} against {len(theirs)}, {longer[min(len(ours), len(theirs))]!r}"]


def _named(pdf: Pdf) -> Iterator[Any]:
    return (each for each in structure.elements(pdf.Root.StructTreeRoot.K) if "/ID" in each)


def _renamed(value: Any, ids: dict[str, int]) -> Any:
    """A value with each id of an element replaced."""
    if isinstance(value, list | tuple):
        return [_renamed(each, ids) for each in value]
    return ids.get(value, value) if isinstance(value, str) else value


def _corner(annotation: Any) -> tuple[int, ...]:
    return tuple(round(float(edge)) for edge in annotation.Rect)


def _destination(wanted: Any, numbers: dict[Any, int]) -> object:
    if not isinstance(wanted, Array):
        return str(wanted)
    return numbers[wanted[0].objgen], *(_rounded(_plain(each)) for each in list(wanted)[1:])


def _rounded(value: Any) -> Any:
    """Numbers to the point."""
    if isinstance(value, list):
        return [_rounded(each) for each in value]
    return round(value) if isinstance(value, float) else value


def _plain(value: Any) -> Any:
    """An object of a PDF as a value that can be compared and shown."""
    if isinstance(value, pikepdf.Stream):
        head = [(key, _plain(each)) for key, each in value.items() if key not in {"/Length", "/Filter"}]
        return sorted(head), value.read_bytes()
    if isinstance(value, Dictionary):
        if value.get("/Type") == Name.Page:
            return "a page"
        return sorted((key, _plain(each)) for key, each in value.items() if key not in {"/P", "/Length"})
    if isinstance(value, Array):
        return [_plain(each) for each in value]
    if isinstance(value, Decimal):
        return float(value)
    return value if isinstance(value, bool | int) else str(value)
