"""What templates say: `_("…")` is a sentence of ours and may have markup, `_(value)` is whatever the value holds.

A value may come from somebody's file, so it is escaped, and its per cent signs stand for themselves. A `Later`, a text
of ours that is made before the language is known, is a sentence like those that stand in a template.
"""

from typing import Any

import jinja2
from jinja2 import nodes
from markupsafe import Markup, escape

from builder import language

#: The name under which templates call `given` where they have no sentence but a value.
GIVEN = "_given"


class Sentences(jinja2.Environment):
    """An environment whose templates call `_given` in place of `_` wherever what is said does not stand in them."""

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        for call in tree.find_all(nodes.Call):
            is_said = isinstance(call.node, nodes.Name) and call.node.name == "_"
            if is_said and call.args and not _is_sentence(call.args[0]):
                call.node = nodes.Name(GIVEN, "load", lineno=call.lineno)
        return tree


def _is_sentence(said: nodes.Node) -> bool:
    """Whether a sentence is written in the template, perhaps as one of two."""
    if isinstance(said, nodes.CondExpr):
        return _is_sentence(said.expr1) and said.expr2 is not None and _is_sentence(said.expr2)
    return isinstance(said, nodes.Const)


def given(sentence: Any) -> Any:
    """The function `_given` of templates: `sentence` translates what is ours, `sentence(text, **values)`."""

    def translated(text: object, /, **values: object) -> Markup:
        if isinstance(text, language.Later):
            found: Markup = sentence(text, **values)
            return found
        pattern = escape(language.gettext(str(text)))
        return pattern % values if values else pattern

    return translated
