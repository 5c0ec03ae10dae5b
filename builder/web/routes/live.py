"""Living together: pages ask here once a second whether their script was changed elsewhere, and who is here."""

import hashlib

from flask import Blueprint, Response, abort, jsonify, request

from builder.web.infra import presence, rights
from builder.web.infra.services import services

pages = Blueprint("live", __name__)


@pages.get("/s/<identifier>/live")
def live(identifier: str) -> Response:
    """The current revision, and the names of others who have the script open; 304 if both are as in the ETag.

    `device` is a random id of the browser, `name` the name that its user gave, or empty.
    """
    head = rights.library().head(identifier)
    if head is None:
        abort(404)
    device = request.args.get("device", "")[: presence.LONGEST_DEVICE]
    name = request.args.get("name", "")[: presence.LONGEST_NAME]
    here = services().presence.note(identifier, device, name) if device else ()
    stamp = hashlib.sha256(repr((head, here)).encode()).hexdigest()[:16]
    response = Response(status=304) if stamp in request.if_none_match else jsonify(revision=head, here=here)
    response.set_etag(stamp)
    return response
