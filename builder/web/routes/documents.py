"""Downloads and pictures of pages: PDFs, the official JSON, a ZIP of all.

All settings besides kind, style and paper are in the query: `/s/…/tokens/classic/a4.pdf?punch=38/19&copies=2`.
"""

from flask import Blueprint, Response, abort, render_template, request
from markupsafe import escape

from builder import files, printables
from builder.artefact import PrintRequest
from builder.errors import BusyError, ClockwrightError
from builder.files import safe_name
from builder.web.api.responses import File
from builder.web.infra.rights import opened
from builder.web.infra.script_store import Opened
from builder.web.infra.services import services
from builder.web.view_models import print_choices, script_page
from builder.web.view_models.script_page import SIZES

pages = Blueprint("documents", __name__)

FOR_EVER = "private, max-age=31536000, immutable"
#: Nothing in a picture may run. Alone in its tab, the browser wraps it in a page with an inline style.
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"


@pages.get("/s/<identifier>/script.json")
def official(identifier: str) -> Response:
    """The script as official JSON."""
    script = opened(identifier)
    return download(script.file.encode(), "application/json", f"{script.script.name}.json")


@pages.get("/s/<identifier>/<kind>/<style>/<paper>.pdf")
def pdf(identifier: str, kind: str, style: str, paper: str) -> Response:
    """One document as a PDF file."""
    return whole(opened(identifier), kind, style, paper)


@pages.get("/s/<identifier>/<kind>/<style>/<paper>/<int:page>.png")
@pages.get("/s/<identifier>/<kind>/<style>/<paper>/<int:page><any('-large'):size>.png")
def picture(identifier: str, kind: str, style: str, paper: str, page: int, size: str = "") -> Response:
    """One page as a picture. If it cannot be rendered, the picture says why."""
    script, press = opened(identifier), services().press
    _must_exist(kind, style, paper)
    try:
        wanted = print_choices.document(kind, style, paper, request.args)
        pictures = press.pictures(script.official, wanted, dpi=SIZES[size])
    except BusyError:
        raise
    except ClockwrightError as error:
        return _sorry(str(error), paper)
    if not 1 <= page <= len(pictures):
        abort(404)
    is_final = request.args.get("v") == press.version(script.official)
    return shown_picture(pictures[page - 1], "image/png", is_final=is_final)


@pages.get("/s/<identifier>/all-<paper>.zip")
def bundle(identifier: str, paper: str) -> Response:
    """Every document in every style, and the official JSON."""
    script = opened(identifier)
    if paper not in printables.papers():
        abort(404)
    services().press.bring(script.official)
    members = {f"{safe_name(script.script.name)}.json": script.file.encode()}
    for kind, styles in printables.kinds().items():
        for style in styles:
            wanted = print_choices.document(kind, style, paper)
            document = services().press.render(script.official, wanted)
            members[file_name(script, wanted)] = document.pdf
    name = f"{script.script.name} ({printables.papers()[paper].name}).zip"
    return download(files.zipped(members.items()), "application/zip", name)


def whole(script: Opened, kind: str, style: str, paper: str) -> Response:
    """One document as a PDF file, with the settings from the query."""
    _must_exist(kind, style, paper)
    services().press.bring(script.official)
    wanted = print_choices.document(kind, style, paper, request.args)
    document = services().press.render(script.official, wanted)
    response = download(document.pdf, "application/pdf", file_name(script, wanted))
    if "inline" in request.args:  # shown by the browser, in a frame of our own pages too
        response.headers["Content-Disposition"] = response.headers["Content-Disposition"].replace(
            "attachment", "inline", 1
        )
        response.headers["Content-Security-Policy"] = "frame-ancestors 'self'"
        response.headers["X-Frame-Options"] = "SAMEORIGIN"
    return response


def shown_picture(body: bytes, media_type: str, *, is_final: bool) -> Response:
    """A response with a picture, in which nothing may run; `is_final` if its address changes with it."""
    headers = {"Content-Security-Policy": PICTURE_POLICY} | ({"Cache-Control": FOR_EVER} if is_final else {})
    return Response(body, headers=headers, mimetype=media_type)


def file_name(script: Opened, wanted: PrintRequest) -> str:
    """The file name of a document."""
    title = printables.file_title(
        wanted.kind, wanted.style, wanted.paper, wanted.language, wanted.second_language
    )
    return f"{safe_name(script.script.name)} - {title}.pdf"


def _must_exist(kind: str, style: str, paper: str) -> None:
    if not print_choices.exists(kind, style, paper):
        abort(404)


def download(content: bytes, media_type: str, name: str) -> Response:
    """A response with a download, under a file name that is valid on every system."""
    return File(content, media_type, name).response()


def _sorry(sentence: str, paper: str) -> Response:
    """A picture in the paper's shape with an error message on it."""
    words, lines = sentence.split(), [""]
    for word in words:
        if len(lines[-1]) + len(word) > 40:
            lines.append("")
        lines[-1] += f"{word} "
    sheet = printables.every_paper()[paper]
    spans = "".join(f'<tspan x="{sheet.width / 2}" dy="9">{escape(line)}</tspan>' for line in lines[:12])
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {sheet.width} {sheet.height}">'
        f'<rect width="100%" height="100%" fill="#fff"/><text y="{sheet.height / 3}" text-anchor="middle"'
        f' font-family="sans-serif" font-size="7" fill="#7f1420">{spans}</text></svg>'
    )
    headers = {"Cache-Control": "no-store", "Content-Security-Policy": PICTURE_POLICY}
    return Response(svg, 422, headers, mimetype="image/svg+xml")


@pages.get("/s/<identifier>/<kind>/<style>/<paper>")
def document(identifier: str, kind: str, style: str, paper: str) -> str:
    """All pages of one document as pictures: a page of its own, or a fragment for JavaScript."""
    script = opened(identifier)
    _must_exist(kind, style, paper)
    wanted = print_choices.document(kind, style, paper, request.args)
    services().press.render(script.official, wanted)
    view = script_page.document(script, wanted, press=services().press)
    template = "part/pages.html" if "part" in request.args else "document.html"
    return render_template(
        template, document=view, name=script.script.name, script_path=f"/s/{identifier}/print"
    )
