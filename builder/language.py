"""The language of texts: which one is current, and our own sentences in it (gettext).

Three sorts of words follow it: the app and the command line, the fixed words of documents (both from the catalogues in
`builder/translations/`), and the texts of the official characters (`data/languages/`, by `builder.catalogue`). What a
language lacks stays English.
"""

import gettext as catalogues
import json
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from builder import assets

ENGLISH = "en"
DOMAIN = "clockwright"
FOLDER = Path(__file__).parent / "translations"
_current: ContextVar[str] = ContextVar("language", default=ENGLISH)


@dataclass(frozen=True, slots=True)
class Language:
    """A language in which Clockwright speaks."""

    #: BCP 47: `de`, `pt-BR`, `zh-Hans`.
    tag: str
    #: In itself: `Deutsch`.
    name: str
    #: In English: `German`.
    english: str
    is_right_to_left: bool = False


@cache
def known() -> dict[str, Language]:
    """Every language of ours by tag, English first, then by their own names."""
    found = []
    for path in assets.data("languages").glob("*/language.json"):
        written = json.loads(path.read_bytes())
        found.append(
            Language(written["tag"], written["name"], written["english"], written.get("direction") == "rtl")
        )
    found.sort(key=lambda language: language.name.casefold())
    return {ENGLISH: Language(ENGLISH, "English", "English")} | {each.tag: each for each in found}


def current() -> Language:
    """The language of this thread or task."""
    return known()[_current.get()]


@contextmanager
def using(tag: str) -> Iterator[None]:
    """Makes a known language current for a block. Raises KeyError for another."""
    token = _current.set(known()[tag].tag)
    try:
        yield
    finally:
        _current.reset(token)


def N_(text: str) -> str:  # noqa: N802  # the name by which gettext tools find texts
    """Marks a text for translation and returns it as it is; whoever shows it translates it."""
    return text


def gettext(text: str) -> str:
    """A sentence of ours in the current language. Fill in values afterwards: `_("{name} wakes").format(name=…)`."""
    return _catalogue(_current.get()).gettext(text) if text else ""


def ngettext(one: str, many: str, number: int) -> str:
    """The form of a sentence for a number, in the current language; fill in the number afterwards."""
    return _catalogue(_current.get()).ngettext(one, many, number)


def pgettext(context: str, text: str) -> str:
    """A sentence whose translation depends on where it stands."""
    return _catalogue(_current.get()).pgettext(context, text)


@cache
def _catalogue(tag: str) -> catalogues.NullTranslations:
    if tag == ENGLISH:
        return catalogues.NullTranslations()
    return catalogues.translation(DOMAIN, FOLDER, [tag.replace("-", "_")], fallback=True)
