"""The characters of a script brought up to date from a file: a spreadsheet that was changed since, or a newer save.

| op | with | does |
|---|---|---|
| `update-from` | `text` | changes and adds the characters that a file in any format has; the others stay |

A homebrew character is found by its id, else by its name. What the file says replaces what is there; what it says
nothing about (an empty cell, a missing column) stays, and so does what our own export would say now, such as night
numbers that follow a night order. All of it is one change, undone in one step. Columns that were chosen by hand are
remembered for the next time.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from builder import formats, uploads
from builder.editing import extra_fields, origins, own_ids
from builder.editing.change import Change, EditError, Op, added, name_of, op, with_extras, with_ours
from builder.errors import UnreadableScriptError
from builder.formats import links, table_columns
from builder.formats.carriers import script_pictures
from builder.formats.official.entries import entry_of, extra_keys
from builder.game.ids import key
from builder.game.script import Entry, Script
from builder.language import gettext as _, ngettext
from builder.prose_lists import join_some

#: A character as `origins.flat` writes it.
Parts = Mapping[str, Any]
ABILITY = "value.ability"
_NAMED = 3
#: Formats whose files lack or reword something of a script.
_OTHERS = ("bloodstar", "csv")


@op("update-from")
def _update(script: Script, op: Op) -> Change:
    try:
        file = formats.read(str(op.get("text") or ""))
    except UnreadableScriptError as error:
        raise EditError(_("This file cannot be read. %(why)s") % {"why": error.problems[0].message}) from None
    file = script_pictures.without_icons(file)
    entries, extras = list(script.entries), extra_fields.of(script)
    exported, base = _exported(script), links.base_url(script)
    changed: dict[str, set[str]] = {}
    newcomers: list[tuple[Entry, Mapping[str, Any]]] = []
    taken: set[int] = set()
    # Pictures are compared by their addresses: a file has them inside.
    seen = script_pictures.unpacked(file, uploads.address_of)
    rows = zip(file.entries, extra_fields.of(file), seen.entries, extra_fields.of(seen), strict=True)
    for given, more, seen_entry, seen_more in rows:
        place = _place(entries, given, taken)
        if place is None:
            newcomers.append((given, extra_fields.as_object(more)))
            continue
        taken.add(place)
        if not given.is_custom or not entries[place].is_custom:
            continue
        said = _parts(given, more)
        fresh = {
            name: said[name]
            for name, value in _parts(seen_entry, seen_more).items()
            if _has_value(name, value)
            and all(value != each.get(name) for each in exported[place])
            and not (name == "value.image" and _is_published(value, base))
        }
        if fresh:
            both = origins.put_together({**_parts(entries[place], extras[place]), **fresh})
            entries[place] = entry_of({**entries[place].written, **both.value}, "")
            extras[place] = dict(both.extra) or None
            changed[name_of(entries[place])] = set(fresh)
    chosen = file.block.get(table_columns.FIELD)
    is_new = chosen is not None and chosen != script.block.get(table_columns.FIELD)
    if not changed and not newcomers and not is_new:
        return Change(script, "", _("The file says nothing new."))
    after = with_extras(script, entries, extras)
    for entry, fields in newcomers:
        after = added(after, (_with_own_id(after, entry), fields))
    if is_new:
        after = with_ours(after, table_columns.FIELD, chosen)
    new = [name_of(entry) for entry, _fields in newcomers]
    label = f"From a file: {join_some([*changed, *new], _NAMED) or 'columns'}"
    say = " ".join(_sentences(changed, new)) or _("The file says nothing new; its columns are remembered.")
    return Change(after, label, say)


def _sentences(changed: Mapping[str, set[str]], new: Sequence[str]) -> Iterator[str]:
    """Who was changed and added; where nothing but abilities differ, so it says."""
    values = {"num": len(changed), "names": join_some([*changed], _NAMED)}
    if changed and all(fields == {ABILITY} for fields in changed.values()):
        yield (
            ngettext(
                "%(num)s ability changed: %(names)s.", "%(num)s abilities changed: %(names)s.", len(changed)
            )
            % values
        )
    elif changed:
        yield (
            ngettext(
                "%(num)s character changed: %(names)s.",
                "%(num)s characters changed: %(names)s.",
                len(changed),
            )
            % values
        )
    if new:
        values = {"num": len(new), "names": join_some(new, _NAMED)}
        yield (
            ngettext("%(num)s character added: %(names)s.", "%(num)s characters added: %(names)s.", len(new))
            % values
        )


def _exported(script: Script) -> list[list[Parts]]:
    """For each entry, what a file of ours says about it: for its author, for others, and in the other formats."""
    script = script_pictures.unpacked(script_pictures.without_icons(script), uploads.address_of)
    outward = formats.public(script)
    forms = [script, outward, *(formats.read(formats.write(outward, name)) for name in _OTHERS)]
    known: dict[str, list[Parts]] = {}
    for form in forms:
        names = extra_keys(entry.key for entry in form.entries)
        for name, entry, extra in zip(names, form.entries, extra_fields.of(form), strict=True):
            if entry.is_custom:
                known.setdefault(name, []).append(_parts(entry, extra))
    return [known.get(name, []) for name in extra_keys(entry.key for entry in script.entries)]


def _parts(entry: Entry, extra: object) -> Parts:
    return origins.flat(origins.Copy(entry.written, extra_fields.as_object(extra)))


def _is_published(image: object, base: str) -> bool:
    """Whether these are the addresses of the set's own published pictures."""
    images = image if isinstance(image, list) else [image]
    return bool(base) and all(isinstance(each, str) and each.startswith(f"{base}/") for each in images)


def _place(entries: list[Entry], given: Entry, taken: set[int]) -> int | None:
    """Where the script has this character: by its id, or a homebrew one by its name."""
    left = [place for place in range(len(entries)) if place not in taken]
    same = (place for place in left if entries[place].key == given.key)
    name = key(name_of(given))
    alike = (place for place in left if entries[place].is_custom and key(name_of(entries[place])) == name)
    return next(same, None) if not given.is_custom else next(same, next(alike, None))


def _has_value(name: str, value: object) -> bool:
    return value not in (None, "", [], {}) or not name.startswith("value.")


def _with_own_id(script: Script, entry: Entry) -> Entry:
    taken = {each.key for each in script.entries}
    if not entry.is_custom or entry.key not in taken:
        return entry_of(entry.written, "")
    return entry_of({**entry.written, "id": own_ids.free(script, entry.id)}, "")
