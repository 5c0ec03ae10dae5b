"""The OpenAPI description, generated from the option dataclasses and return types of the calls."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import MISSING, Field
from http import HTTPStatus
from typing import Any, get_args, get_type_hints

import builder
from builder.web.api import schemas
from builder.web.api.calls import GET, POST, options_of, writes
from builder.web.api.files import File
from builder.web.api.options import LANGUAGE, known, type_of
from builder.web.api.problems import TYPE, Details
from builder.web.api.request_body import FILES, FORM, JSON
from builder.web.api.schemas import Schema, Shapes

ABOUT = (
    "Check, sort, convert, set up, deal and print scripts for Blood on the Clocktower. Every call takes a script and "
    "answers at once; there is no login, and nothing of a script is kept."
)
NOT_FOUND = 404
#: The responses that every call can give besides 200, and what they mean.
REFUSALS = {
    400: "The request cannot be understood.",
    403: "A browser sent this from another site.",
    NOT_FOUND: "No official character has this name.",
    413: "The request is larger than 4 MB.",
    415: "The body does not have a type that a script can have.",
    422: "The script or an option cannot be read; `problems` lists everything.",
    429: "Too many requests; Retry-After says when to try again.",
    503: "The server is stopping.",
}
#: An option in an address: `<id>` in ours, `{id}` in the description.
BRACES = str.maketrans("<>", "{}")
_IN_PATH = re.compile(r"<(\w+)>")
FOR_GET = (400, 422, 429, 503)
A_SCRIPT: Schema = {
    "description": "The script: its official JSON list, or the text of any format that can be read.",
    "oneOf": [{"type": "array", "items": {"type": ["string", "object"]}}, {"type": "string"}],
}
EXAMPLE = ["washerwoman", "chef", "empath", "butler", "poisoner", "imp"]


def description() -> Schema:
    """The whole description, OpenAPI 3.1."""
    shapes = Shapes()
    shapes.of(Details)
    paths = {
        f"/api/{name.translate(BRACES)}": {"get": _get(name, work, shapes)} for name, work in GET.items()
    }
    paths |= {f"/api/{name}": {"post": _post(name, work, shapes)} for name, work in POST.items()}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Clockwright", "version": builder.__version__, "description": ABOUT},
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {"schemas": shapes.found},
    }


def _get(name: str, work: Callable[..., Any], shapes: Shapes) -> Schema:
    return {
        "operationId": name if name.isidentifier() else work.__name__,
        "summary": work.__doc__,
        "parameters": list(_parameters(options_of(work), in_path=_IN_PATH.findall(name))),
        "responses": _responses(name, work, shapes, (NOT_FOUND, *FOR_GET) if "<" in name else FOR_GET),
    }


def _post(name: str, work: Callable[..., Any], shapes: Shapes) -> Schema:
    return {
        "operationId": name,
        "summary": work.__doc__,
        "description": (
            "As JSON, options stand beside the script. Any other body is the script itself; its options stand in "
            "the address: lists with commas, objects as name=value, repeated."
        ),
        "parameters": list(_parameters(options_of(work), needed=False)),
        "requestBody": {"required": True, "content": _bodies(options_of(work))},
        "responses": _responses(
            name, work, shapes, tuple(status for status in REFUSALS if status != NOT_FOUND)
        ),
    }


def _parameters(kind: type, *, needed: bool = True, in_path: Sequence[str] = ()) -> Iterator[Schema]:
    """The options as query parameters. If the body is a script, they may be in the body instead: none is required."""
    for name, each in known(kind).items():
        yield {
            "name": name,
            "in": "path" if name in in_path else "query",
            "required": needed and each.default is MISSING,
            "description": each.metadata["option"].help,
            "schema": _in_address(kind, each),
            **({"style": "form", "explode": False} if type_of(kind, each.name) is tuple else {}),
        }
    if LANGUAGE not in known(kind):
        yield {
            "name": LANGUAGE,
            "in": "query",
            "required": False,
            "description": "The language of sentences, such as de. Without it: Accept-Language, or English.",
            "schema": {"type": "string"},
        }


def _in_address(kind: type, each: "Field[Any]") -> Schema:
    """The schema of an option in a query: never null, and an object as texts `name=value`."""
    schema = schemas.option(kind, each)
    schema.pop("description")
    default = schema.pop("default", None)
    if schema["type"] == "object":
        return {"type": "array", "items": {"type": "string", "pattern": "^[^=]+=.*$"}}
    if isinstance(schema["type"], list):
        schema["type"] = schema["type"][0]
    if None in schema.get("enum", ()):
        schema["enum"] = [word for word in schema["enum"] if word is not None]
    return schema if default is None else {**schema, "default": default}


def _bodies(kind: type) -> Schema:
    order = schemas.options(kind)
    order = {
        **order,
        "properties": {"script": A_SCRIPT, **order["properties"]},
        "required": ["script"],
        "additionalProperties": False,
    }
    file: Schema = {"type": "string", "format": "binary"}
    form: Schema = {"type": "object", "properties": {"script": file}, "required": ["script"]}
    return {
        JSON: {
            "schema": order,
            "example": {"script": EXAMPLE} | ({"players": 7} if "players" in known(kind) else {}),
        },
        "text/plain": {"schema": {"type": "string"}, "example": "\n".join(EXAMPLE)},
        FILES[0]: {"schema": file},
        FORM: {"schema": form},
    }


def _responses(name: str, work: Callable[..., Any], shapes: Shapes, refusals: tuple[int, ...]) -> Schema:
    answers = {"200": {"description": "The answer.", "content": _content(name, work, shapes)}}
    for status in refusals:
        answers[str(status)] = {
            "description": f"{HTTPStatus(status).phrase}. {REFUSALS[status]}",
            "content": {TYPE: {"schema": shapes.of(Details)}},
        }
    return answers


def _content(name: str, work: Callable[..., Any], shapes: Shapes) -> Schema:
    hint = get_type_hints(work, include_extras=True)["return"]
    hints = [hint, *get_args(hint)]
    content: Schema = {}
    if File in hints:
        content = {media: {"schema": {}} for media in writes(name)}
    values = [each for each in (get_args(hint) or (hint,)) if each is not File]
    if File not in hints:
        return {JSON: {"schema": shapes.of(hint)}}
    if values:
        content[JSON] = {"schema": {"anyOf": [{"type": ["array", "object"]}, *map(shapes.of, values)]}}
    return content
