"""Copies of characters: variants of official ones, and copies from the owner's other scripts.

| op | with | does |
|---|---|---|
| `variant` | `id`, `own` if wanted | copies an official character under a new id; replaces it if it is on the script |
| `make-own` | `path`, `id` | the same for the entry at a path, as a fix of a check |
| `bring` | `characters`: of each `value`, `extra`, `from` | copies characters with all their extra fields |
| `renew` | `characters`: of each `id`, `then`, `newest`, `from`; `keep` | updates them from their set |
| `keep-mine` | `characters`: of each `id`, `from` | keeps the local version until the set changes again |

A variant stores its original and has the official tags ticked; its page, icon, positions in the night orders,
jinxes on both sides, and dismissed problems follow it.

`then` and `newest` are `{"value", "extra"}`: the character in its set when it was copied (or null), and now. `from`
is `{"set", "revision", "id"}` (`origins.py`). With `keep`, local changes since the copy are preserved. Each op is one
change, for any number of characters; those already on the script are not imported again.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from builder import catalogue
from builder.editing import extra_fields, fields, origins, own_ids
from builder.editing.change import Change, EditError, Op, added, name_of, op, replaced, with_extras
from builder.editing.origins import FROM, OWN, Copy
from builder.errors import did_you_mean
from builder.formats import misspelling
from builder.formats.official.entries import character_of, entry_of
from builder.formats.official.variants import BEHIND, has_its_words, provenance, variant
from builder.game.character import Character
from builder.game.ids import key
from builder.game.script import Entry, Script
from builder.language import gettext as _, ngettext
from builder.prose_lists import join_some


@op("variant")
def _variant(script: Script, op: Op) -> Change:
    character = catalogue.find(str(op.get("id", ""))[:80])
    if character is None:
        asked = str(op.get("id", ""))[:60]
        hint = did_you_mean(misspelling.similar_names(asked))
        raise EditError(_("No official character is called “%(name)s”.") % {"name": asked} + hint)
    typed = fields.FIELDS["id"].read(op.get("own"))
    fresh = own_ids.checked(script, typed) if typed else own_ids.free(script, f"{character.id}{BEHIND}")
    place = next((at for at, entry in enumerate(script.entries) if entry.key == character.key), None)
    if place is not None:
        return _in_place(script, place, character, fresh)
    written, look = variant(character.id, fresh), _extra_fields(character)
    changed = added(script, (entry_of(written, ""), look))
    return Change(changed, f"+ {character.name} (variant)", _free_now(character, written, look))


@op("make-own")
def _make_own(script: Script, op: Op) -> Change:
    place = script.places().index(str(op.get("path")))
    entry, typed = script.entries[place], fields.FIELDS["id"].read(op.get("id"))
    character = None if entry.is_custom else catalogue.find(entry.id)
    if character is None or not typed:
        raise EditError(_("You can only create variants of official characters."))
    return _in_place(script, place, character, own_ids.checked(script, typed))


def _in_place(script: Script, place: int, character: Character, fresh: str) -> Change:
    there, look = script.entries[place], _extra_fields(character)
    own_words = there.written if isinstance(there.written, dict) else {}
    full = _over(variant(character.id, fresh), own_words) | {"id": there.id}
    script = replaced(script, place, full, look | extra_fields.at(script, place))
    return Change(
        own_ids.renamed(script, place, fresh),
        f"{character.name}: variant",
        _free_now(character, full | {"id": fresh}, look),
    )


def _extra_fields(character: Character) -> dict[str, Any]:
    emblem = {"emblem": character.emblem} if character.emblem else {}
    return emblem | provenance(character) | {"tags": sorted(character.tags)}


def _free_now(official: Character, written: Mapping[str, Any], look: Mapping[str, Any]) -> str:
    """A sentence on what can be edited now, and which official data stay valid how long."""
    lead = _("You can change %(name)s now. Its new ID is “%(id)s”.") % {
        "name": official.name,
        "id": written["id"],
    }
    made = character_of(written)
    if not official.setup_effects:
        return lead
    if made and has_its_words(made, look):
        until = _("Until you change its ability, the setup treats it as the official %(name)s.") % {
            "name": official.name
        }
        return f"{lead} {until}"
    text = _(
        "Its ability is not the official one, so the setup goes by its text. The help next to the ability "
        "says what is missing."
    )
    return f"{lead} {text}"


def _over(official: Mapping[str, Any], own_words: Mapping[str, Any]) -> dict[str, Any]:
    """The official definition overlaid with the script's fields; jinxes of both, the script's first."""
    mine = own_words.get("jinxes")
    mine = mine if isinstance(mine, list) else []
    named = {key(str(jinx.get("id"))) for jinx in mine if isinstance(jinx, dict)}
    others = [jinx for jinx in official.get("jinxes", ()) if key(jinx["id"]) not in named]
    jinxes = {"jinxes": [*mine, *others]} if mine or others else {}
    return {**official, **own_words, **jinxes}


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
        mine = origins.shareable(entry.written, extra)
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
    return origins.shareable(value, extra)


def _origin(item: Mapping[str, Any]) -> dict[str, Any]:
    origin = origins.origin(item)
    if origin is None:
        raise EditError(_("It is not clear where the character comes from."))
    return origin.as_json()
