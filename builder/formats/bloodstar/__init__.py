"""Bloodstar saves, and the `full.json` that it publishes: `meta`, `almanac`, `characterList`, orders in one object."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from builder import catalogue
from builder.errors import UnreadableScriptError
from builder.formats.bloodstar import kept as keeping
from builder.formats.bloodstar.reader import characters_of, is_character, values
from builder.formats.bloodstar.report import lost
from builder.formats.bloodstar.writer import fresh
from builder.formats.carriers.embedded_pictures import set_aside
from builder.formats.official import assembled, check_size
from builder.formats.official.entries import character_of, clockwright, extra_keys
from builder.formats.official.indented import indented
from builder.formats.official.json_text import parse
from builder.formats.official.round_trip import MOST
from builder.formats.official.schema import DEFINING
from builder.formats.remarks import problem as remark_problem
from builder.formats.source import LACKING, refuse, text_of
from builder.game.problem import Problem, Severity
from builder.game.script import Entry, Script

NAME = "bloodstar"
TITLE = "Bloodstar save (JSON)"
OPENING = re.compile(rb"(?:\xef\xbb\xbf)?\s*+\{")
LACKS = "This is a Bloodstar save. It has no place for jinxes and rules of the Bootlegger; add them here."
LACKS_PUBLISHED = (
    "This is the full.json that Bloodstar publishes. The source pictures, the characters that are not exported, "
    "jinxes and rules of the Bootlegger are not in it."
)


def recognises(source: bytes | str) -> bool:
    """Whether this is an object that holds a list of characters under Bloodstar's name for it."""
    if isinstance(source, str):
        return bool(OPENING.match(source[:200].encode("utf-8", "replace"))) and "characterList" in source
    return bool(OPENING.match(source)) and b"characterList" in source


def read(source: bytes | str) -> Script:
    """A script from a save. Raises UnreadableScriptError."""
    smaller, aside = set_aside(source)
    text, remarks = text_of(smaller)
    save, slips = parse(text)
    save = aside.back(save) if aside else save
    told = tuple(remark_problem(remark, text) for remark in (*remarks, *slips))
    lacks = LACKS_PUBLISHED if isinstance(save, dict) and "links" in save else LACKS
    return script_of(save, (*told, Problem(LACKING, Severity.NOTICE, lacks)))


def script_of(save: Any, reading: Sequence[Problem] = ()) -> Script:
    """A script from the value of a save."""
    _check(save)
    items = values(save)
    told = fresh(_script(items))
    _keep(items[0], save, told)
    check_size(items)
    return _script(items, tuple(reading))


def write(script: Script) -> str:
    """The script as a save. What came from one and still holds is written as it stood there."""
    return indented(_save(_resolved(script)), " ") + "\n"


def _save(script: Script) -> dict[str, Any]:
    mine = fresh(script)
    block = clockwright(script.written_meta or {})
    extras = block.get("characters")
    extras = extras if isinstance(extras, dict) else {}
    kept = block.get("bloodstar")
    names = extra_keys([entry.id for entry in script.entries])
    characters = [
        keeping.overlaid(each, _kept(extras.get(name))) if isinstance(each, dict) else each
        for each, name in zip(mine["characterList"], names, strict=True)
    ]
    theirs = keeping.overlaid(mine, kept) | {"characterList": characters}
    again = fresh(_script(values(theirs)))
    whole = keeping.agreed(mine, theirs, again)
    whole["characterList"] = keeping.with_strays(
        _agreed(mine["characterList"], characters, again["characterList"]),
        kept.get("strays") if isinstance(kept, dict) else None,
    )
    return whole


def report(script: Script) -> list[Problem]:
    """What a save has no place for."""
    script = _resolved(script)
    save = json.loads(json.dumps(_save(script)))
    try:
        _check(save)
    except UnreadableScriptError as error:
        return list(error.problems)
    return list(lost(script, _script(values(save))))


def _resolved(script: Script) -> Script:
    """The script with official characters where it names them; what its author defined himself stays their own."""
    entries = catalogue.resolve(script).entries
    return replace(
        script, entries=tuple(replace(each, character=None) if _is_unread(each) else each for each in entries)
    )


def _is_unread(entry: Entry) -> bool:
    """Whether an entry is a definition of which no character could be made."""
    written = entry.written
    return isinstance(written, dict) and bool(written.keys() & DEFINING) and character_of(written) is None


def _check(save: object) -> None:
    if not isinstance(save, dict) or not isinstance(save.get("characterList"), list):
        refuse(
            "bloodstar", "“characterList” of this Bloodstar save has to be a list of characters in braces."
        )
    if not characters_of(save):
        refuse("no-characters", "There is no character in the “characterList” of this Bloodstar save.")
    if len(save["characterList"]) > MOST:
        refuse("too-many", f"This Bloodstar save has more than {MOST:,} characters; its own limit is 200.")


def _script(items: Sequence[Any], reading: tuple[Problem, ...] = ()) -> Script:
    return assembled(((None, item) for item in items), reading=reading)


def _keep(meta: dict[str, Any], save: Mapping[str, Any], told: Mapping[str, Any]) -> None:
    """Adds to `_meta` what the save says and our own writing of it would not."""
    block = meta.setdefault("clockwright", {})
    whole = {name: value for name, value in save.items() if name != "characterList"}
    kept = keeping.difference(whole, {name: value for name, value in told.items() if name != "characterList"})
    if strays := keeping.strays(save["characterList"]):
        kept["strays"] = strays
    block |= {"bloodstar": kept} if kept else {}
    characters = characters_of(save)
    names = extra_keys([each["id"] for each in told["characterList"]])
    for name, original, mine in zip(names, characters, told["characterList"], strict=True):
        if beyond := keeping.difference(original, mine):
            block.setdefault("characters", {}).setdefault(name, {})["bloodstar"] = beyond
    if not block:
        del meta["clockwright"]


def _kept(extra: object) -> object:
    return extra.get("bloodstar") if isinstance(extra, dict) else None


def _agreed(mine: Sequence[Any], theirs: Sequence[Any], again: Sequence[Any]) -> list[Any]:
    told = [each for each in again if isinstance(each, dict)]
    whole: list[Any] = []
    at = 0
    for one, kept in zip(mine, theirs, strict=True):
        if not is_character(one):
            whole.append(one)
            continue
        whole.append(keeping.agreed(one, kept, told[at]))
        at += 1
    return whole
