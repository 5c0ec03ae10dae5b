"""Whether players can see that a script has homebrew.

The Bootlegger (a Loric) belongs on every script with homebrew characters or rules. It shows players at a glance
that not everything is official.
"""

from collections.abc import Iterator

from builder.checks import phrases
from builder.checks.facts import Facts, Finding
from builder.game.problem import Fix, Severity
from builder.language import gettext as _
from builder.language import join, ngettext

CODE = "bootlegger-missing"
SEVERITY = Severity.ADVICE


def check_facts(facts: Facts) -> Iterator[Finding]:
    rules = facts.script.meta.rules
    if "bootlegger" in facts.by_key or not (facts.custom or rules):
        return
    count = ngettext("%(count)s custom rule", "%(count)s custom rules", len(rules)) % {"count": len(rules)}
    what = join(filter(None, [phrases.names(facts.custom), count if rules else ""]))
    yield Finding(
        _("This script has homebrew (%(what)s). Add the Bootlegger so players know at a glance.")
        % {"what": what},
        fix=Fix(_("Add the Bootlegger"), {"op": "add", "id": "bootlegger"}),
    )
