"""Whether the Acrobat can find a drunk or poisoned player.

The Acrobat's ability is about players who are drunk or poisoned. On a script where nobody ever is, it does
nothing, and whoever claims to be the Acrobat is either useless or lying.
"""

from collections.abc import Iterator

from builder.checks.facts import Facts
from builder.game.problem import Problem, Severity

CODE = "acrobat"
SEVERITY = Severity.ADVICE


def check_facts(facts: Facts) -> Iterator[Problem]:
    """Yield one problem for an Acrobat among the sober."""
    acrobat = facts.by_key.get("acrobat")
    if acrobat is None or not facts.is_understood:
        return
    if not any(each.key != acrobat.key for each in facts.sources("drunkenness", "poison")):
        yield Problem(
            code=CODE,
            severity=SEVERITY,
            message="Nobody on this script makes players drunk or poisoned, so the Acrobat's ability does "
            "nothing. Add somebody who does, or leave the Acrobat out.",
            characters=(acrobat.id,),
        )
