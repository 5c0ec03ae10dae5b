"""Whether the script's details are in the file only once.

The details hold the script's name and author. If a file has them twice, apps differ in which ones they use.
Clockwright uses the first.
"""

from collections.abc import Iterator

from builder.checks.facts import Finding
from builder.game.problem import Fix, Severity
from builder.game.script import Script
from builder.language import gettext as _

CODE = "two-metas"
SEVERITY = Severity.WARNING


def check(script: Script) -> Iterator[Finding]:
    places = [f"$[{position + before}]" for before, (position, _unused) in enumerate(script.metas)]
    for path in places[1:]:
        yield Finding(
            _(
                "The script's details (name, author) are in the file twice. The first ones are used: "
                "move what you need there, then delete the second."
            ),
            path=path,
            fix=Fix(_("Delete the second details"), {"op": "remove", "path": path}),
        )
