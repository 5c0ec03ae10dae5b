"""Whether players can be drunk or poisoned when the Acrobat is on the script.

The Acrobat's ability is about drunk and poisoned players. If nobody ever is, the ability does nothing, and anyone
who claims to be the Acrobat is either useless or lying.
"""

from collections.abc import Iterator

from builder.checks.facts import Facts, Finding
from builder.game.problem import Severity
from builder.language import gettext as _

CODE = "acrobat"
SEVERITY = Severity.ADVICE


def check_facts(facts: Facts) -> Iterator[Finding]:
    acrobat = facts.by_key.get("acrobat")
    if acrobat is None or not facts.is_understood:
        return
    if not any(each.key != acrobat.key for each in facts.sources("drunkenness", "poison")):
        yield Finding(
            _(
                "No character on this script makes players drunk or poisoned, so the Acrobat's ability "
                "does nothing. Add one that does, or remove the Acrobat."
            ),
            (acrobat.id,),
        )
