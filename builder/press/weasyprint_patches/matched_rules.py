"""Places in a document: which rules meet an element there is worked out once a process.

That depends on its tag and attributes, on those of its ancestors, and on what is right before it: an element of a
document of ours meets the same rules as the one that stood there in the last document.
"""

import copy
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from builder.press.weasyprint_patches.backgrounds import PICTURE
from builder.press.weasyprint_patches.computed_styles import start
from builder.press.weasyprint_patches.patch import Untyped

#: Attributes whose values no rule asks for: it is enough whether they are there.
SILENT = {"id", "href", "src", "alt", "name"}
#: What a rule may ask that a place does not tell.
ASKS_MORE = re.compile(r"~|:nth|:not|:has|:empty|:last-of|:only-of|\+[^{},]*\+")
FORMS = ("select", "option", "textarea", "input", "button", "style", "link")
#: Parts that WeasyPrint's own style sheet gives every element; our pages have no footnotes.
FOOTNOTES = {"footnote-call", "footnote-marker", "note-call", "note-marker", "note-callback"}
#: The most places that are cached for each set of sheets; an almanac's prose has the most.
SIZE = 4000
#: The most sets of sheets that are cached: about as many as there are styles.
SETS = 64


def mark(sheet: Untyped, text: str) -> Untyped:
    """Notes on a style sheet whether it speaks of the root alone, or of nothing that a place does not tell."""
    bare = re.sub(r"@page[^{]*\{(?:[^{}]|\{[^{}]*\})*\}|:root\{[^{}]*\}", "", text)
    sheet.clockwright_root_only = not bare.strip()
    sheet.clockwright_kept = not ASKS_MORE.search(re.sub(r"\{[^{}]*\}", "{}", text))
    return sheet


@cache
def browser_stylesheet() -> Untyped:
    """WeasyPrint's own style sheet without footnotes: a fifth of the styles. Only items of lists have markers."""
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
    """What the rules that meet an element say of it."""

    __slots__ = ("cascaded", "matches", "pseudos", "start")

    def __init__(self, matches: list[Any]) -> None:
        #: Pairs of a part (None: the element, else `before`) and its declarations with their weights.
        self.matches = matches
        parts: dict[Any, dict[str, Any]] = {None: {}}
        for part, declarations in matches:
            merge(parts.setdefault(part, {}), declarations)
        self.cascaded = parts.pop(None)
        self.start = start(self.cascaded)
        self.pseudos = [(part, cascaded, start(cascaded)) for part, cascaded in parts.items()]


class Place:
    """Where an element can stand."""

    __slots__ = ("inside", "rules")

    def __init__(self, rules: Rules) -> None:
        self.inside: dict[Any, Place] = {}
        self.rules = rules


class Places:
    """All places that are known for a set of style sheets."""

    def __init__(self, sheets: list[Any]) -> None:
        self.sheets = sheets
        self.clear()

    def clear(self) -> None:
        """Forgets them all."""
        self.rules: dict[Any, Rules] = {}
        self.root = Place(Rules([]))
        self.count = 0

    def find(self, above: Place, key: Any, element: Any) -> Place:
        """The place within another; `element` gives what the rules are tried on, where it is new."""
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
    """The places for these sheets, or None where a sheet or an element is not of the plain kind."""
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
    """What names each rule that meets an element, the part it is about, and its declarations with their weights."""
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
    """Adds declarations to a style, where none of more weight stands there."""
    for name, values, weight in declarations:
        old = style.get(name)
        if old is None or old[1] <= weight:
            style[name] = values, weight


def key_of(element: Untyped) -> Any:
    """What an element is by itself, as far as rules ask for it."""
    return element.tag, *[
        (name, None if name in SILENT else value) for name, value in element.items() if name != PICTURE
    ]
