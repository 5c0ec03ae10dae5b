"""Characters of the author's own: their fields, new ones, variants of official ones, copies.

| op | with | does |
|---|---|---|
| `character` | `who`, any fields | sets fields of an own character; a field that is not told stays as it is |
| `new-character` | `team`, `name`; more fields if wanted | a character with an id made of its name, behind its team |
| `variant` | `id`, `own` if wanted | an official character in full under an id of its own; in its place if it is here |
| `duplicate` | `who` | a copy with everything beside it (page, icon, tags, notes), directly behind |
| `export` | `who`, one or several; `on` if wanted | whether it is in files for others; without `on`, the other way |

`who` is `[place, id]`. Fields come as JSON of the right type, or as the text of a form; `fields.py` says which there
are and how each is read. Empty takes a field away. Nothing typed is lost: a text over the format's limit is kept, and
the export moves what is too long into `_meta`. What cannot be meant is an EditError that names field and remedy.

A new id is followed by everything that goes by the old one: page, icon and tags, the night orders, the jinxes of
others, findings that were set aside. A new name leaves the id alone. Whoever leaves the script (`drop`, `swap`) takes
what stands beside it along; undo brings all of it back.

For a form without a script of ours: put the hidden empty input of a tick box behind it (`setup` = "on", else ""),
tick several `tags` under one name, write a feature's parts as `special.0.type`, `special.0.name` and so on.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from builder import catalogue
from builder.editing import beside, fields, ids, nights
from builder.editing.change import Change, EditError, Op, meant, name_of, with_beside
from builder.editing.fields import put
from builder.editing.who import one, own, several
from builder.formats.entries import character_of, entry_of
from builder.formats.original import has_its_words, remembered
from builder.formats.variant import BEHIND, variant
from builder.game.character import Character
from builder.game.ids import key
from builder.game.script import Script
from builder.game.teams import Team

#: Fields that a line of the history names; more are counted.
MOST_TOLD = 3
#: What is said of a copy's origin is not true of the copy.
NOT_COPIED = frozenset({"from"})


def _character(script: Script, op: Op) -> Change:
    place = meant(script, one(op))
    entry = own(script, place, op)
    held, extra = dict(entry.written), beside.held(beside.of(script)[place])
    changed = [
        field
        for field, value in fields.told(op).items()
        if field.name != "id" and put(held, extra, field, value)
    ]
    said = ""
    if changed:
        script = _with(script, place, {"id": entry.id} | held if "id" not in held else held, extra)
        script, said = nights.followed(script, place, entry.character)
    fresh = _fresh_id(script, place, op)
    if fresh:
        script, changed = ids.renamed(script, place, fresh), [*changed, fields.FIELDS["id"]]
    if not changed:
        return Change(script, "", "")
    told = _listed([field.title for field in changed])
    return Change(
        script,
        f"{name_of(script.entries[place])}: {told}",
        f"{told[:1].upper()}{told[1:]} changed. {said}".strip(),
    )


def _new(script: Script, op: Op) -> Change:
    given = {field.name: value for field, value in fields.told(op).items()}
    name, team = fields.FIELDS["name"].read(given.pop("name", None)), given.pop("team", None)
    if not name:
        raise EditError("A new character needs a name.")
    if team in (None, ""):
        raise EditError("A new character needs a team, such as townsfolk.")
    fresh = ids.checked(script, str(fields.FIELDS["id"].read(given.pop("id")))) if given.get("id") else ""
    written: dict[str, Any] = {"id": fresh or ids.made(script, name), "name": name, "team": "", "ability": ""}
    extra: dict[str, Any] = {}
    for wanted, value in {"team": team, **given}.items():
        put(written, extra, fields.FIELDS[wanted], value)
    added = _added(script, written, extra)
    return Change(added, f"+ {name}", f"{name} added.")


def _variant(script: Script, op: Op) -> Change:
    """An official character's own words, ours or the synced ones, under an id that is not official.

    It remembers whose it is, and has the official tags as ticks.
    """
    character = catalogue.find(str(op.get("id", ""))[:80])
    if character is None:
        raise EditError(f"No official character is called “{str(op.get('id', ''))[:60]}”.")
    typed = fields.FIELDS["id"].read(op.get("own"))
    fresh = ids.checked(script, typed) if typed else ids.free(script, f"{character.id}{BEHIND}")
    written = variant(character.id, fresh)
    place = next((at for at, entry in enumerate(script.entries) if entry.key == character.key), None)
    look: dict[str, Any] = {"emblem": character.emblem} if character.emblem else {}
    look |= remembered(character) | {"tags": sorted(character.tags)}
    if place is None:
        added = _added(script, written, look)
        return Change(added, f"+ {character.name} (variant)", _free_now(character, written, look))
    there = script.entries[place].written
    full = _over(written, there if isinstance(there, dict) else {}) | {"id": script.entries[place].id}
    script = _with(script, place, full, look | beside.held(beside.of(script)[place]))
    return Change(
        ids.renamed(script, place, fresh),
        f"{character.name}: variant",
        _free_now(character, full | {"id": fresh}, look),
    )


def _free_now(official: Character, written: Mapping[str, Any], look: Mapping[str, Any]) -> str:
    """What can be done now, and what of the official character holds how long."""
    said = f"{official.name} can be changed now: it has the id “{written['id']}”."
    made = character_of(written)
    if not official.setup_effects:
        return said
    if made and has_its_words(made, look):
        return (
            f"{said} The setup treats it as the official {official.name} as long as its ability is not changed; "
            "then only what the ability says itself counts."
        )
    return (
        f"{said} Its ability is not the official one, so of the setup only what it says itself counts; the help beside "
        "it tells what that leaves out."
    )


def _duplicate(script: Script, op: Op) -> Change:
    place = meant(script, one(op))
    entry, held = own(script, place), beside.of(script)
    name = _free_name(script, name_of(entry))
    written = {**entry.written, "id": ids.free(script, _numberless(entry.id)), "name": name}
    extra = {part: value for part, value in beside.held(held[place]).items() if part not in NOT_COPIED}
    entries = (*script.entries[: place + 1], entry_of(written, ""), *script.entries[place + 1 :])
    extras = [*held[: place + 1], extra or None, *held[place + 1 :]]
    return Change(with_beside(script, entries, extras), f"+ {name}", f"{name} added.")


def _export(script: Script, op: Op) -> Change:
    places = {meant(script, who) for who in several(op)}
    if not places:
        return Change(script, "", "Nobody is selected. Tick characters first.")
    held = beside.of(script)
    switch = fields.FIELDS["export"]
    before = all(beside.held(held[place]).get("export") is not False for place in places)
    on = switch.read(op["on"]) is True if "on" in op else not before
    for place in places:
        extra = {part: value for part, value in beside.held(held[place]).items() if part != "export"}
        held[place] = (extra | ({} if on else {"export": False})) or None
    names = _listed([name_of(script.entries[place]) for place in sorted(places)])
    told = "in files for others" if on else "only in your own files"
    fresh = with_beside(script, script.entries, held)
    return Change(
        fresh, "" if fresh == script else f"{names}: export {'on' if on else 'off'}", f"{names}: {told}."
    )


OPS: Mapping[str, Callable[[Script, Op], Change]] = MappingProxyType(
    {
        "character": _character,
        "duplicate": _duplicate,
        "export": _export,
        "new-character": _new,
        "variant": _variant,
    }
)


def _fresh_id(script: Script, place: int, op: Op) -> str:
    """The new id, if the op says one."""
    if "id" not in op:
        return ""
    typed = fields.FIELDS["id"].read(op["id"])
    if not typed:
        raise EditError("A character needs an id, such as lamplighter_bells.")
    return "" if typed == script.entries[place].id else ids.checked(script, typed, place)


def _with(script: Script, place: int, written: Mapping[str, Any], extra: Mapping[str, Any]) -> Script:
    """The script with one definition changed, and what stands beside it."""
    entries, extras = list(script.entries), beside.of(script)
    entries[place], extras[place] = entry_of(dict(written), ""), dict(extra) or None
    return with_beside(script, tuple(entries), extras)


def _added(script: Script, written: Mapping[str, Any], extra: Mapping[str, Any]) -> Script:
    """The script with one more, behind its team, or behind the teams that come before."""
    order = list(Team)
    team = Team(written["team"])
    before = [
        at
        for at, entry in enumerate(script.entries)
        if entry.character and order.index(entry.character.team) <= order.index(team)
    ]
    same = [at for at in before if script.entries[at].character.team is team]  # type: ignore[union-attr]  # above
    place = (same or before or [-1])[-1] + 1
    entries, extras = list(script.entries), beside.of(script)
    entries.insert(place, entry_of(dict(written), ""))
    extras.insert(place, dict(extra) or None)
    return with_beside(script, tuple(entries), extras)


def _over(official: Mapping[str, Any], own_words: Mapping[str, Any]) -> dict[str, Any]:
    """The official definition with what the script says of it; jinxes of both, the script's first."""
    mine = own_words.get("jinxes")
    mine = mine if isinstance(mine, list) else []
    named = {key(str(jinx.get("id"))) for jinx in mine if isinstance(jinx, dict)}
    others = [jinx for jinx in official.get("jinxes", ()) if key(jinx["id"]) not in named]
    jinxes = {"jinxes": [*mine, *others]} if mine or others else {}
    return {**official, **own_words, **jinxes}


def _free_name(script: Script, name: str) -> str:
    taken = {key(entry.character.name) for entry in script.entries if entry.character}
    number = 2
    while key(f"{name} {number}") in taken:
        number += 1
    return f"{name} {number}"


def _numberless(identifier: str) -> str:
    return identifier.rstrip("0123456789") or identifier


def _listed(words: Sequence[str]) -> str:
    more = len(words) - MOST_TOLD
    return ", ".join(words[:MOST_TOLD]) + (f" and {more} more" if more > 0 else "")
