"""The official characters, jinxes and night order: in our own words, or in the publisher's after a sync.

In another language than English, texts are that language's (`builder.language_texts`), everything else is the same.
Everything is loaded lazily. A sync takes effect at once, even in a running server: every result is cached for the
wording and the language that it was made from (`per_wording`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from builder import bundled, language, language_texts
from builder.game import tags
from builder.game.almanac import EXPLAINED
from builder.game.character import Character, Jinx
from builder.game.ids import key
from builder.game.script import Entry, Script
from builder.game.setup.rules import Rules
from builder.game.tags import Words
from builder.game.teams import COUNTED_TEAMS, Team
from builder.language import gettext as _
from builder.official import edition
from builder.official.edition import per_wording
from builder.official.resources import (
    EDITIONS,
    LOGOS,
    POLICY,
    POLICY_PAGE,
    POLICY_SHORT,
    Resources,
    edition_logo as edition_logo_path,
    generic_pictures,
    pictures,
    there,
)

__all__ = ["POLICY", "POLICY_PAGE", "POLICY_SHORT", "NightOrder", "Wording", "per_wording"]


@dataclass(frozen=True, slots=True)
class NightOrder:
    """The complete official order of each night; `dusk`, both infos and `dawn` are among the ids."""

    first_night: tuple[str, ...]
    other_night: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wording:
    """Which wording the characters are in."""

    #: Whether the publisher's texts and art are in use; in other languages than English only the art.
    is_official: bool
    #: For people: `Clockwright's own wording`, `official wording, synced 2026-11-21`.
    label: str
    #: For programs: equal if all texts and pictures are equal.
    stamp: str


def find(identifier: str) -> Character | None:
    """The official character with an id (`Fang Gu`, `fang_gu` and `fanggu` are one), or None."""
    return _find(key(identifier))


def find_english(identifier: str) -> Character | None:
    """The same in English, to compare texts and to read what they do."""
    if language.tag() == language.ENGLISH:
        return find(identifier)
    with language.using(language.ENGLISH):
        return _find(key(identifier))


@per_wording
def _find(wanted: str) -> Character | None:
    found = _in_english(wanted)
    return found and language_texts.localized(found)


def _in_english(wanted: str) -> Character | None:
    official, known = edition.in_force(), bundled.find(wanted)
    if official is None:
        return known
    theirs = official.characters.get(wanted)
    found = edition.merged_character(theirs, known, sort_starts(), tag_words()) if theirs else known
    order = night_order()
    return found and replace(
        found,
        first_night=bundled.place(found.id, order.first_night),
        other_night=bundled.place(found.id, order.other_night),
    )


@per_wording
def keys() -> frozenset[str]:
    """The key of every official character."""
    official = edition.in_force()
    return bundled.keys() | official.characters.keys() if official else bundled.keys()


@per_wording
def everyone() -> tuple[Character, ...]:
    """Every official character, by team and then by id."""
    places = {team: place for place, team in enumerate(Team)}
    found = [character for character in map(find, keys()) if character]
    return tuple(sorted(found, key=lambda character: (places[character.team], character.id)))


@per_wording
def jinxes() -> tuple[Jinx, ...]:
    """The official pairs, each once."""
    return language_texts.localized_jinxes(_jinxes_in_english())


def _jinxes_in_english() -> tuple[Jinx, ...]:
    official = edition.in_force()
    if official is None:
        return bundled.jinxes()
    return edition.merged_jinxes(official.resources.jinxes, bundled.jinxes(), frozenset(official.characters))


def reminder(words: str) -> str:
    """The text of an official reminder token in the current language, from its English one; any other stays."""
    return _reminders().get(words.casefold(), words)


@per_wording
def _reminders() -> Mapping[str, str]:
    found: dict[str, str] = {}
    for each in everyone() if language_texts.mark() else ():
        english = find_english(each.id)
        theirs = english.all_reminders if english else ()
        ours = each.all_reminders
        for one, other in zip(theirs, ours, strict=True):
            found.setdefault(one.casefold(), other)
    return found


@per_wording
def night_order() -> NightOrder:
    """The official order of both kinds of night."""
    first, other = bundled.night("firstNight"), bundled.night("otherNight")
    official = edition.in_force()
    if official is None:
        return NightOrder(first, other)
    theirs, listed = official.resources, official.listed
    return NightOrder(
        edition.merged_night(theirs.first_night, first, listed),
        edition.merged_night(theirs.other_night, other, listed),
    )


@per_wording
def wording() -> Wording:
    """The wording in use; every sheet and page names it."""
    official = edition.in_force()
    if seen := language_texts.mark():
        stamp = "-".join(map(str, (official.state.stamp if official else "clockwright", *seen)))
        label = _("Clockwright's own wording, in %(language)s") % {"language": language.current().name}
        return Wording(is_official=official is not None, label=label, stamp=stamp)
    if official is None:
        return Wording(is_official=False, label=_("Clockwright's own wording"), stamp="clockwright")
    return Wording(
        is_official=True,
        label=_("official wording, synced %(day)s") % {"day": official.state.day},
        stamp=f"{official.state.stamp}-{official.state.day}",
    )


def stamp(*tags: str) -> str:
    """The stamps of the wording in these languages, for the key of a document; nothing for empty and unknown ones."""
    found = []
    for tag in tags:
        if tag in language.known():
            with language.using(tag):
                found.append(wording().stamp)
    return " ".join(found)


@per_wording
def art(identifier: str) -> tuple[Path, ...]:
    """The synced pictures of an official character: usual and flipped; of a Traveller unaligned, good, evil.

    WebP as fetched from the publisher; empty if there is none.
    """
    official = edition.in_force()
    theirs = official.characters.get(key(identifier)) if official else None
    if official is None or theirs is None:
        return ()
    return _synced(official.state.path, pictures(theirs))


@per_wording
def generic_art(team: Team) -> tuple[Path, ...]:
    """The synced icons for characters of a team without their own, as in `art`; empty if not synced."""
    official = edition.in_force()
    if official is None:
        return ()
    return _synced(official.state.path, generic_pictures(team))


def _synced(folder: Path, names: tuple[str, ...]) -> tuple[Path, ...]:
    return tuple(folder / path for path in there(names, lambda path: (folder / path).is_file()))


def edition_logo(characters: Iterable[Character]) -> Path | None:
    """The synced logo of the official edition whose characters these are, all of them; else None."""
    official = edition.in_force()
    counted = {each.key for each in characters if each.team in COUNTED_TEAMS}
    if official is None or not counted:
        return None
    for name in EDITIONS:
        theirs = (each for each in official.resources.characters if each.edition == name)
        whole = {each.key for each in theirs if each.team in COUNTED_TEAMS}
        path = official.state.path / edition_logo_path(name)
        if whole == counted and path.is_file():
            return path
    return None


@per_wording
def community_logo() -> Path | None:
    """The publisher's logo for community-made things, required next to their art; None: not synced."""
    official = edition.in_force()
    places = [official.state.path / logo for logo in LOGOS] if official else []
    return next((place for place in places if place.is_file()), None)


def ours() -> Resources:
    """Everything in our own words, even after a sync."""
    return Resources(
        bundled.everyone(), bundled.jinxes(), bundled.night("firstNight"), bundled.night("otherNight")
    )


@cache
def setup_counts() -> Mapping[int, Mapping[str, int]]:
    """For each number of players: how many of each team, before any setup effects."""
    counts = bundled.table("setup_counts.json")
    return {int(players): teams for players, teams in counts.items()}


@per_wording
def rules() -> Rules:
    """The rules of setup: counts, jinxes and what the official characters do."""
    return Rules(setup_counts(), jinxes(), find_english, by_words=_by_words, localized=find)


@per_wording
def _by_words(wanted: str) -> bool:
    """Whether only the publisher's text tells what a character does to the setup: it is new, or its bracket is."""
    official = edition.in_force()
    theirs = official.characters.get(wanted) if official else None
    return theirs is not None and not edition.has_our_effects(theirs, bundled.find(wanted))


@cache
def sort_starts() -> tuple[str, ...]:
    """The opening words that group abilities in the official order, in its order."""
    return tuple(bundled.table("sort_groups.json")["starts"])


@cache
def table(name: str) -> Mapping[str, Any]:
    """The rules in a file of `data/`: `style_rules`, `matchups`; who reads them says what they mean."""
    found: Mapping[str, Any] = bundled.table(f"{name}.json")
    return found


@cache
def tag_words() -> tuple[Words, ...]:
    """The patterns that detect tags in a homebrew ability."""
    return tags.table(bundled.table("tag_words.json"))


def check_thresholds(code: str) -> Mapping[str, Any]:
    """The entry of one check in `data/check_thresholds.json`: numbers and lists of words."""
    found: Mapping[str, Any] = table("check_thresholds").get(code, {})
    return found


def explained(character: Character) -> Character:
    """An official character with Clockwright's almanac texts where it has none. A sync does not change them."""
    english = bundled.explanation(character.key)
    if english is None:
        return character
    known = language_texts.localized_explanation(character.key, character.team.value, english)
    ours = {name: getattr(known.page, name) for name in EXPLAINED if not getattr(character.page, name)}
    return replace(character, flavor=character.flavor or known.flavor, page=replace(character.page, **ours))


def untranslated_texts(character: Character) -> frozenset[str]:
    """Which texts of an official character's almanac page (`flavor`, `rules`, …) another language lacks."""
    english = bundled.explanation(character.key) if character.language else None
    if english is None:
        return frozenset()
    same = {name for name in EXPLAINED if getattr(character.page, name) == getattr(english.page, name)}
    return frozenset(same | {"flavor"} if character.flavor == english.flavor else same)


def with_explanations(script: Script) -> Script:
    """The same script with our almanac texts for its official characters; the author's own texts take precedence."""

    def with_texts(entry: Entry) -> Entry:
        who = entry.character
        return replace(entry, character=explained(who)) if who and is_official(entry, who) else entry

    return replace(script, entries=tuple(map(with_texts, script.entries)))


def is_official(entry: Entry, character: Character) -> bool:
    """Whether an entry is an official character, by its id or written out in full.

    We know how long the publisher's ability is: a copy with another length is a changed character.
    """
    if not entry.is_custom:
        return True
    known = bundled.find(entry.key)
    if known is None or (known.name, known.team) != (character.name, character.team):
        return False
    return character.ability == known.ability or bool(
        known.sort and len(character.ability) == known.sort.length
    )


def resolve(script: Script) -> Script:
    """The same script with every official id filled in; the script's own definitions stay as they are."""
    filled = (
        entry if entry.character else replace(entry, character=_known(entry)) for entry in script.entries
    )
    return replace(script, entries=tuple(filled))


def localized(script: Script) -> Script:
    """The same script with its official characters in the current language."""
    return replace(
        script,
        entries=tuple(
            entry
            if entry.is_custom or entry.character is None or entry.character is (now := _known(entry))
            else replace(entry, character=now)
            for entry in script.entries
        ),
    )


def _known(entry: Entry) -> Character | None:
    found = find(entry.id)
    return replace(found, page=entry.page) if found and entry.page else found
