"""The language of a page: the visitor's choice in a cookie, at first what the browser asks for; gettext in templates.

A page of a large set has about a thousand messages, most of them the same few. Jinja's own `_` looks up the
translation anew for each of them, which took a fifth of a page's time: each is looked up once.
"""

import json
import re
from datetime import date, datetime
from functools import lru_cache
from typing import Any

import flask.templating
from babel.dates import format_date
from flask import Flask, Response, request
from markupsafe import Markup

from builder import language
from builder.jinja_templates import GIVEN, Sentences, given
from builder.prose import isolated

COOKIE = "language"
#: Numbers among which every category of plurals occurs.
NUMBERS = (*range(1, 201), 1_000_000)
PLACE = re.compile(r"%\((\w+)\)s")
#: Calls of programs answer in English unless they ask for another language.
API = "/api/"


class Environment(Sentences, flask.templating.Environment):
    """That of the app."""


def install(app: Flask) -> None:
    """Adds `_`, `gettext`, `ngettext` and `pgettext` to templates."""
    extended: Any = app.jinja_env
    extended.install_gettext_callables(
        language.gettext, language.ngettext, newstyle=True, pgettext=language.pgettext
    )
    app.jinja_env.filters.update(day=day, moment=moment, isolated=isolated)
    app.jinja_env.globals.update(
        _=translate, plurals=plurals, languages=language.spoken, language=language.current
    )
    app.jinja_env.globals[GIVEN] = given(translate)


def watch(app: Flask) -> None:
    """Adds the hooks that choose the language of each request. The first hook of all: others abort with sentences."""

    @app.before_request
    def choose() -> None:
        language.use(wanted())

    @app.after_request
    def vary(response: Response) -> Response:
        response.vary.add("Accept-Language")
        response.content_language.add(language.tag())
        return response


def wanted() -> str:
    """The tag of the language that this request is answered in."""
    if request.path.startswith(API):
        given = request.args.get("language", "")[: language.LONGEST_WISH]
    else:
        given = request.cookies.get(COOKIE, "")[: language.LONGEST_WISH]
    for wish in (given, request.headers.get("Accept-Language", "")):
        if wish and (found := language.find(wish)) in language.spoken():
            return str(found)
    return language.ENGLISH


def translate(text: str, /, **values: object) -> Markup:
    """Translates a sentence and fills in values (`%(name)s`): they are escaped, the sentence itself is trusted."""
    tag = language.tag()
    return _pattern(tag, text) % values if values else _plain(tag, text)


@lru_cache(16_384)
def _plain(tag: str, text: str) -> Markup:
    # As with values: `%%` becomes one per cent sign, so that every sentence is written alike.
    return _pattern(tag, text) % {}


@lru_cache(16_384)
def _pattern(tag: str, text: str) -> Markup:  # noqa: ARG001  # each language has its own
    return Markup(language.gettext(text))  # noqa: S704  # a sentence of ours


def plurals(one: str, many: str) -> str:
    """The forms of a sentence for scripts, as JSON: by the category that `Intl.PluralRules` finds for a number.

    Their places are in braces: `{count} words`.
    """
    return _plurals(language.tag(), one, many)


@lru_cache(256)
def _plurals(tag: str, one: str, many: str) -> str:  # noqa: ARG001  # each language has its own
    rule = language.locale().plural_form
    forms: dict[str, str] = {}
    for number in reversed(NUMBERS):  # many rather than one, where a language has one form for both
        forms.setdefault(rule(number), PLACE.sub(r"{\1}", language.ngettext(one, many, number)))
    return json.dumps({"other": forms[rule(NUMBERS[-1])], **forms}, ensure_ascii=False)


def day(when: date) -> str:
    """A day: `23 Nov 2026`."""
    if language.tag() == language.ENGLISH:
        return f"{when.day} {when:%b %Y}"
    return format_date(when, "medium", language.locale())


def moment(when: datetime) -> str:
    """A moment as it is in UTC: `23 Nov 2026, 16:13 UTC`."""
    return f"{day(when)}, {when:%H:%M} UTC"
