"""Lines of text: one that was laid out is drawn as it is; settings of type are made once."""

from typing import Any

from builder.press.weasyprint_patches.cold_start import OURS
from builder.press.weasyprint_patches.line_cache import kind_of
from builder.press.weasyprint_patches.patch import Untyped

#: So many settings are kept; each takes a few hundred bytes.
KEPT = 1024


def install() -> None:
    """Copies settings instead of making them anew, and keeps each line until it is drawn."""
    from weasyprint.text.line_break import Layout

    Layout.setup = _quick_setup(Layout)
    Layout.set_text = _quick_set_text(Layout)
    Layout.deactivate = _deactivate
    Layout.reactivate = _reactivate


def _quick_setup(layout_class: Untyped) -> Untyped:
    from weasyprint.text.ffi import ffi, gobject, pango

    if not hasattr(pango, "pango_layout_copy"):  # somebody has imported WeasyPrint before us
        ffi.cdef(OURS)
    set_up = layout_class.setup
    models: dict[int, Any] = {}

    def quick_setup(layout: Untyped, style: Untyped) -> None:
        layout.clockwright_kind = kind = kind_of(style)
        if style["text_decoration_line"] != "none":  # its lines have places of their own
            set_up(layout, style)
            return
        if kind not in models:
            if len(models) >= KEPT:
                models.clear()
            set_up(layout, style)
            models[kind] = layout.layout, layout.language
        model, language = models[kind]
        layout.layout = ffi.gc(pango.pango_layout_copy(model), gobject.g_object_unref)
        layout.style, layout.language, layout.first_line_direction = style, language, 0
        layout.ascent = layout.underline_position = layout.strikethrough_position = None

    return quick_setup


def _quick_set_text(layout_class: Untyped) -> Untyped:
    from weasyprint.text.ffi import pango

    set_text = layout_class.set_text

    def quick_set_text(layout: Untyped, text: str, justify: bool = False) -> None:
        layout.clockwright_written = None
        set_text(layout, text, justify)
        # As it will be drawn: to change this then would lay the line out again. Without line breaks it is the same.
        pango.pango_layout_set_single_paragraph_mode(layout.layout, text.isprintable())

    return quick_set_text


def _deactivate(layout: Untyped) -> None:
    layout.style = None  # the line stays, but its document need not


def _reactivate(layout: Untyped, style: Untyped) -> None:
    layout.style = style
    if layout.justification_spacing or kind_of(style) != layout.clockwright_kind:
        layout.setup(style)
        layout.set_text(layout.text, justify=True)
