"""Caches which CSS rules match an element, across documents, by its position (“place”), and how its style starts.

A place consists of the element's tag and attributes, those of its ancestors, and the element before it. Elements at
the same place in two of our documents match the same rules. Styles start with all defaults and inherited values; only
declared properties are computed.
"""

import copy
import re
from collections.abc import Callable, Iterator
from functools import cache
from operator import itemgetter
from typing import Any, NamedTuple

from builder.press.weasyprint_patches import Untyped
from builder.press.weasyprint_patches.html_parser import PICTURE

#: Attributes whose values no rule uses, only their presence.
SILENT = {"id", "href", "src", "alt", "name"}
#: Matches selectors that depend on more than a place.
ASKS_MORE = re.compile(r"~|:nth|:not|:has|:empty|:last-of|:only-of|\+[^{},]*\+")
FORMS = ("select", "option", "textarea", "input", "button", "style", "link")
#: Pseudo-elements that WeasyPrint's own style sheet gives every element; our pages have no footnotes.
FOOTNOTES = {"footnote-call", "footnote-marker", "note-call", "note-marker", "note-callback"}
#: Maximum number of cached places per set of style sheets; an almanac's prose has the most.
SIZE = 4000
#: Maximum number of cached sets of style sheets: about one per style.
SETS = 64


def mark(sheet: Untyped, text: str) -> Untyped:
    """Marks a style sheet that has rules for the root only, or only rules that depend on a place."""
    bare = re.sub(r"@page[^{]*\{(?:[^{}]|\{[^{}]*\})*\}|:root\{[^{}]*\}", "", text)
    sheet.clockwright_root_only = not bare.strip()
    sheet.clockwright_kept = not ASKS_MORE.search(re.sub(r"\{[^{}]*\}", "{}", text))
    return sheet


@cache
def browser_stylesheet() -> Untyped:
    """WeasyPrint's own style sheet without footnotes, and with markers for list items only: a fifth of the styles."""
    from weasyprint.html import UA_STYLESHEET

    sheet = mark(copy.copy(UA_STYLESHEET), "")
    sheet.clockwright_root_only = False
    sheet.matcher = matcher = copy.copy(sheet.matcher)
    every = matcher.other_selectors
    matcher.other_selectors = [rule for rule in every if rule[3] not in FOOTNOTES | {"marker"}]
    names = matcher.lower_local_name_selectors
    markers = [rule for rule in every if rule[3] == "marker"]
    matcher.lower_local_name_selectors = {**names, "li": [*names.get("li", ()), *markers]}
    return sheet


class Rules:
    """The declarations of the rules that match an element."""

    __slots__ = ("cascaded", "matches", "pseudos", "start")

    def __init__(self, matches: list[Any]) -> None:
        #: Pairs of a pseudo-element (such as `before`; None: the element) and its declarations with their weights.
        self.matches = matches
        parts: dict[Any, dict[str, Any]] = {None: {}}
        for part, declarations in matches:
            merge(parts.setdefault(part, {}), declarations)
        self.cascaded = parts.pop(None)
        self.start = start(self.cascaded)
        self.pseudos = [(part, cascaded, start(cascaded)) for part, cascaded in parts.items()]


class Place:
    """A position of elements in a document."""

    __slots__ = ("inside", "rules")

    def __init__(self, rules: Rules) -> None:
        self.inside: dict[Any, Place] = {}
        self.rules = rules


class Places:
    """A cache of all places for a set of style sheets."""

    def __init__(self, sheets: list[Any]) -> None:
        self.sheets = sheets
        self.clear()

    def clear(self) -> None:
        """Removes all places."""
        self.rules: dict[Any, Rules] = {}
        self.root = Place(Rules([]))
        self.count = 0

    def find(self, above: Place, key: Any, element: Any) -> Place:
        """The place of a child; if it is new, matches the rules against `element` and caches it."""
        place = above.inside.get(key)
        if place is None:
            found = [*matching(self.sheets, element())]
            sign = tuple(selector for selector, *_ in found)
            rules = self.rules.get(sign)
            if rules is None:
                rules = self.rules[sign] = Rules([(part, declarations) for _, part, declarations in found])
            place = above.inside[key] = Place(rules)
            self.count += 1
        return place


_known: dict[tuple[int, ...], Places] = {}


def places_of(sheets: list[Any], root: Untyped) -> Places | None:
    """The places for these sheets; None if some rule or element depends on more than a place."""
    flags = [getattr(sheet, "clockwright_root_only", None) for sheet, *_ in sheets]
    kept = [each for each, only_root in zip(sheets, flags, strict=True) if only_root is False]
    first_small = flags.index(True) if True in flags else len(flags)
    if None in flags or False in flags[first_small:]:
        return None
    if any(sheet.matcher.id_selectors or not sheet.clockwright_kept for sheet, *_ in kept):
        return None
    if any(next(root.iter(tag), None) is not None for tag in FORMS):
        return None
    key = tuple(id(sheet) for sheet, *_ in kept)
    if key not in _known:
        if len(_known) >= SETS:
            _known.clear()
        _known[key] = Places(kept)
    found = _known[key]
    if found.count > SIZE:
        found.clear()
    return found


def matching(sheets: list[Any], element: Untyped) -> Iterator[tuple[object, Any, list[Any]]]:
    """Key, pseudo-element, and declarations with weights of each rule that matches an element."""
    from weasyprint.css import declaration_precedence

    for sheet, origin, _ in sheets:
        for specificity, _, part, (declarations, layer) in sheet.matcher.match(element):
            order = float("inf") if layer is None else sheet.layers.index(layer)
            yield (
                (id(sheet), specificity, id(declarations), order),
                part,
                [
                    (name, values, (declaration_precedence(origin, importance), order, specificity))
                    for name, values, importance in declarations
                ],
            )


def merge(style: dict[str, Any], declarations: list[Any]) -> None:
    """Adds declarations to a style, unless it has one with more weight."""
    for name, values, weight in declarations:
        old = style.get(name)
        if old is None or old[1] <= weight:
            style[name] = values, weight


def key_of(element: Untyped) -> Any:
    """A key of an element's own attributes that rules use."""
    return element.tag, *[
        (name, None if name in SILENT else value) for name, value in element.items() if name != PICTURE
    ]


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
