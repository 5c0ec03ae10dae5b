"""Whether Clockwright understands the square brackets in homebrew abilities.

Setup counts and deals follow the text in square brackets, such as [+1 Outsider]. Text that Clockwright doesn't
understand is ignored, never guessed. Sheets print it as you wrote it. Under “What does the bracket do?” on the page of
the character you can say what it means.
"""

from collections.abc import Iterator

from builder.checks.facts import Facts, Finding
from builder.game.problem import Severity

CODE = "bracket-not-understood"
SEVERITY = Severity.WARNING


def check_facts(facts: Facts) -> Iterator[Finding]:
    places = {each.id: f"{each.path}.ability" for each in facts.custom}
    for problem in facts.cast.problems:
        yield Finding(problem.message, problem.characters, places.get(problem.characters[0]))
