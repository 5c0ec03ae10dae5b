"""Jinxes of homebrew characters.

| op | with | does |
|---|---|---|
| `jinx` | `who`, `with`, `reason` | sets the text of the jinx of two characters; an empty reason removes it |

`who` is `[index, id]`, `with` the id or the name of a character on the script, or of any official one. One of the
two must be homebrew: it stores the text. An existing jinx is changed on whichever side stores it.
"""

from collections.abc import Iterator
from typing import Any

from builder import catalogue
from builder.editing import extra_fields, readers
from builder.editing.change import Change, EditError, Op, meant, name_of, one, op, with_extras
from builder.formats.official.entries import entry_of
from builder.game.ids import key
from builder.game.script import Entry, Script
from builder.language import gettext as _, join

LONGEST_NAME = 80


MOST_NAMED = 4


@op("jinx")
def _jinx(script: Script, op: Op) -> Change:
    place = meant(script, one(op))
    who = script.entries[place]
    other, name = _partner(script, op.get("with"))
    if key(other) == who.key:
        raise EditError(_("%(name)s cannot have a jinx with itself.") % {"name": name_of(who)})
    reason = readers.text(op.get("reason") or "", _("reason of a jinx")) or ""
    holders = list(_holders(script, who.key, key(other)))
    if not holders and not reason:
        return Change(script, "", _("There is no such jinx."))
    changed = {at: _without(script.entries[at], partner) for at, partner in holders}
    if reason:
        for at, partner in holders or [_keeper(script, place, other)]:
            changed[at] = _with(script.entries[at], partner, reason)
    entries = tuple(changed.get(at, entry) for at, entry in enumerate(script.entries))
    pair = join((name_of(who), name))
    return _change(script, entries, pair, reason)


def _change(script: Script, entries: tuple[Entry, ...], pair: str, reason: str) -> Change:
    fresh = with_extras(script, entries, extra_fields.of(script))
    if fresh == script:
        return Change(script, "", "")
    if not reason:
        return Change(fresh, f"− jinx of {pair}", _("Jinx of %(pair)s removed.") % {"pair": pair})
    return Change(fresh, f"Jinx of {pair}", _("Jinx of %(pair)s saved.") % {"pair": pair})


def _partner(script: Script, name_or_id: object) -> tuple[str, str]:
    """Id and name of the partner: by id on the script, by name there, else an official character.

    The beginning of a name is enough if it fits only one: on the script, or else among all characters.
    """
    wanted = key(name_or_id[:LONGEST_NAME]) if isinstance(name_or_id, str) else ""
    if not wanted:
        raise EditError(_("Choose the other character of the jinx."))
    for entry in script.entries:
        if entry.key == wanted:
            return entry.id, name_of(entry)
    here = {each.id: name_of(each) for each in script.entries if each.character}
    for identifier, name in here.items():
        if key(name) == wanted:
            return identifier, name
    official = catalogue.find(wanted)
    if official is not None:
        return official.id, official.name
    for names in (here, {each.id: each.name for each in catalogue.everyone()}):
        begun = [(identifier, name) for identifier, name in names.items() if key(name).startswith(wanted)]
        if len(begun) == 1:
            return begun[0]
        if begun:
            some = ", ".join(name for _unused, name in begun[:MOST_NAMED])
            raise EditError(
                _("“%(name)s” could be %(choices)s. Type more of the name.")
                % {"name": str(name_or_id)[:60], "choices": some}
            )
    raise EditError(_("There is no character called “%(name)s”.") % {"name": str(name_or_id)[:60]})


def _holders(script: Script, one: str, other: str) -> Iterator[tuple[int, str]]:
    """The entries that already store a text for this pair: index, and the id by which each names the partner."""
    for at, entry in enumerate(script.entries):
        if entry.is_custom and entry.key in {one, other}:
            partner = other if entry.key == one else one
            named = next((jinx["id"] for jinx in _jinxes(entry) if _is_with(jinx, partner)), None)
            if named is not None:
                yield at, named


def _keeper(script: Script, place: int, other: str) -> tuple[int, str]:
    """The entry to store the text of a new jinx, and the id of its partner."""
    if script.entries[place].is_custom:
        return place, other
    for at, entry in enumerate(script.entries):
        if entry.is_custom and entry.key == key(other):
            return at, script.entries[place].id
    raise EditError(
        _("A jinx needs at least one homebrew character. Create a variant of %(name)s first.")
        % {"name": name_of(script.entries[place])}
    )


def _jinxes(entry: Entry) -> list[Any]:
    written = entry.written.get("jinxes")
    return written if isinstance(written, list) else [] if written is None else [written]


def _is_with(jinx: object, partner: str) -> bool:
    return isinstance(jinx, dict) and isinstance(jinx.get("id"), str) and key(jinx["id"]) == partner


def _without(entry: Entry, partner: str) -> Entry:
    left = [jinx for jinx in _jinxes(entry) if not _is_with(jinx, key(partner))]
    return _rewritten(entry, left)


def _with(entry: Entry, partner: str, reason: str) -> Entry:
    """Set the text of a jinx in place; a new one is appended."""
    every = _jinxes(entry)
    first = next((at for at, jinx in enumerate(every) if _is_with(jinx, key(partner))), len(every))
    old = every[first] if first < len(every) else {"id": partner}
    rest = [jinx for jinx in every[first:] if not _is_with(jinx, key(partner))]
    return _rewritten(entry, [*every[:first], {**old, "reason": reason}, *rest])


def _rewritten(entry: Entry, jinxes: list[Any]) -> Entry:
    return entry_of(extra_fields.put(entry.written, "jinxes", jinxes), "")
