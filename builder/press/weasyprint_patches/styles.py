"""Styles: what is set plainly is taken as it is, all else from the parent or the defaults."""

from functools import cache
from typing import Any

from builder.press.weasyprint_patches.patch import Untyped


def install() -> None:
    """Answers for plain properties."""
    from weasyprint import css

    compute, functions = css.ComputedStyle.__missing__, css.COMPUTER_FUNCTIONS
    inherited, initial, logical = plain_properties()
    can_be_set = (css.INITIAL_VALUES.keys() | inherited) - special()

    def missing(style: Untyped, name: str) -> Untyped:
        cascaded = style.cascaded
        if not logical.isdisjoint(cascaded):
            return compute(style, name)
        if name in cascaded:
            value = cascaded[name][0]
            if name not in can_be_set or _is_special(value):
                return compute(style, name)
            if name in functions:
                value = functions[name](style, name, value)
            style[name] = value
        elif name in initial:
            value = style[name] = initial[name]
        elif style.parent_style is not None and (name in inherited or name.startswith("__")):
            value = style[name] = style.parent_style[name]
        else:
            value = compute(style, name)
        return value

    css.ComputedStyle.__missing__ = missing


def _is_special(value: Untyped) -> bool:
    """Whether a value waits for another, is asked of the parent, or has to be worked out."""
    from weasyprint import css

    if type(value) is str:
        return value in {"inherit", "initial"}
    if type(value) is tuple:
        return bool(css.check_math(value))
    return isinstance(value, css.Pending) or getattr(value, "type", None) == "function"


@cache
def special() -> frozenset[str]:
    """Properties that hang together, or are handed on in a way of their own."""
    from weasyprint.css import properties

    drawn = {name for name in properties.INITIAL_VALUES if name.startswith("text_decoration_")}
    return frozenset({"float", "display", "position", "page"} | drawn)


@cache
def plain_properties() -> tuple[frozenset[str], dict[str, Any], frozenset[str]]:
    """Properties that are plainly inherited, those with a plain default, those that stand in for others."""
    from weasyprint import css
    from weasyprint.css import computed_values, properties

    strange = special() | properties.INITIAL_NOT_COMPUTED
    initial = {
        name: value
        for name, value in properties.INITIAL_VALUES.items()
        if name not in properties.INHERITED | strange and not css.check_math(value)
    }
    logical = {
        stands_in(block="ttb", inline=direction)
        for stands_in in computed_values.PHYSICAL_FUNCTIONS.values()
        for direction in ("ltr", "rtl")
    }
    return frozenset(properties.INHERITED - strange), initial, frozenset(logical)
