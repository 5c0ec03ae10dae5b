"""Translations in templates: gettext, with each sentence looked up once.

A page of a large set has about a thousand messages, most of them the same few. Jinja's own `_` looks up the
translation anew for each of them, which took a fifth of a page's time.
"""

from functools import lru_cache
from typing import Any

from flask import Flask
from markupsafe import Markup


def install(app: Flask) -> None:
    """Adds `_`, `gettext` and `ngettext` to templates; there is no translation yet, so messages stay as written."""
    extended: Any = app.jinja_env
    extended.install_null_translations(newstyle=True)
    app.jinja_env.globals.update(_=translate)


def translate(text: str, /, **values: object) -> Markup:
    """Translates a sentence and fills in values (`%(name)s`): they are escaped, the sentence itself is trusted."""
    return _pattern(text) % values if values else _plain(text)


@lru_cache(4096)
def _plain(text: str) -> Markup:
    # As with values: `%%` becomes one per cent sign, so that every sentence is written alike.
    return _pattern(text) % {}


@lru_cache(4096)
def _pattern(text: str) -> Markup:
    return Markup(text)  # noqa: S704  # a sentence of a template
