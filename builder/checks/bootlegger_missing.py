"""Whether players can see that a script has homebrew.

The Bootlegger (a Loric) belongs on every script with homebrew characters or rules. It shows players at a glance
that not everything is official.
"""

from collections.abc import Iterator

from builder.checks import phrases
from builder.checks.facts import Facts
from builder.game.problem import Fix, Problem, Severity

CODE = "bootlegger-missing"
SEVERITY = Severity.ADVICE


def check_facts(facts: Facts) -> Iterator[Problem]:
    """Yield one problem for homebrew without the Bootlegger."""
    rules = [rule for rule in facts.script.meta.bootlegger if rule.strip()]
    if "bootlegger" in facts.by_key or not (facts.custom or rules):
        return
    what = f"{phrases.names(facts.custom)}" if facts.custom else ""
    what = " and ".join(filter(None, [what, phrases.some(len(rules), "custom rule") if rules else ""]))
    yield Problem(
        code=CODE,
        severity=SEVERITY,
        message=f"This script has homebrew ({what}). Add the Bootlegger so players know at a glance.",
        fix=Fix("Add the Bootlegger", {"op": "add", "id": "bootlegger"}),
    )
