"""A character changes its name: its own texts follow, and other texts of the script may still have the former one."""

import re
from collections.abc import Mapping
from typing import Any

from builder.editing import extra_fields
from builder.editing.change import with_ours
from builder.formats.official import entries
from builder.formats.official.entries import PAGE
from builder.game import former_names
from builder.game.script import Entry, Script
from builder.language import N_, gettext as _


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
    written = (each.text for each in entries.texts(script))
    found = former_names.still_named(names.keys() - there - {""}, there, written)
    kept = former_names.of({former_names.FIELD: {old: new for old, new in names.items() if old in found}})
    if kept == known:
        return script
    return with_ours(script, former_names.FIELD, kept)


#: Texts of a character that mention it, by what authors call them.
MENTIONING: Mapping[str, tuple[str, ...]] = {
    N_("night reminders"): ("firstNightReminder", "otherNightReminder"),
    N_("almanac page"): PAGE,
}


def follow(held: dict[str, Any], extra: dict[str, Any], former: object) -> list[str]:
    """Replaces a former name by the present one in the definition and the almanac page, modified in place.

    Returns what changed, such as `almanac page`.
    """
    old, new = (
        " ".join(each.split()) if isinstance(each, str) else "" for each in (former, held.get("name"))
    )
    if not old or not new:
        return []
    words = {old.upper(): new.upper(), old: new}
    mention = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)")
    block = extra_fields.as_object(extra.get("almanac"))
    changed = [
        title
        for (title, names), texts in zip(MENTIONING.items(), (held, block), strict=True)
        if _replaced_words(texts, names, mention, words)
    ]
    if "almanac page" in changed:
        extra["almanac"] = block
    return changed


def sentence(former: object, changed: list[str]) -> str:
    """What follows a new name, for its author."""
    if len(changed) == 2:
        return _("%(name)s renamed; its night reminders and almanac page follow.") % {"name": former}
    if changed == ["almanac page"]:
        return _("%(name)s renamed; its almanac page follows.") % {"name": former}
    return _("%(name)s renamed; its night reminders follow.") % {"name": former}


def _replaced_words(
    texts: dict[str, Any], names: tuple[str, ...], mention: re.Pattern[str], words: Mapping[str, str]
) -> bool:
    """Replaces words in the named texts, and in lists of texts; returns whether anything changed."""
    before = dict(texts)
    for name in set(names) & texts.keys():
        texts[name] = _with_words(texts[name], mention, words)
    return texts != before


def _with_words(value: Any, mention: re.Pattern[str], words: Mapping[str, str]) -> Any:
    if isinstance(value, list):
        return [_with_words(each, mention, words) for each in value]
    return mention.sub(lambda found: words[found[0]], value) if isinstance(value, str) else value
