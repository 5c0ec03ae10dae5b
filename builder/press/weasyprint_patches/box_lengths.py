"""Lengths that do not depend on the containing block are computed once for all boxes of a style."""

from functools import lru_cache
from operator import is_, itemgetter
from typing import Any

from builder.press.weasyprint_patches.patch import Patch, Untyped

SIDES = ("top", "right", "bottom", "left")
BORDERS = tuple(f"border_{side}_width" for side in SIDES)
#: Properties that a layout may change on a style.
SIZES = ("width", "height", "min_width", "min_height", "max_width", "max_height")
LENGTHS = (*SIZES, *(f"{kind}_{side}" for kind in ("margin", "padding") for side in SIDES))
NAMES = (*LENGTHS, *BORDERS, "box_sizing", "border_collapse")
VALUES = itemgetter(*NAMES)
#: Maximum number of styles in the cache.
STYLES = 2048


def _resolve_percentages(usual: Untyped) -> Untyped:
    from weasyprint.formatting_structure import boxes
    from weasyprint.layout.absolute import AbsolutePlaceholder

    special = (boxes.PageBox, boxes.MarginBox, AbsolutePlaceholder)

    def resolve_percentages(box: Untyped, containing_block: Untyped) -> None:
        sizes, lengths = _of_style(box.style)
        if lengths is None or isinstance(box, special) or not all(map(is_, sizes, map(box.style.get, SIZES))):
            usual(box, containing_block)
            return
        box.__dict__.update(lengths)
        if BORDERS[0] not in lengths:  # collapsed borders, which the table has set already
            own = box.__dict__
            own.update((name, box.style[name]) for name in BORDERS if name not in own)

    return resolve_percentages


def _of_style(style: Untyped) -> tuple[tuple[Any, ...], dict[str, Any] | None]:
    """A style's sizes as declared, and all its lengths in px. Cached on the style."""
    try:
        return style.clockwright_lengths  # type: ignore[no-any-return]
    except AttributeError:
        values = VALUES(style)
        found = style.clockwright_lengths = values[: len(SIZES)], _lengths(values)
        return found


@lru_cache(maxsize=STYLES)
def _lengths(values: tuple[Any, ...]) -> dict[str, Any] | None:
    """The lengths of a style in px, without collapsed borders; None if they depend on the containing block."""
    named = dict(zip(NAMES, values, strict=True))
    if named["box_sizing"] != "content-box":
        return None
    shared = named["border_collapse"] == "collapse"
    found = {} if shared else {name: named[name] for name in BORDERS}
    for name in LENGTHS:
        value = named[name]
        if value == "auto":
            found[name] = 0 if name.startswith("min_") else value
        elif getattr(value, "unit", None) == "px":
            found[name] = value.value
        else:
            return None
    return found


PATCH = Patch(
    "box-lengths",
    "Works out the lengths of a style once, unless they depend on the box around.",
    {"weasyprint.layout.percent:resolve_percentages": _resolve_percentages},
    mirrors=(
        "weasyprint.layout.percent:resolve_one_percentage",
        "weasyprint.layout.percent:percentage",
        "weasyprint.layout.percent:adjust_box_sizing",
    ),
)
