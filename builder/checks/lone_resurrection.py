"""Whether a return from the dead has more than one possible cause.

Where a single character can bring players back to life, the first time it happens proves that it is in play. A
second possible cause keeps the doubt.
"""

from collections.abc import Iterator

from builder import catalogue
from builder.checks import telling
from builder.checks.facts import Facts
from builder.game.problem import Problem, Severity
from builder.game.teams import Team

CODE = "lone-resurrection"
SEVERITY = Severity.ADVICE


def weigh(facts: Facts) -> Iterator[Problem]:
    """Yield one problem where there is exactly one source, and it could be in doubt."""
    sources = facts.sources("resurrection")
    if len(sources) != 1 or not facts.is_whole:
        return
    (only,) = sources
    # Where all know of it anyway, there is no doubt to keep: the only Demon, one whose deeds are announced.
    if facts.teams[Team.DEMON] == sources or only.key in catalogue.check_limits(CODE)["announced"]:
        return
    name = only.name
    yield Problem(
        code=CODE,
        severity=SEVERITY,
        message=f"Only {name} can bring the dead back to life. As soon as somebody comes back, everybody "
        f"knows that {name} is in play; add a second source, or accept that as a "
        f"proof.{telling.source(sources)}",
        characters=(only.id,),
    )
