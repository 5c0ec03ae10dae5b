"""What every change of a script is made of: who is meant, what came of it, how to put the script together again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from builder import catalogue
from builder.editing import extra_fields
from builder.errors import ClockwrightError
from builder.formats import official
from builder.formats.entries import entry_of
from builder.game.ids import key
from builder.game.script import Entry, Script
from builder.game.teams import Team

Op = Mapping[str, Any]
#: So much of an id says who is meant; official ones have 50 letters at most.
LONGEST_ID = 80
#: The team of those nobody knows.
UNKNOWN = "unknown"


class EditError(ClockwrightError):
    """The change cannot be made (any more); the script is as it was."""


@dataclass(frozen=True, slots=True)
class Change:
    """What became of a script, in a word for its history and in a sentence for its author."""

    script: Script
    #: Empty: nothing changed.
    label: str
    say: str


def find(script: Script, who: object) -> int | None:
    """The place of somebody told as `[place, id]`; None where nobody of this id is there (any more)."""
    if not isinstance(who, list | tuple) or len(who) != 2 or not isinstance(who[0], int):
        raise EditError("It is not clear who is meant.")
    place, wanted = who[0], key(str(who[1])[:LONGEST_ID])
    keys = [key(entry.id[:LONGEST_ID]) for entry in script.entries]
    if 0 <= place < len(keys) and keys[place] == wanted:
        return place
    return keys.index(wanted) if wanted in keys else None


def meant(script: Script, who: object) -> int:
    """As `find`. Raises EditError where nobody of this id is on the script (any more)."""
    place = find(script, who)
    if place is None:
        raise EditError("That character is not on the script any more.")
    return place


def team_of(entry: Entry) -> str:
    """The team as the sheet groups it; those nobody knows stand together."""
    return entry.character.team.value if entry.character else UNKNOWN


def name_of(entry: Entry) -> str:
    """What somebody is called in a sentence."""
    return " ".join((entry.character.name if entry.character else entry.id or "An entry").split())[:40]


def with_entries(script: Script, entries: tuple[Entry, ...]) -> Script:
    """The script with other entries; `_meta` stays at the front if it stood there.

    What stands beside an entry (its almanac page, its icon, its tags) goes where it goes, and leaves with it.
    """
    held = zip(script.entries, extra_fields.of(script), strict=True)
    known = {id(entry): extra for entry, extra in held}
    return with_beside(script, entries, [known.get(id(entry)) for entry in entries])


def with_beside(script: Script, entries: tuple[Entry, ...], extras: Sequence[Any]) -> Script:
    """The script with other entries and what stands beside each; None: nothing of its own."""
    position = min(script.meta_position, len(entries))
    others = tuple((min(place, len(entries)), meta) for place, meta in script.other_metas)
    meta = extra_fields.together(script, [entry.id for entry in entries], extras)
    if script.written_meta is None:
        position = 0
    changed = replace(script, entries=entries, written_meta=meta, meta_position=position, other_metas=others)
    return from_values(script, changed.written())


def with_meta(script: Script, meta: Mapping[str, Any]) -> Script:
    """The script with another `_meta`; one without gets it at the front."""
    values = script.written()
    if script.written_meta is None:
        values.insert(0, dict(meta))
    else:
        # `meta_position` counts entries; other `_meta`s stand behind the first.
        values[script.meta_position] = dict(meta)
    return from_values(script, values)


def from_values(script: Script, values: list[Any]) -> Script:
    """The script that these JSON values are; what was said while it was read still holds."""
    reading = tuple(problem for problem in script.reading if problem.path is None)
    return catalogue.resolve(official.assembled(enumerate(values), reading=reading))


def replaced(script: Script, place: int, written: Mapping[str, Any], extra: Mapping[str, Any]) -> Script:
    """The script with one definition changed, and what stands beside it."""
    entries, extras = list(script.entries), extra_fields.of(script)
    entries[place], extras[place] = entry_of(dict(written), ""), dict(extra) or None
    return with_beside(script, tuple(entries), extras)


def added(script: Script, written: Mapping[str, Any], extra: Mapping[str, Any]) -> Script:
    """The script with one more, behind its team, or behind the teams that come before."""
    order = list(Team)
    team = Team(written["team"])
    before = [
        at
        for at, entry in enumerate(script.entries)
        if entry.character and order.index(entry.character.team) <= order.index(team)
    ]
    same = [at for at in before if script.entries[at].character.team is team]  # type: ignore[union-attr]  # above
    place = (same or before or [-1])[-1] + 1
    entries, extras = list(script.entries), extra_fields.of(script)
    entries.insert(place, entry_of(dict(written), ""))
    extras.insert(place, dict(extra) or None)
    return with_beside(script, tuple(entries), extras)
