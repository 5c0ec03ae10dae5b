"""Add, remove, replace and reorder the characters on a script.

| op | with | does |
|---|---|---|
| `add` | `id` | an official character, where the official order has it |
| `add`, `add-entry` | `value`, a whole definition | a homebrew character, behind its team |
| `drop` | `who`, several | takes characters off the script |
| `move` | `who`; `by` -1 or 1, or `before` or `after` somebody | moves a character inside its team |
| `swap` | `who`, `id` | an official character instead of somebody |
| `sort` | | the official order |
"""

from builder import catalogue
from builder.editing import name_changes, night_order
from builder.editing.change import (
    Change,
    EditError,
    Op,
    added,
    find,
    from_values,
    meant,
    name_of,
    op,
    team_of,
    with_entries,
)
from builder.formats import official
from builder.game import sorting
from builder.game.character import Character
from builder.game.script import Entry, Script
from builder.language import gettext as _
from builder.prose_lists import join_some

NAMED = 6


@op("add")
@op("add-entry")
def _add(script: Script, op: Op) -> Change:
    if "value" in op:
        return _with_homebrew(script, op["value"])
    character = catalogue.find(str(op.get("id", "")))
    if character is None:
        raise EditError(_("There is no character called “%(name)s”.") % {"name": str(op.get("id", ""))[:60]})
    if any(entry.key == character.key for entry in script.entries):
        return Change(script, "", _("%(name)s is on the script already.") % {"name": character.name})
    return Change(
        _with_official(script, character),
        f"+ {character.name}",
        _("%(name)s added.") % {"name": character.name},
    )


def _with_homebrew(script: Script, value: object) -> Change:
    (entry,) = official.script_of([value]).entries
    name = name_of(entry)
    if any(each.key == entry.key for each in script.entries):
        return Change(script, "", _("%(name)s is on the script already.") % {"name": name})
    return Change(added(script, (entry, {})), f"+ {name}", _("%(name)s added.") % {"name": name})


def _with_official(script: Script, character: Character) -> Script:
    """Add an official character after every entry that precedes it in the official order."""
    starts = catalogue.sort_starts()
    rank = sorting.sort_key(character, starts)
    before = [
        index
        for index, entry in enumerate(script.entries)
        if entry.character and sorting.sort_key(entry.character, starts) <= rank
    ]
    values = script.written()
    first = min(script.meta_position + 1, len(values))
    index = int(script.places()[before[-1]][2:-1]) + 1 if before else first
    plain = [entry.written for entry in script.entries if not entry.is_custom]
    is_short = not plain or any(isinstance(each, str) for each in plain)
    values.insert(index, character.id if is_short else {"id": character.id})
    return from_values(script, values)


@op("drop")
def _drop(script: Script, op: Op) -> Change:
    who = op.get("who") or []
    if not who:
        return Change(script, "", _("No characters selected."))
    gone = {index for each in who if (index := find(script, each)) is not None}
    if not gone:
        return Change(script, "", _("That character is no longer on the script."))
    names = join_some([name_of(script.entries[index]) for index in sorted(gone)], NAMED)
    entries = [entry for index, entry in enumerate(script.entries) if index not in gone]
    lost = {name_changes.name(script.entries[index]): "" for index in gone}
    return Change(
        name_changes.noted(night_order.without_gone(with_entries(script, entries)), lost),
        f"− {names}",
        _("%(names)s removed.") % {"names": names},
    )


@op("move")
def _move(script: Script, op: Op) -> Change:
    """One step `by` up (-1) or down (1) inside the team, or right `before` or `after` somebody of it."""
    index = meant(script, op.get("who"))
    entry = script.entries[index]
    target = _target(script, index, op)
    if target is None or target == index:
        return Change(script, "", _("%(name)s stays where it is.") % {"name": name_of(entry)})
    entries = [each for at, each in enumerate(script.entries) if at != index]
    entries.insert(target, entry)
    return Change(
        with_entries(script, entries),
        f"{name_of(entry)} moved",
        _("%(name)s moved.") % {"name": name_of(entry)},
    )


def _target(script: Script, index: int, op: Op) -> int | None:
    """The target index of an entry after its removal; None: it cannot move any further."""
    if "by" in op:
        team = team_of(script.entries[index])
        same = [at for at, each in enumerate(script.entries) if team_of(each) == team]
        at = same.index(index) + (1 if int(op["by"]) > 0 else -1)
        return same[at] if 0 <= at < len(same) else None
    anchor = find(script, op.get("before") or op.get("after"))
    if anchor is None:
        raise EditError(_("The place that you moved it to is no longer on the script."))
    return anchor - (index < anchor) + (0 if op.get("before") else 1)


@op("swap")
def _swap(script: Script, op: Op) -> Change:
    """Somebody else at the same index."""
    index = find(script, op.get("who"))
    other = catalogue.find(str(op.get("id", "")))
    if index is None or other is None:
        raise EditError(_("That character is no longer on the script."))
    if any(entry.key == other.key for entry in script.entries):
        return Change(script, "", _("%(name)s is on the script already.") % {"name": other.name})
    entry, entries = script.entries[index], list(script.entries)
    entries[index] = Entry(other.id, other.id if isinstance(entry.written, str) else {"id": other.id})
    name = name_of(entry)
    label, say = (
        f"+ {other.name}, − {name}",
        _("%(name)s replaced with %(other)s.") % {"name": name, "other": other.name},
    )
    changed = night_order.without_gone(with_entries(script, entries))
    changed = name_changes.noted(changed, {name_changes.name(entry): ""})
    return Change(changed, label, say)


@op("sort")
def _sort(script: Script, _op: Op) -> Change:
    ordered = from_values(script, sorting.sort(script, catalogue.sort_starts()).written())
    same = ordered.written() == script.written()
    return Change(
        ordered, "Sorted", _("The script is already in the official order.") if same else _("Sorted.")
    )
