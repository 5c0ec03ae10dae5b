"""Whether the Bootlegger is on a script without homebrew.

The Bootlegger tells players that a script has homebrew characters or rules. If it has neither, players look for
something that isn't there.
"""

from collections.abc import Iterator

from builder.checks.facts import Facts, Finding
from builder.game.problem import Fix, Severity
from builder.language import gettext as _

CODE = "bootlegger-idle"
SEVERITY = Severity.NOTICE


def check_facts(facts: Facts) -> Iterator[Finding]:
    bootlegger = facts.by_key.get("bootlegger")
    if bootlegger is None or facts.custom or facts.script.unknown or facts.script.meta.rules:
        return
    yield Finding(
        _(
            "%(name)s is for homebrew characters or rules, and this script has none. Write a rule "
            "under “Script details”, or remove the Bootlegger."
        )
        % {"name": bootlegger.name},
        (bootlegger.id,),
        path=bootlegger.path,
        fix=Fix(_("Remove the Bootlegger"), {"op": "remove", "path": bootlegger.path}),
    )
