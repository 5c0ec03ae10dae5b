"""Homebrew copies of official characters: the full definition under an id of its own.

| op | with | does |
|---|---|---|
| `variant` | `id`, `own` if wanted | copies an official character under a new id; replaces it if it is on the script |
| `make-own` | `path`, `id` | the same for the entry at a path, as a fix of a check |

A variant stores its original and has the official tags ticked; its page, icon, positions in the night orders,
jinxes on both sides, and dismissed problems follow it.
"""

from collections.abc import Mapping
from typing import Any

from builder import catalogue
from builder.editing import extra_fields, fields, own_ids
from builder.editing.change import Change, EditError, Op, added, op, replaced
from builder.errors import did_you_mean
from builder.formats import misspelling
from builder.formats.official.entries import character_of, entry_of
from builder.formats.official.variants import BEHIND, has_its_words, provenance, variant
from builder.game.character import Character
from builder.game.ids import key
from builder.game.script import Script
from builder.language import gettext as _


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
    """The script with an entry replaced by a variant."""
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
    """The extra fields of a new variant."""
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
