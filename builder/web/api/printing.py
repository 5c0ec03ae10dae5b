"""`POST /api/print`: the documents of a script as PDF, as pictures, or all in one ZIP. None of them is stored."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import builder
from builder import artefacts, formats, printables
from builder.answers.shapes import KindValue
from builder.artefact import PrintRequest
from builder.artefacts import FOR_PLAYERS, PAPER, USUAL
from builder.errors import UnknownChoiceError
from builder.files import safe_name
from builder.game.script import Script
from builder.language import gettext as _
from builder.themes import NONE, loading
from builder.web.api.options import option
from builder.web.api.responses import File, together
from builder.web.infra.services import services

#: The formats of a response.
MEDIA = ["application/pdf", "application/zip", "image/png", "text/html"]


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """Options of /api/print."""

    kinds: tuple[str, ...] = option(
        "What to print.", USUAL, choices=lambda: [*printables.kinds(), *artefacts.singly()]
    )
    styles: Mapping[str, str] | None = option("The style of each kind, such as full for night.", None)
    paper: str = option("The paper.", PAPER, choices=lambda: list(printables.every_paper()))
    copies: int = option("How many character sheets to print.", 1, least=1, most=100)
    settings: Mapping[str, str] | None = option(
        "Settings by name, for all kinds that have them, or as kind.name for one.", None
    )
    theme: str = option(
        "How the documents are dressed. By default as the script says.",
        "",
        choices=lambda: ["", *loading.ours(), NONE],
    )
    as_: str = option(
        "pdf: one file per kind, in a ZIP if there are several. png: a picture of each page. zip: always a ZIP, with "
        "the script's JSON.",
        "pdf",
        choices=lambda: ["pdf", "png", "zip"],
        name="as",
    )
    dpi: int = option("Resolution of page pictures, in dots per inch.", 150, least=50, most=300)


def print_(script: Script, options: PrintOptions) -> File:
    """The documents of a script as PDF, as pictures, or in a ZIP."""
    requests = _requests(options)
    text = builder.dump(script)
    services().press.bring(text)
    files = [file for wanted in requests for file in _files(script, text, wanted, options)]
    if options.as_ != "zip":
        return together(files, script.name)
    written = formats.write(formats.public(script)).encode("utf-8", "replace")
    return together(
        [File(written, "application/json", f"{safe_name(script.name)}.json"), *files], script.name
    )


def extras() -> list[KindValue]:
    """The extras that can be requested, in the same form as the kinds."""
    return [
        {"kind": name, "title": each.title, "styles": [], "looks": {}, "papers": [], "settings": {}}
        for name, each in artefacts.singly().items()
    ]


def _files(script: Script, text: str, wanted: PrintRequest, options: PrintOptions) -> Iterator[File]:
    press, stem = services().press, safe_name(script.name)
    if options.as_ != "png" or wanted.kind in artefacts.extras():
        made = press.render(text, wanted, keep=False)
        yield File(made.body, made.media_type, f"{stem} - {made.name}")
        return
    title = printables.file_title(wanted.kind, wanted.style, wanted.paper)
    pictures = press.pictures(text, wanted, dpi=options.dpi, keep=False)
    for name, picture in artefacts.page_files(f"{stem} - {title}", pictures):
        yield File(picture, "image/png", name)


def _requests(options: PrintOptions) -> list[PrintRequest]:
    """Every requested document, once. Raises UnknownChoiceError, which lists the valid choices."""
    chosen = tuple(dict.fromkeys(options.kinds)) or USUAL
    documents = [kind for kind in chosen if kind in printables.kinds()]
    requests = [
        _request(kind, options) if kind in documents else PrintRequest(kind, theme=options.theme)
        for kind in chosen
    ]
    for kind in options.styles or ():
        if kind not in documents:
            raise UnknownChoiceError(
                _("There is no document in this request called “%(name)s”."), kind, documents
            )
    for name in options.settings or ():
        if not any(artefacts.meant_for(kind, {name: ""}) for kind in documents):
            there_are = {each for kind in documents for each in artefacts.settings(kind)}
            raise UnknownChoiceError(_("There is no setting “%(name)s”."), name, there_are)
    return requests


def _request(kind: str, options: PrintOptions) -> PrintRequest:
    settings = artefacts.meant_for(kind, options.settings or {})
    copies = options.copies if kind in FOR_PLAYERS else 1
    style = (options.styles or {}).get(kind, "")
    wanted = PrintRequest(kind, style, options.paper, tuple(settings.items()), copies, theme=options.theme)
    return artefacts.judged(wanted)
