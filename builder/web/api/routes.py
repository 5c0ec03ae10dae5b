"""The routes of the API, one for each call."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

from flask import Blueprint, Response, request

from builder.errors import (
    BusyError,
    ClockwrightError,
    MissingPartError,
    UnavailableError,
    UnknownCharacterError,
    UnreadableScriptError,
)
from builder.web.api import options, request_body, responses
from builder.web.api.calls import GET, POST, options_of
from builder.web.api.description import description
from builder.web.api.responses import File

api = Blueprint("api", __name__, url_prefix="/api")


def _add() -> None:
    for name, call in POST.items():
        api.add_url_rule(f"/{name}", name, _posted(call), methods=["POST"])
    for name, tell in GET.items():
        api.add_url_rule(f"/{name}", name, _got(tell), methods=["GET"])


def _posted(work: Callable[..., Any]) -> Callable[[], Response]:
    kind = options_of(work)

    def view() -> Response:
        found = request_body.read_request(request)
        chosen = options.read(kind, found.body, found.query)
        return _response(work(found.script(), chosen))

    return view


def _got(work: Callable[..., Any]) -> Callable[[], Response]:
    kind = options_of(work)

    def view(**in_path: str) -> Response:
        query = request.args.to_dict(flat=False) | {name: [value] for name, value in in_path.items()}
        return _response(work(options.read(kind, {}, query)))

    return view


def _response(answer: Any) -> Response:
    return answer.response() if isinstance(answer, File) else responses.as_json(answer)


@api.get("/openapi.json")
def openapi() -> Response:
    """The description of the whole API, for programs."""
    return Response(_described(), mimetype="application/json")


@cache
def _described() -> str:
    return json.dumps(description(), ensure_ascii=False)


@api.get("/")
def overview() -> Response:
    """Points to the description."""
    return responses.as_json({"openapi": "/api/openapi.json"})


@api.errorhandler(ClockwrightError)
def refuse(error: ClockwrightError) -> Response:
    """Returns the error response for an invalid script or option, or a request that the rules do not allow."""
    faults = error.problems if isinstance(error, UnreadableScriptError) else ()
    statuses = {UnavailableError: 503, BusyError: 429, MissingPartError: 503, UnknownCharacterError: 404}
    status = next((status for kind, status in statuses.items() if isinstance(error, kind)), 422)
    response = responses.answer(status, str(error), faults)
    if isinstance(error, BusyError):
        response.headers["Retry-After"] = str(error.retry_after)
    return response


_add()
