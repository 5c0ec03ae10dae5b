"""Styles begin with all that is plain: defaults, and what they have from their parents."""

from collections.abc import Callable
from functools import cache
from operator import itemgetter
from typing import Any, NamedTuple

from builder.press.weasyprint_patches.boxes import SIDES
from builder.press.weasyprint_patches.patch import Untyped
from builder.press.weasyprint_patches.styles import plain_properties

#: Lines, which are as wide as nothing where they have no style.
LINES = (*(f"border_{side}_width" for side in SIDES), "outline_width", "column_rule_width")
#: What WeasyPrint hands on to children in a way of its own, which comes to the same where they say nothing.
HANDED_ON = ("page", *(f"text_decoration_{part}" for part in ("color", "line", "style", "thickness")))
#: How an element stands that says nothing of that.
IN_PLACE = {"position": "static", "float": "none"}


def install() -> None:
    """Has styles of boxes without an element begin so; the cascade does it for the others."""
    from weasyprint import css

    make = css.AnonymousStyle.__init__

    def quick_make(style: Untyped, parent: Untyped) -> None:
        fill(style, _bare(), parent)
        make(style, parent)

    css.AnonymousStyle.__init__ = quick_make


class Start(NamedTuple):
    """How a style begins that has some declarations."""

    #: What is not as it is by default.
    set: tuple[str, ...]
    #: What it has from its parent, and what takes that out of the parent.
    names: tuple[str, ...]
    take: Callable[[Any], tuple[Any, ...]]


@cache
def _defaults() -> dict[str, Any]:
    """What is so by itself; it is the same for every style."""
    _, initial, _ = plain_properties()
    return initial | dict.fromkeys(LINES, 0)


def start(cascaded: dict[str, Any]) -> Start | None:
    """How a style with these declarations begins; None where some of them stand in for others."""
    inherited, _, logical = plain_properties()
    if not logical.isdisjoint(cascaded):
        return None
    lines = {line for line in LINES if line.replace("width", "style") in cascaded}
    names = tuple(name for name in (*inherited, *HANDED_ON) if name not in cascaded)
    return Start(tuple((lines | cascaded.keys()) & _defaults().keys()), names, itemgetter(*names))


def fill(style: Untyped, begun: Start | None, parent: Untyped) -> None:
    """Gives a style all that is plain."""
    if begun is None:
        return
    style.update(_defaults())
    for name in begun.set:
        del style[name]
    if parent is not None:
        style.update(zip(begun.names, begun.take(parent), strict=True))


@cache
def _bare() -> Start | None:
    return start({})
