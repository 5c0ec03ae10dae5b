"""Boxes: lengths that do not depend on what is around are worked out once for all boxes of a style."""

from functools import lru_cache
from operator import is_, itemgetter
from typing import Any

from builder.press.weasyprint_patches.patch import Untyped, swap

SIDES = ("top", "right", "bottom", "left")
CORNERS = tuple(f"border_{side}_{end}_radius" for side in ("top", "bottom") for end in ("left", "right"))
BORDERS = tuple(f"border_{side}_width" for side in SIDES)
#: A layout changes these on a style now and then.
SIZES = ("width", "height", "min_width", "min_height", "max_width", "max_height")
LENGTHS = (*SIZES, *(f"{kind}_{side}" for kind in ("margin", "padding") for side in SIDES))

NAMES = (*LENGTHS, *BORDERS, "box_sizing", "border_collapse")
VALUES = itemgetter(*NAMES)


def install() -> None:
    """Keeps the lengths of a style with it."""
    from weasyprint.formatting_structure import boxes
    from weasyprint.layout import percent
    from weasyprint.layout.absolute import AbsolutePlaceholder

    special = (boxes.PageBox, boxes.MarginBox, AbsolutePlaceholder)

    def quick_resolve(box: Untyped, containing_block: Untyped) -> None:
        known, lengths = _kept(box.style)
        sizes = map(box.style.__getitem__, SIZES)
        if lengths is None or isinstance(box, special) or not all(map(is_, known, sizes)):
            resolve(box, containing_block)
        else:
            box.__dict__.update(lengths)
            if BORDERS[0] not in lengths:  # those that neighbours share are settled once, for the whole table
                own = box.__dict__
                own.update((name, box.style[name]) for name in BORDERS if name not in own)

    resolve = swap(percent, "resolve_percentages", quick_resolve)


def _kept(style: Untyped) -> tuple[tuple[Any, ...], dict[str, Any] | None]:
    """The sizes of a style as it sets them, and all its lengths as they come to."""
    try:
        return style.clockwright_lengths  # type: ignore[no-any-return]
    except AttributeError:
        values = VALUES(style)
        kept = style.clockwright_lengths = values[: len(SIZES)], _lengths(values)
        return kept


@lru_cache(maxsize=2048)
def _lengths(values: tuple[Any, ...]) -> dict[str, Any] | None:
    """What the lengths of a style come to, without borders that are shared; None where the box around decides."""
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
