"""Responses of the API: values as JSON, files, and problem details (RFC 9457), never a page."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from io import BytesIO
from typing import Annotated, Any, NotRequired, TypedDict

from flask import Response, g, request, send_file

from builder.answers.shapes import ProblemValue
from builder.files import safe_name, zipped
from builder.game.problem import Problem
from builder.language import N_

TYPE = "application/problem+json"
#: What the caller can do, if the error itself gives no advice.
WORDS = {
    400: N_("The request cannot be understood."),
    403: N_("A browser sent this from another site, so nothing was done."),
    404: N_("There is no such call. /api/openapi.json lists them all."),
    405: N_("This call needs another method; see the Allow header."),
    413: N_("The body can have up to 4 MB, and the script in it up to 2 MB."),
    500: N_(
        "Something broke on our side; it is not the script's fault. Report it with the number of this request."
    ),
    503: N_("The server is stopping. Try again in a moment."),
}


class Details(TypedDict):
    """Why the request failed."""

    type: Annotated[str, "about:blank: the status says it all."]
    title: str
    status: int
    detail: Annotated[str, "What is wrong and what to do, for a person."]
    instance: Annotated[str, "The path of the request."]
    request: Annotated[str, "The number of this request, as in X-Request-ID and in the server's log."]
    problems: NotRequired[Annotated[list[ProblemValue], "Everything wrong with the script or the options."]]


def is_wanted() -> bool:
    """Whether the client expects an API response instead of a page."""
    return request.path == "/api" or request.path.startswith("/api/")


def as_json(value: object, media: str = "application/json", status: int = 200) -> Response:
    """A value as JSON, its fields in their declared order."""
    text = json.dumps(value, ensure_ascii=False) + "\n"
    return Response(text.encode("utf-8", "replace"), status, mimetype=media)


def answer(status: int, detail: str, problems: Sequence[Problem] = ()) -> Response:
    """The response for one status."""
    details: dict[str, Any] = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail or str(WORDS.get(status, WORDS[400])),
        "instance": request.path[:200],
        "request": g.get("request_id", ""),
    }
    if problems:
        details["problems"] = [problem.as_json() for problem in problems]
    response = as_json(details, TYPE, status)
    response.headers["Cache-Control"] = "no-store"
    return response


@dataclass(frozen=True, slots=True)
class File:
    """A file: its bytes, its media type and its name."""

    content: bytes
    media: str
    name: str

    def response(self) -> Response:
        """The response that sends the file."""
        stem, dot, ending = self.name.rpartition(".")
        return send_file(
            BytesIO(self.content),
            self.media,
            as_attachment=True,
            download_name=safe_name(stem) + dot + ending,
            max_age=0,
        )


def together(files: Sequence[File], name: str) -> File:
    """The only file, or a ZIP of all files."""
    if len(files) == 1:
        return files[0]
    return File(zipped((each.name, each.content) for each in files), "application/zip", f"{name}.zip")
