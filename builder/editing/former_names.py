"""Notes the former name of a character that was renamed or deleted, as long as other texts of its script have it."""

from collections.abc import Mapping

from builder.editing import extra_fields
from builder.editing.change import with_meta
from builder.formats.official import texts
from builder.game import former_names
from builder.game.script import Entry, Script


def name(entry: Entry) -> str:
    """The whole name of homebrew; empty for an official or unknown character."""
    return entry.character.name.strip() if entry.is_custom and entry.character else ""


def noted(script: Script, changes: Mapping[str, str]) -> Script:
    """The script after homebrew got other names, empty if it was deleted; those that no text has are forgotten."""
    known = former_names.of(script.block)
    if not (known or changes):
        return script
    there = {each.name for each in script.characters}
    names = {old: changes.get(new, new) for old, new in known.items()} | dict(changes)
    written = (each.text for each in texts.texts(script))
    found = former_names.still_named(names.keys() - there - {""}, there, written)
    kept = former_names.of({former_names.FIELD: {old: new for old, new in names.items() if old in found}})
    if kept == known:
        return script
    meta = extra_fields.meta_of(script)
    block = extra_fields.put(extra_fields.block_of(meta), former_names.FIELD, kept)
    return with_meta(script, extra_fields.put(meta, extra_fields.OURS, block))
