"""Whether an extra death at night has more than one possible cause.

Where a single character can add a death to a night, the first such night proves that it is in play, and perhaps
who it is. A second possible cause keeps the doubt.
"""

from collections.abc import Iterator

from builder import catalogue
from builder.checks import telling
from builder.checks.facts import Facts
from builder.game.problem import Problem, Severity
from builder.game.teams import Team

CODE = "lone-extra-death"
SEVERITY = Severity.ADVICE


def weigh(facts: Facts) -> Iterator[Problem]:
    """Yield one problem where there is exactly one source, and it could be in doubt."""
    sources = facts.sources("night-death")
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
        message=f"Only {name} can make more players die in a night than usual. As soon as two die in one "
        f"night, everybody knows that {name} is in play; add a second source, or drop this "
        f"one.{telling.source(sources)}",
        characters=(only.id,),
    )
