"""Shortens very long names, because fitting a sheet with a word of 5,000 letters takes minutes."""

from collections.abc import Iterator
from dataclasses import replace

from builder.game.character import Character
from builder.game.problem import Problem, Severity
from builder.game.script import Entry, Script
from builder.language import gettext as _
from builder.language import number
from builder.prose_lists import cut

#: Maximum letters of a printed name; the official format allows 30.
LONGEST = 200
#: Maximum letters of a name in a notice.
SHOWN = 30


def shortened(script: Script) -> Script:
    """The script with its own and its characters' names shortened."""
    long = [each for each in script.characters if len(each.name) > LONGEST]
    if not long and len(script.meta.name) <= LONGEST:
        return script
    meta = replace(script.meta, name=cut(script.meta.name, LONGEST))
    return replace(script, meta=meta, entries=tuple(map(_entry, script.entries)))


def notices(script: Script) -> Iterator[Problem]:
    """A notice about shortened names."""
    if len(script.meta.name) > LONGEST:
        yield _notice(_("The name of the script has %(letters)s characters."), len(script.meta.name))
    for each in script.characters:
        if len(each.name) > LONGEST:
            yield _notice(_("The name “%(name)s…” has %(letters)s characters."), len(each.name), each)


def _entry(entry: Entry) -> Entry:
    who = entry.character
    if who is None or len(who.name) <= LONGEST:
        return entry
    return replace(entry, character=replace(who, name=cut(who.name, LONGEST)))


def _notice(what: str, letters: int, who: Character | None = None) -> Problem:
    remedy = _("Only the first %(printed)s are printed. Shorten it.")
    values = {"letters": number(letters), "printed": LONGEST - 1, "name": who.name[:SHOWN] if who else ""}
    return Problem(
        "long-name",
        Severity.NOTICE,
        f"{what % values} {remedy % values}",
        (who.id,) if who else (),
    )
