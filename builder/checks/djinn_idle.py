"""Whether the Djinn is on a script without jinxes.

The Djinn tells players that two characters on a script have a jinx. If no jinx applies, players look for a special
rule that isn't there.
"""

from collections.abc import Iterator

from builder.checks.facts import Facts, Finding
from builder.game.problem import Fix, Severity
from builder.language import gettext as _

CODE = "djinn-idle"
SEVERITY = Severity.NOTICE


def check_facts(facts: Facts) -> Iterator[Finding]:
    djinn = facts.by_key.get("djinn")
    if djinn is None or facts.jinxes or facts.script.unknown:
        return
    yield Finding(
        _(
            "%(name)s is for jinxes, and no two characters on this script are jinxed. Remove the "
            "Djinn, or add a jinx to one of your homebrew characters."
        )
        % {"name": djinn.name},
        (djinn.id,),
        path=djinn.path,
        fix=Fix(_("Remove the Djinn"), {"op": "remove", "path": djinn.path}),
    )
