"""Parses the body of an API request: the script and its options.

A JSON object with a field `script` is an order: the script, as JSON or as text, next to its options. Every
other body is the script itself, in any format that can be read; its options are in the query.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import Request
from werkzeug.exceptions import BadRequest, UnsupportedMediaType

import builder
from builder.game.script import Script
from builder.language import gettext as _

JSON = "application/json"
FORM = "multipart/form-data"
#: Media types of a body besides JSON, text and forms: the bytes of a file.
FILES = ("application/octet-stream", "application/pdf", "application/zip", "image/png", "image/svg+xml")


@dataclass(frozen=True, slots=True)
class ApiRequest:
    """The script's bytes or text, and the options from the body and from the query."""

    source: bytes | str
    body: Mapping[str, Any] = field(default_factory=dict)
    query: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def script(self) -> Script:
        """Parses the script. Raises UnreadableScriptError."""
        return builder.parse(self.source)


def read_request(request: Request) -> ApiRequest:
    """Parses the current request. Aborts with 400, 413 or 415."""
    query = request.args.to_dict(flat=False)
    kind = request.mimetype
    if kind == FORM:
        return _form(request, query)
    if kind == JSON:
        return _json(request.get_data(cache=False), query)
    if kind and kind not in FILES and not kind.startswith("text/"):
        raise UnsupportedMediaType(
            _(
                "A script comes as %(json)s, text/plain, application/octet-stream or a file of %(form)s, "
                "not as %(kind)s."
            )
            % {"json": JSON, "form": FORM, "kind": kind[:80]}
        )
    return ApiRequest(request.get_data(cache=False), query=query)


def _form(request: Request, query: Mapping[str, Sequence[str]]) -> ApiRequest:
    """The first file of a form; its other fields are options as in a query."""
    file = next(iter(request.files.values()), None)
    # A part without a name has the name None, whatever the types say.
    fields = {name or "": texts for name, texts in request.form.to_dict(flat=False).items()}
    text = fields.pop("script", [""])[0].replace("\r\n", "\n")
    if file is None and not text:
        raise BadRequest(_("The form brings no script: send it as a file called “script”."))
    return ApiRequest(file.read() if file else text, query={**query, **fields})


def _json(body: bytes, query: Mapping[str, Sequence[str]]) -> ApiRequest:
    try:
        text = body.decode(json.detect_encoding(body)).removeprefix("\ufeff")
        value = json.loads(text)
    except RecursionError:  # parsing it as a script reports what is wrong
        return ApiRequest(body, query=query)
    except ValueError as error:
        text = _("The body is not JSON. Send a script that is to be mended as text/plain.")
        if isinstance(error, json.JSONDecodeError):
            text = _(
                "The body is not JSON (line %(line)s, column %(column)s). Send a script that is to be "
                "mended as text/plain."
            ) % {"line": error.lineno, "column": error.colno}
        raise BadRequest(text) from None
    if not isinstance(value, dict) or "script" not in value:
        return ApiRequest(body, query=query)
    script = value.pop("script")
    return ApiRequest(script if isinstance(script, str) else _alone(text), value, query)


def _alone(order: str) -> str:
    """The script of an order with everything else blanked, so that lines and columns match the body."""
    decode, found, at = json.JSONDecoder().raw_decode, (0, 0), order.index("{") + 1
    while (at := _next(order, at)) < len(order) and order[at] != "}":
        name, at = decode(order, at)
        start = _next(order, at)
        _unused, at = decode(order, start)
        found = (start, at) if name == "script" else found
    start, end = found
    blank = "\n".join(" " * len(line) for line in order[:start].split("\n"))
    return blank + order[start:end]


def _next(text: str, at: int) -> int:
    """The position where the next value, name or closing brace begins."""
    while at < len(text) and text[at] in " \t\r\n,:":
        at += 1
    return at
