"""Leaves are bound into a book: numbers filled in, letters gathered, a page number and an index mark on each page."""

import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from builder.press import engine
from builder.press.almanac_frozen import thaw
from builder.press.almanac_leaf import BETWEEN, DOCUMENT, LINKS, PAGE, SCALE, Leaf, known_fonts, unused
from builder.press.colours import TEAM_COLOURS

#: Points in a millimetre.
MM = 72 / 25.4
#: Size of the page number, and how far above the foot of the page it stands (points).
NUMBER_SIZE, NUMBER_HEIGHT = 9.0, 12.6 * MM
#: Bytes below which packing a stream saves nothing.
WORTH_PACKING = 300
#: Bars of the index (points): the page's own, the others, between them.
THICK, THIN, GAP = 5 * MM, 1 * MM, 0.6


@dataclass(frozen=True, slots=True)
class Sheet:
    """A leaf at its place in the book."""

    leaf: Leaf
    #: Which places of the index at the page's edge it is about.
    cells: frozenset[int] = frozenset()
    has_number: bool = True


@dataclass(frozen=True, slots=True)
class Foot:
    """What stands at the foot of every page, and a leaf with all digits to write its number with."""

    words: Leaf
    digits: Leaf


def bind(
    sheets: Sequence[Sheet],
    copies: int,
    cells: Sequence[str],
    model: Any,  # noqa: ANN401
    foot: Foot,
    **options: Any,  # noqa: ANN401
) -> bytes:
    """The PDF of a book. `model` is a WeasyPrint document with its metadata; `options` as its `write_pdf` takes them."""
    _teach_tags()
    finish: Callable[[Any, Any], None] = options.pop("finisher")
    pages = [_Page(sheet.leaf) for _ in range(copies) for sheet in sheets]
    book = model.copy(pages)
    numbers = _Numbers(foot.digits)

    def finisher(document: Any, pdf: Any) -> None:  # noqa: ANN401  # WeasyPrint's document, a pydyf.PDF
        common = _foot_stream(foot.words, pdf)
        index = _stream(_index(range(len(cells)), cells, foot.words, THIN), pdf)
        for place, page in enumerate(pages):
            number = place % len(sheets)
            sheet = sheets[number]
            drawn = b"".join(_furniture(sheet, number + 1, len(sheets), cells, numbers))
            over = [common, *([index] if sheet.cells else ()), *([_stream(drawn, pdf)] if drawn else ())]
            page.finish(document, pdf, place, over)
        finish(document, pdf)

    pages[0].foot = foot.words
    _merge(book.fonts, foot.words)
    _merge(book.fonts, foot.digits)
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
        self._link_boxes = [_LinkBox() for _ in leaf.links]
        self.links = [
            ("internal", target, rectangle, box)
            for (target, rectangle), box in zip(leaf.links, self._link_boxes, strict=True)
        ]
        self._page_box = self
        #: A leaf that is drawn over this page and all others.
        self.foot: Leaf | None = None
        self._stream: Any = None

    def paint(self, stream: Any, _scale: float) -> None:  # noqa: ANN401  # a WeasyPrint stream
        """Gives the stream what the leaf drew, and the document the letters that it used."""
        self._stream = stream
        stream.stream[:] = [self.leaf.drawing]
        stream.compress = False
        stream.extra = {**stream.extra, "Filter": "/FlateDecode"}
        _merge(stream._fonts, self.leaf)  # noqa: SLF001
        for leaf in (self.leaf, self.foot):
            if leaf:
                _share(leaf, stream._resources, stream._images)  # noqa: SLF001

    def finish(self, document: Any, pdf: Any, place: int, over: Sequence[Any]) -> None:  # noqa: ANN401  # as above
        """Draws what only the bound book knows over the page, and names what the page draws with."""
        from weasyprint.pdf import _reference_resources  # noqa: PLC0415  # needs Pango

        pydyf = engine.weasyprint().pdf.pydyf
        page = pdf.objects[pdf.pages["Kids"][3 * place]]
        page["Contents"] = pydyf.Array(each.reference for each in (self._stream, *over))
        shared = self._stream._resources  # noqa: SLF001
        if self.leaf.resources is None:
            return
        own = thaw(self.leaf.resources, shared["ColorSpace"])
        own["Font"], own["XObject"] = None, _without_images(own["XObject"])
        images = self._stream._images  # noqa: SLF001
        page["Resources"] = _reference_resources(pdf, own, images, shared["Font"], document.color_profiles)
        for name in ("ExtGState", "XObject"):  # what all pages share is in the file already
            own[name].update({key: each for key, each in shared[name].items() if key not in own[name]})

    def elements(
        self,
        parent: Any,
        pdf: Any,
        place: int,
        marked: dict[int, bytes],
        annotated: list[Any],  # noqa: ANN401
    ) -> Iterator[Any]:
        """The structure elements of the page that hang on the document, all of them added to the PDF."""
        tags, first = self.leaf.tags, len(pdf.objects)
        page = int(pdf.pages["Kids"][3 * place])
        boxes = self._link_boxes

        def filled(number: int) -> int:
            if number >= 0:
                return first + number
            special = {DOCUMENT: parent.number, PAGE: page}
            if number in special:
                return int(special[number])
            annotation = boxes[
                LINKS - number
            ].link_annotation  # None: it leads to a page that this book has not
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


def _without_images(drawings: Any) -> Any:  # noqa: ANN401  # a pydyf dictionary
    for name in [name for name, drawing in drawings.items() if drawing is None]:
        del drawings[name]
    return drawings


def _share(leaf: Leaf, resources: Any, images: dict[str, Any]) -> None:  # noqa: ANN401  # a pydyf dictionary
    """Puts what a leaf draws with among what all pages draw with."""
    for name, state in leaf.states.items():
        resources["ExtGState"].setdefault(name, engine.weasyprint().pdf.pydyf.Dictionary(state))
    for name, written in leaf.forms.items():
        if name not in resources["XObject"]:
            resources["XObject"][name] = _made()[1](written)
    for name, image in leaf.images.items():
        resources["XObject"].setdefault(name, None)
        images.setdefault(name, {**image, "x_object": None})


def _stream(drawn: bytes, pdf: Any) -> Any:  # noqa: ANN401  # a pydyf.PDF and a stream in it
    made = engine.weasyprint().pdf.pydyf.Stream([drawn], compress=len(drawn) > WORTH_PACKING)
    pdf.add_object(made)
    return made


def _foot_stream(leaf: Leaf, pdf: Any) -> Any:  # noqa: ANN401  # as above
    return _stream(b"/Artifact BMC\n" + zlib.decompress(leaf.drawing) + b"\nEMC\n", pdf)


class _LinkBox:
    """Where WeasyPrint leaves the annotation of a link."""

    link_annotation: Any = None


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


@cache
def _teach_tags() -> None:
    """Has WeasyPrint take the structure of a leaf as it is."""
    from weasyprint.pdf import tags  # noqa: PLC0415  # needs Pango

    build = tags._build_box_tree  # noqa: SLF001

    def build_or_take(box: Any, *others: Any) -> Any:  # noqa: ANN401
        return box.elements(*others[:5]) if isinstance(box, _Page) else build(box, *others)

    tags._build_box_tree = build_or_take  # noqa: SLF001


def _merge(fonts: dict[int, Any], leaf: Leaf) -> None:
    for key, glyphs in leaf.glyphs.items():
        if key not in fonts:
            fonts[key] = unused(key)
        font = fonts[key]
        font.widths = {**glyphs.widths, **font.widths}
        font.to_unicode = {**glyphs.to_unicode, **font.to_unicode}
        font.missing = {**glyphs.missing, **font.missing}


class _Numbers:
    """Digits as a leaf that holds all of them has them, to write page numbers with."""

    def __init__(self, specimen: Leaf) -> None:
        (self._key, glyphs), *_ = specimen.glyphs.items()
        self._codes = {text: code for code, text in glyphs.to_unicode.items()}
        self._widths = glyphs.widths

    def centred(self, words: str, middle: float, height: float, size: float) -> bytes:
        """Operators that write the words around a middle, as decoration."""
        codes = [self._codes[letter] for letter in words]
        left = middle - sum(self._widths[code] for code in codes) * size / 2000
        text = "".join(f"{code:04x}" for code in codes)
        font = known_fonts()[self._key].hash
        return (
            f"/Artifact BMC\nBT 0.36 0.33 0.3 rg /{font} {size:g} Tf {left:.2f} {height:.2f} Td <{text}> Tj ET\nEMC\n"
        ).encode()


def _furniture(
    sheet: Sheet, number: int, total: int, cells: Sequence[str], digits: _Numbers
) -> Iterator[bytes]:
    """What stands on a page because of its place in the book."""
    width, height = sheet.leaf.width * SCALE, sheet.leaf.height * SCALE
    if sheet.has_number:
        yield digits.centred(f"{number} / {total}", width / 2, NUMBER_HEIGHT, NUMBER_SIZE)
    if sheet.cells:
        yield _index(sheet.cells, cells, sheet.leaf, THICK)


def _index(own: Iterable[int], cells: Sequence[str], leaf: Leaf, thick: float) -> bytes:
    """Bars along the outer edge, one for each of these characters in its team's colour."""
    width, height = leaf.width * SCALE, leaf.height * SCALE
    top, bottom, right = height - 16 * MM, 20 * MM, width - 4.5 * MM
    step = (top - bottom) / max(1, len(cells))
    bars = []
    for place in sorted(own):
        colour = TEAM_COLOURS[cells[place]]
        red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
        foot = top - (place + 1) * step
        bars.append(
            f"{red:.3f} {green:.3f} {blue:.3f} rg"
            f" {right - thick:.2f} {foot:.2f} {thick:.2f} {max(step - GAP, step / 2):.2f} re f\n"
        )
    return f"/Artifact BMC\n{''.join(bars)}EMC\n".encode()
