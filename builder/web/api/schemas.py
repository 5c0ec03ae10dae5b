"""Generates JSON Schema from our own types: TypedDicts of answers, dataclasses of options."""

from collections.abc import Mapping
from dataclasses import MISSING, Field
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints, is_typeddict

from builder.web.api.options import LONGEST, MOST, known, type_of

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


def options(kind: type) -> Schema:
    """The schema of a call's options, as a JSON object."""
    fields = known(kind)
    needed = [name for name, each in fields.items() if each.default is MISSING]
    schema: Schema = {
        "type": "object",
        "properties": {name: option(kind, each) for name, each in fields.items()},
    }
    return schema | ({"required": needed} if needed else {})


def option(kind: type, each: "Field[Any]") -> Schema:
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
