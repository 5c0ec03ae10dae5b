"""The OpenAPI description, generated from the option dataclasses and return types of the calls."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, Field
from http import HTTPStatus
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints, is_typeddict

import builder
from builder.web.api.calls import GET, POST, options_of, writes
from builder.web.api.options import LANGUAGE, LONGEST, MOST, known, type_of
from builder.web.api.request_body import FILES, FORM, JSON
from builder.web.api.responses import TYPE, Details, File

Schema = dict[str, Any]
PLAIN: Mapping[Any, str] = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}
TEXT: Schema = {"type": "string", "maxLength": LONGEST}


class Shapes:
    """The named schemas found so far, for `components/schemas`."""

    def __init__(self) -> None:
        self.found: dict[str, Schema] = {}

    def of(self, hint: Any) -> Schema:
        """The schema of a type; a TypedDict is defined once and referenced by name."""
        origin, inner = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self.of(inner[0]) | {"description": inner[1]}
        if origin in {Union, UnionType}:
            return self._either(inner)
        if origin is list:
            return {"type": "array", "items": self.of(inner[0])}
        if origin is dict:
            return {"type": "object", "additionalProperties": self.of(inner[1])}
        if is_typeddict(hint):
            return self._named(hint)
        return {"type": PLAIN[hint]} if hint in PLAIN else {}

    def _either(self, inner: tuple[Any, ...]) -> Schema:
        if all(each in PLAIN for each in inner):
            return {"type": [PLAIN[each] for each in inner]}
        return {"anyOf": [self.of(each) for each in inner]}

    def _named(self, shape: Any) -> Schema:
        name = shape.__name__
        if name not in self.found:
            self.found[name] = {}
            hints = get_type_hints(shape, include_extras=True)
            self.found[name] = {
                "type": "object",
                "description": shape.__doc__,
                "properties": {field: self.of(_plain(hint)) for field, hint in hints.items()},
                "required": sorted(shape.__required_keys__),
                "additionalProperties": False,
            }
        return {"$ref": f"#/components/schemas/{name}"}


def _plain(hint: Any) -> Any:
    """A field's type without `NotRequired`."""
    return (
        get_args(hint)[0] if getattr(get_origin(hint), "_name", "") in {"NotRequired", "Required"} else hint
    )


def options_schema(kind: type) -> Schema:
    """The schema of a call's options, as a JSON object."""
    fields = known(kind)
    needed = [name for name, each in fields.items() if each.default is MISSING]
    schema: Schema = {
        "type": "object",
        "properties": {name: option_schema(kind, each) for name, each in fields.items()},
    }
    return schema | ({"required": needed} if needed else {})


def option_schema(kind: type, each: "Field[Any]") -> Schema:
    """The schema of one option."""
    about, plain = each.metadata["option"], type_of(kind, each.name)
    words = {"enum": list(about.choices())} if about.choices else {}
    bounds = {"minimum": about.least, "maximum": about.most}
    text: Schema = {"type": "string", **words} if words else TEXT
    by_type: dict[type, Schema] = {
        int: {"type": "integer"} | {name: bound for name, bound in bounds.items() if bound is not None},
        bool: {"type": "boolean"},
        str: text,
        tuple: {"type": "array", "items": text, "maxItems": MOST},
    }
    an_object: Schema = {"type": "object", "additionalProperties": TEXT, "maxProperties": MOST}
    schema = by_type.get(plain, an_object)
    if each.default is None:
        schema = {**schema, "type": [schema["type"], "null"]} | (
            {"enum": [*schema["enum"], None]} if "enum" in schema else {}
        )
    elif each.default is not MISSING:
        default = each.default
        plain_default = list(default) if isinstance(default, tuple) else default
        schema = {**schema, "default": dict(default) if isinstance(default, Mapping) else plain_default}
    return schema | {"description": about.help}


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
    schema = option_schema(kind, each)
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
    order = options_schema(kind)
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
