"""Parts of other libraries that our documents hardly ever need, loaded when they do: a tenth of a start."""

import importlib
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

#: What WeasyPrint imports for fonts that HarfBuzz cannot cut, or that vary, with the functions it takes out of each.
LATE = {"fontTools.subset": (), "fontTools.varLib.instancer": ("instantiateVariableFont",)}
#: What WeasyPrint's own style sheet says of forms, and of numbers in alphabets that no list of ours is counted in.
FORMS = re.compile(r"/\* Form fields \*/.*?(?=/\* Pages \*/)", re.DOTALL)
COUNTERS = re.compile(
    r"@counter-style (?!(?:disc|circle|square|decimal|(?:lower|upper)-(?:alpha|latin|roman)) )[^{}]*\{[^{}]*\}"
)


@contextmanager
def loaded() -> Iterator[None]:
    """While WeasyPrint is imported within, it gets stand-ins that load the real thing at their first use.

    Of its own style sheets it reads what can meet an element of ours.
    """
    tinycss2: Any = importlib.import_module("tinycss2")  # comes with WeasyPrint, and has no types

    parse = tinycss2.parse_stylesheet
    tinycss2.parse_stylesheet = lambda text, *others, **more: parse(_short(text), *others, **more)
    put = {name: _stand_in(name, functions) for name, functions in LATE.items() if name not in sys.modules}
    sys.modules.update(put)
    try:
        yield
    finally:
        tinycss2.parse_stylesheet = parse
        for name in put:
            sys.modules.pop(name, None)


def _short(text: str) -> str:
    """A style sheet of WeasyPrint's without what we never need; those for attributes of old and for forms are empty."""
    return COUNTERS.sub("", FORMS.sub("", text)) if "@page" in text else ""


class _StandIn(ModuleType):
    """Looks like a module that is loaded."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # the import itself asks for such
            raise AttributeError(name)
        return getattr(importlib.import_module(self.__name__), name)


def _stand_in(module: str, functions: tuple[str, ...]) -> ModuleType:
    made = _StandIn(module)
    for name in functions:

        def function(*given: Any, _name: str = name, **named: Any) -> Any:
            return getattr(importlib.import_module(module), _name)(*given, **named)

        setattr(made, name, function)
    return made
