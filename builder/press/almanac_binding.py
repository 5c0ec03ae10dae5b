"""Leaves are bound into a book: numbers filled in, letters gathered, a page number and an index mark on each page."""

import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

from builder.press import engine
from builder.press.almanac_fonts import merge
from builder.press.almanac_frozen import thaw
from builder.press.almanac_furniture import Foot, Numbers, Sheet, furniture
from builder.press.almanac_index import Index
from builder.press.almanac_leaf import Leaf
from builder.press.almanac_tags import BETWEEN, DOCUMENT, LINKS, PAGE

#: Bytes below which packing a stream saves nothing.
WORTH_PACKING = 300


def bind(
    sheets: Sequence[Sheet],
    copies: int,
    index: Index,
    model: Any,
    foot: Foot,
    **options: Any,
) -> bytes:
    """The PDF of a book. `model` is a WeasyPrint document with its metadata; `options` are those of its `write_pdf`."""
    finish: Callable[[Any, Any], None] = options.pop("finisher")
    pages = [_Page(sheet.leaf) for _ in range(copies) for sheet in sheets]
    book = model.copy(pages)
    numbers = Numbers(foot.digits)

    def finisher(document: Any, pdf: Any) -> None:
        common = _foot_stream(foot.words, pdf)
        edge = _stream(index.common(foot.words), pdf)
        for place, page in enumerate(pages):
            number = place % len(sheets)
            sheet = sheets[number]
            drawn = b"".join(furniture(sheet, number + 1, len(sheets), index, numbers))
            over = [common, *([edge] if sheet.cells else ()), *([_stream(drawn, pdf)] if drawn else ())]
            page.finish(document, pdf, place, over)
        if "StructTreeRoot" in pdf.catalog:
            _add_structure(pdf, pages)
        finish(document, pdf)

    pages[0].foot = foot.words
    for leaf in (foot.words, foot.digits):
        merge(book.fonts, leaf.glyphs, readable=leaf.readable)
    written: bytes = book.write_pdf(finisher=finisher, **options)
    return written


class _Page:
    """A leaf as WeasyPrint wants a page to be."""

    def __init__(self, leaf: Leaf) -> None:
        self.leaf = leaf
        self.width, self.height, self.anchors = leaf.width, leaf.height, leaf.anchors
        self.bookmarks = leaf.bookmarks
        self.bleed = dict.fromkeys(("top", "right", "bottom", "left"), 0)
        self.forms: dict[None, list[Any]] = {None: []}
        self._link_boxes = [_LinkBox(words) for *_, words in leaf.links]
        self.links = [
            ("internal", target, rectangle, box)
            for (target, rectangle, _), box in zip(leaf.links, self._link_boxes, strict=True)
        ]
        self._page_box = _empty_box()
        #: A leaf that is drawn over this page and all others.
        self.foot: Leaf | None = None
        self._stream: Any = None

    def paint(self, stream: Any, _scale: float) -> None:
        """Gives the stream what the leaf drew, and the document the letters that it used."""
        self._stream = stream
        stream.stream[:] = [self.leaf.drawing]
        stream.compress = False
        stream.extra = {**stream.extra, "Filter": "/FlateDecode"}
        merge(stream._fonts, self.leaf.glyphs, readable=self.leaf.readable)
        for leaf in (self.leaf, self.foot):
            if leaf:
                _share(leaf, stream._resources, stream._images)

    def finish(self, document: Any, pdf: Any, place: int, over: Sequence[Any]) -> None:
        """Draws what only the bound book knows over the page, and names what the page draws with."""
        from weasyprint.pdf import _reference_resources

        pydyf = engine.weasyprint().pdf.pydyf
        for box in self._link_boxes:
            if box.link_annotation:  # which WeasyPrint describes by the name of its target
                box.link_annotation["Contents"] = pydyf.String(box.words)
        page = pdf.objects[pdf.pages["Kids"][3 * place]]
        page["Contents"] = pydyf.Array(each.reference for each in (self._stream, *over))
        shared = self._stream._resources
        if self.leaf.resources is None:
            return
        own = thaw(self.leaf.resources, shared["ColorSpace"])
        own["Font"], own["XObject"] = None, _without_images(own["XObject"])
        images = self._stream._images
        page["Resources"] = _reference_resources(pdf, own, images, shared["Font"], document.color_profiles)
        for name in ("ExtGState", "XObject"):  # what all pages share is in the file already
            own[name].update({key: each for key, each in shared[name].items() if key not in own[name]})

    def elements(
        self,
        parent: Any,
        pdf: Any,
        place: int,
        marked: dict[int, bytes],
        annotated: list[Any],
    ) -> Iterator[Any]:
        """The structure elements of the page that hang on the document, all of them added to the PDF."""
        tags, first = self.leaf.structure, len(pdf.objects)
        page = int(pdf.pages["Kids"][3 * place])
        boxes = self._link_boxes

        def filled(number: int) -> int:
            if number >= 0:
                return first + number
            special = {DOCUMENT: parent.number, PAGE: page}
            if number in special:
                return int(special[number])
            # None: it leads to a page that this book has not.
            annotation = boxes[LINKS - number].link_annotation
            return int(annotation.number) if annotation else 0

        written = (tags.template % tuple(map(filled, tags.numbers))).split(BETWEEN)
        made = [_made()[0](each) for each in written if tags.numbers]
        for each in made:
            pdf.add_object(each)
        marked.update(enumerate(made[number].reference for number in tags.marked))
        annotated.extend(
            (made[element].reference, boxes[link].link_annotation)
            for element, link in tags.links
            if boxes[link].link_annotation
        )
        yield from (made[number] for number in tags.top)


def _without_images(drawings: Any) -> Any:
    for name in [name for name, drawing in drawings.items() if drawing is None]:
        del drawings[name]
    return drawings


def _share(leaf: Leaf, resources: Any, images: dict[str, Any]) -> None:
    """Puts what a leaf draws with among what all pages draw with."""
    for name, state in leaf.states.items():
        resources["ExtGState"].setdefault(name, engine.weasyprint().pdf.pydyf.Dictionary(state))
    for name, written in leaf.forms.items():
        if name not in resources["XObject"]:
            resources["XObject"][name] = _made()[1](written)
    for name, image in leaf.images.items():
        resources["XObject"].setdefault(name, None)
        images.setdefault(name, {**image, "x_object": None})


def _stream(drawn: bytes, pdf: Any) -> Any:
    made = engine.weasyprint().pdf.pydyf.Stream([drawn], compress=len(drawn) > WORTH_PACKING)
    pdf.add_object(made)
    return made


def _foot_stream(leaf: Leaf, pdf: Any) -> Any:
    return _stream(b"/Artifact BMC\n" + zlib.decompress(leaf.drawing) + b"\nEMC\n", pdf)


def _add_structure(pdf: Any, pages: Sequence[_Page]) -> None:
    """Hangs the elements of all pages on the document: WeasyPrint has found none, for the box of each page is empty."""

    def at(reference: bytes) -> Any:
        return pdf.objects[int(reference.split()[0])]

    root = at(pdf.catalog["StructTreeRoot"])
    parents, whole = at(root["ParentTree"])["Nums"], at(root["K"][0])
    annotated: list[tuple[bytes, Any]] = []
    for place, page in enumerate(pages):
        marked: dict[int, bytes] = {}
        whole["K"].extend(each.reference for each in page.elements(whole, pdf, place, marked, annotated))
        parents[2 * place + 1].extend(reference for _, reference in sorted(marked.items()))
    for number, (reference, annotation) in enumerate(annotated, len(pages)):
        parents.extend((number, reference))
        annotation["StructParent"] = number


@cache
def _empty_box() -> Any:
    from weasyprint.formatting_structure.boxes import PageBox

    return PageBox(None, None)


class _LinkBox:
    """Where WeasyPrint leaves the annotation of a link."""

    def __init__(self, words: str) -> None:
        self.link_annotation: Any = None
        self.words = words


@cache
def _made() -> tuple[Any, Any]:  # classes made late, for pydyf comes with WeasyPrint
    """Classes of an object and of a stream that are written already."""
    pydyf = engine.weasyprint().pdf.pydyf

    class Made(pydyf.Object):  # type: ignore[misc,name-defined]  # its base has no types
        """An object whose bytes are known."""

        def __init__(self, data: bytes) -> None:
            super().__init__()
            self.written = data
            self.extra: dict[str, Any] = {}

        @property
        def data(self) -> bytes:
            """What stands in the file."""
            return self.written

    class MadeStream(Made, pydyf.Stream):  # type: ignore[misc,name-defined]  # as above
        """A stream whose bytes are known."""

    return Made, MadeStream
