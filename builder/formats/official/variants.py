"""A variant: an official character in full under an id of its own, so that it can be changed.

The official app ignores changes to an official id; a full definition under another is the valid form (game-facts §6).

What it has from its original beyond its words: setup, place in the order, the setup rules of its jinxes.
`_meta.clockwright.characters[id]` says `variantOf`, the official id, and `variantWords`, a mark of the ability that was
copied. While the ability is still that one, what our data know of the original holds; once the author has changed it,
only its own words do. Special rules that go by an official id are never a variant's.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

from builder import catalogue
from builder.errors import UnknownChoiceError
from builder.formats.official.clockwright_block import camel_case
from builder.game.character import Character, Jinx
from builder.game.ids import key
from builder.game.script import Entry
from builder.game.setup import grammar

#: What stands behind the official id where nobody names another.
BEHIND = "_variant"
OF, WORDS = "variantOf", "variantWords"
#: What a definition says beside id, name, team and app features, in its order.
DEFINED = camel_case(
    *("ability", "flavor", "first_night", "first_night_reminder", "other_night", "other_night_reminder"),
    *("reminders", "reminders_global", "setup"),
)
#: Longer than any id.
LONGEST = 80
Known = Mapping[str, Any]


def variant(identifier: str, own_id: str = "") -> dict[str, Any]:
    """The definition of an official character under its own id, with its jinxes.

    The definition alone does not say whose it is: of the setup only what its ability says counts, unless
    `_meta.clockwright.characters[<own id>].variantOf` names the official id (`original`).

    Raises UnknownChoiceError for an id that no official character has, or an own id that one has.
    """
    character = catalogue.find(identifier)
    if character is None:
        raise UnknownChoiceError("official character", identifier, sorted(catalogue.keys()))
    own_id = own_id or f"{character.id}{BEHIND}"
    if catalogue.find(own_id) or not key(own_id):
        raise UnknownChoiceError("free id", own_id, [f"{character.id}{BEHIND}"])
    jinxes = [
        {"id": other, "reason": jinx.reason}
        for jinx in catalogue.jinxes()
        for here, other in (jinx.characters, jinx.characters[::-1])
        if key(here) == character.key
    ]
    return definition(character) | {"id": own_id} | ({"jinxes": jinxes} if jinxes else {})


def definition(character: Character) -> dict[str, Any]:
    """A character as the script format defines one; what is empty is left out."""
    written: dict[str, Any] = {"id": character.id, "name": character.name, "team": character.team.value}
    for ours, name in DEFINED.items():
        value = getattr(character, ours)
        written[name] = list(value) if isinstance(value, tuple) else value
    written["special"] = [dict(each) for each in character.special]
    return {name: value for name, value in written.items() if value or name == "ability"}


def provenance(official: Character) -> dict[str, str]:
    """What a variant has beside it, so that it is known whose words it was made with."""
    return {OF: official.id, WORDS: mark(official.ability)}


def mark(ability: str) -> str:
    """A short mark that only the same words have; spaces and the form of quotes do not count."""
    plain = " ".join(ability.replace("’", "'").replace("“", '"').replace("”", '"').split())
    return sha256(plain.encode("utf-8", "replace")).hexdigest()[:16]


def original(known: Known) -> Character | None:
    """The official character that this is a variant of, with what our data know of its setup; None: of nobody."""
    name = known.get(OF)
    return next(_wordings(name[:LONGEST]), None) if isinstance(name, str) else None


def has_its_words(character: Character, known: Known) -> bool:
    """Whether the ability is still the one that was copied, or the original's in a wording that we have."""
    name = known.get(OF)
    if not isinstance(name, str) or catalogue.find(character.id):
        return False
    wordings = [each for each in _wordings(name[:LONGEST]) if each.team is character.team]
    own = mark(character.ability)
    return bool(wordings) and own in {known.get(WORDS), *(mark(each.ability) for each in wordings)}


def with_originals(entries: Sequence[Entry], extras: Sequence[Known]) -> tuple[Entry, ...]:
    """The entries, each variant with what it has from its original; anew each time, as a sync may change that."""
    placed = list(zip(entries, extras, strict=True))
    names = {entry.key: key(known[OF]) for entry, known in placed if isinstance(known.get(OF), str)}
    if not names:
        return tuple(entries)
    return tuple(
        replace(entry, character=_as_original(entry.character, known, names)) if entry.character else entry
        for entry, known in placed
    )


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
    """The official character as it is in use, and in our own words where others were synced."""
    found = catalogue.find(name)
    if found:
        yield found
        if catalogue.wording().is_official:
            yield from (each for each in catalogue.ours().characters if each.key == found.key)


def _effects(character: Character, name: str) -> tuple[Mapping[str, Any], ...]:
    """What our data say of the setup, as far as it is data for a bracket that says the same."""
    said = _brackets(character.ability)
    known = (each.setup_effects for each in _wordings(name) if _brackets(each.ability) == said)
    return next(filter(None, known), ())


def _brackets(ability: str) -> tuple[object, ...]:
    read = grammar.read(ability)
    return read.effects, read.unread


def _with_rules(jinx: Jinx, names: Mapping[str, str]) -> Jinx:
    """A jinx with the setup rules of the official one that it copies word for word."""
    here = {names.get(key(each), key(each)): each for each in jinx.characters}
    setup = _jinx_rules().get((frozenset(here), mark(jinx.reason)), ())
    rules = [rule | {"by": here[key(rule["by"])]} if "by" in rule else rule for rule in setup]
    return replace(jinx, setup=tuple(rules)) if rules else jinx


@catalogue.per_wording
def _jinx_rules() -> Mapping[tuple[frozenset[str], str], tuple[dict[str, Any], ...]]:
    """The official jinxes that say something about the setup, by pair and words, in every wording that we have."""
    every = (*catalogue.jinxes(), *catalogue.ours().jinxes)
    return {(each.pair, mark(each.reason)): tuple(map(dict, each.setup)) for each in every if each.setup}
