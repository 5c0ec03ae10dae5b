"""What somebody can do to a script on its page: each a plain JSON op, a pure function from script to script.

Who is meant is told as `[place, id]`: the place in the order of entries, and the id that stood there when the page
was made. Where another stands there by now, the id decides; so an op that comes late still does what was meant.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from builder import catalogue
from builder.checks import fixes
from builder.errors import ClockwrightError
from builder.formats import official
from builder.game.ids import key
from builder.game.script import Entry, Script

Op = Mapping[str, Any]
#: An op is a few words; the longest carries the whole definition of a homebrew character.
LONGEST = 200_000
LONGEST_NAME = 200
#: So much of an id says who is meant; official ones have 50 letters at most.
LONGEST_ID = 80


class EditError(ClockwrightError):
    """The change cannot be made (any more); the script is as it was."""


@dataclass(frozen=True, slots=True)
class Change:
    """What became of a script, in a word for its history and in a sentence for its author."""

    script: Script
    label: str
    say: str


def change(script: Script, op: Op) -> Change:
    """The script with one change. Raises EditError, which says why it cannot be made."""
    name = op.get("op")
    work = OPS.get(name) if isinstance(name, str) else None
    try:
        return work(script, op) if work else _fixed(script, op)
    except EditError:
        raise
    except (ClockwrightError, LookupError, TypeError, ValueError, RecursionError):
        raise EditError("This cannot be done (any more). Look at the script as it is now.") from None


def read(text: str, fields: Mapping[str, str], many: Mapping[str, Sequence[str]]) -> Op:
    """An op as a form sends it: as JSON, or as its name with the other fields beside it."""
    if len(text) > LONGEST:
        raise EditError("That is too long for one change.")
    try:
        op = json.loads(text) if text.startswith("{") else {"op": text, **fields}
        if op.get("op") == "dismiss" and fields.get("note", "").strip():
            op["note"] = fields["note"].strip()
        if "who" in many and "who" not in op:
            op["who"] = [json.loads(each) for each in many["who"]]
    except (ValueError, RecursionError):
        raise EditError("That is no change of a script.") from None
    return dict(op)


def _add(script: Script, op: Op) -> Change:
    character = catalogue.find(str(op.get("id", "")))
    if character is None:
        raise EditError(f"Nobody is called “{str(op.get('id', ''))[:60]}”.")
    if any(entry.key == character.key for entry in script.entries):
        return Change(script, "", f"{character.name} is on the script already.")
    added = fixes.apply(script, {"op": "add", "id": character.id})
    return Change(added, f"+ {character.name}", f"{character.name} added.")


def _add_entry(script: Script, op: Op) -> Change:
    """A homebrew character with its whole definition, put behind the last of its team."""
    (entry,) = official.script_of([op.get("value")]).entries
    if any(each.key == entry.key for each in script.entries):
        return Change(script, "", f"{_name(entry)} is on the script already.")
    team = entry.character.team if entry.character else None
    same = [
        index for index, each in enumerate(script.entries) if each.character and each.character.team is team
    ]
    place = same[-1] + 1 if same else len(script.entries)
    entries = (*script.entries[:place], entry, *script.entries[place:])
    return Change(_with(script, entries), f"+ {_name(entry)}", f"{_name(entry)} added.")


def _drop(script: Script, op: Op) -> Change:
    asked = op.get("who") or []
    if not asked:
        return Change(script, "", "Nobody is selected. Tick characters first.")
    gone = {place for who in asked if (place := find(script, who)) is not None}
    if not gone:
        return Change(script, "", "That character is not on the script any more.")
    names = [_name(script.entries[place]) for place in sorted(gone)]
    entries = tuple(entry for place, entry in enumerate(script.entries) if place not in gone)
    told = ", ".join(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")  # noqa: PLR2004  # read aloud
    return Change(_with(script, entries), f"− {told}", f"{told} removed.")


def _move(script: Script, op: Op) -> Change:
    """One place `by` up (-1) or down (1) inside the team, or right `before` or `after` somebody of it."""
    place = find(script, op.get("who"))
    if place is None:
        raise EditError("That character is not on the script any more.")
    entry = script.entries[place]
    target = _target(script, place, op)
    if target is None or target == place:
        return Change(script, "", f"{_name(entry)} stays where it is.")
    rest = [each for index, each in enumerate(script.entries) if index != place]
    rest.insert(target, entry)
    return Change(_with(script, tuple(rest)), f"{_name(entry)} moved", f"{_name(entry)} moved.")


def _target(script: Script, place: int, op: Op) -> int | None:
    """Where the entry will stand once it is taken out; None: nowhere else."""
    if "by" in op:
        team = team_of(script.entries[place])
        same = [index for index, each in enumerate(script.entries) if team_of(each) == team]
        at = same.index(place) + (1 if int(op["by"]) > 0 else -1)
        return same[at] if 0 <= at < len(same) else None
    beside = find(script, op.get("before") or op.get("after"))
    if beside is None:
        raise EditError("The place to which it should go is not on the script any more.")
    return beside - (place < beside) + (0 if op.get("before") else 1)


def _swap(script: Script, op: Op) -> Change:
    """Somebody else in the same place."""
    place = find(script, op.get("who"))
    other = catalogue.find(str(op.get("id", "")))
    if place is None or other is None:
        raise EditError("That character is not on the script any more.")
    if any(entry.key == other.key for entry in script.entries):
        return Change(script, "", f"{other.name} is on the script already.")
    entry = script.entries[place]
    written: object = other.id if isinstance(entry.written, str) else {"id": other.id}
    fresh = Entry(other.id, written)
    entries = (*script.entries[:place], fresh, *script.entries[place + 1 :])
    said = f"{other.name} stands in place of {_name(entry)}."
    return Change(_with(script, entries), f"+ {other.name}, − {_name(entry)}", said)


def _rename(script: Script, op: Op) -> Change:
    return _about(script, "name", op, "Name", empty="")


def _author(script: Script, op: Op) -> Change:
    return _about(script, "author", op, "Author", empty=None)


def _about(script: Script, field: str, op: Op, label: str, *, empty: str | None) -> Change:
    """A field of `_meta`; a script without one gets one."""
    value = " ".join(str(op.get(field, "")).split())[:LONGEST_NAME]
    meta: dict[str, Any] = dict(script.written_meta or {"id": "_meta", "name": script.meta.name})
    if value or empty is not None:
        meta[field] = value
    else:
        meta.pop(field, None)
    if script.written_meta == meta:
        return Change(script, "", "")
    values = script.written()
    if script.written_meta is None:
        values.insert(0, meta)
    else:
        # `meta_position` counts entries; other `_meta`s stand behind the first.
        values[script.meta_position] = meta
    return Change(_from(script, values), label, f"{label} changed.")


def _sort(script: Script, _: Op) -> Change:
    ordered = fixes.apply(script, {"op": "sort"})
    same = ordered.written() == script.written()
    return Change(ordered, "Sorted", "It is in the official order already." if same else "Sorted.")


def _fixed(script: Script, op: Op) -> Change:
    """What the button beside a problem does."""
    name = str(op.get("op"))
    if name not in fixes.OPS or not isinstance(op.get("id", ""), str):
        raise EditError("There is no such change.")
    plain = {"dismiss": "Finding set aside", "restore": "Finding taken back"}
    label = plain.get(name, str(op.get("label") or "Mended")[:80])
    return Change(fixes.apply(script, op), label, f"{label}.")


OPS: Mapping[str, Callable[[Script, Op], Change]] = MappingProxyType(
    {
        "add": _add,
        "add-entry": _add_entry,
        "author": _author,
        "drop": _drop,
        "move": _move,
        "rename": _rename,
        "sort": _sort,
        "swap": _swap,
    }
)


def find(script: Script, who: object) -> int | None:
    """The place of somebody told as `[place, id]`; None where nobody of this id is there (any more)."""
    if not isinstance(who, list | tuple) or len(who) != 2 or not isinstance(who[0], int):  # noqa: PLR2004  # a pair
        raise EditError("It is not clear who is meant.")
    place, wanted = who[0], key(str(who[1])[:LONGEST_ID])
    keys = [key(entry.id[:LONGEST_ID]) for entry in script.entries]
    if 0 <= place < len(keys) and keys[place] == wanted:
        return place
    return keys.index(wanted) if wanted in keys else None


def team_of(entry: Entry) -> str:
    """The team as the sheet groups it; those nobody knows stand together."""
    return entry.character.team.value if entry.character else "unknown"


def _name(entry: Entry) -> str:
    return " ".join((entry.character.name if entry.character else entry.id or "An entry").split())[:40]


def _with(script: Script, entries: tuple[Entry, ...]) -> Script:
    """The script with other entries; `_meta` stays at the front if it stood there."""
    position = min(script.meta_position, len(entries))
    others = tuple((min(place, len(entries)), meta) for place, meta in script.other_metas)
    changed = replace(script, entries=entries, meta_position=position, other_metas=others)
    return _from(script, changed.written())


def _from(script: Script, values: list[Any]) -> Script:
    reading = tuple(problem for problem in script.reading if problem.path is None)
    return catalogue.resolve(official.assembled(enumerate(values), reading=reading))
