"""Whether every character on the script is known.

Each id has to be the id of an official character (capitals, spaces, hyphens and accents don't matter), or the
script has to define the character, with a name, a team and an ability.
"""

from collections.abc import Iterator

from builder import catalogue
from builder.checks.facts import Finding
from builder.formats import misspelling
from builder.formats.official.schema import DEFINING
from builder.game.character import Character
from builder.game.ids import key
from builder.game.problem import Fix, Severity
from builder.game.script import Entry, Script
from builder.language import gettext as _

CODE = "unknown-id"
SEVERITY = Severity.ERROR


def check(script: Script) -> Iterator[Finding]:
    for entry, path in zip(script.entries, script.places(), strict=True):
        if entry.character is None and _only_names(entry) and catalogue.find(entry.id) is None:
            nearest = next(iter(misspelling.nearest(entry.key)), None)
            yield Finding(_sentence(entry.id, nearest), (entry.id,), path=path, fix=_fix(path, nearest))


def _only_names(entry: Entry) -> bool:
    """Half a definition is a matter of the check `format`; an empty id one of `empty-id`."""
    defines = isinstance(entry.written, dict) and entry.written.keys() & DEFINING
    return bool(entry.id.strip()) and not defines


def _sentence(who: str, meant: Character | None) -> str:
    shown = who if len(who) <= 40 else who[:39] + "…"
    if meant:
        return _("There is no character “%(shown)s”. Did you mean %(name)s?") % {
            "shown": shown,
            "name": meant.name,
        }
    return _(
        "There is no character “%(shown)s”. Write an official id, or give it a name, a team and an ability."
    ) % {"shown": shown}


def _fix(path: str, character: Character | None) -> Fix | None:
    if character is None:
        return None
    return Fix(
        _("Replace with %(name)s") % {"name": character.name},
        {"op": "replace-id", "path": path, "id": key(character.id)},
    )
