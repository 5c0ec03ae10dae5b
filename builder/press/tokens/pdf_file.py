"""Writes drawn pages to an accessible PDF file: tags, outline, language, metadata, the attached script.

The pages share font subsets, drawings and pictures (`Resources`).
"""

import hashlib
import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import chain
from typing import TYPE_CHECKING, Any

import pydyf

from builder.language import gettext
from builder.press import archival, weasyprint_patches
from builder.press.archival import Description
from builder.press.drawings import Drawing
from builder.press.pdf_objects import MM, WrittenStream, added
from builder.press.pictures import scaling
from builder.press.pictures.scaling import Encoded
from builder.press.prepress import x4
from builder.press.prepress.x4 import Job
from builder.press.tokens.shaping import Face, Glyph

if TYPE_CHECKING:
    from builder.press.printing import Order

_CMAP_HEAD = (
    b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap"
    b" /CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def"
    b" /CMapName /Adobe-Identity-UCS def /CMapType 2 def"
    b" 1 begincodespacerange <0000> <ffff> endcodespacerange"
)
_CMAP_FOOT = b"endcmap CMapName currentdict /CMap defineresource pop end end"
_MOST_PAIRS = 100


class Resources:
    """Collects the resources of pages while they are drawn, and writes them to the file at the end."""

    def __init__(self) -> None:
        self._faces: dict[Face, str] = {}
        self._used: dict[Face, dict[int, Glyph]] = {}
        self._drawings: dict[str, Drawing] = {}
        self._pictures: dict[str, Encoded] = {}
        #: Letters that no font has; whether a picture was missing.
        self.lost: set[str] = set()
        self.missing_pictures = False

    def font(self, face: Face) -> str:
        """The resource name of a face; adds it on first use."""
        return self._faces.setdefault(face, f"F{len(self._faces)}")

    def code(self, face: Face, glyph: Glyph) -> str:
        """The hexadecimal code of a glyph; records the glyph and its letters for the font subset."""
        used = self._used.setdefault(face, {})
        if not used.get(glyph.id, glyph).text or glyph.id not in used:
            used[glyph.id] = glyph
        return f"{glyph.id:04x}"

    def drawing(self, drawing: Drawing) -> str:
        """The resource name of a drawing; adds it on first use."""
        self._drawings[drawing.name] = drawing
        return drawing.name

    def picture(self, name: str, picture: Encoded) -> str:
        """The resource name of a picture; adds it on first use."""
        self._pictures[f"p-{name}"] = picture
        return f"p-{name}"

    def write(self, pdf: Any) -> Any:
        """Adds all resources to a file; returns the resource dictionary of its pages."""
        objects = {name: _form(pdf, drawing) for name, drawing in self._drawings.items()}
        objects |= {name: _image(pdf, picture) for name, picture in self._pictures.items()}
        fonts = {
            name: _font(pdf, face, self._used[face])
            for face, name in self._faces.items()
            if face in self._used
        }
        return added(pdf, {"Font": pydyf.Dictionary(fonts), "XObject": pydyf.Dictionary(objects)})


def _form(pdf: Any, drawing: Drawing) -> bytes:
    form = WrittenStream(drawing.data)
    pdf.add_object(form)
    return bytes(form.reference)


def _image(pdf: Any, picture: Encoded) -> bytes:
    image = scaling.x_object(picture)
    if "SMask" in image.extra:
        pdf.add_object(image.extra["SMask"])
        image.extra["SMask"] = image.extra["SMask"].reference
    pdf.add_object(image)
    return bytes(image.reference)


def _font(pdf: Any, face: Face, used: Mapping[int, Glyph]) -> bytes:
    body = face.subset(used)
    tag = "".join(chr(65 + byte % 26) for byte in hashlib.sha256(body).digest()[:6])
    name = f"/{tag}+{re.sub(r'[^A-Za-z0-9-]', '', face.path.stem) or 'Font'}"
    descriptor = _descriptor(pdf, name, body)
    letters = pydyf.Stream([_CMAP_HEAD, *_letters(used), _CMAP_FOOT], compress=True)
    pdf.add_object(letters)
    descendant = _descendant(face, used, name, descriptor)
    font = {
        "Type": "/Font",
        "Subtype": "/Type0",
        "BaseFont": name,
        "Encoding": "/Identity-H",
        "DescendantFonts": pydyf.Array([added(pdf, descendant).reference]),
        "ToUnicode": letters.reference,
    }
    return bytes(added(pdf, font).reference)


def _descriptor(pdf: Any, name: str, body: bytes) -> Any:
    is_cff = body[:4] == b"OTTO"
    file = pydyf.Stream([body], {"Subtype": "/OpenType"} if is_cff else {"Length1": len(body)}, compress=True)
    pdf.add_object(file)
    facts = {
        "Type": "/FontDescriptor",
        "FontName": name,
        "Flags": 4,
        "FontBBox": pydyf.Array([-500, -300, 1500, 1100]),
        "ItalicAngle": 0,
        "Ascent": 900,
        "Descent": -300,
        "CapHeight": 700,
        "StemV": 80,
        "FontFile3" if is_cff else "FontFile2": file.reference,
    }
    return added(pdf, facts)


def _descendant(face: Face, used: Iterable[int], name: str, descriptor: Any) -> dict[str, Any]:
    is_cff = "FontFile3" in descriptor
    system = {"Registry": pydyf.String("Adobe"), "Ordering": pydyf.String("Identity"), "Supplement": 0}
    widths = [(glyph, pydyf.Array([round(face.width(glyph) * 1000)])) for glyph in sorted(used)]
    return {
        "Type": "/Font",
        "Subtype": "/CIDFontType0" if is_cff else "/CIDFontType2",
        "BaseFont": name,
        "CIDSystemInfo": pydyf.Dictionary(system),
        "W": pydyf.Array(chain.from_iterable(widths)),
        "FontDescriptor": descriptor.reference,
        **({} if is_cff else {"CIDToGIDMap": "/Identity"}),
    }


def _letters(used: Mapping[int, Glyph]) -> Iterable[bytes]:
    pairs = [
        f"<{number:04x}> <{(used[number].text or ' ').encode('utf-16-be', 'replace').hex()}>"
        for number in sorted(used)
    ]
    for start in range(0, len(pairs), _MOST_PAIRS):
        some = pairs[start : start + _MOST_PAIRS]
        yield f"{len(some)} beginbfchar\n{chr(10).join(some)}\nendbfchar".encode()


#: A fixed date, so that equal scripts give equal bytes.
LONG_AGO = "D:20000101000000Z"


@dataclass(frozen=True, slots=True)
class Tag:
    """An element of the structure tree: its role, page, heading, and text for screen readers."""

    role: str
    page: int
    number: int
    group: str = ""
    alt: str = ""
    #: The language of its text, if it is not the document's.
    language: str = ""


@dataclass(frozen=True, slots=True)
class Book:
    """A drawn document, to be written to a file."""

    #: Width and height of every page (pt).
    paper: tuple[float, float]
    pages: Sequence[str]
    tags: Sequence[Tag]
    resources: Resources
    #: Title, author, subject, keywords.
    title: str
    author: str
    subject: str
    keywords: str
    attachment: tuple[str, bytes] | None = None
    copies: int = 1
    #: A BCP 47 tag.
    language: str = "en"


def book(order: "Order", pages: Sequence[str], tags: Sequence[Tag], resources: Resources) -> Book:
    """The drawn pages of an order, with the metadata of its front."""
    front, paper = order.content.front, order.paper
    return Book(
        paper=(paper.width * MM, paper.height * MM),
        pages=pages,
        tags=tags,
        resources=resources,
        title=f"{front.title} – {front.document}",
        author=front.author,
        subject=f"{front.subject}. {front.credit} {front.icon_credit}",
        keywords=", ".join(("Blood on the Clocktower", gettext("script"), front.document)),
        attachment=order.attachment,
        copies=order.copies,
        language=front.language,
    )


@weasyprint_patches.applied_to_pydyf()
def bind(book: Book, job: Job | None = None) -> bytes:
    """Writes the PDF file, as PDF/X-4 for the `job` of a print shop. Equal books give equal bytes."""
    pdf: Any = pydyf.PDF()
    resources = book.resources.write(pdf)
    pages = [_page(pdf, book, resources, number) for number in range(len(book.pages) * book.copies)]
    if job:
        x4.finish(pdf, job)
    else:
        _structure(pdf, book, pages)
        _outline(pdf, book, pages)
        _describe(pdf, book)
    if book.attachment:
        _attach(pdf, *book.attachment)
    target = BytesIO()
    version = x4.VERSION if job else b"1.7"
    pdf.write(target, version=version, identifier=_identifier(book), compress=True)
    return target.getvalue()


def _page(pdf: Any, book: Book, resources: Any, number: int) -> Any:
    stream = pydyf.Stream([book.pages[number % len(book.pages)].encode("ascii")], compress=True)
    pdf.add_object(stream)
    page = pydyf.Dictionary(
        {
            "Type": "/Page",
            "Parent": pdf.pages.reference,
            "MediaBox": pydyf.Array([0, 0, *(round(side, 3) for side in book.paper)]),
            "Resources": resources.reference,
            "Contents": stream.reference,
            "StructParents": number,
            "Tabs": "/S",
        }
    )
    pdf.add_page(page)
    return page


def _structure(pdf: Any, book: Book, pages: Sequence[Any]) -> None:
    root = added(pdf, {"Type": "/StructTreeRoot"})
    document = _element(pdf, "Document", root)
    kids, parents = pydyf.Array(), pydyf.Array()
    section, group, each = None, None, len(book.pages)
    by_page: dict[int, list[tuple[int, bytes]]] = {}
    for copy in range(book.copies):
        for tag in book.tags:
            if tag.group and (copy, tag.group) != group:
                group, section = (copy, tag.group), _element(pdf, "Sect", document)
                section.update({"T": pydyf.String(tag.group), "K": pydyf.Array()})
                kids.append(section.reference)
            parent = section if tag.group and section is not None else document
            element = _element(pdf, tag.role, parent)
            page = copy * each + tag.page
            element.update({"Pg": pages[page].reference, "K": tag.number})
            if tag.alt:
                element["Alt"] = pydyf.String(archival.legal(tag.alt))
            if tag.language:
                element["Lang"] = pydyf.String(tag.language)
            (kids if parent is document else parent["K"]).append(element.reference)
            by_page.setdefault(page, []).append((tag.number, element.reference))
    for page, found in sorted(by_page.items()):
        parents.extend([page, pydyf.Array([reference for _, reference in sorted(found)])])
    document["K"] = kids
    tree = added(pdf, {"Nums": parents})
    root.update({"K": document.reference, "ParentTree": tree.reference, "ParentTreeNextKey": len(pages)})
    pdf.catalog["StructTreeRoot"] = root.reference


def _element(pdf: Any, role: str, parent: Any) -> Any:
    return added(pdf, {"Type": "/StructElem", "S": f"/{role}", "P": parent.reference})


def _outline(pdf: Any, book: Book, pages: Sequence[Any]) -> None:
    first = {tag.group: tag.page for tag in reversed(book.tags) if tag.group}
    groups = [group for group in dict.fromkeys(tag.group for tag in book.tags) if group]
    if not groups:
        return
    root, items = added(pdf, {"Type": "/Outlines", "Count": len(groups)}), []
    for group in groups:
        target = pydyf.Array([pages[first[group]].reference, "/XYZ", 0, round(book.paper[1], 3), 0])
        facts = {"Title": pydyf.String(group), "Parent": root.reference, "Dest": target}
        items.append(added(pdf, facts))
    for before, after in itertools.pairwise(items):
        before["Next"], after["Prev"] = after.reference, before.reference
    root.update({"First": items[0].reference, "Last": items[-1].reference})
    pdf.catalog["Outlines"] = root.reference


def _describe(pdf: Any, book: Book) -> None:
    archival.complete(pdf, Description(book.title, book.author, book.subject, book.keywords, "Clockwright"))
    pdf.catalog.update(
        {
            "Lang": pydyf.String(book.language),
            "MarkInfo": pydyf.Dictionary({"Marked": "true"}),
            "ViewerPreferences": pydyf.Dictionary({"DisplayDocTitle": "true", "PrintScaling": "/None"}),
        }
    )


def _attach(pdf: Any, name: str, body: bytes) -> None:
    then = pydyf.String(LONG_AGO)
    facts = pydyf.Dictionary({"Size": len(body), "CreationDate": then, "ModDate": then})
    head = {"Type": "/EmbeddedFile", "Subtype": "/application#2Fjson", "Params": facts}
    file = pydyf.Stream([body], head, compress=True)
    pdf.add_object(file)
    described = added(
        pdf,
        {
            "Type": "/Filespec",
            "F": pydyf.String(name),
            "UF": pydyf.String(name),
            "EF": pydyf.Dictionary({"F": file.reference, "UF": file.reference}),
            "Desc": pydyf.String("The script as official JSON"),
            "AFRelationship": "/Source",
        },
    )
    names = pydyf.Array([pydyf.String(name), described.reference])
    pdf.catalog["Names"] = pydyf.Dictionary({"EmbeddedFiles": pydyf.Dictionary({"Names": names})})
    pdf.catalog["AF"] = pydyf.Array([described.reference])


def _identifier(book: Book) -> bytes:
    parts = (book.title, book.author, str(book.copies), *map(str, book.paper), *book.pages)
    digest = hashlib.sha256("\0".join(parts).encode("utf-8", "replace"))
    digest.update(book.attachment[1] if book.attachment else b"")
    return digest.hexdigest()[:32].encode()
