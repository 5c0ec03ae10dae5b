"""The icon studio: choose a shape for a character and paint it, with a live preview."""

import base64
import json
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Any
from urllib.parse import quote

from flask import Blueprint, Response, abort, jsonify, make_response, redirect, render_template, request
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as BaseResponse

from builder import uploads
from builder.editing import EditError
from builder.editing.icon_ops import OF_ITS_OWN, SET_CREDIT
from builder.errors import ClockwrightError, PictureError
from builder.formats.official.clockwright_block import EMBLEM
from builder.game import paint_settings
from builder.language import N_, gettext as _
from builder.press.pictures import painted_icons, untrusted
from builder.web.infra import error_pages, icon_jobs, rights
from builder.web.infra.services import services
from builder.web.routes import ops
from builder.web.view_models import character_list, icon_form, icon_page, thumbnail
from builder.web.view_models.icon_page import Subject, Work

pages = Blueprint("icons", __name__)

#: A file up to this size gets an error next to its field; a larger one is rejected before it is read.
LARGEST_UPLOAD = 24_000_000
TOO_LARGE = N_("This picture cannot be used: it is larger than %(megabytes)s MB.")
LONGEST_SETTINGS = 4_000
LONGEST_NAME = 200
PREFIX = "/s/<identifier>/characters/<cid>/icon"


def _too_large() -> str:
    return TOO_LARGE % {"megabytes": untrusted.MOST_BYTES // 1_000_000}


@pages.get(PREFIX)
def show(identifier: str, cid: str) -> Response:
    """The icon of a character, and all controls to change it."""
    found = icon_page.subject(rights.opened(identifier), cid)
    return _page(found, found.saved)


@pages.post(PREFIX)
def change(identifier: str, cid: str) -> BaseResponse:
    """Handles a form sent without JavaScript: preview, upload, save."""
    request.max_content_length = LARGEST_UPLOAD
    current = rights.opened(identifier)
    # If the character is gone by now, as the author of the form saw it.
    gone = character_list.find(current.script, cid) is None
    found = icon_page.subject(ops.as_seen(current) if gone else current, cid)
    try:
        work, act = _work(found), request.form.get("act", "")
    except RequestEntityTooLarge:
        abort(413, _too_large())  # nothing of the form was read
    chosen = request.form.get("preset", "")
    for preset in painted_icons.presets():
        if preset.name == chosen:
            own = {name: value for name, value in work.settings.items() if name in OF_ITS_OWN}
            work = replace(work, settings={**preset.settings, **own})
    file = request.files.get("file")
    try:
        work = replace(work, shape=store_upload(), credit="") if file and file.filename else work
    except ClockwrightError as error:
        return _page(found, work, fault=str(error), status=error_pages.status_of(error))
    return _save(found, work) if act == "save" else _page(found, work)


@pages.post(f"{PREFIX}/upload")
def upload(identifier: str, cid: str) -> Response:  # noqa: ARG001  # the guard reads them
    """Stores an uploaded picture; returns its address, or an error next to the field."""
    request.max_content_length = LARGEST_UPLOAD
    try:
        return jsonify(picture=store_upload())
    except RequestEntityTooLarge:
        return make_response(jsonify(fault=_too_large()), 413)
    except ClockwrightError as error:
        return make_response(jsonify(fault=str(error)), error_pages.status_of(error))


@pages.get(f"{PREFIX}/offers")
def offers(identifier: str, cid: str) -> str:
    """The emblems for a search."""
    found = icon_page.subject(rights.opened(identifier), cid)
    return render_template("part/icon_offers.html", **_offers(found, found.saved))


@pages.get(f"{PREFIX}/preview")
def preview(identifier: str, cid: str) -> Response:
    """A preview of every version, for our JavaScript: pictures by their names, as `data:` addresses."""
    found = icon_page.subject(rights.opened(identifier), cid)
    work = icon_request(found)
    known = found.versions
    paintings = found.paintings(work.shape, {**work.settings, "scale": 1})
    made: list[bytes] = []
    try:
        for (shape, settings), several in groupby(zip(paintings, known, strict=True), itemgetter(0)):
            teams = [each.team for _unused, each in several]
            draft = "draft" in request.args
            made += icon_jobs.paint(services().press, shape, teams, settings, draft=draft)
    except PictureError as error:
        return make_response(jsonify(fault=sentence(str(error))), 422)
    shown = {
        each.name: "data:image/png;base64," + base64.b64encode(png).decode()
        for each, png in zip(known, made, strict=True)
    }
    return jsonify(pictures=shown)


def _page(found: Subject, work: Work, *, fault: str = "", status: int = 200) -> Response:
    page = render_template(
        "icon.html",
        script=found.opened,
        subject=found,
        groups=icon_form.groups(work.settings),
        unrelated=icon_form.unrelated(found.character.team),
        presets=painted_icons.presets(),
        versions=found.versions,
        fault=fault,
        set_credit=SET_CREDIT,
        as_it_is=quote(json.dumps(dict(thumbnail.AS_IT_IS))),
        is_saved=work == found.saved,
        **_offers(found, work),
    )
    response = make_response(page, status)
    if status != 200:
        response.headers["Cache-Control"] = "no-store"
    return response


def _offers(found: Subject, work: Work) -> dict[str, Any]:
    words = request.values.get("q", "")[: icon_page.LONGEST_SEARCH]
    offered = icon_page.offers(found.opened.script, found.character, words)
    mine = () if work.picture or not work.shape or work.shape in offered else (work.shape,)
    return {"q": words, "offers": (*mine, *offered), "found": len(offered), "work": work}


def _work(found: Subject) -> Work:
    """The icon with the values of the form."""
    shape = request.form.get("shape", found.saved.shape)
    known = uploads.is_address(shape) or EMBLEM.fullmatch(shape)
    credit = " ".join(request.form.get("credit", "").split())
    settings, source = icon_form.read(request.form), found.source
    if source and shape == source.picture != found.saved.shape and settings == found.saved.settings:
        settings = dict(source.settings)  # as it was painted before, while nothing else was chosen here
    return Work(shape if known else "", settings, credit)


def icon_request(found: Subject) -> Work:
    """The icon with the values of the query, else its saved ones; an empty shape is no icon."""
    saved = found.saved
    shape = request.args.get("shape", saved.shape)
    if shape and not uploads.is_address(shape) and not EMBLEM.fullmatch(shape):
        shape = saved.shape
    return Work(shape, settings_in(request.args.get("settings", ""), saved.settings), saved.credit)


def settings_in(text: str, otherwise: Any) -> Any:
    """Settings from a query, within their limits; `otherwise` if they cannot be parsed."""
    try:
        written = json.loads(text[:LONGEST_SETTINGS]) if text else otherwise
    except (ValueError, RecursionError):
        written = otherwise
    return paint_settings.read(written).as_json()


def store_upload() -> str:
    """Checks and stores the uploaded picture; returns its address. Raises ClockwrightError, a sentence for a person."""
    return keep_picture(*uploaded(_("Choose a picture first.")))


def uploaded(nothing: str) -> tuple[bytes, str]:
    """The uploaded file and its name. Raises PictureError, with the sentence `nothing` if none was chosen."""
    file = request.files.get("file")
    if not file:
        raise PictureError(nothing)
    body = file.read()
    file.close()
    if not body:
        raise PictureError(_("The file is empty. Choose another one."))
    return body, (file.filename or "")[:LONGEST_NAME]


def keep_picture(body: bytes, name: str) -> str:
    """Checks and stores a picture; returns its address. Raises ClockwrightError, a sentence for a person."""
    try:
        stored = icon_jobs.read(services().press, body)
    except PictureError as error:
        raise PictureError(sentence(str(error))) from error
    return keep_file(stored, untrusted.media_type(stored), name)


def keep_file(body: bytes, media_type: str, name: str) -> str:
    """Stores a file, which counts for its owner's quota; returns its address."""
    icon = rights.library().keep_icon(body, media_type, name[:LONGEST_NAME], owner=rights.owner())
    return uploads.SCHEME + icon.hash


def sentence(reason: str) -> str:
    """The error message for a picture that cannot be used."""
    return _("This picture cannot be used: %(reason)s.") % {"reason": reason}


def _save(found: Subject, work: Work) -> BaseResponse:
    try:
        ops.changed(found.opened, work.op(found.who), f"{found.address}/icon")
    except EditError as error:
        return _page(found, work, fault=str(error), status=422)
    return redirect(found.address + "/icon", 303)
