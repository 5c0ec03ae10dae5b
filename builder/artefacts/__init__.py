"""Everything that can be made of a script: documents (`printables`), and the extras that stand in this room.

A module here offers `EXTRAS`, by name; nothing is registered elsewhere. One file more in a folder of this package's
`__path__`, and the command line, the web app and the API offer what is in it.
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
from builder import printables
from builder.artefact import PNG, Artefact, PrintRequest, bundle
from builder.printables import options, share
from builder.printables.options import Setting

#: What is printed where nobody chooses, and on which paper.
USUAL, PAPER = ("sheet", "night"), "a4"
#: Every player wants one of these; of the rest one is enough.
FOR_PLAYERS = frozenset({"sheet"})


@dataclass(frozen=True, slots=True)
class Extra:
    """Something that is made beside the documents."""

    make: Callable[[Any, PrintRequest], Artefact]
    #: What it is called, and what it is, as a sentence; without a title it is a step of our own, offered to nobody.
    title: str = ""
    help: str = ""
    #: Where it stands among the others.
    order: int = 0
    #: The kind of document whose style and settings it has; empty: it has none but the common ones.
    like: str = ""
    #: Whether “everything” leaves it out where a script has nothing of its own to put there.
    if_useful: bool = False
    #: Extras that it is made of: the command line makes all of them at once, the web app and the API one by one.
    parts: tuple[str, ...] = ()
    #: Reads what it is made of; of most it is a script.
    read: Callable[[Any], Any] = builder.parse


@cache
def extras() -> Mapping[str, Extra]:
    """Every extra by its name, the steps of our own included."""
    found: dict[str, Extra] = {}
    for module in pkgutil.iter_modules(__path__):
        found |= getattr(importlib.import_module(f"{__name__}.{module.name}"), "EXTRAS", {})
    return MappingProxyType(dict(sorted(found.items(), key=lambda item: item[1].order)))


def together() -> Mapping[str, Extra]:
    """What the command line offers: extras of one run, several files at once."""
    parts = {part for each in extras().values() for part in each.parts}
    return {name: each for name, each in extras().items() if each.title and name not in parts}


def singly() -> Mapping[str, Extra]:
    """What the web app and the API offer: extras that are one file each."""
    return {name: each for name, each in extras().items() if each.title and not each.parts}


def module(kind: str) -> ModuleType:
    """What says which settings a document or an extra has."""
    like = extras()[kind].like if kind in extras() else kind
    return printables.modules()[like] if like else share


def settings(kind: str) -> Mapping[str, Setting]:
    """The settings that a document or an extra has."""
    return options.settings_of(module(kind))


def meant_for(kind: str, given: Mapping[str, str]) -> dict[str, str]:
    """Of settings such as `ink` and `tokens.versions`, those that a kind knows or that name it."""
    known = settings(kind)
    everybody = {name: value for name, value in given.items() if name in known}
    start = f"{kind}."
    return everybody | {
        name.removeprefix(start): value for name, value in given.items() if name.startswith(start)
    }


def judged(wanted: PrintRequest) -> PrintRequest:
    """The same with its style and paper as they are called.

    Raises UnknownChoiceError for a kind, style, paper or setting that there is none of, or ClockwrightError for a value
    that means nothing: before anything is printed, as far as it can be said without a script.
    """
    like = extras()[wanted.kind].like if wanted.kind in extras() else wanted.kind
    style, paper = wanted.style, ""
    if like:
        sheet = wanted.paper if like == wanted.kind else PAPER
        _, style, chosen = printables.choose(like, wanted.style or None, sheet)
        paper = chosen.id if like == wanted.kind else ""
    about = module(wanted.kind)
    read = options.read(about, dict(wanted.settings))
    if wanted.settings and hasattr(about, "judge"):
        about.judge(read)
    return replace(wanted, style=style, paper=paper)


def make(source: bytes | str, wanted: PrintRequest) -> Artefact:
    """What is wanted of the script in `source`: the one function that processes run. Raises ClockwrightError."""
    start = time.perf_counter()
    extra = extras().get(wanted.kind)
    made = extra.make(extra.read(source), wanted) if extra else _document(builder.parse(source), wanted)
    return replace(made, ms=round((time.perf_counter() - start) * 1000, 1))


def _document(script: builder.Script, wanted: PrintRequest) -> Artefact:
    """A PDF file; with `dpi`, a picture of every page of its first copy, too."""
    printed = _render(script, wanted)
    if wanted.dpi is None:
        return printed
    once = printed if wanted.copies == 1 else _render(script, replace(wanted, copies=1))
    pages = page_files(printed.name, once.png(wanted.dpi))
    made = bundle([(printed.name, printed.body), *pages])
    return replace(made, pages=printed.pages, notices=printed.notices, style=printed.style)


def page_files(name: str, pictures: list[bytes]) -> Iterator[tuple[str, bytes]]:
    """The pictures of the pages of a document, with names after its own."""
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
    )


def picture(body: bytes) -> Artefact:
    """A single PNG file that only a page shows."""
    return Artefact("", PNG, body)
