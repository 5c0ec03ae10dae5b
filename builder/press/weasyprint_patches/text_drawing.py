"""Draws text faster: reads all glyphs of a line at once, and caches how each is written. Thickens what should be bold.

Chinese, Japanese and Korean names come from the system, whose small fonts have one weight. As in browsers, such letters
are drawn with an outline in their own color if they are bold, so their widths and the lines stay as they are.
"""

import struct
from operator import itemgetter
from typing import Any, Final, NamedTuple

from builder.language import N_
from builder.press.weasyprint_patches import Patch, Untyped

Glyph = tuple[int, int, int, int]
#: Pango's struct of a glyph: index, width, offsets, flags.
GLYPH = struct.Struct("=Iiii4x")
PLAIN = itemgetter("text_decoration_line", "visibility")


def _draw_text(usual: Untyped) -> Untyped:
    from weasyprint.text.ffi import ffi, pango

    fits = ffi.sizeof("PangoGlyphInfo") == GLYPH.size and pango.pango_version() >= 14802

    def draw(
        stream: Untyped, textbox: Untyped, offset: float, text_overflow: str, block_ellipsis: str = "none"
    ) -> None:
        is_plain = fits and block_ellipsis == "none" and text_overflow != "ellipsis"
        style, layout = textbox.style, textbox.pango_layout
        written = None
        if is_plain and textbox.text.strip() and PLAIN(style) == ("none", "visible"):
            layout.reactivate(style)
            written = _written(stream, layout)
        if not written:
            usual(stream, textbox, offset, text_overflow, block_ellipsis)
            return
        stream.set_color(style["color"])
        stream.begin_text()
        stream.set_text_matrix(1, 0, 0, -1, textbox.position_x, textbox.position_y + textbox.baseline)
        last = len(written) - 1
        for place, stretch in enumerate(written):
            face = _face(stream, stretch.pointer)
            stream.set_font_size(face.font.hash, face.size)
            if stretch.string or place == last:
                stream.show_text(stretch.string)
        stream.end_text()
        layout.deactivate()

    return draw


class _Face(NamedTuple):
    """A face at a size, on a page."""

    #: WeasyPrint's font, one per document for all sizes.
    font: Any
    size: float
    #: Pango's font, and a cache of how its glyphs are written.
    pointer: Any
    pieces: dict[Glyph, str]
    #: The advance width of each glyph.
    widths: dict[int, int]
    is_plain: bool


class _Stretch(NamedTuple):
    """A part of a line in one face, as PDF text."""

    pointer: Any
    string: str
    #: Index, text and width of each glyph.
    letters: dict[int, tuple[str, int]]


def _written(stream: Untyped, layout: Untyped) -> list[_Stretch] | None:
    """The stretches of a line; None if one of its glyphs needs more than a plain operator.

    Cached with the line, for every document whose fonts agree about its glyphs: a font has one width per glyph for all
    sizes, rounded as in the first size used.
    """
    written: list[_Stretch] | None = getattr(layout, "clockwright_written", None)
    if written and all(_fits(_face(stream, each.pointer).font, each.letters) for each in written):
        return written
    written = _stretches(stream, layout)
    if written and all(_is_usual(_face(stream, each.pointer), each.letters) for each in written):
        layout.clockwright_written = written
    return written


def _fits(font: Untyped, letters: dict[int, tuple[str, int]]) -> bool:
    """Whether a document's font agrees about these glyphs. Adds those that are new to it."""
    known, widths = font.to_unicode, font.widths
    for number, (text, width) in letters.items():
        if number not in known:
            known[number], widths[number] = text, width
        elif widths[number] != width:
            return False
    return True


def _is_usual(face: _Face, letters: dict[int, tuple[str, int]]) -> bool:
    return all(face.widths[number] == width for number, (_, width) in letters.items())


def _stretches(stream: Untyped, layout: Untyped) -> list[_Stretch] | None:
    from weasyprint.text.ffi import ffi, pango

    pango.pango_layout_set_single_paragraph_mode(layout.layout, True)
    line, _ = layout.get_first_line()
    written: list[_Stretch] = []
    run = line.runs[0]
    while run != ffi.NULL:
        pointer = run.data.item.analysis.font
        face = _face(stream, pointer)
        stretch = _stretch(run.data, face, layout, stream) if face.is_plain else None
        if stretch is None:
            return None
        if written and written[-1].pointer == pointer:
            before = written.pop()
            stretch = _Stretch(pointer, before.string + stretch.string, before.letters | stretch.letters)
        written.append(stretch)
        run = run.next
    return written


def _face(stream: Untyped, pointer: Untyped) -> _Face:
    """The face at an address of Pango's, which is valid until the document is drawn."""
    try:
        faces: dict[Any, _Face] = stream.clockwright_faces
    except AttributeError:
        faces = stream.clockwright_faces = {}
    face = faces.get(pointer)
    if face is None:
        font, size = stream.add_font(pointer)
        is_plain = bool(size) and not (font.bitmap or font.png or font.svg or font.colr)
        face = faces[pointer] = _Face(font, size, pointer, {}, {}, is_plain)
    return face


def _stretch(item: Untyped, face: _Face, layout: Untyped, stream: Untyped) -> _Stretch | None:
    from weasyprint.text.ffi import ffi

    count = item.glyphs.num_glyphs
    glyphs = list(GLYPH.iter_unpack(ffi.buffer(item.glyphs.glyphs, count * GLYPH.size)))
    pieces, known, widths = face.pieces, face.font.to_unicode, face.font.widths
    fresh = [(place, glyph) for place, glyph in enumerate(glyphs) if glyph not in pieces]
    if fresh and not _learn(item, face, layout, stream, fresh):
        return None
    string = "<" + "".join(map(pieces.__getitem__, glyphs))
    letters = {number: (known[number], widths[number]) for number, *_ in glyphs if number in known}
    return _Stretch(face.pointer, string[:-1] if string[-1] == "<" else string + ">", letters)


def _learn(
    item: Untyped, face: _Face, layout: Untyped, stream: Untyped, fresh: list[tuple[int, Glyph]]
) -> bool:
    """Caches how glyphs are written; False if one is raised or missing in the face."""
    from weasyprint.text.ffi import FROM_UNITS, pango

    if any(rise or (number & pango.PANGO_GLYPH_UNKNOWN_FLAG) for _, (number, _, _, rise) in fresh):
        return False
    known, widths = face.font.to_unicode, face.font.widths
    for place, glyph in fresh:
        number, width, offset, _ = glyph
        if number == pango.PANGO_GLYPH_EMPTY:
            face.pieces[glyph] = f">{-width / face.size}<"
            continue
        if number not in known:
            known[number] = _text(item, layout, place)
        usual = widths.setdefault(number, _width(number, face, stream))
        move = offset / face.size
        kerning = int(usual + move - width * 1000 * FROM_UNITS / face.size)
        before, after = f">{-move}<" if offset else "", f">{kerning}<" if kerning else ""
        face.pieces[glyph] = f"{before}{number:04x}{after}"
    return True


def _text(item: Untyped, layout: Untyped, place: int) -> str:
    """The text of a glyph in a stretch."""
    clusters, length, start = item.glyphs.log_clusters, item.item.length, item.item.offset
    if item.item.analysis.level % 2:  # right-to-left
        end = clusters[place - 1] if place else length
    else:
        end = length if place == item.glyphs.num_glyphs - 1 else clusters[place + 1]
    written: bytes = layout.text.encode()[start + clusters[place] : start + end]
    return written.decode()


def _width(number: int, face: _Face, stream: Untyped) -> int:
    """The advance width of a glyph, in 1/1000 of its size."""
    from weasyprint.text.ffi import FROM_UNITS, pango

    if number not in face.widths:
        rectangle = stream.logical_rect
        pango.pango_font_get_glyph_extents(face.pointer, number, stream.ink_rect, rectangle)
        face.widths[number] = round(rectangle.width * 1000 * FROM_UNITS / face.size)
    return face.widths[number]


TEXT_DRAWING = Patch(
    "text-drawing",
    "Reads all glyphs of a line at once, and writes a line that was written before the same again.",
    {"weasyprint.draw.text:draw_text": _draw_text},
    mirrors=(
        "weasyprint.draw.text:draw_first_line",
        "weasyprint.pdf.stream:Stream.add_font",
        "weasyprint.text.line_break:Layout.get_first_line",
    ),
    needs=("line-cache",),
)


#: Width of the outline, by size of the letters: half of it is outside.
OUTLINE: Final = 1 / 32
#: The weight from which letters are bold, in CSS and in the font's own words.
BOLD: Final = 600
FILL, FILL_AND_OUTLINE = 0, 2
#: Where a font's table OS/2 says its weight.
WEIGHT_AT: Final = 4


class Thickened(str):
    """The name, within a PDF, of a font whose letters are thickened."""

    __slots__ = ()


def _add_font(usual: Untyped) -> Untyped:
    def add(stream: Untyped, pango_font: Untyped) -> Untyped:
        font, size = usual(stream, pango_font)
        if font.weight >= BOLD and type(font.hash) is str and lacks_bold(font):
            font.hash = Thickened(font.hash)
        return font, size

    return add


def lacks_bold(font: Untyped) -> bool:
    """Whether a font says of itself that it is lighter than bold. Ours and those of themes are bold where we say so."""
    if font.family.startswith("Clockwright") or font.variations or font.bitmap:
        return False
    from weasyprint.text.ffi import ffi, harfbuzz

    tag = harfbuzz.hb_tag_from_string(b"OS/2", -1)
    blob = harfbuzz.hb_face_reference_table(font.hb_face, tag)
    length = ffi.new("unsigned int *")
    data = harfbuzz.hb_blob_get_data(blob, length)
    table = bytes(ffi.buffer(data, length[0])[: WEIGHT_AT + 2]) if length[0] > WEIGHT_AT + 1 else b""
    harfbuzz.hb_blob_destroy(blob)
    return bool(table) and int.from_bytes(table[WEIGHT_AT:]) < BOLD


def _set_font_size(usual: Untyped) -> Untyped:
    def set_font(stream: Untyped, font: str, size: float) -> None:
        usual(stream, font, size)
        if type(font) is Thickened:
            _outline(stream, size)
        elif getattr(stream, "clockwright_outline", 0):
            _end(stream)

    return set_font


def _outline(stream: Untyped, size: float) -> None:
    """Has the next letters drawn with an outline in the color that they are filled with."""
    from tinycss2.color4 import Color

    space, *channels = stream._current_color
    alpha = float((stream._current_alpha or "a1")[1:])
    stream.set_color(Color(space, channels, int(alpha) if alpha.is_integer() else alpha), stroke=True)
    stream.set_line_width(size * OUTLINE)
    if not getattr(stream, "clockwright_outline", 0):
        stream.set_text_rendering(FILL_AND_OUTLINE)
    stream.clockwright_outline = size


def _end(stream: Untyped) -> None:
    stream.set_text_rendering(FILL)
    stream.clockwright_outline = 0


def _end_text(usual: Untyped) -> Untyped:
    def end(stream: Untyped) -> None:
        if getattr(stream, "clockwright_outline", 0):
            _end(stream)
        usual(stream)

    return end


SYNTHETIC_BOLD = Patch(
    "synthetic-bold",
    "Thickens letters that should be bold where the system's font has no bold face.",
    {
        "weasyprint.pdf.stream:Stream.add_font": _add_font,
        "weasyprint.pdf.stream:Stream.set_font_size": _set_font_size,
        "weasyprint.pdf.stream:Stream.end_text": _end_text,
    },
    mirrors=("weasyprint.pdf.stream:Stream.set_color",),
    lost=N_("Names in Chinese, Japanese and Korean are not bold."),
)

PATCHES = (TEXT_DRAWING, SYNTHETIC_BOLD)
