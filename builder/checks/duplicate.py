"""Whether a character is on the script twice.

Each character belongs on a script once, even if several copies of it can be in play. Delete the second one.
"""

from collections.abc import Iterator

from builder.checks.facts import Finding
from builder.game.problem import Fix, Severity
from builder.game.script import Script
from builder.language import gettext as _

CODE = "duplicate"
SEVERITY = Severity.ERROR


def check(script: Script) -> Iterator[Finding]:
    first: dict[str, str] = {}
    for entry, path in zip(script.entries, script.places(), strict=True):
        who = entry.key or entry.id.strip()
        if not who:
            continue
        before = first.setdefault(who, entry.id)
        if before is not entry.id and (before == entry.id or not entry.is_custom):
            yield _problem(entry.id, entry.character.name if entry.character else entry.id, path)


def _problem(who: str, name: str, path: str) -> Finding:
    return Finding(
        _("%(name)s is on the script twice. Delete one of the two.") % {"name": name},
        (who,),
        path=path,
        fix=Fix(_("Delete the second %(name)s") % {"name": name}, {"op": "remove", "path": path}),
    )
