"""Whether every entry has an id.

Without an id, no app can tell which character an entry is.
"""

from collections.abc import Iterator

from builder.checks.facts import Finding
from builder.game.problem import Fix, Severity
from builder.game.script import Script
from builder.language import gettext as _

CODE = "empty-id"
SEVERITY = Severity.ERROR


def check(script: Script) -> Iterator[Finding]:
    for entry, path in zip(script.entries, script.places(), strict=True):
        if isinstance(entry.written, str | dict) and not entry.id.strip():
            name = entry.character.name.strip() if entry.character else ""
            who = name or _("This entry")
            yield Finding(
                _("%(who)s has an empty id. Write one in lowercase letters and digits, or delete it.")
                % {"who": who},
                path=path,
                fix=None if name else Fix(_("Delete the entry"), {"op": "remove", "path": path}),
            )
