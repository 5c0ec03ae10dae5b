"""Who is on the script, and in which order."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from builder import catalogue
from builder.checks import fixes
from builder.editing.change import Change, EditError, Op, find, meant, name_of, team_of, with_entries
from builder.formats import official
from builder.game.script import Entry, Script


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
        return Change(script, "", f"{name_of(entry)} is on the script already.")
    team = entry.character.team if entry.character else None
    same = [
        index for index, each in enumerate(script.entries) if each.character and each.character.team is team
    ]
    place = same[-1] + 1 if same else len(script.entries)
    entries = (*script.entries[:place], entry, *script.entries[place:])
    return Change(with_entries(script, entries), f"+ {name_of(entry)}", f"{name_of(entry)} added.")


def _drop(script: Script, op: Op) -> Change:
    asked = op.get("who") or []
    if not asked:
        return Change(script, "", "Nobody is selected. Tick characters first.")
    gone = {place for who in asked if (place := find(script, who)) is not None}
    if not gone:
        return Change(script, "", "That character is not on the script any more.")
    names = [name_of(script.entries[place]) for place in sorted(gone)]
    entries = tuple(entry for place, entry in enumerate(script.entries) if place not in gone)
    told = ", ".join(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")
    return Change(with_entries(script, entries), f"− {told}", f"{told} removed.")


def _move(script: Script, op: Op) -> Change:
    """One place `by` up (-1) or down (1) inside the team, or right `before` or `after` somebody of it."""
    place = meant(script, op.get("who"))
    entry = script.entries[place]
    target = _target(script, place, op)
    if target is None or target == place:
        return Change(script, "", f"{name_of(entry)} stays where it is.")
    rest = [each for index, each in enumerate(script.entries) if index != place]
    rest.insert(target, entry)
    return Change(with_entries(script, tuple(rest)), f"{name_of(entry)} moved", f"{name_of(entry)} moved.")


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
    said = f"{other.name} stands in place of {name_of(entry)}."
    return Change(with_entries(script, entries), f"+ {other.name}, − {name_of(entry)}", said)


def _sort(script: Script, _: Op) -> Change:
    ordered = fixes.apply(script, {"op": "sort"})
    same = ordered.written() == script.written()
    return Change(ordered, "Sorted", "It is in the official order already." if same else "Sorted.")


OPS: Mapping[str, Callable[[Script, Op], Change]] = MappingProxyType(
    {
        "add": _add,
        "add-entry": _add_entry,
        "drop": _drop,
        "move": _move,
        "sort": _sort,
        "swap": _swap,
    }
)
