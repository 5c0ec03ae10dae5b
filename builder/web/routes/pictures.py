"""Pictures of a script: painted icons (`usual`, `good`, `evil`, `unaligned`) as files; its logo and its background."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, abort, flash, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from builder import uploads
from builder.editing.icon_ops import restyled
from builder.errors import PictureError
from builder.files import safe_name
from builder.formats.carriers.script_pictures import media_type
from builder.press.pictures import painted_icons
from builder.web.infra import icon_jobs, rights
from builder.web.infra.rights import opened
from builder.web.infra.services import services
from builder.web.routes import documents, icons, ops
from builder.web.view_models import icon_page, sheet, thumbnail
from builder.web.view_models.icon_page import Subject

pages = Blueprint("pictures", __name__)


@pages.get("/s/<identifier>/characters/<cid>/icon/<name>.png")
def picture(identifier: str, cid: str, name: str) -> Response:
    """One version as a PNG file of 540 × 540 pixels, or half of that for a `draft`; `framed` is smaller.

    `finished` gives the picture that the character has while it has no icon.

    `shape` and `settings` replace those of the saved icon, `look` its style
    (with `place` for its place as well).
    """
    return painted(icon_page.subject(rights.opened(identifier), cid), name)


def painted(found: Subject, name: str) -> Response:
    """One version of a character's icon as the query wants it; aborts with 404 if it cannot be painted."""
    version = icon_page.version(found.character.team, name)
    if version is None:
        abort(404)
    shape, settings = _wanted(found, found.versions.index(version))
    ways = {way: way in request.args for way in ("draft", "framed")}
    facts = json.dumps([painted_icons.VERSION, shape, version.team, settings, ways], sort_keys=True)
    stamp = hashlib.sha256(facts.encode()).hexdigest()[:20]
    if stamp in request.if_none_match:
        return Response(status=304)
    try:
        (png,) = icon_jobs.paint(services().press, shape, [version.team], settings, **ways)
    except PictureError as error:
        abort(404, icons.sentence(str(error)))
    response = Response(png, mimetype="image/png")
    response.set_etag(stamp)
    if "download" in request.args:
        file_name = f"{safe_name(found.character.name or found.character.id)} ({version.name}).png"
        response.headers.set("Content-Disposition", "attachment", filename=file_name)
    return response


def _wanted(found: Subject, number: int) -> tuple[str, Mapping[str, Any]]:
    """The shape and settings of a version from the query; the saved ones by default."""
    if thumbnail.FINISHED in request.args:
        return found.paintings("", {})[number]
    icon = found.character.icon
    if "look" in request.args:
        shape = found.saved.shape or found.fallback_emblem
        look = icons.settings_in(request.args["look"], {})
        icon = restyled(replace(icon, emblem=shape), look, place="place" in request.args)
        return shape, icon.settings
    work = icons.icon_request(found)
    return found.paintings(work.shape, work.settings)[number]


@pages.post("/s/<identifier>/details/<name>")
def upload_detail(identifier: str, name: str) -> BaseResponse:
    """Stores an uploaded picture and makes it the logo or the background."""
    current = opened(identifier)
    if name not in sheet.PICTURES:
        abort(404)
    request.max_content_length = icons.LARGEST_UPLOAD
    outcome = ops.changed(current, {"op": "details", name: icons.store_upload()})
    flash(outcome.say)
    return redirect(f"{current.path}#details", 303)


@pages.get("/s/<identifier>/details/<name>/<digest>")
def detail(identifier: str, name: str, digest: str) -> Response:
    """An uploaded picture of the script."""
    meta, address = opened(identifier).script.meta, uploads.SCHEME + digest
    if address not in {meta.logo, meta.background} or name not in sheet.PICTURES:
        abort(404)
    response = stored(address)
    response.headers["Cache-Control"] = "private, max-age=86400, immutable"
    return response


def stored(address: str) -> Response:
    """The picture with this address of an upload; aborts with 404 if there is none."""
    body = uploads.read(address, services().settings.data_folder)
    if body is None:
        abort(404)
    return documents.shown_picture(body, media_type(body), is_final=False)
