"""The fixes that checks offer as buttons; each op is plain JSON (`Fix.op`).

| op | with | does |
|---|---|---|
| `remove` | `path` | removes the value at a path of the script, such as `$[3].ability` |
| `set` | `path`, `value` | writes a value there |
| `replace-id` | `path`, `id` | gives the entry there another id |
| `replace-ids` | `replacements`: `path` and `id` of each | does so for several |
| `dismiss` | `code`, `characters`, `note` | dismisses a problem |
| `restore` | `code`, `characters` | restores it |
| `style-rule` | `rule`, `on` | switches a rule of house style on or off for the script |

A fix may carry a `label` for the history. `add`, `sort`, `make-own` and `new-id` are in the other modules of ops.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from builder import catalogue
from builder.editing.change import Change, EditError, Op, from_values, op, with_ours
from builder.game import dismissals
from builder.game.script import Script
from builder.language import N_, Later, gettext as _
from builder.prose_lists import join_some

STEP = re.compile(r'\[(?P<index>\d+)\]|\.(?P<name>\w+)|\[(?P<quoted>"(?:[^"\\]|\\.)*")\]')
Steps = list[int | str]
#: Letters of a fix's label that the history shows.
LONGEST_LABEL = 80
#: Longer notes are cut off.
LONGEST_NOTE = 500
NAMED = 6
#: In our object in `_meta`: the rules of house style (`wording.style`) that are switched off; at most this many.
STYLE_OFF, MOST_RULES = "styleOff", 200
NO_CHANGE = N_("There is no such change.")


@op("remove")
@op("set")
def _at_path(script: Script, op: Op) -> Change:
    return _mended(script, op, _changed(script.written(), _steps(op.get("path")), op))


@op("replace-id")
def _replace_id(script: Script, op: Op) -> Change:
    return _replaced(script, [op])


@op("replace-ids")
def _replace_ids(script: Script, op: Op) -> Change:
    given = op.get("replacements")
    if not isinstance(given, list) or not given:
        raise EditError(NO_CHANGE)
    return _replaced(script, given)


def _replaced(script: Script, replacements: Sequence[Any]) -> Change:
    values, labels, says = script.written(), [], []
    for each in replacements:
        if not isinstance(each, Mapping) or not isinstance(each.get("id"), str):
            raise EditError(NO_CHANGE)
        steps = _steps(each.get("path"))
        there = _at(values, steps)
        if isinstance(there, dict):
            steps, there = [*steps, "id"], there.get("id", "")
        values = _changed(values, steps, {"op": "set", "value": each["id"]})
        known = catalogue.find(each["id"])
        pair = {"name": str(there)[:40], "other": known.name if known else each["id"]}
        labels.append("{name} replaced with {other}".format_map(pair))
        says.append(_("%(name)s replaced with %(other)s") % pair)
    label = labels[0] if len(labels) == 1 else f"{len(labels)} names replaced"
    return Change(from_values(script, values), label, f"{join_some(says, NAMED)}.")


def _mended(script: Script, op: Op, values: list[Any]) -> Change:
    label = str(op.get("label") or "A problem")[:LONGEST_LABEL]
    return Change(from_values(script, values), label, _("Fixed: %(label)s.") % {"label": label})


@op("dismiss")
def _dismiss(script: Script, op: Op) -> Change:
    if dismissals.read(op) is None:
        raise LookupError(op.get("code"))
    entry = {name: op[name] for name in ("code", "characters", "note") if name in op}
    if "note" in entry:
        entry["note"] = str(entry["note"])[:LONGEST_NOTE]
    return _set_aside(script, [*_others(script, op), entry], N_("Check dismissed"))


@op("restore")
def _restore(script: Script, op: Op) -> Change:
    return _set_aside(script, _others(script, op), N_("Check restored"))


def _others(script: Script, op: Op) -> list[Any]:
    """All dismissals as written, except the one of this problem."""
    written, characters = (script.block.get(dismissals.FIELD), op.get("characters"))
    about = [str(each) for each in characters] if isinstance(characters, list) else []
    every = ((each, dismissals.read(each)) for each in written) if isinstance(written, list) else ()
    return [each for each, read in every if read is None or not read.covers(str(op.get("code")), about)]


def _set_aside(script: Script, aside: list[Any], label: Later) -> Change:
    return Change(with_ours(script, dismissals.FIELD, aside), label.english, f"{label}.")


@op("style-rule")
def _style_rule(script: Script, op: Op) -> Change:
    rule, is_on = op.get("rule"), op.get("on")
    if not isinstance(rule, str) or not 0 < len(rule) <= LONGEST_LABEL or not isinstance(is_on, bool):
        raise EditError(NO_CHANGE)
    listed = script.block.get(STYLE_OFF)
    before = listed if isinstance(listed, list) else []
    after = [each for each in before if each != rule] + ([] if is_on else [rule])
    if len(after) > MOST_RULES:
        raise EditError(NO_CHANGE)
    if after == before:
        return Change(script, "", _("Nothing to change."))
    label = N_("Rule of style switched on") if is_on else N_("Rule of style switched off")
    return Change(with_ours(script, STYLE_OFF, after), label.english, f"{label}.")


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
        values = _container(values, step)[step]
    return values


def _container(values: Any, step: int | str) -> Any:
    """The list or object, if it can contain such a step."""
    if isinstance(values, list if isinstance(step, int) else dict):
        return values
    raise LookupError(step)


def _changed(values: Any, steps: Steps, op: Mapping[str, Any]) -> Any:
    """A copy with one value changed; everything outside the path is shared with the original."""
    step, *rest = steps
    copy = _container(values, step).copy()
    if rest:
        copy[step] = _changed(copy[step], rest, op)
    elif op["op"] == "remove":
        del copy[step]
    else:
        copy[step] = op["value"]
    return copy
