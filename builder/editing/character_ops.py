"""Characters of the author's own: their fields, new ones, copies.

| op | with | does |
|---|---|---|
| `character` | `who`, any fields | sets fields of a homebrew character; other fields are unchanged |
| `new-character` | `team`, `name`; more fields if wanted | a character with an id made of its name, after its team |
| `new-id` | `path` | gives the character there a free id made of its name, as a fix of a check |
| `duplicate` | `who` | a copy with all its extra fields (page, icon, tags, notes), right after the original |
| `export` | `who`, one or several; `on` if wanted | whether it is exported; without `on`, toggles |

`who` is `[index, id]`. Fields come as JSON of the right type, or as the text of a form; `fields.py` lists them
and how each is parsed. An empty value removes a field. Nothing typed is lost: a text over the format's limit is stored,
and the export moves long texts into `_meta`. An invalid value is an EditError that names field and remedy.

When an id changes, everything that refers to it follows: page, icon and tags, the night orders, the jinxes of
others, dismissed problems. A new name does not change the id; the character's night reminders and almanac page
follow it. A character that is removed (`drop`, `swap`) takes its extra fields along; undo restores all of them.

For a plain HTML form: put a hidden empty input after a tick box (`setup` = "on", else ""),
tick several `tags` under one name, write a feature's parts as `special.0.type`, `special.0.name` and so on.
"""

from itertools import count
from typing import Any

from builder import language
from builder.editing import extra_fields, fields, name_changes, night_order, own_ids
from builder.editing.change import (
    Change,
    EditError,
    Op,
    added,
    meant,
    name_of,
    one,
    op,
    own,
    replaced,
    several,
    with_extras,
)
from builder.editing.fields import put
from builder.editing.origins import FROM
from builder.formats.official.entries import entry_of
from builder.game.ids import key
from builder.game.script import Script
from builder.language import gettext as _
from builder.prose_lists import capital, join_some

#: Field names listed in a history line; more are counted.
NAMED = 3


@op("character")
def _character(script: Script, op: Op) -> Change:
    place = meant(script, one(op))
    entry = own(script, place, op)
    held, extra = dict(entry.written), extra_fields.at(script, place)
    changed = [
        field
        for field, value in fields.changed_fields(op).items()
        if field.name != "id" and put(held, extra, field, value)
    ]
    former = entry.written.get("name") if isinstance(entry.written, dict) else ""
    followed = name_changes.follow(held, extra, former) if fields.FIELDS["name"] in changed else []
    order_note = ""
    if changed:
        script = replaced(script, place, {"id": entry.id} | held if "id" not in held else held, extra)
        script, order_note = night_order.update_orders(script, place, entry.character)
        if fields.FIELDS["name"] in changed:
            script = name_changes.noted(
                script, {name_changes.name(entry): name_changes.name(script.entries[place])}
            )
    fresh = _fresh_id(script, place, op)
    if fresh:
        script, changed = own_ids.renamed(script, place, fresh), [*changed, fields.FIELDS["id"]]
    if not changed:
        return Change(script, "", "")
    titles = join_some([str(each) for each in (*(field.title for field in changed), *followed)], NAMED)
    say = (
        name_changes.sentence(name_of(entry), followed)
        if followed
        else capital(_("%(fields)s changed.") % {"fields": titles})
    )
    with language.using(language.ENGLISH):
        titles = join_some([*(field.title for field in changed), *followed], NAMED)
    label = f"{name_of(script.entries[place])}: {titles}"
    return Change(script, label, f"{say} {order_note}".strip())


@op("new-character")
def _new(script: Script, op: Op) -> Change:
    given = {field.name: value for field, value in fields.changed_fields(op).items()}
    name, team = fields.FIELDS["name"].read(given.pop("name", None)), given.pop("team", None)
    if not name:
        raise EditError(_("A new character needs a name."))
    if team in (None, ""):
        raise EditError(_("A new character needs a team, such as townsfolk."))
    fresh = own_ids.checked(script, str(fields.FIELDS["id"].read(given.pop("id")))) if given.get("id") else ""
    written: dict[str, Any] = {
        "id": fresh or own_ids.made(script, name),
        "name": name,
        "team": "",
        "ability": "",
    }
    extra: dict[str, Any] = {}
    for wanted, value in {"team": team, **given}.items():
        put(written, extra, fields.FIELDS[wanted], value)
    return Change(
        added(script, (entry_of(written, ""), extra)), f"+ {name}", _("%(name)s added.") % {"name": name}
    )


@op("new-id")
def _new_id(script: Script, op: Op) -> Change:
    paths = script.places()
    if op.get("path") not in paths:
        raise EditError(_("That character is no longer on the script."))
    place = paths.index(op["path"])
    entry = own(script, place)
    fresh = own_ids.made(script, name_of(entry))
    changed = night_order.with_sharer(own_ids.renamed(script, place, fresh), place, entry)
    say = _("The ID of %(name)s is “%(id)s” now.") % {"name": name_of(entry), "id": fresh}
    return Change(changed, f"{name_of(entry)}: ID", say)


@op("duplicate")
def _duplicate(script: Script, op: Op) -> Change:
    place = meant(script, one(op))
    entry, held = own(script, place), extra_fields.of(script)
    name = _free_name(script, name_of(entry))
    identifier = own_ids.free(script, entry.id.rstrip("0123456789") or entry.id)
    written = {**entry.written, "id": identifier, "name": name}
    # The copy does not have the origin of the original.
    extra = extra_fields.put(extra_fields.as_object(held[place]), FROM, None)
    entries = (*script.entries[: place + 1], entry_of(written, ""), *script.entries[place + 1 :])
    extras = [*held[: place + 1], extra or None, *held[place + 1 :]]
    return Change(with_extras(script, entries, extras), f"+ {name}", _("%(name)s added.") % {"name": name})


@op("export")
def _export(script: Script, op: Op) -> Change:
    places = {meant(script, who) for who in several(op)}
    if not places:
        return Change(script, "", _("No characters selected."))
    held = extra_fields.of(script)
    switch = fields.FIELDS["export"]
    before = all(extra_fields.as_object(held[place]).get("export") is not False for place in places)
    on = switch.read(op["on"]) is True if "on" in op else not before
    for place in places:
        extra = extra_fields.put(extra_fields.as_object(held[place]), "export", None)
        held[place] = (extra | ({} if on else {"export": False})) or None
    names = join_some([name_of(script.entries[place]) for place in sorted(places)], NAMED)
    say = _("%(names)s: in files for others.") if on else _("%(names)s: only in your own files.")
    fresh = with_extras(script, script.entries, held)
    return Change(
        fresh, "" if fresh == script else f"{names}: export {'on' if on else 'off'}", say % {"names": names}
    )


def _fresh_id(script: Script, place: int, op: Op) -> str:
    if "id" not in op:
        return ""
    typed = fields.FIELDS["id"].read(op["id"])
    if not typed:
        raise EditError(_("A character needs an id, such as lamplighter_bells."))
    return "" if typed == script.entries[place].id else own_ids.checked(script, typed, place)


def _free_name(script: Script, name: str) -> str:
    taken = {key(entry.character.name) for entry in script.entries if entry.character}
    return next(each for number in count(2) if key(each := f"{name} {number}") not in taken)
