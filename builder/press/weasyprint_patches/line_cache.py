"""Caches line breaks of text across documents."""

from functools import lru_cache
from itertools import count
from typing import Any

from builder.press.weasyprint_patches import Patch, Untyped
from builder.press.weasyprint_patches.cold_start import declare_our_functions

#: Properties that affect shaping and line breaks.
SETTINGS = tuple(
    """
    direction lang font_language_override font_family font_style font_stretch font_weight font_size
    font_variation_settings font_kerning font_feature_settings font_variant_alternates font_variant_caps
    font_variant_east_asian font_variant_ligatures font_variant_numeric font_variant_position
    text_decoration_line white_space overflow_wrap word_break letter_spacing word_spacing tab_size
    hyphens hyphenate_character hyphenate_limit_chars hyphenate_limit_zone
    """.split()
)
#: Maximum number of cached lines (some three kilobytes each) and letters of each. An almanac of 40 pages has
#: two to three thousand; with room for fewer, none is found when it is laid out again, in another theme say.
SIZE, LONGEST = 4096, 400
#: Maximum number of cached type settings: an almanac has a few dozen.
KINDS = 1024
SOFT_HYPHEN = "\u00ad"

_kinds: dict[str, tuple[int, Any]] = {}
_numbers = count(1)
_lines: dict[Any, Any] = {}


def _split_first_line(usual: Untyped) -> Untyped:
    def split(
        text: str,
        style: Untyped,
        context: Untyped,
        max_width: float | None,
        justification_spacing: float,
        is_line_start: bool = True,
        minimum: bool = False,
    ) -> Untyped:
        others = context, max_width, justification_spacing, is_line_start, minimum
        if justification_spacing or not _is_cachable(text, style):
            return usual(text, style, *others)
        kind = kind_of(style)
        whole = _lines.get((kind, text))
        if whole and (max_width is None or whole[3] <= max_width):
            return _used((kind, text), whole)
        key: Any = (kind, text, max_width, is_line_start, minimum)
        found = _lines.get(key)
        if found is None:
            found = usual(text, style, *others)
            if found[2] is None and (max_width is None or found[3] <= max_width):
                key = kind, text
        return _used(key, found)

    return split


def _is_cachable(text: str, style: Untyped) -> bool:
    """Whether lines of a text can be cached: not with hyphenation, nor in an SVG."""
    return len(text) <= LONGEST and SOFT_HYPHEN not in text and hasattr(style, "font_config")


def _used(key: Any, found: Untyped) -> Untyped:
    """Marks a line as most recently used; evicts the least recently used one."""
    _lines.pop(key, None)
    _lines[key] = found
    if len(_lines) > SIZE:
        del _lines[next(iter(_lines))]
    return found


def forget() -> None:
    """Empties the cache."""
    _lines.clear()


def kind_of(style: Untyped) -> int:
    """The number of a style's type settings; styles that set every text the same share it."""
    try:
        kind: int = style.clockwright_kind
    except AttributeError:
        kind = style.clockwright_kind = _kind(style)
    return kind


def _kind(style: Untyped) -> int:
    settings = repr((id(style.font_config), *map(style.__getitem__, SETTINGS)))
    if settings not in _kinds:
        if len(_kinds) >= KINDS:
            _kinds.clear()
        # The entry refers to the configuration, so that no other object can get its id.
        _kinds[settings] = next(_numbers), style.font_config
    return _kinds[settings][0]


def _strut(usual: Untyped) -> Untyped:
    def strut(style: Untyped) -> Untyped:
        try:
            return style.clockwright_strut
        except AttributeError:
            found = style.clockwright_strut = usual(style)
            return found

    return strut


def _setup(usual: Untyped) -> Untyped:
    """Copies the settings of a Pango layout instead of creating them each time."""
    from weasyprint.text.ffi import ffi, gobject, pango

    declare_our_functions()
    models: dict[int, Any] = {}

    def setup(layout: Untyped, style: Untyped) -> None:
        layout.clockwright_kind = kind = kind_of(style)
        if style["text_decoration_line"] != "none":  # lines have their own positions
            usual(layout, style)
            return
        if kind not in models:
            if len(models) >= KINDS:
                models.clear()
            usual(layout, style)
            models[kind] = layout.layout, layout.language
        model, language = models[kind]
        layout.layout = ffi.gc(pango.pango_layout_copy(model), gobject.g_object_unref)
        layout.style, layout.language, layout.first_line_direction = style, language, 0
        layout.ascent = layout.underline_position = layout.strikethrough_position = None

    return setup


def _set_text(usual: Untyped) -> Untyped:
    from weasyprint.text.ffi import pango

    def set_text(layout: Untyped, text: str, justify: bool = False) -> None:
        layout.clockwright_written = None
        usual(layout, text, justify)
        # Set as for drawing, because a later change would lay the line out again. Without breaks it has no effect.
        pango.pango_layout_set_single_paragraph_mode(layout.layout, text.isprintable())

    return set_text


def _deactivate(layout: Untyped) -> None:
    layout.style = None  # the cached line must not keep its document alive


def _reactivate(layout: Untyped, style: Untyped) -> None:
    layout.style = style
    known = getattr(layout, "clockwright_kind", None)  # None: made while the patch was off
    if layout.justification_spacing or kind_of(style) != known:
        layout.setup(style)
        layout.set_text(layout.text, justify=True)


PATCHES = (
    Patch(
        "line-cache",
        "Breaks a text into lines once, and copies settings of type instead of making them anew.",
        {
            "weasyprint.text.line_break:split_first_line": _split_first_line,
            "weasyprint.text.line_break:strut": _strut,
            "weasyprint.text.line_break:can_break_text": lru_cache(maxsize=4096),
            "weasyprint.text.line_break:Layout.setup": _setup,
            "weasyprint.text.line_break:Layout.set_text": _set_text,
            "weasyprint.text.line_break:Layout.deactivate": lambda _: _deactivate,
            "weasyprint.text.line_break:Layout.reactivate": lambda _: _reactivate,
        },
        mirrors=(
            "weasyprint.text.line_break:Layout.__init__",
            "weasyprint.text.line_break:create_layout",
            "weasyprint.text.line_break:first_line_metrics",
        ),
    ),
)
