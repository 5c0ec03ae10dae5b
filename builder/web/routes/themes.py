"""The theme of a script: one of ours, colors, fonts, paper, ornaments, beside the pages that wear it."""

import base64
import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    flash,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
)
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as BaseResponse

from builder import files, printables
from builder.artefacts.web_jobs import THEME
from builder.editing import EditError, Op
from builder.errors import ClockwrightError, PictureError
from builder.files import safe_name
from builder.formats.carriers import script_pictures
from builder.language import N_, gettext as _
from builder.prose_lists import capital
from builder.themes import loading
from builder.web.infra import error_pages, rights
from builder.web.infra.script_store import Opened
from builder.web.infra.services import services
from builder.web.routes import documents, icons, ops, static_files
from builder.web.view_models import print_choices, script_page, theme_form
from builder.web.view_models.script_page import DocumentView

pages = Blueprint("themes", __name__)

#: A file up to this size gets an error next to its field; a larger one is rejected before it is read.
LARGEST_UPLOAD = 40_000_000
#: The documents that the page shows: kind, page, title.
SHOWN = (
    ("sheet", 1, N_("Character sheet")),
    ("night", 1, N_("Night sheet")),
    ("tokens", 1, N_("Tokens")),
    ("almanac", 5, N_("Almanac")),
)
#: An almanac of no more characters may not have that page.
FEW = 8
#: The first bytes of a theme's JSON or ZIP, and of fonts.
WHOLE, FONTS = (b"PK", b"{", b"\xef\xbb\xbf{"), (b"\0\1\0\0", b"OTTO", b"true", b"wOF2")
MOST_OTHERS = 200


@dataclass(frozen=True, slots=True)
class PageView:
    """A page that wears the theme."""

    kind: str
    title: str
    page: int
    document: DocumentView
    #: A part of its picture's address that changes with the script.
    stamp: str


@pages.get("/s/<identifier>/theme")
def show(identifier: str) -> str:
    """The controls, and the pages."""
    return _page(rights.opened(identifier))


@pages.post("/s/<identifier>/theme/file")
def upload(identifier: str) -> BaseResponse:
    """Takes in a file: a whole theme, or the picture or font of a field."""
    opened = rights.opened(identifier)
    request.max_content_length = LARGEST_UPLOAD
    try:
        outcome = ops.changed(opened, _op_of_upload(request.form.get("field", "")), f"{opened.path}/theme")
    except RequestEntityTooLarge:
        return _refused(
            opened, _("This file is larger than %(size)s MB.") % {"size": LARGEST_UPLOAD // 10**6}, 413
        )
    except ClockwrightError as error:
        status = 422 if isinstance(error, EditError | PictureError) else error_pages.status_of(error)
        return _refused(opened, str(error), status)
    if "X-Parts" in request.headers:
        return jsonify(revision=outcome.script.revision)
    flash(outcome.say)
    return redirect(f"{opened.path}/theme", 303)


@pages.get("/s/<identifier>/theme.zip")
def export(identifier: str) -> Response:
    """The theme as a file that others can drop into their page."""
    opened = rights.opened(identifier)
    fields, members = theme_form.exported(opened.script)
    written = json.dumps(fields, indent=2, ensure_ascii=False).encode()
    name = str(fields.get("title") or fields.get("extends") or opened.script.name)
    content = files.zipped([(loading.FILE, written), *members.items()])
    return documents.download(content, "application/zip", f"{safe_name(name)} (theme).zip")


@pages.post("/s/<identifier>/theme/use")
def use(identifier: str) -> BaseResponse:
    """Gives the theme to another script of the same owner."""
    rights.refuse_guests(identifier)
    opened = rights.opened(identifier)
    other = next((each for each, _name in _others(opened) if each == request.form.get("script", "")), "")
    if not other:
        abort(422, _("That script is no longer in the library."))
    target = rights.opened(other)
    page = f"{target.path}/theme"
    outcome = ops.changed(target, {"op": "theme", "theme": opened.script.theme}, page)
    if outcome.say:
        flash(outcome.say)
    return redirect(page, 303)


@pages.get("/themes/faces.css")
def faces() -> Response:
    """Our fonts, for the menu of fonts."""
    css = theme_form.faces_css(static_files.CURRENT.address("vendor/fonts/"))
    response = Response(css, content_type="text/css; charset=utf-8")
    response.headers["Cache-Control"] = "public, max-age=3600"
    return response


def _page(opened: Opened, fault: str = "") -> str:
    return render_template(
        "theme.html",
        script=opened,
        dress=theme_form.of(opened.script),
        fault=fault,
        shown=list(_shown(opened)),
        others=list(_others(opened)) if rights.is_owner(opened.id) else [],
        faces=f"/themes/faces.css?v={static_files.CURRENT.fingerprint}",
    )


def _shown(opened: Opened) -> Iterator[PageView]:
    stamp = sha256(opened.official.encode("utf-8", "replace")).hexdigest()[:16]
    for kind, page, title in SHOWN:
        style, paper = printables.kinds()[kind][0], print_choices.chosen().paper.id
        wanted = print_choices.document(kind, style, paper)
        document = script_page.document(opened, wanted, press=services().press)
        number = page if len(opened.script.characters) > FEW else min(page, 2)
        yield PageView(kind, capital(_(title)), number, document, stamp)


def _others(opened: Opened) -> Iterator[tuple[str, str]]:
    for one in list(services().store.library.scripts(owner=rights.owner()))[:MOST_OTHERS]:
        if one.id != opened.id:
            yield one.id, one.name


def _refused(opened: Opened, fault: str, status: int) -> Response:
    if "X-Parts" in request.headers:
        return make_response(jsonify(fault=fault), status)
    response = make_response(_page(opened, fault), status)
    response.headers["Cache-Control"] = "no-store"
    return response


def _op_of_upload(name: str) -> Op:
    """The op that the uploaded file makes; its files are stored. Raises ClockwrightError, a sentence for a person."""
    body, file_name = icons.uploaded(_("Choose a file first."))
    is_whole = body.lstrip()[:1] == b"{" or body.startswith(WHOLE)
    field = (
        name if name in theme_form.FILES else "fonts.heading" if body.startswith(FONTS) else "paper.picture"
    )
    if not is_whole:
        group, _dot, inner = field.partition(".")
        address = "data:;base64," + base64.b64encode(body).decode()
        body = json.dumps({group: {inner: address}}).encode()
    job = json.dumps({"theme": base64.b64encode(body).decode()})
    members = dict(services().press.render(job, THEME, keep=False).files)
    fields = _stored(json.loads(members.pop(loading.FILE)), members, file_name)
    if is_whole:
        return {"op": "theme", "theme": fields}
    group, _dot, inner = field.partition(".")
    return {"op": "theme", field: fields[group][inner], "paper.tones": fields[group].get("tones")}


def _stored(value: Any, members: dict[str, bytes], name: str) -> Any:
    """The fields of a theme with the addresses of its files, which are stored and count for the quota."""
    if isinstance(value, dict):
        return {each: _stored(part, members, name) for each, part in value.items()}
    if not isinstance(value, str) or value not in members:
        return value
    body = members[value]
    return icons.keep_file(body, script_pictures.media_type(body), name)
