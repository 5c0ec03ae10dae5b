"""Binds cached pages into a book: fills in placeholders, merges fonts, draws page numbers and index bars."""

import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from builder import themes
from builder.press import colours, dressing, engine
from builder.press.almanac.cached_page import (
    DOCUMENT,
    LINKS,
    PAGE,
    SCALE,
    SEPARATOR,
    CachedPage,
    known_fonts,
    merge_fonts,
)
from builder.press.almanac.index import Index
from builder.press.pdf_objects import MM, WrittenObject, WrittenStream, copied

#: Size of the page number, and its height above the page's bottom edge (points).
NUMBER_SIZE, NUMBER_HEIGHT = 9.0, 12.6 * MM
#: Streams shorter than this (bytes) are not compressed.
WORTH_PACKING = 300


@dataclass(frozen=True, slots=True)
class Sheet:
    """A cached page at its position in the book."""

    cached: CachedPage
    #: Indexes of the characters on this page, to be marked in the index at the page's edge.
    cells: frozenset[int] = frozenset()
    has_number: bool = True


@dataclass(frozen=True, slots=True)
class Foot:
    """The footer of every page, and a specimen page whose digits are used to write page numbers."""

    words: CachedPage
    digits: CachedPage


class Numbers:
    """Writes page numbers with the digits of a specimen page."""

    def __init__(self, specimen: CachedPage) -> None:
        (self._key, glyphs), *_ = specimen.glyphs.items()
        self._faces = specimen.faces
        self._codes = {text: code for code, text in glyphs.to_unicode.items()}
        self._widths = glyphs.widths

    def centred(self, words: str, middle: float, height: float, size: float) -> bytes:
        """Operators that write digits centered at `middle`, as decoration."""
        codes = [self._codes[letter] for letter in words]
        left = middle - sum(self._widths[code] for code in codes) * size / 2000
        text = "".join(f"{code:04x}" for code in codes)
        font = known_fonts(self._faces)[self._key].hash
        color = " ".join(f"{part:.2g}" for part in colours.parts(colours.value("faint")))
        return (
            f"/Artifact BMC\nBT {color} rg /{font} {size:g} Tf {left:.2f} {height:.2f} Td <{text}> Tj ET\nEMC\n"
        ).encode()


def page_marks(sheet: Sheet, number: int, total: int, index: Index, digits: Numbers) -> Iterator[bytes]:
    """Operators for what depends on the page's position in the book: its number and index marks."""
    width = sheet.cached.width * SCALE
    if sheet.has_number:
        raised = dressing.RAISED * MM if themes.current().has_frame else 0
        yield digits.centred(f"{number} / {total}", width / 2, NUMBER_HEIGHT + raised, NUMBER_SIZE)
    if sheet.cells:
        yield index.own(sorted(sheet.cells), sheet.cached)


def bind(
    sheets: Sequence[Sheet],
    copies: int,
    index: Index,
    model: Any,
    foot: Foot,
    **options: Any,
) -> bytes:
    """The PDF of a book. `model` is a WeasyPrint document with its metadata; `options` are those of `write_pdf`."""
    finish: Callable[[Any, Any], None] = options.pop("finisher")
    pages = [_Page(sheet.cached) for _ in range(copies) for sheet in sheets]
    book = model.copy(pages)
    numbers = Numbers(foot.digits)

    def finisher(document: Any, pdf: Any) -> None:
        common = _stream(b"/Artifact BMC\n" + zlib.decompress(foot.words.drawing) + b"\nEMC\n", pdf)
        edge = _stream(index.common(foot.words), pdf)
        for place, page in enumerate(pages):
            number = place % len(sheets)
            sheet = sheets[number]
            drawn = b"".join(page_marks(sheet, number + 1, len(sheets), index, numbers))
            over = [common, *([edge] if sheet.cells else ()), *([_stream(drawn, pdf)] if drawn else ())]
            page.finish(document, pdf, place, over)
        if "StructTreeRoot" in pdf.catalog:
            _add_structure(pdf, pages)
        finish(document, pdf)

    pages[0].foot = foot.words
    for cached in (foot.words, foot.digits):
        merge_fonts(book.fonts, cached.glyphs, faces=cached.faces)
    written: bytes = book.write_pdf(finisher=finisher, **options)
    return written


class _Page:
    """A cached page with the attributes that WeasyPrint reads from a page."""

    def __init__(self, cached: CachedPage) -> None:
        self.cached = cached
        self.width, self.height, self.anchors = cached.width, cached.height, cached.anchors
        self.bookmarks = cached.bookmarks
        self.bleed = dict.fromkeys(("top", "right", "bottom", "left"), 0)
        self.forms: dict[None, list[Any]] = {None: []}
        self._link_boxes = [_LinkBox(words) for *_, words in cached.links]
        self.links = [
            ("internal", target, rectangle, box)
            for (target, rectangle, _), box in zip(cached.links, self._link_boxes, strict=True)
        ]
        self._page_box = _empty_box()
        #: A page that is drawn over every page.
        self.foot: CachedPage | None = None
        self._stream: Any = None

    def paint(self, stream: Any, _scale: float) -> None:
        """Adds the page's operators to the stream, and the letters it uses to the document's fonts."""
        self._stream = stream
        stream.stream[:] = [self.cached.drawing]
        stream.compress = False
        stream.extra = {**stream.extra, "Filter": "/FlateDecode"}
        merge_fonts(stream._fonts, self.cached.glyphs, faces=self.cached.faces)
        for cached in (self.cached, self.foot):
            if cached:
                _share(cached, stream._resources, stream._images)

    def finish(self, document: Any, pdf: Any, place: int, over: Sequence[Any]) -> None:
        """Draws page number and index over the page, and adds its resources to the PDF."""
        from weasyprint.pdf import _reference_resources

        pydyf = engine.weasyprint().pdf.pydyf
        for box in self._link_boxes:
            if box.link_annotation:  # WeasyPrint describes it by the name of its target
                box.link_annotation["Contents"] = pydyf.String(box.words)
        page = pdf.objects[pdf.pages["Kids"][3 * place]]
        page["Contents"] = pydyf.Array(each.reference for each in (self._stream, *over))
        shared = self._stream._resources
        if self.cached.resources is None:
            return
        own = copied(self.cached.resources, shared["ColorSpace"])
        own["Font"] = None
        # Without images, and what all pages share: their ground.
        drawings, forms = own["XObject"], self.cached.forms
        own["XObject"] = pydyf.Dictionary(
            {name: each for name, each in drawings.items() if each is not None and name not in forms}
        )
        images = self._stream._images
        page["Resources"] = _reference_resources(pdf, own, images, shared["Font"], document.color_profiles)
        for name in ("ExtGState", "XObject"):  # resources that all pages share are in the file already
            own[name].update({key: each for key, each in shared[name].items() if key not in own[name]})

    def elements(
        self,
        parent: Any,
        pdf: Any,
        place: int,
        marked: dict[int, bytes],
        annotated: list[Any],
    ) -> Iterator[Any]:
        """Adds the page's structure elements to the PDF; returns those that are children of the document."""
        tags, first = self.cached.structure, len(pdf.objects)
        page = int(pdf.pages["Kids"][3 * place])
        boxes = self._link_boxes

        def filled(number: int) -> int:
            if number >= 0:
                return first + number
            special = {DOCUMENT: parent.number, PAGE: page}
            if number in special:
                return int(special[number])
            # None: its target is not in this book.
            annotation = boxes[LINKS - number].link_annotation
            return int(annotation.number) if annotation else 0

        written = (tags.template % tuple(map(filled, tags.numbers))).split(SEPARATOR)
        made = [WrittenObject(each) for each in written if tags.numbers]
        for each in made:
            pdf.add_object(each)
        marked.update(enumerate(made[number].reference for number in tags.marked))
        annotated.extend(
            (made[element].reference, boxes[link].link_annotation)
            for element, link in tags.links
            if boxes[link].link_annotation
        )
        yield from (made[number] for number in tags.top)


def _share(cached: CachedPage, resources: Any, images: dict[str, Any]) -> None:
    """Adds a page's resources to the shared ones."""
    for name, state in cached.states.items():
        resources["ExtGState"].setdefault(name, engine.weasyprint().pdf.pydyf.Dictionary(state))
    for name, written in cached.forms.items():
        if name not in resources["XObject"]:
            resources["XObject"][name] = WrittenStream(written)
    for name, image in cached.images.items():
        resources["XObject"].setdefault(name, None)
        images.setdefault(name, {**image, "x_object": None})


def _stream(drawn: bytes, pdf: Any) -> Any:
    made = engine.weasyprint().pdf.pydyf.Stream([drawn], compress=len(drawn) > WORTH_PACKING)
    pdf.add_object(made)
    return made


def _add_structure(pdf: Any, pages: Sequence[_Page]) -> None:
    """Adds the elements of all pages to the structure tree, which WeasyPrint leaves empty for empty page boxes."""

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
    """A box on which WeasyPrint stores the annotation of a link."""

    def __init__(self, words: str) -> None:
        self.link_annotation: Any = None
        self.words = words
