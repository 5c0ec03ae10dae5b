"""The pictures of a script itself, its logo and its background: uploading and showing them."""

from flask import Blueprint, Response, abort, flash, make_response, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from builder import uploads
from builder.formats.carriers.script_pictures import media_type
from builder.web.infra.rights import opened
from builder.web.infra.services import services
from builder.web.routes import documents, icons, ops
from builder.web.view_models import script_details

pages = Blueprint("details", __name__)


@pages.post("/s/<identifier>/details/<name>")
def upload(identifier: str, name: str) -> BaseResponse:
    """Stores an uploaded picture and makes it the logo or the background."""
    current = opened(identifier)
    if name not in script_details.PICTURES:
        abort(404)
    request.max_content_length = icons.LARGEST_UPLOAD
    outcome = ops.changed(current, {"op": "details", name: icons.store_upload()})
    flash(outcome.say)
    return redirect(f"{current.path}#details", 303)


@pages.get("/s/<identifier>/details/<name>/<digest>")
def picture(identifier: str, name: str, digest: str) -> Response:
    """An uploaded picture of the script."""
    meta, address = opened(identifier).script.meta, uploads.SCHEME + digest
    if address not in {meta.logo, meta.background} or name not in script_details.PICTURES:
        abort(404)
    response = stored(address)
    response.headers["Cache-Control"] = "private, max-age=86400, immutable"
    return response


def stored(address: str) -> Response:
    """The picture with this address of an upload; aborts with 404 if there is none."""
    body = uploads.read(address, services().settings.data_folder)
    if body is None:
        abort(404)
    response = make_response(body)
    response.mimetype = media_type(body)
    response.headers["Content-Security-Policy"] = documents.PICTURE_POLICY
    return response
