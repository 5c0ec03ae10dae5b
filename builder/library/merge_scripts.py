"""Three-way merge of scripts: combines two changes that do not touch the same thing."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from builder import catalogue
from builder.formats import official
from builder.formats.official.entries import extra_keys
from builder.game.ids import key
from builder.game.script import Script, renames
from builder.language import gettext as _
from builder.library.difference import name_of
from builder.library.merge_values import THE_SCRIPT, Group, Merge, Name, Sides, named


@dataclass(frozen=True, slots=True)
class Merged:
    """Both changes in one script; `places` names the conflicts (where the script has my change)."""

    script: Script
    places: tuple[str, ...]


def merge(base: Script, mine: Script, theirs: Script) -> Merged:
    """Merges the changes of both sides since `base` into one script."""
    sides = Sides(base, mine, theirs)
    merging = Merge(_names_of_extras(sides), {*renames(base, mine), *renames(base, theirs)})
    meta = merging.fields(sides.map(lambda one: dict(one.written_meta or {})), THE_SCRIPT)
    people = {**_people(base), **_people(theirs), **_people(mine)}
    team = {**_teams(base), **_teams(theirs), **_teams(mine)}
    entries = merging.merged_list(
        sides.map(_entries), lambda name: f"“{people[name]}”", _order, lambda name: team.get(name, "")
    )
    others = merging.value(sides.map(lambda one: one.other_metas), _("a further “_meta”"), THE_SCRIPT)
    metas = [(mine.meta_position, {"id": "_meta"} | meta)] if meta else []
    for position, each in sorted([*metas, *others], key=lambda item: -item[0]):
        entries.insert(position, each)
    script = catalogue.resolve(official.assembled(enumerate(entries)))
    return Merged(script, tuple(dict.fromkeys([*merging.places, *_left_alone(base, script, merging.called)])))


def _left_alone(base: Script, merged: Script, called: Mapping[str, str]) -> Iterator[str]:
    """Characters whose page, icon or tags one side changed while the other removed or renamed them."""
    extras = merged.block.get("characters")
    before, now = (set(extra_keys(entry.id for entry in script.entries)) for script in (base, merged))
    for name in extras if isinstance(extras, dict) else ():
        if name in before - now:
            who = called.get(name, name)
            yield _(
                "The almanac page, icon or notes of “%(who)s” were changed, and it was removed or got "
                "another ID."
            ) % {"who": who}


def _people(script: Script) -> dict[Name, str]:
    """The name of each character."""
    return {name: name_of(entry) for name, entry in zip(_names(script), script.entries, strict=True)}


def _names_of_extras(sides: Sides) -> dict[str, str]:
    """The same, by the names under which `_meta` refers to them."""
    return {
        name: name_of(entry)
        for script in (sides.base, sides.theirs, sides.mine)
        for name, entry in zip(extra_keys(each.id for each in script.entries), script.entries, strict=True)
    }


def _entries(script: Script) -> dict[Name, Any]:
    return {name: entry.written for name, entry in zip(_names(script), script.entries, strict=True)}


def _teams(script: Script) -> dict[Name, Group]:
    """The team of each character; a sheet has an order inside each team only."""
    return {
        name: entry.character.team.heading if entry.character else ""
        for name, entry in zip(_names(script), script.entries, strict=True)
    }


def _order(team: Group) -> str:
    return (
        _("the order of the %(team)s of the script") % {"team": team}
        if team
        else _("the order of the script")
    )


def _names(script: Script) -> list[Name]:
    return named([key(entry.id) or "an entry" for entry in script.entries])
