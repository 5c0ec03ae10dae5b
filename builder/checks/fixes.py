"""What a button does to a script: each fix is plain JSON, applied to the script's values, not to its file."""

import json
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from builder import catalogue
from builder.checks import dismissals
from builder.checks.facts import EXTRAS
from builder.errors import UnknownChoiceError
from builder.formats import official
from builder.formats.official import entries
from builder.formats.official.variants import definition
from builder.game import sorting
from builder.game.character import Character
from builder.game.script import Meta, Script

STEP = re.compile(r'\[(?P<index>\d+)\]|\.(?P<name>\w+)|\[(?P<quoted>"(?:[^"\\]|\\.)*")\]')
Op = Mapping[str, Any]
Steps = list[int | str]


def apply(script: Script, op: Op) -> Script:
    """The same script with one change.

    At a `path`: `remove` it, `set` it to a `value`, `replace-id` by an `id`, or `make-own`: an official character's
    definition under an `id` of its own. To the whole: `add` an official `id`, `sort`, `dismiss` a finding (`code`,
    `characters`, `note`) or `restore` it. Everything else stays as it was written. Raises UnknownChoiceError for a
    change or a character that does not exist, and LookupError for a place that is not (or no longer) on the script.
    """
    name = op.get("op")
    if not isinstance(name, str) or name not in OPS:
        raise UnknownChoiceError("fix", str(name), OPS)
    values = OPS[name](script, op)
    reading = tuple(problem for problem in script.reading if problem.path is None)
    return catalogue.resolve(official.assembled(enumerate(values), reading=reading))


def _at_place(script: Script, op: Op) -> list[Any]:
    values: list[Any] = _changed(script.written(), _steps(op.get("path")), op)
    return values


def _with_id(script: Script, op: Op) -> list[Any]:
    steps = _steps(op.get("path"))
    entry = _at(script.written(), steps)
    steps = [*steps, "id"] if isinstance(entry, dict) else steps
    return _put(script, steps, op["id"])


def _as_own(script: Script, op: Op) -> list[Any]:
    """The official definition in full, so that a change of it (a jinx of the script's own) counts everywhere."""
    steps = _steps(op.get("path"))
    entry = _at(script.written(), steps)
    written = entry if isinstance(entry, dict) else {"id": entry}
    character = _known(written.get("id"))
    return _put(script, steps, definition(character) | written | {"id": op["id"]})


def _added(script: Script, op: Op) -> list[Any]:
    """With one more character, behind everybody whom the official order has before it."""
    character = _known(op.get("id"))
    starts = catalogue.sort_starts()
    place = sorting.sort_key(character, starts)
    before = [
        index
        for index, entry in enumerate(script.entries)
        if entry.character and sorting.sort_key(entry.character, starts) <= place
    ]
    values = script.written()
    after = (
        int(script.places()[before[-1]][2:-1]) + 1 if before else min(script.meta_position + 1, len(values))
    )
    plain = [entry.written for entry in script.entries if not entry.is_custom]
    short = not plain or any(isinstance(each, str) for each in plain)
    values.insert(after, character.id if short else {"id": character.id})
    return values


def _sorted(script: Script, _: Op) -> list[Any]:
    return sorting.sort(script, catalogue.sort_starts()).written()


def _dismissed(script: Script, op: Op) -> list[Any]:
    return _with_extras(script, lambda extras: dismissals.dismissed(extras, op))


def _restored(script: Script, op: Op) -> list[Any]:
    return _with_extras(script, lambda extras: dismissals.restored(extras, op))


def _with_extras(script: Script, change: Callable[[object], dict[str, Any]]) -> list[Any]:
    """With our part of `_meta` changed. A script without `_meta` gets one; an empty part goes."""
    values = script.written()
    if script.written_meta is None:
        own = (
            entries.written_meta(script.meta)
            if script.meta != Meta()
            else {"id": "_meta", "name": script.name}
        )
        values.insert(0, own)
    index = script.meta_position if script.written_meta is not None else 0
    meta = values[index]
    extras = change(meta.get(EXTRAS))
    kept = {name: value for name, value in meta.items() if name != EXTRAS or extras}
    values[index] = kept | ({EXTRAS: extras} if extras else {})
    return values


def _known(identifier: object) -> Character:
    character = catalogue.find(identifier) if isinstance(identifier, str) else None
    if character is None:
        raise LookupError(identifier)
    return character


OPS: Mapping[str, Callable[[Script, Op], list[Any]]] = MappingProxyType(
    {
        "add": _added,
        "dismiss": _dismissed,
        "make-own": _as_own,
        "remove": _at_place,
        "replace-id": _with_id,
        "restore": _restored,
        "set": _at_place,
        "sort": _sorted,
    }
)


def _put(script: Script, steps: Steps, value: object) -> list[Any]:
    values: list[Any] = _changed(script.written(), steps, {"op": "set", "value": value})
    return values


def _steps(path: object) -> Steps:
    steps: Steps = []
    for step in STEP.finditer(path if isinstance(path, str) else ""):
        if step["index"]:
            steps.append(int(step["index"]))
        else:
            steps.append(step["name"] or json.loads(step["quoted"]))
    if not steps:
        raise LookupError(path)
    return steps


def _at(values: Any, steps: Steps) -> Any:
    for step in steps:
        values = _inside(values, step)[step]
    return values


def _inside(values: Any, step: int | str) -> Any:
    """The container, if it can have such a place."""
    if isinstance(values, list if isinstance(step, int) else dict):
        return values
    raise LookupError(step)


def _changed(values: Any, steps: Steps, op: Mapping[str, Any]) -> Any:
    """A copy with one place changed; whatever lies beside the path is shared."""
    step, *rest = steps
    copy = _inside(values, step).copy()
    if rest:
        copy[step] = _changed(copy[step], rest, op)
    elif op["op"] == "remove":
        del copy[step]
    else:
        copy[step] = op["value"]
    return copy
