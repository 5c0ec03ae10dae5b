"""Writes drawn pages to an accessible PDF file: tags, outline, language, metadata, the attached script."""

import hashlib
import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any

import pydyf

from builder.language import gettext
from builder.press import archival, weasyprint_patches
from builder.press.archival import Description
from builder.press.pdf_objects import MM, added
from builder.press.prepress import x4
from builder.press.prepress.x4 import Job
from builder.press.tokens.page_resources import Resources

if TYPE_CHECKING:
    from builder.press.printing import Order

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
