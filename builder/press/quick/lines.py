"""Lines of text: one that was laid out is drawn as it is; settings of type are made once."""

from typing import Any

from builder.press.declarations import OURS
from builder.press.quick.swap import Untyped

#: What the settings of a line depend on.
SETTINGS = (
    *(
        "direction",
        "lang",
        "font_language_override",
        "font_family",
        "font_style",
        "font_stretch",
        "font_weight",
    ),
    *("font_size", "font_variation_settings", "font_kerning", "font_feature_settings"),
    *(
        f"font_variant_{kind}"
        for kind in ("alternates", "caps", "east_asian", "ligatures", "numeric", "position")
    ),
)
#: So many settings are kept; each takes a few hundred bytes.
KEPT = 1024


def install() -> None:
    """Copies settings instead of making them anew, and keeps each line until it is drawn."""
    from weasyprint.text.line_break import Layout  # noqa: PLC0415  # 0.3 s

    Layout.setup = _quick_setup(Layout)
    Layout.set_text = _quick_set_text(Layout)
    Layout.deactivate = lambda _layout: None
    Layout.reactivate = _reactivate


def _quick_setup(layout_class: Untyped) -> Untyped:
    from weasyprint.text.ffi import ffi, gobject, pango  # noqa: PLC0415  # as above

    if not hasattr(pango, "pango_layout_copy"):  # somebody has imported WeasyPrint before us
        ffi.cdef(OURS)
    set_up = layout_class.setup
    models: dict[Any, Any] = {}

    def quick_setup(layout: Untyped, style: Untyped) -> None:
        if style["text_decoration_line"] != "none":  # its lines have places of their own
            set_up(layout, style)
            return
        settings = repr((id(style.font_config), *map(style.__getitem__, SETTINGS)))
        if settings not in models:
            if len(models) >= KEPT:
                models.clear()
            set_up(layout, style)
            # The configuration is kept, too, so that its number stays its own.
            models[settings] = layout.layout, layout.language, style.font_config
        model, language, _ = models[settings]
        layout.layout = ffi.gc(pango.pango_layout_copy(model), gobject.g_object_unref)
        layout.style, layout.language, layout.first_line_direction = style, language, 0
        layout.ascent = layout.underline_position = layout.strikethrough_position = None

    return quick_setup


def _quick_set_text(layout_class: Untyped) -> Untyped:
    from weasyprint.text.ffi import pango  # noqa: PLC0415  # as above

    set_text = layout_class.set_text

    def quick_set_text(layout: Untyped, text: str, justify: bool = False) -> None:  # noqa: FBT001, FBT002  # its signature
        set_text(layout, text, justify)
        # As it will be drawn: to change this then would lay the line out again. Without line breaks it is the same.
        pango.pango_layout_set_single_paragraph_mode(layout.layout, text.isprintable())

    return quick_set_text


def _reactivate(layout: Untyped, style: Untyped) -> None:
    if layout.justification_spacing or style is not layout.style:
        layout.setup(style)
        layout.set_text(layout.text, justify=True)
