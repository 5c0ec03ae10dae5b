"""Whether Clockwright understands the square brackets in homebrew abilities.

Setup counts and deals follow the text in square brackets, such as [+1 Outsider]. Text that Clockwright doesn't
understand is ignored, never guessed. Sheets print it as you wrote it. Under “What does the bracket do?” on the page of
the character you can say what it means.
"""

from collections.abc import Iterator
from dataclasses import replace

from builder.checks.facts import Facts
from builder.game.problem import Problem, Severity

CODE = "bracket-not-understood"
SEVERITY = Severity.WARNING


def check_facts(facts: Facts) -> Iterator[Problem]:
    """Yield each sentence in brackets that no rule reads."""
    places = {each.id: f"{each.path}.ability" for each in facts.custom}
    for problem in facts.cast.problems:
        yield replace(problem, code=CODE, severity=SEVERITY, path=places.get(problem.characters[0]))
