"""A variant: an official character in full under an id of its own, so that it can be changed.

The official app ignores changes to an official id; a full definition under another is the valid form (game-facts §6).

It inherits setup, official sort position and the setup rules of its jinxes from its original.
`_meta.clockwright.characters[id]` stores `variantOf`, the official id, and `variantWords`, a hash of the ability that
was copied. While the ability is unchanged, our data about the original apply; once the author has changed it,
only its own text does. Special rules for an official id never apply to a variant.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

from builder import catalogue
from builder.errors import UnknownCharacterError, UnknownChoiceError
from builder.formats import misspelling
from builder.formats.official.clockwright_block import camel_case
from builder.game.character import Character, Jinx
from builder.game.ids import key
from builder.game.script import Entry
from builder.game.setup import grammar
from builder.language import gettext as _

#: Default suffix after the official id.
BEHIND = "_variant"
OF, WORDS = "variantOf", "variantWords"
#: Fields of a definition after id, name, team and app features, in order.
DEFINED = camel_case(
    *("ability", "flavor", "first_night", "first_night_reminder", "other_night", "other_night_reminder"),
    *("reminders", "reminders_global", "setup"),
)
#: Longer than any id.
LONGEST = 80
Known = Mapping[str, Any]


def variant(identifier: str, own_id: str = "") -> dict[str, Any]:
    """The definition of an official character under its own id, with its jinxes.

    The definition alone does not name its original: its setup depends only on its ability text, unless
    `_meta.clockwright.characters[<own id>].variantOf` names the official id (`original`).

    Raises UnknownCharacterError for an id that no official character has; UnknownChoiceError if one has the own id.
    """
    character = catalogue.find(identifier)
    if character is None:
        raise UnknownCharacterError(identifier, misspelling.similar_names(identifier))
    own_id = own_id or f"{character.id}{BEHIND}"
    if catalogue.find(own_id) or not key(own_id):
        raise UnknownChoiceError(_("There is no unused id “%(name)s”."), own_id, [f"{character.id}{BEHIND}"])
    jinxes = [
        {"id": other, "reason": jinx.reason}
        for jinx in catalogue.jinxes()
        for here, other in (jinx.characters, jinx.characters[::-1])
        if key(here) == character.key
    ]
    return definition(character) | {"id": own_id} | ({"jinxes": jinxes} if jinxes else {})


def definition(character: Character) -> dict[str, Any]:
    """A character's definition in the script format, without empty fields."""
    written: dict[str, Any] = {"id": character.id, "name": character.name, "team": character.team.value}
    for ours, name in DEFINED.items():
        value = getattr(character, ours)
        written[name] = list(value) if isinstance(value, tuple) else value
    written["special"] = [dict(each) for each in character.special]
    return {name: value for name, value in written.items() if value or name == "ability"}


def provenance(official: Character) -> dict[str, str]:
    """The extra fields of a variant that name its original."""
    return {OF: official.id, WORDS: mark(official.ability)}


def mark(ability: str) -> str:
    """A short hash of an ability, ignoring spaces and the form of quotes."""
    plain = " ".join(ability.replace("’", "'").replace("“", '"').replace("”", '"').split())
    return sha256(plain.encode("utf-8", "replace")).hexdigest()[:16]


def original(known: Known) -> Character | None:
    """The official character that this is a variant of, with its setup data, or None."""
    name = known.get(OF)
    return next(_wordings(name[:LONGEST]), None) if isinstance(name, str) else None


def has_its_words(character: Character, known: Known) -> bool:
    """Whether the ability is unchanged since the copy, or equals the original's in any wording that we have."""
    name = known.get(OF)
    if not isinstance(name, str) or catalogue.find(character.id):
        return False
    wordings = [each for each in _wordings(name[:LONGEST]) if each.team is character.team]
    own = mark(character.ability)
    return bool(wordings) and own in {known.get(WORDS), *(mark(each.ability) for each in wordings)}


def with_originals(entries: Sequence[Entry], extras: Sequence[Known]) -> tuple[Entry, ...]:
    """The entries, each variant with what it inherits; not cached, since a sync may change that."""
    placed = list(zip(entries, extras, strict=True))
    names = {entry.key: key(known[OF]) for entry, known in placed if isinstance(known.get(OF), str)}
    if not names:
        return tuple(entries)
    found = []
    for entry, known in placed:
        inherits = entry.character and _as_original(entry.character, known, names)
        found.append(entry if inherits is entry.character else replace(entry, character=inherits))
    return tuple(found)


def _as_original(character: Character, known: Known, names: Mapping[str, str]) -> Character:
    """`names` are the official ids of all variants, by key."""
    official = original(known)
    if official is None or catalogue.find(character.id):
        return character
    changed = replace(character, jinxes=tuple(_with_rules(each, names) for each in character.jinxes))
    if not has_its_words(character, known):
        return changed
    return replace(changed, sort=official.sort, setup_effects=_effects(character, official.id))


def _wordings(name: str) -> Iterator[Character]:
    """The official character in the current wording, and in ours if another was synced."""
    found = catalogue.find(name)
    if found:
        yield found
        if catalogue.wording().is_official:
            yield from (each for each in catalogue.ours().characters if each.key == found.key)


def _effects(character: Character, name: str) -> tuple[Mapping[str, Any], ...]:
    """The setup effects in our data that still match the ability's brackets."""
    said = _brackets(character.ability)
    known = (each.setup_effects for each in _wordings(name) if _brackets(each.ability) == said)
    return next(filter(None, known), ())


def _brackets(ability: str) -> tuple[object, ...]:
    read = grammar.read(ability)
    return read.effects, read.unread


def _with_rules(jinx: Jinx, names: Mapping[str, str]) -> Jinx:
    """A jinx with the setup rules of the official one if its text is identical."""
    here = {names.get(key(each), key(each)): each for each in jinx.characters}
    setup = _jinx_rules().get((frozenset(here), mark(jinx.reason)), ())
    rules = [rule | {"by": here[key(rule["by"])]} if "by" in rule else rule for rule in setup]
    return replace(jinx, setup=tuple(rules)) if rules else jinx


@catalogue.per_wording
def _jinx_rules() -> Mapping[tuple[frozenset[str], str], tuple[dict[str, Any], ...]]:
    """The official jinxes with setup rules, by pair and text, in every wording that we have."""
    every = (*catalogue.jinxes(), *catalogue.ours().jinxes)
    return {(each.pair, mark(each.reason)): tuple(map(dict, each.setup)) for each in every if each.setup}
