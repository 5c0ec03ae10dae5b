"""Whom an op means, as pages and forms tell it: `[place, id]`, or a list of those."""

from typing import Any

from builder import catalogue
from builder.editing.change import EditError, Op, name_of
from builder.formats.official.entries import entry_of
from builder.game.script import Entry, Script


def several(op: Op) -> list[Any]:
    """All whom an op means."""
    who = op.get("who") or []
    if not isinstance(who, list | tuple):
        raise EditError("It is not clear who is meant.")
    is_one = len(who) == 2 and isinstance(who[0], int)
    return [who] if is_one else list(who)


def one(op: Op) -> object:
    """The only one whom an op means."""
    who = several(op)
    if len(who) != 1:
        raise EditError("It is not clear who is meant.")
    return who[0]


def own(script: Script, place: int, op: Op | None = None) -> Entry:
    """The author's own character at a place. Raises EditError for an official one.

    An id that nobody knows becomes a character where the op says a team.
    """
    entry = script.entries[place]
    if entry.is_custom:
        return entry
    if catalogue.find(entry.id):
        raise EditError(
            f"{name_of(entry)} is an official character: programs pass over a change of it. Make a variant of it."
        )
    if not op or not op.get("team"):
        raise EditError(
            f"Nobody knows “{name_of(entry)}” yet. Say its team, and it is a character of your own."
        )
    written = entry.written if isinstance(entry.written, dict) else {}
    return entry_of({"id": entry.id, "name": entry.id, "team": "", "ability": "", **written}, "")
