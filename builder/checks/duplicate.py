"""Whether a character is on the script twice.

Each character belongs on a script once, even if several copies of it can be in play. Delete the second one. If two
different characters have the same ID, apps take them for one: give one of them an ID of its own.
"""

from collections.abc import Iterator

from builder.checks.facts import Finding
from builder.game.ids import key
from builder.game.problem import Fix, Severity
from builder.game.script import Entry, Script
from builder.language import gettext as _

CODE = "duplicate"
SEVERITY = Severity.ERROR


def check(script: Script) -> Iterator[Finding]:
    first: dict[str, tuple[Entry, str]] = {}
    for entry, path in zip(script.entries, script.places(), strict=True):
        who = entry.key or entry.id.strip()
        if not who:
            continue
        before, before_path = first.setdefault(who, (entry, path))
        if before is entry or not (before.id == entry.id or not entry.is_custom):
            continue
        if key(_name(before)) == key(_name(entry)):
            yield _problem(entry.id, _name(entry), path)
        else:
            yield _shared(before, entry, path if entry.is_custom else before_path)


def _name(entry: Entry) -> str:
    return (entry.character.name.strip() if entry.character else "") or entry.id


def _shared(before: Entry, entry: Entry, path: str) -> Finding:
    renamed = entry if entry.is_custom else before
    return Finding(
        _("%(name)s and %(other)s have the same ID, “%(id)s”. Give one of them another.")
        % {"name": _name(before), "other": _name(entry), "id": entry.id},
        (entry.id,),
        path=path,
        fix=Fix(
            _("Give %(name)s a new ID") % {"name": _name(renamed)},
            {"op": "new-id", "path": path},
        )
        if renamed.is_custom
        else None,
    )


def _problem(who: str, name: str, path: str) -> Finding:
    return Finding(
        _("%(name)s is on the script twice. Delete one of the two.") % {"name": name},
        (who,),
        path=path,
        fix=Fix(_("Delete the second %(name)s") % {"name": name}, {"op": "remove", "path": path}),
    )
