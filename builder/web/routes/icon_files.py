"""Painted icons as files: `…/icon/usual.png`, `good`, `evil`, `unaligned`; saved ones, or as the query says."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, abort, make_response, request
from werkzeug.wrappers import Response as BaseResponse

from builder.editing.icon_ops import restyled
from builder.files import safe_name
from builder.press.pictures import painted_icons
from builder.web.infra import icon_jobs, rights
from builder.web.infra.script_store import Opened
from builder.web.infra.services import services
from builder.web.routes import icons
from builder.web.view_models import icon_page, thumbnail
from builder.web.view_models.icon_page import Subject

pages = Blueprint("icon_files", __name__)


@pages.get("/s/<identifier>/characters/<cid>/icon/<name>.png")
def picture(identifier: str, cid: str, name: str) -> BaseResponse:
    """One version as a PNG file of 540 × 540 pixels, or half of that for a `draft`; `framed` is smaller.

    `finished` gives the picture that the character has while it has no icon.

    `shape` and `settings` replace those of the saved icon, `look` its style
    (with `place` for its place as well).
    """
    return painted(rights.opened(identifier), cid, name)


def painted(opened: Opened, cid: str, name: str) -> BaseResponse:
    """One version of a character's icon as the query wants it; aborts with 404 if it cannot be painted."""
    found = icon_page.subject(opened, cid)
    if isinstance(found, BaseResponse):
        return found
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
    except icon_jobs.UnpaintableError as error:
        abort(404, icons.sentence(str(error)))
    response = make_response(png)
    response.mimetype = "image/png"
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
