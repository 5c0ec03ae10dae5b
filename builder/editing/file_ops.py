"""The characters of a script brought up to date from a file: a spreadsheet that was changed since, or a newer save.

| op | with | does |
|---|---|---|
| `update-from` | `text` | changes and adds the characters that a file in any format has; the others stay |

A homebrew character is found by its id, else by its name. What the file says replaces what is there; what it says
nothing about (an empty cell, a missing column) stays. All of it is one change, undone in one step. Columns that were
chosen by hand are remembered for the next time.
"""

from collections.abc import Mapping
from typing import Any

from builder import formats
from builder.editing import extra_fields, own_ids
from builder.editing.change import Change, EditError, Op, added, name_of, op, with_extras, with_meta
from builder.errors import UnreadableScriptError
from builder.formats import table_columns
from builder.formats.official.entries import entry_of
from builder.game.ids import key
from builder.game.script import Entry, Script
from builder.language import gettext as _
from builder.prose_lists import join_some

#: Names in a line of the history.
_NAMED = 3


@op("update-from")
def _update(script: Script, op: Op) -> Change:
    try:
        file = formats.read(str(op.get("text") or ""))
    except UnreadableScriptError as error:
        raise EditError(_("This file cannot be read. %(why)s") % {"why": error.problems[0].message}) from None
    entries, extras = list(script.entries), extra_fields.of(script)
    changed: list[str] = []
    newcomers: list[tuple[Entry, Mapping[str, Any]]] = []
    taken: set[int] = set()
    for given, more in zip(file.entries, extra_fields.of(file), strict=True):
        place = _place(entries, given, taken)
        if place is None:
            newcomers.append((given, extra_fields.as_object(more)))
            continue
        taken.add(place)
        if not given.is_custom or not entries[place].is_custom:
            continue
        before = entries[place].written
        written = {
            **before,
            **{name: value for name, value in given.written.items() if _has_value(name, value)},
        }
        extra = _combined(extra_fields.as_object(extras[place]), extra_fields.as_object(more))
        if written != before or (extra or None) != extras[place]:
            entries[place], extras[place] = entry_of(written, ""), extra or None
            changed.append(name_of(entries[place]))
    chosen = extra_fields.block_of(file.written_meta).get(table_columns.FIELD)
    block = extra_fields.block_of(script.written_meta)
    is_new = chosen is not None and chosen != block.get(table_columns.FIELD)
    if not changed and not newcomers and not is_new:
        return Change(script, "", _("The file says nothing new."))
    after = with_extras(script, entries, extras)
    for entry, fields in newcomers:
        after = added(after, (_with_own_id(after, entry), fields))
    if is_new:
        meta = extra_fields.meta_of(after)
        ours = extra_fields.block_of(meta) | {table_columns.FIELD: chosen}
        after = with_meta(after, extra_fields.put(meta, extra_fields.OURS, ours))
    new = [name_of(entry) for entry, _fields in newcomers]
    say = _("%(changed)s changed, %(added)s added.") % {"changed": len(changed), "added": len(new)}
    return Change(after, f"From a file: {join_some([*changed, *new], _NAMED)}", say)


def _place(entries: list[Entry], given: Entry, taken: set[int]) -> int | None:
    """Where the script has this character: by its id, or a homebrew one by its name."""
    left = [place for place in range(len(entries)) if place not in taken]
    same = (place for place in left if entries[place].key == given.key)
    name = key(name_of(given))
    alike = (place for place in left if entries[place].is_custom and key(name_of(entries[place])) == name)
    return next(same, None) if not given.is_custom else next(same, next(alike, None))


def _has_value(name: str, value: object) -> bool:
    return name != "id" and value not in (None, "", [], {})


def _combined(before: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """Extra fields with those of the file in place of them, text by text of the almanac page."""
    page = {**extra_fields.as_object(before.get("almanac")), **extra_fields.as_object(more.get("almanac"))}
    return {**before, **more} | ({"almanac": page} if page else {})


def _with_own_id(script: Script, entry: Entry) -> Entry:
    """A new character with an id that is free."""
    taken = {each.key for each in script.entries}
    if not entry.is_custom or entry.key not in taken:
        return entry_of(entry.written, "")
    return entry_of({**entry.written, "id": own_ids.free(script, entry.id)}, "")
