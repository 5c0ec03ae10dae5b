"""The script for publication: without private notes, and without characters that are not exported."""

from collections.abc import Collection, Mapping
from typing import Any

from builder import catalogue
from builder.formats.official import assembled
from builder.formats.official.entries import clockwright, extra_keys, extras_of
from builder.game.ids import key
from builder.game.script import Script

#: Private fields: notes, extra fields of a Bloodstar save (source pictures, accounts), the origin of a copy.
PRIVATE_OF_CHARACTERS = frozenset({"notes", "bloodstar", "export", "from"})
#: The only public parts of `_meta.clockwright`, and of a character in it. Unknown parts may be
#: private fields of a newer version.
PUBLIC = frozenset({"almanac", "baseUrl", "characters"})
PUBLIC_OF_CHARACTERS = frozenset({"almanac", "emblem", "icon", "tags", "variantOf", "variantWords"})
NIGHTS = ("firstNight", "otherNight")


def public(script: Script) -> Script:
    """The public part of a script.

    Left out: every part of `_meta.clockwright` that is not known to be public, such as private notes, dismissed
    problems and Bloodstar's fields; every character that is not exported, with its night order, jinxes
    and texts about it.
    """
    ids = [entry.id for entry in script.entries]
    hidden = [extra.get("export") is False for extra in extras_of(ids, script.written_meta or {})]
    if not any(hidden) and not any(_has_private(meta) for _, meta in script.metas):
        return script
    placed = list(zip(script.entries, hidden, strict=True))
    gone = {entry.key for entry, back in placed if back} - {entry.key for entry, back in placed if not back}
    items = [_without_jinxes(entry.written, gone) for entry, back in placed if not back]
    names = {name for name, back in zip(extra_keys(ids), hidden, strict=True) if back}
    for position, meta in script.metas[::-1]:
        items.insert(position - sum(hidden[:position]), _public_meta(meta, names, gone))
    return catalogue.resolve(assembled((None, item) for item in items))


def _has_private(meta: Mapping[str, Any]) -> bool:
    extras = (extra for extra in _extras(meta).values() if isinstance(extra, dict))
    return bool(clockwright(meta).keys() - PUBLIC) or any(
        extra.keys() - PUBLIC_OF_CHARACTERS for extra in extras
    )


def _public_meta(meta: Mapping[str, Any], hidden: Collection[str], gone: Collection[str]) -> dict[str, Any]:
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


def _extras(meta: Mapping[str, Any]) -> Mapping[str, Any]:
    extras = clockwright(meta).get("characters")
    return extras if isinstance(extras, dict) else {}
