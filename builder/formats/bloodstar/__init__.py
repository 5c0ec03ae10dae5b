"""Bloodstar saves, and the `full.json` that it publishes: `meta`, `almanac`, `characterList`, orders in one object.

Fields of a save that our own fields cannot express travel with the script and go back to Bloodstar:

    "clockwright": {"bloodstar": {"put", "absent", "meta": {"put", "absent"}, "almanac": {"put", "absent"},
                                  "strays": [{"at", "entry"}]},
                    "characters": {"<id>": {"bloodstar": {"put", "absent", "almanac": {"put", "absent"}}}}}

`put` are fields as they were (texts with `$name`, source pictures, settings, unknown fields), `absent` those that
only we write. A field is restored while the script still agrees with it.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from builder import catalogue
from builder.errors import UnreadableScriptError
from builder.formats.bloodstar.icons import with_source
from builder.formats.bloodstar.reader import characters_of, is_character, remarks, values
from builder.formats.bloodstar.writer import fresh, lost
from builder.formats.official import assembled, check_size
from builder.formats.official.clockwright_block import icon_of
from builder.formats.official.entries import character_of, extra_keys, extras_in
from builder.formats.official.json_text import read_value
from builder.formats.official.round_trip import MOST
from builder.formats.official.schema import DEFINING, as_list, as_object
from builder.formats.source import LACKING, refuse
from builder.game.problem import Problem, Severity
from builder.game.script import Entry, Script
from builder.language import N_, gettext as _, number

Json = dict[str, Any]
NAME = "bloodstar"
TITLE = N_("Bloodstar save (JSON)")
ENDINGS = (".json",)
RANK = (1, 0)
CALLED = N_("the Bloodstar save")
#: Objects in the save, and in a character, whose fields are compared one by one.
INNER = ("meta", "almanac")
OPENING = re.compile(rb"(?:\xef\xbb\xbf)?\s*+\{")
LACKS = N_("This is a Bloodstar save. It cannot hold jinxes or Bootlegger rules, so add them here.")
LACKS_PUBLISHED = N_(
    "This is the full.json that Bloodstar publishes. It does not include source pictures, "
    "characters hidden from exports, jinxes or Bootlegger rules."
)

FILLED_IN = N_(
    "$name and $capname in texts are now the character's name in words. If you rename a "
    "character in Clockwright, its night reminders and almanac page follow."
)


def recognises(source: bytes | str) -> bool:
    """Whether this is an object with a list of characters under Bloodstar's name for it."""
    if isinstance(source, str):
        return bool(OPENING.match(source[:200].encode("utf-8", "replace"))) and "characterList" in source
    return bool(OPENING.match(source)) and b"characterList" in source


def read(source: bytes | str) -> Script:
    """A script from a save. Raises UnreadableScriptError."""
    save, _unused, problems = read_value(source)
    lacks = LACKS_PUBLISHED if isinstance(save, dict) and "links" in save else LACKS
    return script_of(save, (*problems, Problem(LACKING, Severity.NOTICE, lacks)))


def script_of(save: Any, reading: Sequence[Problem] = ()) -> Script:
    """A script from the value of a save."""
    _check(save)
    items = values(save)
    own_save = fresh(_script(items))
    items[0] = _with_rest(items[0], save, own_save)
    check_size(items)
    return _script(items, (*remarks(save), *_filled_in(save), *reading))


def _filled_in(save: Mapping[str, Any]) -> list[Problem]:
    """A notice if texts have `$name` or `$capname`, which a script cannot hold."""
    texts = (
        text
        for each in characters_of(save)
        for text in (*each.values(), *as_object(each.get("almanac")).values())
        if isinstance(text, str)
    )
    is_filled = any("$name" in text or "$capname" in text for text in texts)
    return [Problem("name-filled-in", Severity.NOTICE, FILLED_IN)] if is_filled else []


def write(script: Script) -> str:
    """Write the script as a save. Fields imported from a save are restored if they still agree with the script."""
    return json.dumps(_save(_resolved(script)), ensure_ascii=False, indent=1) + "\n"


def _save(script: Script) -> Json:
    mine = fresh(script)
    stored = as_object(script.block.get("bloodstar"))
    extras = extras_in(script)
    characters = [
        _overlaid(each, as_object(extra.get("bloodstar"))) if isinstance(each, dict) else each
        for each, extra in zip(mine["characterList"], extras, strict=True)
    ]
    theirs = _overlaid(mine, stored) | {"characterList": characters}
    again = fresh(_script(values(theirs)))
    whole = _agreed(mine, theirs, again)
    reimported = (each for each in again["characterList"] if isinstance(each, dict))
    whole["characterList"] = [
        with_source(_agreed(one, other, next(reimported)), icon_of(extra)) if is_character(one) else one
        for one, other, extra in zip(mine["characterList"], characters, extras, strict=True)
    ]
    for stray in map(as_object, as_list(stored.get("strays"))):
        if type(stray.get("at")) is int and not is_character(stray.get("entry")):
            whole["characterList"].insert(max(0, stray["at"]), stray.get("entry"))
    return whole


def report(script: Script) -> list[Problem]:
    """Everything that a save has no field for."""
    script = _resolved(script)
    save = json.loads(json.dumps(_save(script)))
    if not characters_of(save):
        empty = _("This script has no characters yet, so Bloodstar cannot open the file.")
        return [Problem("no-characters", Severity.NOTICE, empty)]
    try:
        _check(save)
    except UnreadableScriptError as error:
        return list(error.problems)
    return list(lost(script, _script(values(save))))


def _resolved(script: Script) -> Script:
    """The script with official characters filled in; the author's own definitions stay."""
    entries = catalogue.resolve(script).entries
    return replace(
        script, entries=tuple(replace(each, character=None) if _is_unread(each) else each for each in entries)
    )


def _is_unread(entry: Entry) -> bool:
    """Whether an entry is a definition that could not be parsed to a character."""
    written = entry.written
    return isinstance(written, dict) and bool(written.keys() & DEFINING) and character_of(written) is None


def _check(save: object) -> None:
    if not isinstance(save, dict) or not isinstance(save.get("characterList"), list):
        refuse(
            "bloodstar", _("In this Bloodstar save, “characterList” must be a list of characters in braces.")
        )
    if not characters_of(save):
        refuse("no-characters", _("There are no characters in the “characterList” of this Bloodstar save."))
    if len(save["characterList"]) > MOST:
        refuse(
            "too-many",
            _("This Bloodstar save has more than %(most)s characters. Bloodstar allows up to 200.")
            % {"most": number(MOST)},
        )


def _script(items: Sequence[Any], reading: tuple[Problem, ...] = ()) -> Script:
    return assembled(((None, item) for item in items), reading=reading)


def _with_rest(meta: Json, save: Mapping[str, Any], own_save: Mapping[str, Any]) -> Json:
    """The `_meta` with the parts of the save that our own export of it lacks. A new one: caches know the old one."""
    block = {**as_object(meta.get("clockwright"))}
    characters = {**as_object(block.get("characters"))}
    stored = _difference(_without_characters(save), _without_characters(own_save))
    strays = [
        {"at": at, "entry": item} for at, item in enumerate(save["characterList"]) if not is_character(item)
    ]
    stored |= {"strays": strays} if strays else {}
    block |= {"bloodstar": stored} if stored else {}
    names = extra_keys([each["id"] for each in own_save["characterList"]])
    for name, original, mine in zip(names, characters_of(save), own_save["characterList"], strict=True):
        if beyond := _difference(original, mine):
            characters[name] = {**as_object(characters.get(name)), "bloodstar": beyond}
    block |= {"characters": characters} if characters else {}
    return {**meta, "clockwright": block} if block else meta


def _without_characters(save: Mapping[str, Any]) -> Json:
    return {name: value for name, value in save.items() if name != "characterList"}


def _difference(original: Mapping[str, Any], fresh: Mapping[str, Any]) -> Json:
    """The difference between the original save and our own export; empty if they are equal."""
    put: Json = {}
    inside: Json = {}
    for name, value in original.items():
        mine = fresh.get(name)
        if name in INNER and isinstance(value, dict) and value:
            inner = _difference(value, as_object(mine))
            inside |= {name: inner} if inner else {}
        elif name not in fresh or not _is_same(value, mine):
            put[name] = value
    absent = [name for name in fresh if name not in original]
    return ({"put": put} if put else {}) | ({"absent": absent} if absent else {}) | inside


def _overlaid(fresh: Mapping[str, Any], stored: Mapping[str, Any]) -> Json:
    """Our own export overlaid with everything from the save."""
    absent = {name for name in as_list(stored.get("absent")) if isinstance(name, str)}
    whole = {name: value for name, value in fresh.items() if name not in absent} | as_object(
        stored.get("put")
    )
    for name in INNER:
        if isinstance(stored.get(name), dict):
            inner = _overlaid(as_object(fresh.get(name)), stored[name])
            whole |= {name: inner} if inner else {}
    return whole


def _agreed(fresh: Mapping[str, Any], stored: Mapping[str, Any], again: Mapping[str, Any]) -> Json:
    """The save's fields wherever they still agree with the script (`again` is our export of the save)."""
    whole: Json = {}
    for name in dict.fromkeys([*fresh, *stored]):
        mine, theirs, reimported = fresh.get(name), stored.get(name), again.get(name)
        if name in INNER and isinstance(theirs, dict) and theirs:
            inner = _agreed(as_object(mine), theirs, as_object(reimported))
            whole |= {name: inner} if inner else {}
            continue
        still = (name in fresh) == (name in again) and _is_same(mine, reimported)
        if name in (stored if still else fresh):
            whole[name] = theirs if still else mine
    return whole


def _is_same(one: object, other: object) -> bool:
    """Whether two JSON values are identical: 1, 1.0 and true are three."""
    if isinstance(one, str) or isinstance(other, str) or one is other:
        return one == other
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
