"""What the templates of web and press share: how they speak, and their compiled code on disk.

`_("…")` is a sentence of ours and may have markup, `_(value)` is whatever the value holds. A value may come from
somebody's file, so it is escaped, and its per cent signs stand for themselves. A `Later`, a text of ours that is made
before the language is known, is a sentence like those that stand in a template.
"""

import sys
from contextlib import suppress
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.bccache import Bucket, BytecodeCache
from markupsafe import Markup, escape

import builder
from builder import language
from builder.cache import DiskCache

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


#: Another version of Jinja, Python or this module compiles the same template to other code.
PROGRAM = f"2 {sys.implementation.cache_tag} {sys.version} {jinja2.__version__} {builder.__version__}"


class TemplateCache(BytecodeCache):
    """Stores each template's bytecode; Jinja checks whether the template is unchanged.

    The bytecode is executed, so only signed entries are loaded.
    """

    def __init__(self, cache: DiskCache, options: object = ()) -> None:
        """`options` are all that the bytecode depends on, in any form with a distinctive `repr`."""
        self._cache = cache
        self._options = repr(options)

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load the bytecode, if it is cached."""
        code = self._cache.read(f"template-{bucket.key}", self._version(bucket))
        if code is not None:
            with suppress(Exception):  # then the template is compiled again
                bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Store the bytecode."""
        self._cache.write(f"template-{bucket.key}", bucket.bytecode_to_string(), self._version(bucket))

    def _version(self, bucket: Bucket) -> bytes:
        return f"{PROGRAM} {self._options} {bucket.key} {bucket.checksum}".encode()
