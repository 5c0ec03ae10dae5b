"""Error pages: an HTML page with our theme, never a traceback."""

import logging
import traceback
from pathlib import Path

from flask import Flask, Response, g, make_response, render_template, request
from werkzeug.exceptions import HTTPException

from builder.errors import (
    BusyError,
    ClockwrightError,
    LibraryBusyError,
    LibraryError,
    LibraryFullError,
    MissingPartError,
    RenderError,
    UnavailableError,
)
from builder.language import N_, gettext as _
from builder.web.api import responses
from builder.web.infra.guard import VISITS, redact_path

log = logging.getLogger("clockwright.web")

#: Status to (heading, explanation and advice).
WORDS = {
    400: (N_("That didn't work"), N_("Something in the request was not as expected. Go back and try again.")),
    403: (
        N_("That form came from another site"),
        N_("Nothing was changed, because the form was not sent from a page of this app."),
    ),
    404: (
        N_("There is nothing here"),
        N_(
            "The address may be mistyped, or the script was deleted. Deleted scripts stay in the bin for a month."
        ),
    ),
    405: (N_("This page can’t be opened this way"), N_("Go to the home page and open the script there.")),
    413: (
        N_("That file is too large"),
        N_(
            "A script can have up to 2 MB, and even the largest are far smaller. If there are "
            "pictures inside the file, link to them instead."
        ),
    ),
    422: (N_("That could not be done"), N_("Nothing was changed, and nothing was lost.")),
    429: (N_("Too busy right now"), N_("Many documents are being made at once. Try again in a few seconds.")),
    500: (
        N_("Something broke on our side"),
        N_(
            "You did nothing wrong, and nothing was lost. Try again. If it keeps happening, report "
            "it with the error code below."
        ),
    ),
    503: (N_("Not available right now"), N_("Nothing was lost. Try again in a moment.")),
    507: (N_("There is no space left"), N_("Nothing was changed, and nothing was lost.")),
}

#: Seconds after which a library that was busy is asked again.
AGAIN = 2

#: Heading and advice for a share link that opens nothing: closed, mistyped and orphaned ones look the same.
CLOSED_LINK = (N_("This link was closed"), N_("Ask whoever sent it."))

#: Heading and advice if a document was requested.
NO_DOCUMENT = (N_("This document could not be made"), "")

#: The status of each of our own exceptions; the first match counts. Any other is 422.
STATUSES: tuple[tuple[type[ClockwrightError], int], ...] = (
    (UnavailableError, 503),
    (BusyError, 429),
    (LibraryFullError, 507),
    (LibraryError, 503),
    (MissingPartError, 503),
)


class EncodableResponse(Response):
    """A response whose text may contain lone surrogates from the request: they are sent as “?”."""

    def set_data(self, value: bytes | str) -> None:
        """Sets the body of the response from bytes or text."""
        super().set_data(value.encode("utf-8", "replace") if isinstance(value, str) else value)


def explain(app: Flask) -> None:
    """Registers the error pages with the app."""
    app.response_class = EncodableResponse
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(ClockwrightError, _refused)
    app.register_error_handler(Exception, _unexpected)


def page(status: int, detail: str = "", words: tuple[str, str] | None = None) -> Response:
    """The error page for a status, with its usual heading and advice or with others."""
    if responses.is_wanted():
        return responses.answer(status, encodable(detail))
    heading, advice = words or WORDS.get(status, WORDS[400 if status < 500 else 500])
    if status == 413 and detail:
        advice = _("Nothing was changed.")
    response = make_response(
        render_template(
            "error.html", status=status, heading=heading, advice=advice, detail=encodable(detail)
        ),
        status,
    )
    response.headers["Cache-Control"] = "no-store"
    return response


def encodable(sentence: str) -> str:
    """Replaces characters that cannot be encoded: a sentence may quote lone surrogates from the request."""
    return sentence.encode("utf-8", "replace").decode()


def _http(error: HTTPException) -> Response:
    ours = error.description if error.description != type(error).description else ""
    is_closed = error.code == 404 and request.path.startswith(VISITS)
    response = page(error.code or 500, ours or "", CLOSED_LINK if is_closed else None)
    if error.code == 405:
        response.headers["Allow"] = dict(error.get_headers()).get("Allow", "GET")
    return response


def status_of(error: ClockwrightError) -> int:
    """The status for one of our own exceptions."""
    return next((status for kind, status in STATUSES if isinstance(error, kind)), 422)


def unsaved(response: Response, status: int) -> Response:
    """Marks a page about something that was not saved: not to be cached, and to be tried again if that may help."""
    response.status_code = status
    response.headers["Cache-Control"] = "no-store"
    if status in {429, 503}:
        response.headers["Retry-After"] = str(AGAIN)
    return response


def _refused(error: ClockwrightError) -> Response:
    """Answers a request that cannot be fulfilled with the sentence of its error. Nothing was lost."""
    status = status_of(error)
    words = NO_DOCUMENT if status == 422 and isinstance(error, RenderError) else None
    response = page(status, str(error), words)
    if isinstance(error, BusyError):
        response.headers["Retry-After"] = str(error.retry_after)
    elif isinstance(error, LibraryBusyError):
        response.headers["Retry-After"] = str(AGAIN)
    return response


def _unexpected(error: Exception) -> Response:
    """Logs where an unexpected error happened. Its text is not logged: it may quote a script."""
    frames = traceback.extract_tb(error.__traceback__)
    where = " < ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in reversed(frames[-8:]))
    log.error(
        "%s %s %s %s at %s",
        g.get("request_id", "-"),
        request.method,
        redact_path(request.path),
        type(error).__name__,
        where,
    )
    return page(500)
