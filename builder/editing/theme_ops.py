"""The theme of a script (`_meta.clockwright.theme`): one of ours, or fields over what it extends.

theme        {theme}: the name of one of ours, a whole theme as an object, or an empty text for none; or
             {"paper.color", "fonts.heading", ...}: fields of it, of which empty ones are left to what it extends; a
             field that equals its `was.paper.color` is not changed. {reset} names a field to empty
"""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from builder import uploads
from builder.editing.change import Change, EditError, Op, op, with_ours
from builder.errors import ClockwrightError
from builder.game.script import Script
from builder.language import gettext as _
from builder.themes import NONE, loading, schema

THEME = "theme"
#: Values of a switch in a form.
YES, NO = "yes", "no"
#: The choice of a menu of fonts that stands for a file.
OWN = "own"
#: Fields of more than a value, and those that are not for forms.
WITHOUT = frozenset({"$schema", "extends", "paper.tones"})


@cache
def fields() -> Mapping[str, Mapping[str, Any]]:
    """The rule of each field of a theme, by its name, such as `paper.color`."""
    found: dict[str, Mapping[str, Any]] = {}
    for name, node in schema.rules()["properties"].items():
        inner = node.get("properties") if node["type"] == "object" else None
        found |= {f"{name}.{each}": rule for each, rule in inner.items()} if inner else {name: node}
    return {name: node for name, node in found.items() if name not in WITHOUT}


def own(script: Script) -> dict[str, Any]:
    """The script's theme as an object, to modify; empty if there is none."""
    said = script.theme
    if isinstance(said, str):
        return {"extends": said} if said in loading.ours() else {}
    return json.loads(json.dumps(said)) if isinstance(said, dict) else {}


@op("theme")
def _theme(script: Script, op: Op) -> Change:
    wanted = _chosen(op[THEME]) if THEME in op else _with_fields(own(script), op)
    if wanted and not isinstance(wanted, str):
        try:
            read(wanted)
        except ClockwrightError as error:
            raise EditError(str(error)) from error
    if wanted == (script.theme or ""):
        return Change(script, "", "")
    return Change(with_ours(script, THEME, wanted), "Theme", _("Theme changed."))


def _chosen(value: object) -> str | dict[str, Any]:
    if isinstance(value, dict):
        return _plain(value)
    name = str(value or "")
    if name in {"", NONE}:
        return ""
    if name not in loading.ours():
        raise EditError(_("There is no theme “%(name)s”.") % {"name": name[:60]})
    return name


def _with_fields(theme: dict[str, Any], op: Op) -> str | dict[str, Any]:
    given = {
        name: value
        for name, value in op.items()
        if name in fields() and value not in (op.get(f"was.{name}"), OWN)
    }
    if str(op.get("reset")) in fields():
        given = {str(op["reset"]): ""}
    for name, value in given.items():
        group, _dot, inner = name.partition(".")
        holder = theme.setdefault(group, {}) if inner else theme
        if not isinstance(holder, dict):
            holder = theme[group] = {}
        holder[inner or group] = _value(name, value)
        if name == "paper.picture":
            holder.pop("tones", None)
            tones = op.get("paper.tones")
            holder |= {"tones": tones} if isinstance(tones, list) and value else {}
    return _plain(theme)


def _value(name: str, value: object) -> object:
    """The value of a field as the format has it; None if it is empty."""
    if value is None or value == "":
        return None
    kind = fields()[name]["type"]
    if kind == "boolean" and value in {YES, NO}:
        return value == YES
    if kind == "number" and isinstance(value, str):
        try:
            return float(value.replace(",", "."))
        except ValueError:
            return value  # the format says what is wrong with it
    return value


def _plain(theme: Mapping[str, Any]) -> str | dict[str, Any]:
    """A theme without empty parts; the name alone if nothing differs from what it extends."""
    made: dict[str, Any] = {}
    for name, value in theme.items():
        kept = (
            {each: part for each, part in value.items() if part is not None}
            if isinstance(value, dict)
            else value
        )
        if kept not in ({}, None, ""):
            made[name] = kept
    base = made.get("extends")
    return str(base) if set(made) == {"extends"} and base in loading.ours() else made


def read(theme: object) -> loading.Written:
    """Reads a theme without its uploaded files. Raises ClockwrightError if it cannot be used."""

    def light(value: object) -> object:
        if isinstance(value, dict):
            return {name: light(part) for name, part in value.items()}
        if isinstance(value, str) and uploads.is_address(value):
            return schema.STORED + value.removeprefix(uploads.SCHEME)[:32]
        return value

    return loading.from_object(light(theme))
