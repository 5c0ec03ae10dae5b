"""Whether every ability is short enough to be printed and read.

Official abilities have rarely more than 150 letters. A longer one makes the whole sheet smaller, does not fit
its token, and is read wrongly by half the table.
"""

from collections.abc import Iterator

from builder import catalogue
from builder.checks.facts import Facts
from builder.game.problem import Problem, Severity

CODE = "long-ability"
SEVERITY = Severity.ADVICE


def check_facts(facts: Facts) -> Iterator[Problem]:
    """Yield each ability of the script's own that is over the limit for print."""
    most = catalogue.check_thresholds(CODE)["letters"]
    for each in facts.custom:
        length = len(each.character.ability)
        if length > most:
            yield Problem(
                code=CODE,
                severity=SEVERITY,
                message=f"{each.name} has an ability of {length} letters. Over {most} the sheet gets "
                "smaller type and players miss half of it: say it shorter, and keep the details "
                "for the almanac.",
                characters=(each.id,),
                path=f"{each.path}.ability",
            )
