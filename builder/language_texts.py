"""The texts of the official characters in other languages: those in `data/languages/`, and above them the user's packs.

A folder of a language has `language.json`, `characters.json`, `jinxes.json` and `almanac/<team>.json`; any of them, and
any field, may be missing (docs/translating.md). What a language lacks stays English.
"""

import json
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from builder import language
from builder.game.almanac import Explanation
from builder.game.character import Character, Jinx
from builder.game.ids import key
from builder.settings import Settings, settings

#: Most bytes of one file of a pack.
MOST_BYTES = 4_000_000
#: Our fields, and their names in the files: texts, and lists of as many texts as in English.
TEXTS = {
    "name": "name",
    "ability": "ability",
    "first_night_reminder": "firstNightReminder",
    "other_night_reminder": "otherNightReminder",
}
LISTS = {"reminders": "reminders", "reminders_global": "remindersGlobal"}
PAGE_TEXTS = {"overview": "overview", "tip": "tip"}
PAGE_LISTS = {"rules": "rules", "examples": "examples", "how_to_run": "howToRun", "advice": "advice"}
#: For how long what the folders looked like is believed.
GLANCE_SECONDS = 0.02
#: Tells the states of a language's files apart; empty in English.
Mark = tuple[str | int, ...]
_Table = dict[str, dict[str, Any]]
_glances: dict[str, tuple[float, Settings, Mark]] = {}


def mark() -> Mark:
    """Changes with the current language and its files. Called before every lookup in the catalogue, so cached."""
    tag = language.tag()
    if tag == language.ENGLISH:
        return ()
    now, chosen = time.monotonic(), settings()
    until, of, seen = _glances.get(tag, (0.0, None, ()))
    if now >= until or of is not chosen:
        seen = (tag, *(language.mark(folder) for folder in folders(tag)))
        _glances[tag] = now + GLANCE_SECONDS, chosen, seen
    return seen


def forget() -> None:
    """Has the next lookup see what this process changed in the folders."""
    _glances.clear()


def folders(tag: str) -> list[Path]:
    """The folders of a language, the one that takes precedence first: the user's pack, ours; then those of `chain`."""
    homes = language.packs(), language.bundled()
    return [home / each for each in language.chain(tag) for home in homes]


def localized(character: Character) -> Character:
    """An official character in the current language, field by field; ids, effects, tags and order are the same."""
    seen = mark()
    if not seen:
        return character
    theirs = characters(seen).get(character.key, {})
    found: dict[str, Any] = {
        ours: theirs[name] for ours, name in TEXTS.items() if getattr(character, ours) and theirs.get(name)
    }
    for ours, name in LISTS.items():
        if len(theirs.get(name, ())) == len(getattr(character, ours)) > 0:
            found[ours] = theirs[name]
    lacking = {ours for ours in (*TEXTS, *LISTS) if getattr(character, ours)} - found.keys()
    return replace(
        character,
        **found,
        language=language.tag(),
        english_name=character.name,
        untranslated=frozenset(lacking),
    )


def localized_jinxes(jinxes: Iterable[Jinx]) -> tuple[Jinx, ...]:
    """Official pairs with their reasons in the current language."""
    seen = mark()
    known = _jinxes(seen) if seen else {}
    return tuple(
        replace(jinx, reason=known[jinx.pair], language=language.tag()) if jinx.pair in known else jinx
        for jinx in jinxes
    )


def localized_explanation(character: str, team: str, english: Explanation) -> Explanation:
    """The almanac's texts about a character in the current language, field by field."""
    seen = mark()
    theirs = _almanac(seen, team).get(character, {}) if seen else {}
    if not theirs:
        return english
    page: dict[str, Any] = {
        ours: theirs[name]
        for ours, name in PAGE_TEXTS.items()
        if theirs.get(name) and getattr(english.page, ours)
    }
    page |= {
        ours: theirs[name]
        for ours, name in PAGE_LISTS.items()
        if len(theirs.get(name, ())) == len(getattr(english.page, ours)) > 0
    }
    return Explanation(theirs.get("flavor") or english.flavor, replace(english.page, **page))


@lru_cache(maxsize=16)
def characters(seen: Mark) -> Mapping[str, Mapping[str, Any]]:
    """The characters of all folders of a language, by key; texts, and tuples of texts."""
    merged: _Table = {}
    for folder in reversed(folders(str(seen[0]))):
        _merge(merged, _read(folder / "characters.json"), {*TEXTS.values()}, {*LISTS.values()})
    return merged


@lru_cache(maxsize=16)
def _jinxes(seen: Mark) -> Mapping[frozenset[str], str]:
    return {
        frozenset({key(head), key(other)}): reason
        for folder in reversed(folders(str(seen[0])))
        for head, others in _read(folder / "jinxes.json").items()
        for other, reason in (others.items() if isinstance(others, dict) else ())
        if isinstance(reason, str) and reason.strip()
    }


@lru_cache(maxsize=64)
def _almanac(seen: Mark, team: str) -> Mapping[str, Mapping[str, Any]]:
    merged: _Table = {}
    texts = {"flavor", *PAGE_TEXTS.values()}
    for folder in reversed(folders(str(seen[0]))):
        _merge(merged, _read(folder / "almanac" / f"{team}.json"), texts, {*PAGE_LISTS.values()})
    return merged


def _merge(merged: _Table, written: Mapping[str, Any], texts: set[str], lists: set[str]) -> None:
    """Adds the valid fields of a file to those of the folders below it."""
    for name, fields in written.items():
        if isinstance(fields, dict):
            merged.setdefault(key(name), {}).update(_valid(fields, texts, lists))


def _valid(fields: Mapping[str, Any], texts: set[str], lists: set[str]) -> Iterator[tuple[str, Any]]:
    for name, value in fields.items():
        if name in texts and isinstance(value, str) and value.strip():
            yield name, value.strip()
        elif name in lists and isinstance(value, list) and all(isinstance(each, str) for each in value):
            yield name, tuple(value)


def _read(path: Path) -> dict[str, Any]:
    """A file of a pack; empty if there is none or if it is damaged."""
    try:
        with path.open("rb") as file:
            written = json.loads(file.read(MOST_BYTES))
    except (OSError, ValueError, RecursionError):
        return {}
    return written if isinstance(written, dict) else {}
