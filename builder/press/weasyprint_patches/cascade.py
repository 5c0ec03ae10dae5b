"""The cascade: rules are looked up by an element's position (`matched_rules`), and styles start with defaults."""

from collections.abc import Iterator
from typing import Any

from builder.press.weasyprint_patches import Patch, Untyped
from builder.press.weasyprint_patches.matched_rules import (
    IN_FLOW,
    Place,
    Places,
    Rules,
    Start,
    browser_stylesheet,
    fill,
    key_of,
    make_anonymous,
    make_missing,
    matching,
    merge,
    places_of,
    start,
)


def _get_styles(usual: Untyped) -> Untyped:
    def get_styles(html: Untyped, user_stylesheets: Untyped = None, *others: Untyped) -> Untyped:
        hints, font_config, *_, target_collector, forms = others
        sheets = [(browser_stylesheet(), "user agent", None)]
        sheets += [(sheet, "user", None) for sheet in user_stylesheets or ()]
        places = None if hints or forms else places_of(sheets, html.etree_element)
        if places is None:
            return usual(html, user_stylesheets, *others)
        for style in html._ua_counter_style():
            others[2].update(style)
        return _styles(html, sheets, places, font_config, target_collector)

    return get_styles


def _styles(
    html: Untyped, sheets: list[Any], places: Places, font_config: Untyped, target_collector: Untyped
) -> Untyped:
    """The result of WeasyPrint's cascade."""
    from weasyprint import css

    style_for = css.StyleFor.__new__(css.StyleFor)
    style_for._cascaded_styles, style_for._computed_styles = {}, {}
    style_for.initial_page_sizes = {"box": None, "area": None}
    style_for._sheets, style_for.font_config = sheets, font_config
    _Walk(html, style_for, places, target_collector).all()
    return style_for


class _Walk:
    """Computes the style of each element of a document."""

    def __init__(self, html: Untyped, style_for: Untyped, places: Places, target_collector: Untyped) -> None:
        from weasyprint import css

        self.html, self.style_for, self.places, self.collector = html, style_for, places, target_collector
        self.make, self.root_style = css.ComputedStyle, None
        self.own = self._own()
        self.shared: dict[Any, Any] = {}
        self.computed = style_for._computed_styles

    def _own(self) -> dict[Any, list[Any]]:
        """Declarations of elements by their attributes: style, id, language."""
        from weasyprint.css import declaration_precedence, find_style_attributes, preprocess_declarations

        html = self.html
        own: dict[Any, list[Any]] = {}
        for specificity, element, declarations, base in find_style_attributes(
            html.etree_element, base_url=html.base_url
        ):
            own.setdefault(element, []).extend(
                (name, values, (declaration_precedence("author", importance), float("inf"), specificity))
                for name, values, importance in preprocess_declarations(base, declarations)
            )
        return own

    def all(self) -> None:
        """Walks the tree from the root, without recursion, because prose may be deeply nested."""
        root = self.html.etree_element
        wrapper = self.html.wrapper_element
        place = self.places.find(self.places.root, key_of(root), lambda: wrapper)
        small = [each for each in self.style_for._sheets if each[0].clockwright_root_only]
        extra = [declarations for _, part, declarations in matching(small, wrapper) if part is None]
        style = self._style(root, place, None, extra)
        waiting = [(root, place, style, lambda: wrapper)]
        while waiting:
            waiting.extend(self._children(*waiting.pop()))

    def _children(self, parent: Untyped, above: Place, style: Untyped, wrapper: Untyped) -> Iterator[Any]:
        wrapped: list[Any] = []
        children = [child for child in parent if isinstance(child.tag, str)]
        before, tags = None, set()
        last = len(children) - 1

        def wrap(index: int) -> Untyped:
            if not wrapped:
                wrapped.extend(wrapper().iter_children())
            return wrapped[index]

        for index, child in enumerate(children):
            own = key_of(child)
            key = (own, before, child.tag in tags, index == last)
            place = above.inside.get(key) or self.places.find(above, key, lambda index=index: wrap(index))
            made = self._style(child, place, style, ())
            if len(child):
                yield child, place, made, lambda index=index: wrap(index)
            before = own
            tags.add(child.tag)

    def _style(self, element: Untyped, place: Place, parent: Untyped, extra: Any) -> Untyped:
        own, rules = self.own.get(element), place.rules
        key = None if own or extra else (id(parent), rules)
        style = self.shared.get(key) if key else None
        if style is None:
            style = self._fresh(rules, parent, own, extra)
            if key:
                self.shared[key] = style
        self.computed[element, None] = style
        for part, cascaded, begun in rules.pseudos:
            name = id(style), rules, part
            made = self.shared.get(name)
            if made is None:
                made = self.shared[name] = self._computed(cascaded, begun, style, part)
            self.computed[element, part] = made
        return style

    def _fresh(self, rules: Rules, parent: Untyped, own: Any, extra: Any) -> Untyped:
        if not own and not extra:
            return self._computed(rules.cascaded, rules.start, parent, None)
        cascaded: dict[str, Any] = {}
        merge(cascaded, own or [])
        for part, declarations in rules.matches:
            if part is None:
                merge(cascaded, declarations)
        for declarations in extra:
            merge(cascaded, declarations)
        return self._computed(cascaded, start(cascaded), parent, None)

    def _computed(
        self, cascaded: dict[str, Any], begun: Start | None, parent: Untyped, part: str | None
    ) -> Untyped:
        from weasyprint.css import InitialStyle

        config, sizes = self.style_for.font_config, self.style_for.initial_page_sizes
        above = InitialStyle(config) if parent is None else self.root_style
        style = self.make(parent, cascaded, part, above, self.html.base_url, config, sizes)
        if parent is None:
            self.root_style = style
        fill(style, begun, parent)
        if IN_FLOW.keys().isdisjoint(cascaded):
            style.update(IN_FLOW)
            style.specified.update(IN_FLOW)
        if self.collector and style["anchor"]:
            self.collector.collect_anchor(style["anchor"])
        return style


PATCHES = (
    Patch(
        "cascade",
        "Looks up the rules of an element by its tag, its attributes and those around it.",
        {
            "weasyprint.css:get_all_computed_styles": _get_styles,
            "weasyprint.css:AnonymousStyle.__init__": make_anonymous,
            "weasyprint.css:ComputedStyle.__missing__": make_missing,
        },
        mirrors=(
            "weasyprint.css:StyleFor.__init__",
            "weasyprint.css:StyleFor.set_computed_styles",
            "weasyprint.css:ComputedStyle.__init__",
            "weasyprint:HTML._ua_stylesheets",
            "weasyprint:HTML._ua_counter_style",
            "cssselect2:Matcher.match",
        ),
    ),
)
