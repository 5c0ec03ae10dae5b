"""The shared parts of all edits: the op registry, finding entries, the result, and rebuilding the script."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from builder import catalogue
from builder.editing import extra_fields
from builder.errors import ClockwrightError
from builder.formats import official
from builder.formats.official.entries import entry_of
from builder.game.ids import key
from builder.game.script import Entry, Script
from builder.game.teams import Team
from builder.language import gettext as _

Op = Mapping[str, Any]
#: Longest id that is compared; official ones have 50 letters at most.
LONGEST_ID = 80
#: The team of unknown ids.
UNKNOWN = "unknown"


class EditError(ClockwrightError):
    """The change cannot be made (any more); the script is unchanged."""


@dataclass(frozen=True, slots=True)
class Change:
    """The result of an op: the new script, a label for its history and a sentence for its author."""

    script: Script
    #: Empty: nothing changed.
    label: str
    say: str


Work = Callable[[Script, Op], Change]
#: Every op by its name; filled as the modules of ops are imported.
OPS: dict[str, Work] = {}


def op(name: str) -> Callable[[Work], Work]:
    """Register a function as the op of this name."""

    def register(work: Work) -> Work:
        OPS[name] = work
        return work

    return register


def find(script: Script, who: object) -> int | None:
    """The index of an entry addressed as `[index, id]`; None if no entry has this id (any more)."""
    if not isinstance(who, list | tuple) or len(who) != 2 or not isinstance(who[0], int):
        raise EditError(_("It is not clear which character is meant."))
    index, wanted = who[0], key(str(who[1])[:LONGEST_ID])
    keys = [key(entry.id[:LONGEST_ID]) for entry in script.entries]
    if 0 <= index < len(keys) and keys[index] == wanted:
        return index
    return keys.index(wanted) if wanted in keys else None


def meant(script: Script, who: object) -> int:
    """Like `find`. Raises EditError if no entry has this id (any more)."""
    index = find(script, who)
    if index is None:
        raise EditError(_("That character is no longer on the script."))
    return index


def several(op: Op) -> list[Any]:
    """All entries that an op addresses: its `who` is `[index, id]`, or a list of those."""
    who = op.get("who") or []
    if not isinstance(who, list | tuple):
        raise EditError(_("It is not clear which character is meant."))
    is_one = len(who) == 2 and isinstance(who[0], int)
    return [who] if is_one else list(who)


def one(op: Op) -> object:
    """The only entry that an op addresses."""
    who = several(op)
    if len(who) != 1:
        raise EditError(_("It is not clear which character is meant."))
    return who[0]


def own(script: Script, index: int, op: Op | None = None) -> Entry:
    """The author's own character at an index. Raises EditError for an official one.

    An unknown id becomes a character if the op gives a team.
    """
    entry = script.entries[index]
    if entry.is_custom:
        return entry
    if catalogue.find(entry.id):
        raise EditError(
            _("%(name)s is an official character, and apps ignore changes to it. Create a variant instead.")
            % {"name": name_of(entry)}
        )
    if not op or not op.get("team"):
        raise EditError(
            _("“%(name)s” is unknown. Choose its team to make it a homebrew character.")
            % {"name": name_of(entry)}
        )
    written = entry.written if isinstance(entry.written, dict) else {}
    return entry_of({"id": entry.id, "name": entry.id, "team": "", "ability": "", **written}, "")


def team_of(entry: Entry) -> str:
    """The team as the sheet groups it; unknown ids are one group."""
    return entry.character.team.value if entry.character else UNKNOWN


def name_of(entry: Entry) -> str:
    """The name of an entry in a message."""
    return " ".join((entry.character.name if entry.character else entry.id or _("An entry")).split())[:40]


def with_entries(script: Script, entries: Sequence[Entry]) -> Script:
    """The script with other entries; `_meta` stays at the front if it was there.

    The extra fields of an entry (its almanac page, icon, tags) move with it, and are removed with it.
    """
    known = {id(entry): extra for entry, extra in zip(script.entries, extra_fields.of(script), strict=True)}
    return with_extras(script, entries, [known.get(id(entry)) for entry in entries])


def with_extras(script: Script, entries: Sequence[Entry], extras: Sequence[Any]) -> Script:
    """The script with other entries and the extra fields of each (None: no extra fields)."""
    position = min(script.meta_position, len(entries))
    others = tuple((min(index, len(entries)), meta) for index, meta in script.other_metas)
    meta = extra_fields.merged(script, [entry.id for entry in entries], extras)
    if script.written_meta is None:
        position = 0
    changed = replace(
        script, entries=tuple(entries), written_meta=meta, meta_position=position, other_metas=others
    )
    return from_values(script, changed.written())


def with_meta(script: Script, meta: Mapping[str, Any]) -> Script:
    """The script with another `_meta`; one without gets it at the front."""
    values = script.written()
    if script.written_meta is None:
        values.insert(0, dict(meta))
    else:
        # `meta_position` counts entries; other `_meta`s come after the first.
        values[script.meta_position] = dict(meta)
    return from_values(script, values)


def with_ours(script: Script, name: str, value: object) -> Script:
    """The script with a part of our object in its `_meta`; an empty part is removed."""
    meta = extra_fields.meta_of(script)
    block = extra_fields.put(extra_fields.block_of(meta), name, value)
    return with_meta(script, extra_fields.put(meta, extra_fields.OURS, block))


def from_values(script: Script, values: list[Any]) -> Script:
    """Build a script from these JSON values; problems from the original file are still reported."""
    reading = tuple(problem for problem in script.reading if problem.path is None)
    return catalogue.resolve(official.assembled(enumerate(values), reading=reading, before=script))


def replaced(script: Script, index: int, written: Mapping[str, Any], extra: Mapping[str, Any]) -> Script:
    """The script with one definition and its extra fields replaced."""
    entries, extras = list(script.entries), extra_fields.of(script)
    entries[index], extras[index] = entry_of(dict(written), ""), dict(extra) or None
    return with_extras(script, entries, extras)


def added(script: Script, *newcomers: tuple[Entry, Mapping[str, Any]]) -> Script:
    """Add homebrew characters to the script, each with its extra fields.

    Each goes after the last of its team; if there is none, after the teams that a sheet lists before it.
    """
    entries, extras = list(script.entries), extra_fields.of(script)
    for entry, extra in newcomers:
        ranks = [_rank(each) for each in entries]
        rank = _rank(entry)
        index = next((i for i in reversed(range(len(ranks))) if ranks[i] == rank), None)
        if index is None:
            index = max((i for i, each in enumerate(ranks) if each < rank), default=-1)
        entries.insert(index + 1, entry)
        extras.insert(index + 1, dict(extra) or None)
    return with_extras(script, entries, extras)


_TEAMS = tuple(Team)


def _rank(entry: Entry) -> int:
    """The index of its team on a sheet; unknown ids come after all teams."""
    return _TEAMS.index(entry.character.team) if entry.character else len(_TEAMS)
