"""Letters: a line's glyphs are read at once, and one that was written before is written the same again."""

import struct
from typing import Any, NamedTuple

from builder.press.quick.swap import Untyped, swap

Glyph = tuple[int, int, int, int]
#: A glyph as Pango keeps it: its number, its width, its offsets, its flags.
GLYPH = struct.Struct("=Iiii4x")


def install() -> None:
    """Draws plain lines; whatever is not plain is drawn by WeasyPrint."""
    from weasyprint.draw import text  # noqa: PLC0415  # 0.3 s
    from weasyprint.formatting_structure.boxes import TextBox  # noqa: PLC0415
    from weasyprint.text.ffi import ffi, pango  # noqa: PLC0415

    fits = ffi.sizeof("PangoGlyphInfo") == GLYPH.size and pango.pango_version() >= 14802  # noqa: PLR2004

    def quick_line(
        stream: Untyped, textbox: Untyped, text_overflow: str, block_ellipsis: str, matrix: Untyped
    ) -> Untyped:
        is_plain = fits and isinstance(textbox, TextBox) and block_ellipsis == "none"
        if is_plain and text_overflow != "ellipsis" and textbox.text.strip():
            written = _written(stream, textbox.pango_layout)
        else:
            written = None
        if not written:
            return draw(stream, textbox, text_overflow, block_ellipsis, matrix)
        stream.set_text_matrix(*matrix.values)
        last = len(written) - 1
        for place, (face, string) in enumerate(written):
            stream.set_font_size(face.font.hash, face.size)
            if string or place == last:
                stream.show_text(string)
        return []

    draw = swap(text, "draw_first_line", quick_line)


class _Face(NamedTuple):
    """A face at a size, on a page."""

    #: WeasyPrint's, of which a document has one however many sizes there are.
    font: Any
    size: float
    #: Pango's, and how each of its glyphs is written that was met.
    pointer: Any
    pieces: dict[Glyph, str]
    is_plain: bool


def _written(stream: Untyped, layout: Untyped) -> list[tuple[_Face, str]] | None:
    """Each stretch of a line with its face and its glyphs; None where one of them needs more than to be shown."""
    from weasyprint.text.ffi import ffi, pango  # noqa: PLC0415  # as above

    pango.pango_layout_set_single_paragraph_mode(layout.layout, True)  # noqa: FBT003  # its signature
    line, _ = layout.get_first_line()
    written: list[tuple[_Face, str]] = []
    run = line.runs[0]
    while run != ffi.NULL:
        face = _face(stream, run.data.item.analysis.font)
        string = _string(run.data, face, layout, stream) if face.is_plain else None
        if string is None:
            return None
        if written and written[-1][0] is face:
            written[-1] = face, written[-1][1] + string
        else:
            written.append((face, string))
        run = run.next
    return written


def _face(stream: Untyped, pointer: Untyped) -> _Face:
    """The face that Pango keeps in this place; it stays there until the document is drawn."""
    try:
        faces: dict[Any, _Face] = stream.clockwright_faces
    except AttributeError:
        faces = stream.clockwright_faces = {}
    face = faces.get(pointer)
    if face is None:
        font, size = stream.add_font(pointer)
        is_plain = bool(size) and not (font.bitmap or font.png or font.svg or font.colr)
        face = faces[pointer] = _Face(font, size, pointer, {}, is_plain)
    return face


def _string(item: Untyped, face: _Face, layout: Untyped, stream: Untyped) -> str | None:
    from weasyprint.text.ffi import ffi  # noqa: PLC0415  # as above

    count = item.glyphs.num_glyphs
    glyphs = list(GLYPH.iter_unpack(ffi.buffer(item.glyphs.glyphs, count * GLYPH.size)))
    pieces = face.pieces
    fresh = [(place, glyph) for place, glyph in enumerate(glyphs) if glyph not in pieces]
    if fresh and not _learn(item, face, layout, stream, fresh):
        return None
    string = "<" + "".join(map(pieces.__getitem__, glyphs))
    return string[:-1] if string[-1] == "<" else string + ">"


def _learn(
    item: Untyped, face: _Face, layout: Untyped, stream: Untyped, fresh: list[tuple[int, Glyph]]
) -> bool:
    """Works out how glyphs are written; False where one is raised, or is none of the face."""
    from weasyprint.text.ffi import pango  # noqa: PLC0415  # as above

    if any(rise or (number & pango.PANGO_GLYPH_UNKNOWN_FLAG) for _, (number, _, _, rise) in fresh):
        return False
    for place, glyph in fresh:
        number, width, offset, _ = glyph
        if number == pango.PANGO_GLYPH_EMPTY:
            face.pieces[glyph] = f">{-width / face.size}<"
            continue
        if number not in face.font.to_unicode:
            face.font.to_unicode[number] = _text(item, layout, place)
        face.pieces[glyph] = _piece(
            number, width, offset / face.size, _width(number, face, stream), face.size
        )
    return True


def _text(item: Untyped, layout: Untyped, place: int) -> str:
    """What a glyph of a stretch stands for."""
    clusters, length, start = item.glyphs.log_clusters, item.item.length, item.item.offset
    if item.item.analysis.level % 2:  # from right to left
        end = clusters[place - 1] if place else length
    else:
        end = length if place == item.glyphs.num_glyphs - 1 else clusters[place + 1]
    written: bytes = layout.text.encode()[start + clusters[place] : start + end]
    return written.decode()


def _width(number: int, face: _Face, stream: Untyped) -> int:
    """The width of a glyph by itself, in thousandths of its size."""
    from weasyprint.text.ffi import FROM_UNITS, pango  # noqa: PLC0415  # as above

    widths: dict[int, int] = face.font.widths
    if number not in widths:
        rectangle = stream.logical_rect
        pango.pango_font_get_glyph_extents(face.pointer, number, stream.ink_rect, rectangle)
        widths[number] = round(rectangle.width * 1000 * FROM_UNITS / face.size)
    return widths[number]


def _piece(number: int, width: int, offset: float, usual: int, size: float) -> str:
    """A glyph with what its line moves it from where it would stand."""
    from weasyprint.text.ffi import FROM_UNITS  # noqa: PLC0415  # as above

    kerning = usual + offset - width * 1000 * FROM_UNITS / size
    before = f">{-offset}<" if offset else ""
    after = f">{int(kerning)}<" if kerning else ""
    return f"{before}{number:04x}{after}"
