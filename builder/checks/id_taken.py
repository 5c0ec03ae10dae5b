"""Whether every homebrew character has a unique id.

If a homebrew character has an official id, our sheets show your version, but the official app may show the
official one. Two ids that differ only in capitals, spaces, hyphens or accents count as the same in most apps.
"""

from collections.abc import Iterator

from builder import catalogue
from builder.checks.facts import Finding
from builder.game.problem import Severity
from builder.game.script import Entry, Script
from builder.language import gettext as _

CODE = "id-taken"
SEVERITY = Severity.WARNING


def check(script: Script) -> Iterator[Finding]:
    first: dict[str, Entry] = {}
    names = catalogue.keys()
    for entry, path in zip(script.entries, script.places(), strict=True):
        if not entry.key:
            continue
        other = first.setdefault(entry.key, entry)
        if entry.character is None or not entry.is_custom:
            continue
        official = catalogue.find(entry.id) if entry.key in names else None
        if official:
            yield _problem(entry, path, _official(entry, official.name))
        elif other.id != entry.id:
            yield _problem(entry, path, _near(entry, other))


def _official(entry: Entry, name: str) -> str:
    return _(
        "“%(id)s” is the id of the official %(name)s. Clockwright prints and exports your "
        "version, but the official app may show the official one. Give your character another id."
    ) % {"id": entry.id, "name": name}


def _near(entry: Entry, other: Entry) -> str:
    return _("The ids “%(id)s” and “%(other_id)s” count as the same in most apps. Change one of them.") % {
        "id": entry.id,
        "other_id": other.id,
    }


def _problem(entry: Entry, path: str, message: str) -> Finding:
    return Finding(message, (entry.id,), path=path)
