"""Writes PDF objects faster, each once, and corrects WeasyPrint's structure tree for PDF/UA-1 and PDF/A-3.

Each correction is explained in docs/upstream/structure-tree.md, and can be removed when WeasyPrint fixes it.
"""

import zlib
from collections.abc import Iterator
from typing import Any, Final

from builder.language import N_
from builder.press import archival
from builder.press.weasyprint_patches import Patch, Untyped

#: Elements that are needed even if they are empty, such as the cells of a table.
ALLOWED_EMPTY: Final = {"/TD", "/TH", "/Figure", "/Form"}
#: Elements that must not be nested in one of the same kind.
NEVER_NESTED: Final = {"/P", *(f"/H{level}" for level in range(1, 7))}
#: The margin box of the credit, which is read aloud if the document has only one page.
CREDIT: Final = "@bottom-left"


def _draw_stacking_context(usual: Untyped) -> Untyped:
    def draw_untagged(stream: Untyped, context: Untyped) -> None:
        if stream._tags is None or not is_unspoken(context.box):
            usual(stream, context)
            return
        with stream.artifact():
            tags, stream._tags = stream._tags, None
            try:
                usual(stream, context)
            finally:
                stream._tags = tags

    return draw_untagged


def _build_box_tree(usual: Untyped) -> Untyped:
    def build_corrected(
        box: Untyped, parent: Untyped, pdf: Untyped, page: int, *others: Untyped
    ) -> Iterator[Untyped]:
        if is_unspoken(box):
            return
        if _is_margin(box):
            yield _paragraph(box, parent, pdf, page, *others)
            return
        first = len(pdf.objects)
        for element in usual(box, parent, pdf, page, *others):
            if not element["K"] and element["S"] not in ALLOWED_EMPTY:
                if pdf.objects[-1] is element:
                    pdf.objects.pop()
                continue
            _correct(element, box, parent, pdf, first)
            yield element

    return build_corrected


def _generate_pdf(usual: Untyped) -> Untyped:
    def generate_conforming(pages: Untyped, target: Untyped, zoom: float, **options: Untyped) -> Untyped:
        if options["pdf_variant"] != "pdf/ua-1":
            return usual(pages, target, zoom, **options)
        _tag_credit(pages)
        pdf = usual(pages, target, zoom, **options)
        archival.print_annotations(pdf)
        archival.complete_letters(pdf)
        archival.complete(pdf, archival.described(pages.metadata, pdf.info["Producer"].string))
        return pdf

    return generate_conforming


def is_unspoken(box: Any) -> bool:
    """Whether screen readers skip a box: those in page margins, and those that a template hides.

    WeasyPrint gives boxes in page margins structure elements outside the tree, which PDF/UA forbids: repeated content
    must be an artifact. An element that a template hides needs a `z-index`, so that it is drawn as a whole.
    """
    if _is_margin(box):
        return "clockwright_spoken" not in box.__dict__
    return box.element is not None and box.element.get("aria-hidden") == "true"


def _tag_credit(pages: Any) -> None:
    """Tags the credit as text if there is only one page; on several pages it repeats and is an artifact."""
    for page in pages.pages:
        for box in getattr(page._page_box, "children", ()):
            if _is_margin(box) and box.at_keyword == CREDIT:
                box.__dict__.pop("clockwright_spoken", None)
                if len(pages.pages) == 1:
                    box.clockwright_spoken = True


def _is_margin(box: Any) -> bool:
    from weasyprint.formatting_structure.boxes import MarginBox

    return isinstance(box, MarginBox)


def _correct(element: Any, box: Any, parent: Any, pdf: Any, first: int) -> None:
    """Adds missing attributes to an element; its objects are those of the file from index `first` on."""
    kind = element["S"]
    if kind == "/TH":
        element["A"]["Scope"] = "/Row" if box.element.get("scope") == "row" else "/Column"
    elif kind in NEVER_NESTED and parent["S"] == kind:  # a box that WeasyPrint creates inside a heading
        element["S"] = "/NonStruct"
    elif kind == "/Table":
        _remove_headers(pdf.objects[first:])


def _remove_headers(objects: list[Any]) -> None:
    """Removes `Headers` from cells: `Scope` of the header cells is shorter, and WeasyPrint's ids are in no ID tree."""
    for each in objects:
        if isinstance(each, dict) and each.get("S") in {"/TH", "/TD"}:
            each.pop("ID", None)
            # Without attributes: a table directly in the body is visited again with the body's box.
            attributes = each.get("A", {})
            attributes.pop("Headers", None)
            if len(attributes) == 1:
                del each["A"]


def _paragraph(
    box: Any,
    parent: Any,
    pdf: Any,
    page: int,
    numbers: dict[int, bytes],
    _annotations: Any,
    marked: dict[Any, Any],
) -> Any:
    import pydyf
    from weasyprint.formatting_structure.boxes import TextBox

    made = pydyf.Dictionary({"Type": "/StructElem", "S": "/P", "K": pydyf.Array()})
    pdf.add_object(made)
    made.update({"Pg": pdf.page_references[page], "P": parent.reference})
    for text in box.descendants():
        if isinstance(text, TextBox):
            mark = marked.pop(text)["mcid"]
            made["K"].append(mark)
            numbers[mark] = made.reference
    return made


STRUCTURE_TREE = Patch(
    "structure-tree",
    "Makes tagged files conform to PDF/UA-1 and PDF/A-3.",
    {
        "weasyprint.draw:draw_stacking_context": _draw_stacking_context,
        "weasyprint.pdf.tags:_build_box_tree": _build_box_tree,
        "weasyprint.document:generate_pdf": _generate_pdf,
    },
    mirrors=(
        "weasyprint.pdf.tags:add_tags",
        "weasyprint.pdf.pdfua:pdfua",
        "weasyprint.document:DocumentMetadata.include_in_pdf",
        "weasyprint.pdf.stream:Stream.artifact",
    ),
    lost=N_("PDFs are not PDF/UA or PDF/A."),
)


#: zlib's level; a higher one makes files 2% smaller and takes four times as long.
EFFORT = 5


def _to_bytes(usual: Untyped) -> Untyped:
    def to_bytes(item: Untyped) -> bytes:
        kind = type(item)
        if kind is bytes:
            written: bytes = item
        elif kind is str:
            written = item.encode("ascii")
        elif kind is int or (kind is float and item.is_integer()):
            written = b"%d" % item
        elif kind is float:
            written = (b"%f" % item).rstrip(b"0")
        else:
            written = usual(item)
        return written

    return to_bytes


def _dictionary(given: Untyped) -> bytes:
    from pydyf import _to_bytes as to_bytes

    parts = [b"/%s %s" % (to_bytes(name), to_bytes(value)) for name, value in given.items()]
    return b"<<%s>>" % b"".join(parts)


def _stream(stream: Untyped) -> bytes:
    whole: bytes | None = stream.__dict__.get("clockwright_whole")
    if whole is None:
        whole = _compressed(stream)
        if stream.extra.get("Type") == "/ObjStm":  # it is complete, and its bytes are needed twice
            stream.clockwright_whole = whole
    return whole


def _compressed(stream: Untyped) -> bytes:
    from pydyf import _to_bytes as to_bytes

    content = b"\n".join([to_bytes(item) for item in stream.stream])
    head = dict(stream.extra)
    if stream.compress:
        head["Filter"], content = "/FlateDecode", zlib.compress(content, EFFORT)
    # With CR and LF no reader takes a last CR of the content for a part of the line end.
    return b"%s\nstream\n%s\r\nendstream" % (_dictionary(head | {"Length": len(content)}), content)


class Written:
    """A serialized PDF object. pydyf needs its bytes twice: to write them, and for its number."""

    def __init__(self, thing: Untyped) -> None:
        self.number, self.generation, self.free = thing.number, thing.generation, thing.free
        self.compressible, self.reference = thing.compressible, thing.reference
        self.data: bytes = thing.data
        self.offset = 0

    @property
    def indirect(self) -> bytes:
        """The object with its number, as written to the file."""
        return b"%d %d obj\n%s\nendobj" % (self.number, self.generation, self.data)


def _page_references(usual: Untyped) -> Untyped:
    """WeasyPrint asks for the references of all pages once for each tagged element."""

    def page_references(pdf: Untyped) -> Untyped:
        number = len(pdf.pages["Kids"])
        known = pdf.__dict__.get("clockwright_pages", (-1, ()))
        if known[0] != number:
            known = pdf.clockwright_pages = (number, usual.fget(pdf))
        return known[1]

    return property(page_references)


def _write(usual: Untyped) -> Untyped:
    def write(pdf: Untyped, *others: Untyped, **more: Untyped) -> Untyped:
        pdf.objects = [pdf.objects[0], *map(Written, pdf.objects[1:])]
        return usual(pdf, *others, **more)

    return write


PDF_WRITER = Patch(
    "pdf-writer",
    "Writes plain values of a PDF at once, and makes the bytes of every object and the list of pages once.",
    {
        "pydyf:_to_bytes": _to_bytes,
        "pydyf:Dictionary.data": lambda _: property(_dictionary),
        "pydyf:Stream.data": lambda _: property(_stream),
        "pydyf:PDF.page_references": _page_references,
        "pydyf:PDF.write": _write,
    },
    lost=N_("PDFs are not guaranteed to be PDF/A."),
    mirrors=("pydyf:Object.indirect", "pydyf:Object.reference", "pydyf:Object.compressible"),
)

PATCHES = (STRUCTURE_TREE, PDF_WRITER)
