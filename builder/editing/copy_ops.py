"""Copies of characters from the owner's other scripts: import, update, or keep local changes.

| op | with | does |
|---|---|---|
| `bring` | `characters`: of each `value`, `extra`, `from` | copies characters with all their extra fields |
| `renew` | `characters`: of each `id`, `then`, `newest`, `from`; `keep` | updates them from their set |
| `keep-mine` | `characters`: of each `id`, `from` | keeps the local version until the set changes again |

`then` and `newest` are `{"value", "extra"}`: the character in its set when it was copied (or null), and now. `from`
is `{"set", "revision", "id"}` (`origins.py`). With `keep`, local changes since the copy are preserved. Each op is one
change, for any number of characters; those already on the script are not imported again.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from builder.editing import extra_fields, origins
from builder.editing.change import Change, EditError, Op, added, name_of, op, with_extras
from builder.editing.origins import FROM, OWN, Copy
from builder.formats.official.entries import entry_of
from builder.game.ids import key
from builder.game.script import Entry, Script
from builder.language import gettext as _
from builder.language import ngettext
from builder.prose_lists import join_some

#: At most this many names in a history line.
NAMED = 6


@op("bring")
def _bring(script: Script, op: Op) -> Change:
    present = {entry.key: entry for entry in script.entries}
    imported: list[tuple[Entry, Any]] = []
    double: list[tuple[Entry, Entry]] = []
    for item in _characters(op):
        copy, origin = _copy(item), _origin(item)
        entry = entry_of(dict(copy.value), "")
        if not entry.is_custom or not entry.id:
            raise EditError(_("That is not a homebrew character."))
        if entry.key in present:
            double.append((entry, present[entry.key]))
        else:
            imported.append((entry, {**copy.extra, FROM: origin}))
        present.setdefault(entry.key, entry)
    left = " ".join(_explain_skipped(double))
    if not imported:
        return Change(script, "", left or _("Select a character first."))
    names = join_some([name_of(entry) for entry, _unused in imported], NAMED)
    return Change(
        added(script, *imported),
        f"+ {names}",
        " ".join(filter(None, (_("%(names)s added.") % {"names": names}, left))),
    )


def _explain_skipped(double: Sequence[tuple[Entry, Entry]]) -> Iterator[str]:
    """Explain why characters were skipped: they are on the script already, or another has their id."""
    same = [name_of(entry) for entry, there in double if name_of(entry) == name_of(there)]
    if same:
        yield ngettext(
            "%(names)s is on the script already.", "%(names)s are on the script already.", len(same)
        ) % {"names": join_some(same, NAMED)}
    for entry, there in double:
        if name_of(entry) != name_of(there):
            yield (
                _(
                    "%(name)s cannot be added: %(other)s has its id “%(id)s” here. Give one of them "
                    "another id."
                )
                % {"name": name_of(entry), "other": name_of(there), "id": there.id}
            )


@op("renew")
def _renew(script: Script, op: Op) -> Change:
    entries, extras, names = list(script.entries), extra_fields.of(script), []
    for item in _characters(op):
        place = _place(script, item)
        entry, extra = entries[place], extra_fields.as_object(extras[place])
        then = _copy(item["then"]) if isinstance(item.get("then"), Mapping) else None
        mine = Copy(entry.written, {name: each for name, each in extra.items() if name not in OWN})
        newest = _copy(item.get("newest"))
        fresh = origins.renewed(then, mine, newest, keep=bool(op.get("keep")))
        own = {name: each for name, each in extra.items() if name in OWN}
        entries[place] = entry_of({"id": entry.id} | {n: v for n, v in fresh.value.items() if n != "id"}, "")
        extras[place] = {**fresh.extra, **own, FROM: _origin(item)}
        names.append(name_of(entries[place]))
    if not names:
        return Change(script, "", _("All characters are up to date."))
    some = join_some(names, NAMED)
    return Change(
        with_extras(script, tuple(entries), extras),
        f"{some} updated",
        _("%(names)s updated.") % {"names": some},
    )


@op("keep-mine")
def _keep(script: Script, op: Op) -> Change:
    extras, names = extra_fields.of(script), []
    for item in _characters(op):
        place = _place(script, item)
        extras[place] = {**extra_fields.as_object(extras[place]), FROM: _origin(item)}
        names.append(name_of(script.entries[place]))
    if not names:
        return Change(script, "", _("There is nothing to keep."))
    some = join_some(names, NAMED)
    say = ngettext("%(names)s kept as it is here.", "%(names)s kept as they are here.", len(names)) % {
        "names": some
    }
    label = f"{some} kept as {'it is' if len(names) == 1 else 'they are'} here"
    return Change(with_extras(script, script.entries, extras), label, say)


def _characters(op: Op) -> Iterator[Mapping[str, Any]]:
    items = op.get("characters")
    if not isinstance(items, list) or not all(isinstance(each, Mapping) for each in items):
        raise EditError(_("It is not clear which character is meant."))
    return iter(items)


def _place(script: Script, item: Mapping[str, Any]) -> int:
    """The index of the homebrew character with this id."""
    wanted = key(str(item.get("id", "")))
    found = (i for i, entry in enumerate(script.entries) if entry.is_custom and entry.key == wanted)
    place = next(found, None)
    if place is None:
        raise EditError(_("That character is no longer on the script."))
    return place


def _copy(given: object) -> Copy:
    value, extra = (
        (given.get("value"), given.get("extra", {})) if isinstance(given, Mapping) else (None, None)
    )
    if not isinstance(value, Mapping) or not isinstance(extra, Mapping):
        raise EditError(_("That is not a homebrew character."))
    return Copy(value, {name: each for name, each in extra.items() if name not in OWN})


def _origin(item: Mapping[str, Any]) -> dict[str, Any]:
    origin = origins.origin(item)
    if origin is None:
        raise EditError(_("It is not clear where the character comes from."))
    return origin.as_json()
