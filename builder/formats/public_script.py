"""The script for publication: without private notes and hidden characters, with its own night order in full.

Night numbers of homebrew follow that order, too.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from builder import catalogue
from builder.formats.official import assembled, rewritten
from builder.formats.official.entries import clockwright, extra_keys, extras_in
from builder.formats.official.schema import as_object
from builder.game import keywords, night_merge
from builder.game.character import Character
from builder.game.ids import key
from builder.game.night import ENDLESS, Row, Step, night_sheet
from builder.game.script import Script

#: Private fields: notes, extra fields of a Bloodstar save (source pictures, accounts), the origin of a copy.
PRIVATE_OF_CHARACTERS = frozenset({"notes", "bloodstar", "export", "from"})
#: The only public parts of `_meta.clockwright`, and of a character in it. Unknown parts may be
#: private fields of a newer version.
PUBLIC = frozenset({"almanac", "baseUrl", "characters", "keywords", "theme"})
PUBLIC_OF_CHARACTERS = frozenset(
    {"almanac", "bracket", "bracketText", "emblem", "icon", "tags", "variantOf", "variantWords"}
)
PUBLIC_OF_KEYWORDS = frozenset({"term", "also", "text"})
NIGHTS = ("firstNight", "otherNight")


def public(script: Script) -> Script:
    """The script for others: its public part, with its own night order in full and numbers that follow it."""
    return with_night_numbers(without_private(script))


def with_night_numbers(script: Script) -> Script:
    """The script with its own order in full, and night numbers of its homebrew that follow it.

    Some programs wake only whom the order names, others only read numbers.
    Numbers that agree with the order stay, and 0 (does not wake) stays 0. Official characters that are written by
    their ids have no numbers here, so those of homebrew go between the official ones.
    """
    if not (script.meta.first_night or script.meta.other_night):
        return script
    sheet = night_sheet(script, catalogue.night_order())
    by_number = replace(script, meta=replace(script.meta, first_night=None))
    notices = night_sheet(by_number, catalogue.night_order()).notices
    is_older_scale = any(each.code == night_merge.OLDER_SCALE for each in notices)
    wanted: dict[tuple[str, str], float] = {}
    meta = dict(script.written_meta or {})
    for night, order, rows in (
        ("firstNight", script.meta.first_night, sheet.first),
        ("otherNight", script.meta.other_night, sheet.other),
    ):
        if order:
            numbers = _fitted(script, night, rows, is_older_scale=is_older_scale)
            wanted |= {(who, night): number for who, number in numbers.items()}
            meta[night] = _whole_order(script, meta.get(night), rows)
    items = []
    for entry in script.entries:
        fresh = {night: number for night in NIGHTS if (number := wanted.get((entry.key, night))) is not None}
        is_ours = entry.is_custom and isinstance(entry.written, dict)
        items.append({**entry.written, **fresh} if is_ours and fresh else entry.written)
    if meta == script.written_meta and all(
        one is entry.written for one, entry in zip(items, script.entries, strict=True)
    ):
        return script
    return rewritten(script, items, meta, script.reading)


def _whole_order(script: Script, written: Any, rows: Sequence[Row]) -> Any:
    """A night order as written, or with everybody who wakes and nobody else, in the order of the night sheet.

    Other programs wake only whom it names, and do not know a character that is gone.
    """
    steps = {step.value for step in Step}
    listed = {key(each) for each in written if isinstance(each, str)} if isinstance(written, list) else set()
    waking = {key(row.id) for row in rows} - steps
    there = {entry.key for entry in script.entries}
    if waking <= listed <= there | steps:
        return written
    return [row.id for row in rows]


def _fitted(script: Script, night: str, rows: Iterable[Row], *, is_older_scale: bool) -> dict[str, float]:
    """By the key of a character: its new number for a night, if it needs one."""
    official = catalogue.night_order()
    steps = official.first_night if night == "firstNight" else official.other_night
    theirs = {key(each): float(number) for number, each in enumerate(steps, start=1)}
    own = {entry.key: entry for entry in reversed(script.entries) if entry.is_custom and entry.character}
    numbers: dict[str, float | None] = {}
    for who in dict.fromkeys(key(row.id) for row in rows):
        entry = own.get(who)
        if entry is None and who in theirs:
            numbers[who] = theirs[who]
        elif entry and entry.character and _is_numbered(entry.written, entry.character, night):
            numbers[who] = _number(entry.character, night)
    if is_older_scale and all(who in own or who in set(Step) for who in numbers):
        first = night_merge.OLD_NUMBERS[night]
        acting = [who for who in numbers if who in own]
        fresh = dict(zip(acting, night_merge.counted([numbers[who] for who in acting], first), strict=True))
    else:
        fixed = {place for place, who in enumerate(numbers) if who not in own}
        fresh = dict(zip(numbers, night_merge.fitted([*numbers.values()], fixed), strict=True))
    return {who: number for who, number in fresh.items() if number is not None and number != numbers[who]}


def _is_numbered(written: Mapping[str, Any], character: Character, night: str) -> bool:
    """Whether a character acts by its number, or by its reminder alone."""
    text = character.first_night_reminder if night == "firstNight" else character.other_night_reminder
    return _number(character, night) is not None or (night not in written and bool(text.strip()))


def _number(character: Character, night: str) -> float | None:
    number = character.first_night if night == "firstNight" else character.other_night
    return number if number is not None and 0 < number < ENDLESS else None


def without_private(script: Script) -> Script:
    """The public part of a script.

    Left out: every part of `_meta.clockwright` that is not known to be public, such as private notes, dismissed
    problems and Bloodstar's fields; every character that is not exported, with its night order, jinxes,
    texts about it and keywords that only it has.
    """
    ids = [entry.id for entry in script.entries]
    hidden = [extra.get("export") is False for extra in extras_in(script)]
    if not any(hidden) and not any(_has_private(meta) for _, meta in script.metas):
        return script
    left_out = _keywords_of(script, hidden)
    placed = list(zip(script.entries, hidden, strict=True))
    gone = {entry.key for entry, back in placed if back} - {entry.key for entry, back in placed if not back}
    items = [_without_jinxes(entry.written, gone) for entry, back in placed if not back]
    names = {name for name, back in zip(extra_keys(ids), hidden, strict=True) if back}
    for position, meta in script.metas[::-1]:
        items.insert(position - sum(hidden[:position]), _public_meta(meta, names, gone, left_out))
    return catalogue.resolve(assembled((None, item) for item in items))


def _has_private(meta: Mapping[str, Any]) -> bool:
    extras = map(as_object, as_object(clockwright(meta).get("characters")).values())
    listed = clockwright(meta).get(keywords.FIELD)
    return (
        bool(clockwright(meta).keys() - PUBLIC)
        or any(extra.keys() - PUBLIC_OF_CHARACTERS for extra in extras)
        or (isinstance(listed, list) and any(_public_keyword(each) != each for each in listed))
    )


def _keywords_of(script: Script, hidden: Sequence[bool]) -> frozenset[str]:
    """The terms of keywords that only hidden characters have."""
    known = keywords.of(script)
    texts: dict[bool, list[str]] = {True: [], False: [*script.meta.bootlegger, *script.almanac.play_guide]}
    texts[False] += [script.almanac.synopsis, script.almanac.overview]
    for entry, back in zip(script.entries, hidden, strict=True):
        if entry.character:
            texts[back] += keywords.texts_of(entry.character)
    shown = keywords.used(known, texts[False])
    return frozenset(each.term for each in keywords.used(known, texts[True]) if each not in shown)


def _public_keyword(written: object, hidden: Collection[str] = ()) -> dict[str, Any] | None:
    """The public part of a keyword; None if it is invalid, or its term is hidden."""
    known = keywords.read(written)
    if known is None or known.term in hidden or not isinstance(written, Mapping):
        return None
    return {name: value for name, value in written.items() if name in PUBLIC_OF_KEYWORDS}


def _public_meta(
    meta: Mapping[str, Any], hidden: Collection[str], gone: Collection[str], terms: Collection[str]
) -> dict[str, Any]:
    left = {
        name: [each for each in value if not (isinstance(each, str) and key(each) in gone)]
        if name in NIGHTS and isinstance(value, list)
        else value
        for name, value in meta.items()
    }
    if not isinstance(meta.get("clockwright"), dict):
        return left
    block = {name: value for name, value in meta["clockwright"].items() if name in PUBLIC}
    if isinstance(block.get("characters"), dict):
        block["characters"] = {
            name: _public_extra(extra)
            for name, extra in block["characters"].items()
            if name not in hidden and _public_extra(extra)
        }
    if keywords.FIELD in block:
        listed = block[keywords.FIELD]
        block[keywords.FIELD] = [
            public
            for each in (listed if isinstance(listed, list) else ())
            if (public := _public_keyword(each, terms))
        ]
    left["clockwright"] = {name: value for name, value in block.items() if value not in ({}, [])}
    return {name: value for name, value in left.items() if name != "clockwright" or value}


def _public_extra(extra: Any) -> Any:
    if not isinstance(extra, dict):
        return extra
    return {name: value for name, value in extra.items() if name in PUBLIC_OF_CHARACTERS}


def _without_jinxes(written: Any, gone: Collection[str]) -> Any:
    """An entry without its jinxes with removed characters."""
    if not gone or not isinstance(written, dict) or not isinstance(written.get("jinxes"), list):
        return written
    jinxes = [
        jinx
        for jinx in written["jinxes"]
        if not (isinstance(jinx, dict) and isinstance(jinx.get("id"), str) and key(jinx["id"]) in gone)
    ]
    return {name: value for name, value in written.items() if name != "jinxes"} | (
        {"jinxes": jinxes} if jinxes else {}
    )
