"""Thickens letters that should be bold but come from a font without a bold face, as browsers do.

Chinese, Japanese and Korean names come from the system, whose small fonts have one weight. Such letters are drawn with
an outline in their own color, so their widths and the lines stay as they are.
"""

from typing import Final

from builder.language import N_
from builder.press.weasyprint_patches.patch import Patch, Untyped

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


PATCH = Patch(
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
