"""Styles: what an element does not set comes from its parent or the defaults, without asking what else it could be."""

from functools import cache
from typing import Any

from builder.press.quick.swap import Untyped


def install() -> None:
    """Answers for properties that no style sheet sets on the element."""
    from weasyprint import css  # noqa: PLC0415  # 0.3 s

    compute = css.ComputedStyle.__missing__
    inherited, initial, logical = plain_properties()

    def missing(style: Untyped, name: str) -> Untyped:
        cascaded = style.cascaded
        if name in cascaded or not logical.isdisjoint(cascaded):
            return compute(style, name)
        if name in initial:
            value = style[name] = initial[name]
        elif style.parent_style is not None and (name in inherited or name.startswith("__")):
            value = style[name] = style.parent_style[name]
        else:
            value = compute(style, name)
        return value

    css.ComputedStyle.__missing__ = missing


@cache
def plain_properties() -> tuple[frozenset[str], dict[str, Any], frozenset[str]]:
    """Properties that are plainly inherited, those with a plain default, those that stand in for others."""
    from weasyprint import css  # noqa: PLC0415  # as above
    from weasyprint.css import computed_values, properties  # noqa: PLC0415

    # They hang together, or are handed on in a way of their own.
    special = {"float", "display", "position", "page"}
    special |= {name for name in properties.INITIAL_VALUES if name.startswith("text_decoration_")}
    special |= properties.INITIAL_NOT_COMPUTED
    initial = {
        name: value
        for name, value in properties.INITIAL_VALUES.items()
        if name not in properties.INHERITED | special and not css.check_math(value)
    }
    logical = {
        stands_in(block="ttb", inline=direction)
        for stands_in in computed_values.PHYSICAL_FUNCTIONS.values()
        for direction in ("ltr", "rtl")
    }
    return frozenset(properties.INHERITED - special), initial, frozenset(logical)
