"""Names that no document has room for: a sheet with one word of 5,000 letters would be fitted for minutes."""

from collections.abc import Iterator
from dataclasses import replace

from builder.game.character import Character
from builder.game.problem import Problem, Severity
from builder.game.script import Entry, Script

#: Letters of a name that are printed; the format itself allows 30.
LONGEST = 200
#: Letters of a name that a sentence takes.
SHOWN = 30


def cut(name: str) -> str:
    """A name as it is printed: the end of a very long one is left out."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1].rstrip()}…"


def shortened(script: Script) -> Script:
    """The script with names, its own and its characters', that have room on paper."""
    long = [each for each in script.characters if len(each.name) > LONGEST]
    if not long and len(script.meta.name) <= LONGEST:
        return script
    meta = replace(script.meta, name=cut(script.meta.name))
    return replace(script, meta=meta, entries=tuple(map(_entry, script.entries)))


def notices(script: Script) -> Iterator[Problem]:
    """Says whose name is not printed whole."""
    if len(script.meta.name) > LONGEST:
        yield _notice("The name of the script", len(script.meta.name))
    for each in script.characters:
        if len(each.name) > LONGEST:
            yield _notice(f"The name “{each.name[:SHOWN]}…”", len(each.name), each)


def _entry(entry: Entry) -> Entry:
    who = entry.character
    if who is None or len(who.name) <= LONGEST:
        return entry
    return replace(entry, character=replace(who, name=cut(who.name)))


def _notice(what: str, letters: int, who: Character | None = None) -> Problem:
    return Problem(
        "long-name",
        Severity.NOTICE,
        f"{what} has {letters:,} letters; its first {LONGEST - 1} are printed. Give it a shorter one.",
        (who.id,) if who else (),
    )
