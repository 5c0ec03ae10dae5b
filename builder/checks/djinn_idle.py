"""What the Djinn is on the script for.

The Djinn tells players that two characters on a script are jinxed. Where no jinx applies, players look for a
special rule that is not there.
"""

from collections.abc import Iterator

from builder.checks.facts import Facts
from builder.game.problem import Fix, Problem, Severity

CODE = "djinn-idle"
SEVERITY = Severity.NOTICE


def check_facts(facts: Facts) -> Iterator[Problem]:
    """Yield one problem for a Djinn without a jinx."""
    djinn = facts.by_key.get("djinn")
    if djinn is None or facts.jinxes or facts.script.unknown:
        return
    yield Problem(
        code=CODE,
        severity=SEVERITY,
        message=f"{djinn.name} is for jinxes, and no two characters on this script are jinxed. Take "
        "the Djinn off, or write your own jinx into one of your characters.",
        characters=(djinn.id,),
        path=djinn.path,
        fix=Fix("Take the Djinn off", {"op": "remove", "path": djinn.path}),
    )
