"""Restores one part of an earlier state of a script: a field, a character, the order.

A part is named by its place: `meta.name`, `front.synopsis`, `order`, `character.<key>`, or `field.<key>.<name>`, where
the name is that of a part of a character (`origins.flat`): `value.ability`, `almanac.rules`, `extra.icon`.
"""

from collections.abc import Mapping
from typing import Any

from builder.editing import extra_fields, origins
from builder.editing.change import EditError, added, name_of, with_extras, with_meta
from builder.editing.origins import FROM, Copy
from builder.formats.official.entries import entry_of
from builder.game.script import Entry, Script
from builder.game.teams import Team
from builder.language import N_, gettext as _

GONE = N_("That is not in this revision. Reload the page.")


def restored(now: Script, then: Script, part: str) -> Script:
    """The script with one part as it was. Raises EditError if that part does not exist."""
    kind, _unused, name = part.partition(".")
    if kind == "meta" and name:
        return _with_field(now, then, name)
    if kind == "front" and name:
        return _with_front(now, then, name)
    if kind == "order":
        return _in_order(now, then)
    if kind == "character":
        return _with_character(now, then, name)
    who, _unused, field = name.partition(".")
    if kind == "field" and field:
        return _with_character(now, then, who, field)
    raise EditError(GONE)


def _with_field(now: Script, then: Script, name: str) -> Script:
    return with_meta(now, _with_part(extra_fields.meta_of(now), extra_fields.meta_of(then), name))


def _with_part(now: Mapping[str, Any], then: Mapping[str, Any], name: str) -> dict[str, Any]:
    return extra_fields.put(now, name, None) | ({name: then[name]} if name in then else {})


def _with_front(now: Script, then: Script, name: str) -> Script:
    before = extra_fields.as_object(extra_fields.block_of(then.written_meta).get("almanac"))
    ours = extra_fields.block_of(now.written_meta)
    block = _with_part(extra_fields.as_object(ours.get("almanac")), before, name)
    meta = extra_fields.meta_of(now)
    return with_meta(now, meta | {extra_fields.OURS: {**ours, "almanac": block}})


def _in_order(now: Script, then: Script) -> Script:
    """Characters that are in both states in the earlier order; each new one stays behind the one before it."""
    rank = {entry.key: place for place, entry in enumerate(then.entries)}
    extras = extra_fields.of(now)
    last, keyed = -1, []
    for place, entry in enumerate(now.entries):
        last = rank.get(entry.key, last)
        keyed.append(((last, entry.key not in rank, place), place))
    order = [place for _unused, place in sorted(keyed)]
    return with_extras(now, [now.entries[place] for place in order], [extras[place] for place in order])


def _with_character(now: Script, then: Script, who: str, field: str = "") -> Script:
    """A whole character as it was, or one part of it."""
    old = next((place for place, entry in enumerate(then.entries) if entry.key == who), None)
    if old is None:
        raise EditError(GONE)
    was, was_extra = then.entries[old], extra_fields.as_object(extra_fields.of(then)[old])
    place = next((place for place, entry in enumerate(now.entries) if entry.key == who), None)
    if place is None:
        if field:
            raise EditError(
                _("%(name)s is not on the script any more. Restore the whole character.")
                % {"name": name_of(was)}
            )
        return _returned(now, then, old, was_extra)
    entries, extras = list(now.entries), extra_fields.of(now)
    if field:
        parts = origins.flat(copy_of(entries[place].written, extras[place]))
        before = origins.flat(copy_of(was.written, was_extra))
        fresh = origins.put_together({**parts, field: before.get(field)})
        own = {name: each for name, each in extra_fields.as_object(extras[place]).items() if name == FROM}
        entries[place] = entry_of({"id": entries[place].id} | dict(fresh.value), "")
        extras[place] = {**fresh.extra, **own} or None
    else:
        entries[place], extras[place] = was, was_extra or None
    return with_extras(now, entries, extras)


def _returned(now: Script, then: Script, old: int, extra: Mapping[str, object]) -> Script:
    """The script with a character that it no longer has, beside the neighbor of its team that it had."""
    was = then.entries[old]
    here = {entry.key: place for place, entry in enumerate(now.entries)}
    before, after = (
        [here[each.key] for each in side if each.key in here and _team(each) == _team(was)]
        for side in (then.entries[:old], then.entries[old + 1 :])
    )
    if not before and not after:
        return added(now, (was, extra))
    place = before[-1] + 1 if before else after[0]
    entries, extras = list(now.entries), extra_fields.of(now)
    entries.insert(place, was)
    extras.insert(place, dict(extra) or None)
    return with_extras(now, entries, extras)


def _team(entry: Entry) -> Team | None:
    return entry.character.team if entry.character else None


def copy_of(written: object, extra: object) -> Copy:
    """A character with all its extra fields but its origin."""
    return Copy(extra_fields.as_object(written), extra_fields.put(extra_fields.as_object(extra), FROM, None))
