"""Texts: what was broken into a line before is broken the same again, whatever document it stood in."""

from functools import lru_cache
from itertools import count
from typing import Any

from builder.press.weasyprint_patches.patch import Untyped, swap

#: What decides how letters stand, and where a line ends.
SETTINGS = tuple(
    """
    direction lang font_language_override font_family font_style font_stretch font_weight font_size
    font_variation_settings font_kerning font_feature_settings font_variant_alternates font_variant_caps
    font_variant_east_asian font_variant_ligatures font_variant_numeric font_variant_position
    text_decoration_line white_space overflow_wrap word_break letter_spacing word_spacing tab_size
    hyphens hyphenate_character hyphenate_limit_chars hyphenate_limit_zone
    """.split()  # noqa: SIM905  # a list of quoted names is three times as long
)
#: Lines that are kept, of no more letters than so many each; one takes seven kilobytes.
KEPT, LONGEST = 2048, 400
#: Kinds of type that are known at a time: an almanac has a few dozen, a sheet has a dozen for each size.
KINDS = 1024
SOFT_HYPHEN = "\u00ad"

_kinds: dict[str, tuple[int, Any]] = {}
_numbers = count(1)
_lines: dict[Any, Any] = {}


def install() -> None:
    """Keeps lines, the height of an empty one, and where two letters may be parted."""
    from weasyprint.text import line_break

    def quick_split(
        text: str,
        style: Untyped,
        context: Untyped,
        max_width: float | None,
        justification_spacing: float,
        is_line_start: bool = True,
        minimum: bool = False,
    ) -> Untyped:
        others = context, max_width, justification_spacing, is_line_start, minimum
        if justification_spacing or not _is_kept(text, style):
            return split(text, style, *others)
        kind = kind_of(style)
        whole = _lines.get((kind, text))
        if whole and (max_width is None or whole[3] <= max_width):
            return _used((kind, text), whole)
        key: Any = (kind, text, max_width, is_line_start, minimum)
        found = _lines.get(key)
        if found is None:
            found = split(text, style, *others)
            if found[2] is None and (max_width is None or found[3] <= max_width):
                key = kind, text
        return _used(key, found)

    split = swap(line_break, "split_first_line", quick_split)

    def quick_strut(style: Untyped) -> Untyped:
        try:
            return style.clockwright_strut
        except AttributeError:
            found = style.clockwright_strut = strut(style)
            return found

    strut = swap(line_break, "strut", quick_strut)
    swap(line_break, "can_break_text", lru_cache(maxsize=4096)(line_break.can_break_text))


def _is_kept(text: str, style: Untyped) -> bool:
    """Whether lines of a text are kept: not where it may end in a hyphen, nor in a picture, whose styles are others."""
    return len(text) <= LONGEST and SOFT_HYPHEN not in text and hasattr(style, "font_config")


def _used(key: Any, found: Untyped) -> Untyped:
    """Notes that a line was used last; the one that was used least lately makes room."""
    _lines.pop(key, None)
    _lines[key] = found
    if len(_lines) > KEPT:
        del _lines[next(iter(_lines))]
    return found


def forget() -> None:
    """Keeps no line any more."""
    _lines.clear()


def kind_of(style: Untyped) -> int:
    """The number of a kind of type; styles in which every text comes out the same share it."""
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
        # The configuration is kept, too, so that its number stays its own.
        _kinds[settings] = next(_numbers), style.font_config
    return _kinds[settings][0]
