"""Whether official characters have their official ids.

Clockwright reads “Fang Gu”, “fang_gu” and “fanggu” as the same character. The last one is the official id, which
every app knows. Exports keep your spelling until you change it.
"""

from collections.abc import Iterator

from builder import catalogue
from builder.checks.facts import Finding
from builder.game.problem import Fix, Severity
from builder.game.script import Script
from builder.language import gettext as _

CODE = "id-spelling"
SEVERITY = Severity.NOTICE


def check(script: Script) -> Iterator[Finding]:
    for entry, path in zip(script.entries, script.places(), strict=True):
        official = None if entry.is_custom else catalogue.find(entry.id)
        if official and official.id != entry.id:
            yield Finding(
                _("“%(id)s” is read as %(name)s. The id that every app knows is “%(spelling)s”.")
                % {"id": entry.id, "name": official.name, "spelling": official.id},
                (entry.id,),
                path=path,
                fix=Fix(
                    _("Write “%(id)s”") % {"id": official.id},
                    {"op": "replace-id", "path": path, "id": official.id},
                ),
            )
