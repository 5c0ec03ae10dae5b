"""`POST /api/print`: the documents of a script as PDF, as pictures, or all in one ZIP. None of them is kept."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType, ModuleType
from typing import NamedTuple

import builder
from builder import formats, printables
from builder.answers.shapes import KindValue
from builder.errors import UnknownChoiceError
from builder.files import safe_name
from builder.game.script import Script
from builder.printables import options as choices
from builder.web.api.files import File, together
from builder.web.api.options import option
from builder.web.services import services

USUAL = ("sheet", "night")
#: What an answer may be.
MEDIA = ["application/pdf", "application/zip", "image/png", "text/html"]
#: Every player wants one of these; of the rest one is enough.
FOR_PLAYERS = frozenset({"sheet"})


class Extra(NamedTuple):
    """Something that is made of a script beside its documents."""

    title: str
    ending: str
    media: str


#: By their names in `builder.web.extras`.
EXTRAS: Mapping[str, Extra] = MappingProxyType(
    {
        "share-wide": Extra("share picture, wide", "png", "image/png"),
        "share-square": Extra("share picture, square", "png", "image/png"),
        "almanac-page": Extra("almanac page", "html", "text/html"),
        "token-pictures": Extra("token pictures", "zip", "application/zip"),
    }
)


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """Of /api/print."""

    kinds: tuple[str, ...] = option("What to print.", USUAL, choices=lambda: [*printables.kinds(), *EXTRAS])
    styles: Mapping[str, str] | None = option("How a kind looks, by kind: night is full, for example.", None)
    paper: str = option("What to print on.", "a4", choices=lambda: list(printables.every_paper()))
    copies: int = option("So many character sheets.", 1, least=1, most=100)
    settings: Mapping[str, str] | None = option(
        "Further choices by name, for all kinds that know it, or as kind.name for one.", None
    )
    as_: str = option(
        "pdf: a file for each kind, several of them in a ZIP. png: a picture of each page. zip: a ZIP in any case, "
        "with the script's JSON.",
        "pdf",
        choices=lambda: ["pdf", "png", "zip"],
        name="as",
    )
    dpi: int = option("Dots per inch of pictures of pages.", 150, least=50, most=300)


@dataclass(frozen=True, slots=True)
class Order:
    """One document, as the press is asked for it."""

    kind: str
    style: str
    paper: str
    settings: tuple[str, ...] = ()


def print_(script: Script, options: PrintOptions) -> File:
    """The documents of a script as PDF, as pictures, or in a ZIP."""
    orders = _orders(options)
    text = builder.dump(script)
    services().press.bring(text)
    files = [file for order in orders for file in _files(script, text, order, options)]
    if options.as_ != "zip":
        return together(files, script.name)
    written = formats.write(formats.public(script)).encode("utf-8", "replace")
    return together(
        [File(written, "application/json", f"{safe_name(script.name)}.json"), *files], script.name
    )


def extras() -> list[KindValue]:
    """What else can be asked for, in the shape of the kinds."""
    return [
        {"kind": name, "title": each.title, "styles": [], "looks": {}, "papers": [], "settings": {}}
        for name, each in EXTRAS.items()
    ]


def _files(script: Script, text: str, order: Order, options: PrintOptions) -> Iterator[File]:
    press, asked = services().press, (text, order.kind, order.style, order.paper, *order.settings)
    if order.kind in EXTRAS:
        extra = EXTRAS[order.kind]
        made = press.render(*asked, keep=False)
        yield File(made.pdf, extra.media, f"{safe_name(script.name)} - {extra.title}.{extra.ending}")
        return
    title = f"{safe_name(script.name)} - {printables.file_title(order.kind, order.style, order.paper)}"
    if options.as_ != "png":
        yield File(press.render(*asked, keep=False).pdf, "application/pdf", f"{title}.pdf")
        return
    pictures = press.pictures(*asked, dpi=options.dpi, keep=False)
    digits = len(str(len(pictures)))
    for page, picture in enumerate(pictures, start=1):
        yield File(picture, "image/png", f"{title}, page {page:0{digits}}.png")


def _orders(options: PrintOptions) -> list[Order]:
    """Every document that is meant, once. Raises UnknownChoiceError, which says what there is."""
    asked = tuple(dict.fromkeys(options.kinds)) or USUAL
    documents = {kind: _order(kind, options) for kind in asked if kind not in EXTRAS}
    for kind in options.styles or ():
        if kind not in documents:
            raise UnknownChoiceError(
                "kind of document that is printed here, to have a style,", kind, documents
            )
    for name in options.settings or ():
        if not any(_own({name: ""}, kind) for kind in documents):
            there_are = {each for kind in documents for each in _known(kind)}
            raise UnknownChoiceError("setting", name, there_are)
    return [documents.get(kind) or Order(kind, "", "a4") for kind in asked]


def _order(kind: str, options: PrintOptions) -> Order:
    module, style, paper = printables.choose(kind, (options.styles or {}).get(kind), options.paper)
    chosen = _own(options.settings or {}, kind)
    _judge(module, chosen)
    copies = {"copies": str(options.copies)} if kind in FOR_PLAYERS and options.copies > 1 else {}
    return Order(kind, style, paper.id, tuple(f"{name}={value}" for name, value in (chosen | copies).items()))


def _own(settings: Mapping[str, str], kind: str) -> dict[str, str]:
    """The settings that are meant for a kind: those that it knows, and those with its name before a dot."""
    everybody = {name: value for name, value in settings.items() if name in _known(kind)}
    start = f"{kind}."
    return everybody | {
        name.removeprefix(start): value for name, value in settings.items() if name.startswith(start)
    }


def _known(kind: str) -> Mapping[str, choices.Setting]:
    return choices.settings_of(printables.modules()[kind])


def _judge(module: ModuleType, settings: Mapping[str, str]) -> None:
    """Refuses a value before anything is printed."""
    read = choices.read(module, settings)
    if settings and hasattr(module, "judge"):
        module.judge(read)
