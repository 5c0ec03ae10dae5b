"""Computed styles start with all defaults and inherited values; only declared properties are computed."""

from collections.abc import Callable
from functools import cache
from operator import itemgetter
from typing import Any, NamedTuple

from builder.press.weasyprint_patches.patch import Untyped

#: Widths that are 0 if the line's style is none.
LINES = (
    *(f"border_{side}_width" for side in ("top", "right", "bottom", "left")),
    "outline_width",
    "column_rule_width",
)
#: Properties with special inheritance in WeasyPrint, which makes no difference if none of them is declared.
INHERITED_SPECIALLY = (
    "page",
    *(f"text_decoration_{part}" for part in ("color", "line", "style", "thickness")),
)
#: Defaults of properties about an element's position.
IN_FLOW = {"position": "static", "float": "none"}


def make_anonymous(usual: Untyped) -> Untyped:
    """Prefills styles of anonymous boxes; the cascade does it for elements."""

    def make(style: Untyped, parent: Untyped) -> None:
        fill(style, _bare(), parent)
        usual(style, parent)

    return make


def make_missing(usual: Untyped) -> Untyped:
    """Uses plain declared values unchanged, and anything else from the parent or the defaults."""
    from weasyprint import css

    inherited, initial, logical = plain_properties()
    functions = css.COMPUTER_FUNCTIONS
    can_be_set = (css.INITIAL_VALUES.keys() | inherited) - special()

    def missing(style: Untyped, name: str) -> Untyped:
        cascaded = style.cascaded
        if not logical.isdisjoint(cascaded):
            return usual(style, name)
        if name in cascaded:
            value = cascaded[name][0]
            if name not in can_be_set or _is_special(value):
                return usual(style, name)
            if name in functions:
                value = functions[name](style, name, value)
            style[name] = value
        elif name in initial:
            value = style[name] = initial[name]
        elif style.parent_style is not None and (name in inherited or name.startswith("__")):
            value = style[name] = style.parent_style[name]
        else:
            value = usual(style, name)
        return value

    return missing


def _is_special(value: Untyped) -> bool:
    """Whether a value uses a variable, a keyword about the parent, or math."""
    from weasyprint import css

    if type(value) is str:
        return value in {"inherit", "initial"}
    if type(value) is tuple:
        return bool(css.check_math(value))
    return isinstance(value, css.Pending) or getattr(value, "type", None) == "function"


class Start(NamedTuple):
    """The initial values of a style with certain declarations."""

    #: Values that differ from the defaults.
    set: tuple[str, ...]
    #: Names of inherited properties, and a getter for their values.
    names: tuple[str, ...]
    take: Callable[[Any], tuple[Any, ...]]


@cache
def _defaults() -> dict[str, Any]:
    """Default values of all properties. Cached."""
    _, initial, _ = plain_properties()
    return initial | dict.fromkeys(LINES, 0)


def start(cascaded: dict[str, Any]) -> Start | None:
    """The initial values for a style with these declarations; None if some are logical properties. Cached."""
    inherited, _, logical = plain_properties()
    if not logical.isdisjoint(cascaded):
        return None
    lines = {line for line in LINES if line.replace("width", "style") in cascaded}
    names = tuple(name for name in (*inherited, *INHERITED_SPECIALLY) if name not in cascaded)
    return Start(tuple((lines | cascaded.keys()) & _defaults().keys()), names, itemgetter(*names))


def fill(style: Untyped, begun: Start | None, parent: Untyped) -> None:
    """Adds defaults and inherited values to a style."""
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


@cache
def special() -> frozenset[str]:
    """Properties that depend on others or have special inheritance."""
    from weasyprint.css import properties

    drawn = {name for name in properties.INITIAL_VALUES if name.startswith("text_decoration_")}
    return frozenset({"float", "display", "position", "page"} | drawn)


@cache
def plain_properties() -> tuple[frozenset[str], dict[str, Any], frozenset[str]]:
    """Plainly inherited properties, plain defaults, and logical properties (such as margin-inline-start)."""
    from weasyprint import css
    from weasyprint.css import computed_values, properties

    strange = special() | properties.INITIAL_NOT_COMPUTED
    initial = {
        name: value
        for name, value in properties.INITIAL_VALUES.items()
        if name not in properties.INHERITED | strange and not css.check_math(value)
    }
    logical = {
        logical_name(block="ttb", inline=direction)
        for logical_name in computed_values.PHYSICAL_FUNCTIONS.values()
        for direction in ("ltr", "rtl")
    }
    return frozenset(properties.INHERITED - strange), initial, frozenset(logical)
