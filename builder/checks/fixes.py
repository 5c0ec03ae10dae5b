"""What a button does to a script: each fix is plain JSON, applied to the script's values, not to its file."""

import json
import re
from collections.abc import Mapping
from typing import Any

from builder import catalogue
from builder.errors import UnknownChoiceError
from builder.formats import official
from builder.game.script import Script

STEP = re.compile(r'\[(?P<index>\d+)\]|\.(?P<name>\w+)|\[(?P<quoted>"(?:[^"\\]|\\.)*")\]')
OPS = ("remove", "replace-id", "set")
Steps = list[int | str]


def apply(script: Script, op: Mapping[str, Any]) -> Script:
    """The same script with one change: `remove` a place, `set` it to a `value`, or `replace-id` by an `id`.

    Everything else stays as it was written. Raises UnknownChoiceError for a change that does not exist, and
    LookupError for a place that is not (or no longer) on the script.
    """
    if op.get("op") not in OPS:
        raise UnknownChoiceError("fix", str(op.get("op")), OPS)
    steps = _steps(op.get("path"))
    if op["op"] == "replace-id":
        entry = _at(script.written(), steps)
        steps = [*steps, "id"] if isinstance(entry, dict) else steps
    values = _changed(script.written(), steps, op)
    reading = tuple(problem for problem in script.reading if problem.path is None)
    return catalogue.resolve(official.assembled(enumerate(values), reading=reading))


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


def _at(values: Any, steps: Steps) -> Any:  # noqa: ANN401  # JSON
    for step in steps:
        values = _inside(values, step)[step]
    return values


def _inside(values: Any, step: int | str) -> Any:  # noqa: ANN401  # JSON
    """The container, if it can have such a place."""
    if isinstance(values, list if isinstance(step, int) else dict):
        return values
    raise LookupError(step)


def _changed(values: Any, steps: Steps, op: Mapping[str, Any]) -> Any:  # noqa: ANN401  # JSON
    """A copy with one place changed; whatever lies beside the path is shared."""
    step, *rest = steps
    copy = _inside(values, step).copy()
    if rest:
        copy[step] = _changed(copy[step], rest, op)
    elif op["op"] == "remove":
        del copy[step]
    else:
        copy[step] = op["id"] if op["op"] == "replace-id" else op["value"]
    return copy
