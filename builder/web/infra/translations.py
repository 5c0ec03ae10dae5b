"""The words of pages: gettext as templates call it, each sentence looked up once.

A page of a large set says some thousand words, most of them the same few. Jinja's own `_` finds its way to the
translation anew for each of them, which took a fifth of a page's time.
"""

from functools import lru_cache
from typing import Any

from flask import Flask
from markupsafe import Markup


def install(app: Flask) -> None:
    """Gives templates `_`, `gettext` and `ngettext`; no translation is there yet, so words are as they are written."""
    extended: Any = app.jinja_env
    extended.install_null_translations(newstyle=True)
    app.jinja_env.globals.update(_=translate)


def translate(text: str, /, **values: object) -> Markup:
    """A sentence, with values in its places (`%(name)s`): they are escaped, the sentence itself is ours."""
    return _pattern(text) % values if values else _plain(text)


@lru_cache(4096)
def _plain(text: str) -> Markup:
    # As with values: two per cent signs are one, so that every sentence is written alike.
    return _pattern(text) % {}


@lru_cache(4096)
def _pattern(text: str) -> Markup:
    return Markup(text)  # noqa: S704  # a sentence of a template
