"""Everything that can be made from a script: documents (`printables`), and the extras in this package.

Each module here has `EXTRAS`, by name; nothing is registered elsewhere. The command line, the web app and the API
offer every module that is found in this package's `__path__`.
"""

import importlib
import pkgutil
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType, ModuleType
from typing import Any

import builder
from builder import language, printables
from builder.artefact import PNG, Artefact, PrintRequest, bundle
from builder.errors import ClockwrightError, UnknownChoiceError
from builder.language import gettext as _
from builder.printables import options
from builder.printables.options import Setting

#: Default documents, and the default paper.
USUAL, PAPER = ("sheet", "night"), "a4"
#: Documents that every player needs a copy of; one of any other is enough.
FOR_PLAYERS = frozenset({"sheet"})


@dataclass(frozen=True, slots=True)
class Extra:
    """Something other than a document that can be made from a script."""

    make: Callable[[Any, PrintRequest], Artefact]
    #: Its name, and a sentence about it; one without a title is internal and not offered to users.
    title: str = ""
    help: str = ""
    #: Its position in lists.
    order: int = 0
    #: The kind of document whose style and settings it uses; empty: only the common ones.
    like: str = ""
    #: The module of `printables` with its settings, if it uses those of no document.
    about: str = "share"
    #: Whether it is part of “everything”.
    is_usual: bool = True
    #: Whether “everything” skips it if the script has no content of its own for it.
    if_useful: bool = False
    #: Extras that it consists of: the command line makes all of them at once, the web app and the API one by one.
    parts: tuple[str, ...] = ()
    #: Whether it is a single picture: it has less time than a document, and is called a picture in messages.
    is_picture: bool = False
    #: Whether the farm stores its result for whoever wants the same later; not if its use is what it does.
    is_stored: bool = True
    #: Parses its source, usually a script.
    read: Callable[[Any], Any] = builder.parse


@cache
def extras() -> Mapping[str, Extra]:
    """Every extra by name, internal ones included."""
    found: dict[str, Extra] = {}
    for module in pkgutil.iter_modules(__path__):
        found |= getattr(importlib.import_module(f"{__name__}.{module.name}"), "EXTRAS", {})
    return MappingProxyType(dict(sorted(found.items(), key=lambda item: item[1].order)))


def together() -> Mapping[str, Extra]:
    """Extras that the command line offers, each with all its files."""
    parts = {part for each in extras().values() for part in each.parts}
    return {name: each for name, each in extras().items() if each.title and name not in parts}


def singly() -> Mapping[str, Extra]:
    """Extras that the web app and the API offer, each one file."""
    return {name: each for name, each in extras().items() if each.title and not each.parts}


def module(kind: str) -> ModuleType:
    """The module that defines the settings of a document or an extra."""
    extra = extras().get(kind)
    like = extra.like if extra else kind
    if extra and not like:
        return importlib.import_module(f"{printables.__name__}.{extra.about}")
    return printables.module(like)


def settings(kind: str) -> Mapping[str, Setting]:
    """The settings of a document or an extra."""
    return options.settings_of(module(kind))


def meant_for(kind: str, given: Mapping[str, str]) -> dict[str, str]:
    """Filters settings such as `ink` and `tokens.versions` to those that a kind has or that name the kind."""
    known = settings(kind)
    shared = {name: value for name, value in given.items() if name in known}
    start = f"{kind}."
    return shared | {
        name.removeprefix(start): value for name, value in given.items() if name.startswith(start)
    }


def judged(wanted: PrintRequest) -> PrintRequest:
    """Validates a request without a script, and returns it with the full names of its style and paper.

    Raises UnknownChoiceError for an unknown kind, style, paper, setting or theme, ClockwrightError for an invalid
    value.
    """
    like = extras()[wanted.kind].like if wanted.kind in extras() else wanted.kind
    style, paper = wanted.style, ""
    if like:
        sheet = wanted.paper if like == wanted.kind else PAPER
        _module, style, chosen = printables.choose(like, wanted.style or None, sheet)
        paper = chosen.id if like == wanted.kind else ""
    about = module(wanted.kind)
    known(wanted.language)
    read = options.read(about, dict(wanted.settings))
    if wanted.settings and hasattr(about, "judge"):
        about.judge(read)
    if wanted.theme:
        from builder.press import theme_files

        theme_files.worn(wanted.theme)
    return replace(wanted, style=style, paper=paper)


def make(source: bytes | str, wanted: PrintRequest) -> Artefact:
    """Makes the requested artefact from the script in `source`; runs in worker processes. Raises ClockwrightError."""
    start = time.perf_counter()
    extra = extras().get(wanted.kind)
    with language.using(known(wanted.language)):
        try:
            made = (
                extra.make(extra.read(source), wanted) if extra else _document(builder.parse(source), wanted)
            )
        except ClockwrightError:
            raise
        except Exception as error:
            from builder.press import worker_process

            raise worker_process.fault(error).as_error() from error  # told in the language of the request
    return replace(made, ms=round((time.perf_counter() - start) * 1000, 1))


def known(tag: str) -> str:
    """The tag of a language. Raises UnknownChoiceError, which lists the languages, if there is none."""
    if tag not in language.known():
        raise UnknownChoiceError(_("There is no language “%(name)s”."), tag, language.known())
    return tag


def _document(script: builder.Script, wanted: PrintRequest) -> Artefact:
    """Renders a PDF file; with `dpi`, also a picture of every page of its first copy."""
    printed = _render(script, wanted)
    if wanted.dpi is None:
        return printed
    once = printed if wanted.copies == 1 else _render(script, replace(wanted, copies=1))
    pages = page_files(printed.name, once.png(wanted.dpi))
    made = bundle([(printed.name, printed.body), *pages])
    return replace(made, pages=printed.pages, notices=printed.notices, style=printed.style)


def page_files(name: str, pictures: list[bytes]) -> Iterator[tuple[str, bytes]]:
    """The pictures of a document's pages, with file names derived from its name."""
    digits = len(str(len(pictures)))
    for page, picture in enumerate(pictures, start=1):
        yield f"{name.removesuffix('.pdf')}, page {page:0{digits}}.png", picture


def _render(script: builder.Script, wanted: PrintRequest) -> Artefact:
    return builder.render(
        script,
        wanted.kind,
        style=wanted.style,
        paper=wanted.paper,
        attach=wanted.attach,
        copies=wanted.copies,
        settings=dict(wanted.settings),
        fetch=wanted.fetch,
        second_language=known(wanted.second_language) if wanted.second_language else "",
        theme=wanted.theme,
    )


def picture(body: bytes) -> Artefact:
    """A PNG file without a name, to be shown on a page."""
    return Artefact("", PNG, body)
