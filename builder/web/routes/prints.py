"""Printing: the choice of documents, styles and papers; previews of the real pages; and all of them in one ZIP."""

from dataclasses import dataclass
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, jsonify, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from builder import artefacts, files, language, printables
from builder.artefact import PrintRequest
from builder.artefacts import USUAL
from builder.errors import BusyError, ClockwrightError
from builder.files import safe_name
from builder.language import gettext as _
from builder.printables.common import Paper
from builder.prose_lists import capital
from builder.web.infra import rights
from builder.web.infra.script_store import Opened
from builder.web.infra.services import services
from builder.web.routes import documents, share, theme
from builder.web.view_models import print_choices as choices, print_form, script_page, theme_form
from builder.web.view_models.script_page import DocumentView

pages = Blueprint("prints", __name__)

#: Dots per inch of pictures in a ZIP.
PICTURE_DPI = 200
#: The cookie with the last choice for a script, as a query, and its greatest length.
CHOICE = "print"
LONGEST_CHOICE = 2000
SHOP = "print-shop"


@dataclass(frozen=True, slots=True)
class KindView:
    """One document: whether it is selected, in which style, with which settings."""

    kind: str
    title: str
    is_wanted: bool
    style: str
    #: (style, title, short description)
    styles: tuple[tuple[str, str, str], ...]
    settings: tuple[print_form.SettingView, ...]
    #: Sheets of stickers that it can be printed on: (id, name).
    stickers: tuple[tuple[str, str], ...]
    paper: str
    is_tuned: bool
    fault: str
    document: DocumentView | None


@pages.get("/s/<identifier>/print")
def show(identifier: str) -> BaseResponse:
    """The form, and previews of the selected documents; as last chosen on this device, unless the address says."""
    opened = rights.opened(identifier)
    if not request.args and (last := request.cookies.get(CHOICE)):
        return redirect(f"{opened.path}/print?{last}")
    kinds = [_kind(opened, kind) for kind in printables.kinds()]
    notices = dict.fromkeys(notice for kind in kinds if kind.document for notice in kind.document.notices)
    changed = print_form.changed(request.args, choices.usual_paper())
    html = render_template(
        "print.html",
        address=f"{opened.path}/print{'?' if changed else ''}{urlencode(changed)}",
        notices=list(notices),
        is_hosted=rights.is_hosted(),
        script=opened,
        kinds=kinds,
        common=print_form.common(request.args),
        themes_of_ours=list(theme_form.choices()),
        dress=request.args.get("theme", "")[:80],
        shops=print_form.shops(request.args),
        papers=[(paper.id, _(paper.name)) for paper in printables.papers().values()],
        paper=choices.chosen().paper.id,
        copies=request.args.get("copies", "1")[:4],
        document_languages=language.known().values(),
        chosen_languages=[request.args.get(name, "") for name in ("language", "second-language")],
        with_pictures="png" in request.args,
    )
    status = 422 if any(kind.fault for kind in kinds) else 200
    response = make_response(html, status)
    if request.args.get("paper"):
        theme.remember(response, "paper", choices.chosen().paper.id)
    choice = urlencode([(name, value) for name, value in changed if name != "paper"])
    if len(choice) <= LONGEST_CHOICE:  # an empty one is dropped at once
        age = rights.YEAR if choice else 0
        response.set_cookie(CHOICE, choice, age, path=f"{opened.path}/print", httponly=True, samesite="Lax")
    return response


@pages.get("/s/<identifier>/print/made/<kind>")
def made(identifier: str, kind: str) -> Response:
    """Renders one of the documents and returns its size; for the progress of a ZIP."""
    opened = rights.opened(identifier)
    if kind not in printables.kinds():
        abort(404)
    try:
        wanted = _wanted(opened, kind)
        services().press.bring(opened.official)
        document = services().press.render(opened.official, wanted)
    except BusyError:
        raise
    except ClockwrightError as error:
        response = jsonify(fault=str(error))
        response.status_code = 422
        return response
    return jsonify(pages=document.pages, kilobytes=-(-len(document.pdf) // 1000))


@pages.get("/s/<identifier>/print/bundle.zip")
def bundle(identifier: str) -> Response:
    """Every selected document, and the official JSON."""
    opened, press = rights.opened(identifier), services().press
    requests = [_wanted(opened, kind) for kind in printables.kinds() if _is_wanted(kind)]
    press.bring(opened.official)
    members = {f"{safe_name(opened.script.name)}.json": opened.file.encode()}
    for wanted in requests:
        name = documents.file_name(opened, wanted)
        members[name] = press.render(opened.official, wanted).pdf
        if "png" in request.args:
            pictures = press.pictures(opened.official, wanted, dpi=PICTURE_DPI)
            stem = name.removesuffix(".pdf")
            members |= {f"{stem}, page {number}.png": each for number, each in enumerate(pictures, 1)}
    name = f"{opened.script.name} ({choices.chosen().paper.name}).zip"
    return documents.download(files.zipped(members.items()), "application/zip", name)


@pages.get("/s/<identifier>/print/shop.zip")
def shop(identifier: str) -> Response:
    """The files for a print shop, with the settings of the tokens."""
    opened = rights.opened(identifier)
    tag = choices.known_language(request.args.get("language", "")) or language.tag()
    theme = choices.theme(request.args)
    settings = print_form.shop_settings(request.args)
    wanted = artefacts.judged(PrintRequest(SHOP, settings=settings, language=tag, theme=theme))
    services().press.bring(opened.official)
    made = services().press.render(opened.official, wanted)
    return documents.download(made.body, made.media_type, f"{opened.script.name} - {made.name}")


def _is_wanted(kind: str) -> bool:
    """Whether a check box is ticked; if no form was sent, its default."""
    return kind in (request.args.getlist("make") if "chosen" in request.args else USUAL)


def _wanted(opened: Opened, kind: str) -> PrintRequest:
    """One document with the settings of the query. Raises ClockwrightError for an invalid setting."""
    own = request.args.get(f"{kind}.paper", "")
    paper = own if own in printables.papers_for(kind) else choices.chosen().paper.id
    given = print_form.values(kind, request.args)
    if given.get("qr") == print_form.READ:
        given = {**given, "qr": share.read_address(opened)}
    return choices.document(kind, choices.chosen().styles[kind], paper, given)


def _kind(opened: Opened, kind: str) -> KindView:
    is_wanted = _is_wanted(kind)
    values, fault, document = print_form.values(kind, request.args), "", None
    try:
        wanted = _wanted(opened, kind)
        if is_wanted:
            document = script_page.document(opened, wanted, press=services().press)
    except ClockwrightError as error:
        fault = str(error)
    stickers = printables.papers_for(kind).keys() - printables.papers().keys()
    return KindView(
        kind=kind,
        title=capital(_(printables.title(kind))),
        is_wanted=is_wanted,
        style=choices.chosen().styles[kind],
        styles=tuple((style, *choices.style_title(kind, style)) for style in printables.kinds()[kind]),
        settings=print_form.settings(kind, opened.script, values),
        stickers=tuple((name, _in_short(printables.every_paper()[name])) for name in sorted(stickers)),
        paper=request.args.get(f"{kind}.paper", ""),
        is_tuned=print_form.is_changed(kind, values),
        fault=fault,
        document=document,
    )


def _in_short(sheet: Paper) -> str:
    """The name of a sheet of stickers that a select on a phone has room for."""
    if language.tag() != language.ENGLISH and sheet.labels:
        return f"{sheet.name.partition(',')[0]} ({sheet.labels.columns * sheet.labels.rows})"
    return sheet.name.replace(" round stickers of ", " of ").replace(" cards of ", " of ")
