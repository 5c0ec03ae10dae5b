"""Binds cached pages into a book: fills in placeholders, merges fonts, draws page numbers and the index at the edge.

The index (`Index`) has a bar per character in its team's colour, with its name if there is room. Names are
drawn as outlines, not text, so that a search for a character does not find every page.
"""

import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from builder import themes
from builder.game import markup
from builder.press import colours, dressing, engine, fonts, resources
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
from builder.press.drawings import font, pdf_pen
from builder.press.pdf_objects import MM, WrittenObject, WrittenStream, copied

if TYPE_CHECKING:
    from builder.press.tokens.typesetting import Atom

#: Distance of the index from the edges of the page (points).
TOP, BOTTOM, RIGHT = 16 * MM, 20 * MM, 4.5 * MM
#: Bars (points): width of the page's own without a name, width of the rest, space between them.
THICK, THIN, GAP = 5 * MM, 1 * MM, 0.6
#: Names (points): available width, distance from the bars, type sizes.
ROOM, BESIDE, LARGEST, SMALLEST = 20 * MM, 1 * MM, 7.0, 5.2
#: How much farther in it is, and the room for names, where a theme has a frame around the page.
FRAMED, FRAMED_ROOM = 4.9 * MM, 15 * MM
#: Line height, and half the height of a capital, relative to the type size.
LEADING, HALF = 1.06, 0.31
FACE, READABLE_FACE = "AlegreyaSans-Regular", "Lexend-Regular"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a name: its width and outline in 1/1000 of the type size."""

    width: float
    outline: str


@dataclass(frozen=True, slots=True)
class Index:
    """The characters of a book in order."""

    teams: tuple[str, ...]
    #: Their names; empty if the style has no room for names.
    names: tuple[str, ...] = ()
    readable: bool = False
    #: Whether it is at the left edge, for a language that is written from right to left.
    is_mirrored: bool = False

    def common(self, cached: CachedPage) -> bytes:
        """Operators for all pages: thin bars with the names next to them."""
        return _artifact(self._bars(range(len(self.teams)), cached, own=False))

    def own(self, places: Sequence[int], cached: CachedPage) -> bytes:
        """Operators for one page: thick bars with names for the characters at `places`."""
        return _artifact(self._bars(places, cached, own=True))

    def _bars(self, places: Sequence[int], cached: CachedPage, *, own: bool) -> Iterator[str]:
        framed = themes.current().has_frame
        aside = RIGHT + FRAMED * framed
        top, right = cached.height * SCALE - TOP, cached.width * SCALE - aside
        step = (top - BOTTOM) / max(1, len(self.teams))
        for place in places:
            name = self.names[place] if self.names else ""
            size, lines = setting(
                name, round(step, 2), readable=self.readable, room=FRAMED_ROOM if framed else ROOM
            )
            foot, high = top - (place + 1) * step, max(step - GAP, step / 2)
            named = max((line.width for line in lines), default=0) * size / 1000 + 2 * BESIDE + THIN
            wide = (named if lines else THICK) if own else THIN
            yield _colour(colours.value(self.teams[place]))
            yield f"{aside if self.is_mirrored else right - wide:.2f} {foot:.2f} {wide:.2f} {high:.2f} re f"
            if own:
                yield _letters(self.teams[place])
            end = right - THIN - BESIDE
            if self.is_mirrored:
                end = aside + named - BESIDE
            yield from _written(lines, size, end, foot + high / 2)


def _letters(team: str) -> str:
    """The colour of letters on a bar of a team."""
    colour = colours.value(f"on-{team}")
    return "1 g" if colours.parts(colour) == (1, 1, 1) else _colour(colour)


def _artifact(operators: Iterator[str]) -> bytes:
    return "\n".join(("/Artifact BMC", *operators, "EMC\n")).encode()


def _colour(colour: str) -> str:
    return "{:.3f} {:.3f} {:.3f} rg".format(*colours.parts(colour))


def _written(lines: Sequence[Line], size: float, right: float, middle: float) -> Iterator[str]:
    """Operators for right-aligned lines, vertically centered at `middle`."""
    for number, line in enumerate(lines):
        down = (number - (len(lines) - 1) / 2) * LEADING + HALF
        left, scale = right - line.width * size / 1000, size / 1000
        yield f"q {scale:.5f} 0 0 {scale:.5f} {left:.2f} {middle - down * size:.2f} cm {line.outline} f Q"


def setting(name: str, step: float, *, readable: bool, room: float = ROOM) -> tuple[float, tuple[Line, ...]]:
    """The type size and lines of a name in the index; no lines if it does not fit or a letter is missing."""
    return setting_in(name, step, READABLE_FACE if readable else resources.worn(FACE), room)


@lru_cache(maxsize=512)
def setting_in(name: str, step: float, face: str, room: float = ROOM) -> tuple[float, tuple[Line, ...]]:
    """The same, in a face."""
    words = name.split()
    if not words:
        return 0.0, ()
    broken = [
        (" ".join(words),),
        *((" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))),
    ]
    known = fonts.glyphs(resources.font_file(face))
    if any(ord(letter) not in known for word in words for letter in word):
        return _setting_of_other_letters(broken, step, room, readable=face == READABLE_FACE)
    tried = [(_size([_width(face, line) for line in lines], step, room), lines) for lines in broken]
    size, best = max(tried, key=lambda each: each[0])
    return (size, tuple(_line(face, line) for line in best)) if size >= SMALLEST else (0.0, ())


def _setting_of_other_letters(
    broken: Sequence[Sequence[str]], step: float, room: float, *, readable: bool
) -> tuple[float, tuple[Line, ...]]:
    """The same for Hebrew, Chinese and others, whose letters have to be shaped and may come from several fonts."""
    from builder.press.tokens import typesetting

    direction = markup.direction(" ".join(broken[0]))
    tried = []
    for lines in broken:
        shaped = [typesetting.line(line, direction, "text", readable=readable) for line in lines]
        tried.append((_size([1000 * line.width for line in shaped], step, room), shaped))
    size, best = max(tried, key=lambda each: each[0])
    if size < SMALLEST or any(atom.is_lost for line in best for atom in line.atoms):
        return 0.0, ()
    return size, tuple(Line(1000 * line.width, _outline(line.atoms)) for line in best)


def _outline(atoms: "Iterable[Atom]") -> str:
    from fontTools.pens.transformPen import TransformPen

    pen, left = pdf_pen(), 0.0
    for atom in atoms:
        scale = 1000 / atom.face.em
        for glyph in atom.glyphs:
            place = (scale, 0, 0, scale, 1000 * (left + glyph.dx), 1000 * glyph.dy)
            atom.face.draw(glyph.id, TransformPen(pen, place))
            left += glyph.advance
    return " ".join(pen.operators)


def _size(widths: Sequence[float], step: float, room: float) -> float:
    """The largest type size at which lines of these widths fit into this height."""
    return min(LARGEST, 1000 * room / max(1.0, *widths), (step - GAP) / (LEADING * len(widths)))


def _width(face: str, text: str) -> float:
    widths = fonts.advances(resources.font_file(face))
    return sum(1000 * widths[ord(letter)] for letter in text)


@lru_cache(maxsize=1024)
def _line(face: str, text: str) -> Line:
    from fontTools.pens.transformPen import TransformPen

    opened = font(face)
    glyphs, names = opened.getGlyphSet(), opened.getBestCmap()
    scale, left = 1000 / opened["head"].unitsPerEm, 0.0
    pen = pdf_pen(glyphs)
    for letter in text:
        glyph = glyphs[names[ord(letter)]]
        glyph.draw(TransformPen(pen, (scale, 0, 0, scale, left, 0)))
        left += glyph.width * scale
    return Line(left, " ".join(pen.operators))


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
