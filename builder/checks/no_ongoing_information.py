"""Whether good players learn something again and again.

Information that comes every night or day keeps people talking, and gives the dead and the living something to
compare. Without it, the later days are guesswork.
"""

from collections.abc import Iterator

from builder import catalogue
from builder.checks import phrases
from builder.checks.facts import Facts, Finding, Listed
from builder.game.problem import Severity
from builder.language import gettext as _

CODE = "no-ongoing-information"
SEVERITY = Severity.ADVICE


def check_facts(facts: Facts) -> Iterator[Finding]:
    if not facts.is_whole or not facts.is_understood:
        return
    informed = [each for each in facts.good if "information" in each.tags]
    if any("ongoing" in each.tags for each in informed) or _reported_elsewhere(informed):
        return
    if informed:
        message = _(
            "No good character on this script learns anything again and again, so there is little to talk "
            "about on later days. Add a character that learns something every night or day."
        )
    else:
        message = _(
            "No good character on this script learns anything, so there is little to talk about on later "
            "days. Add a character that learns something every night or day."
        )
    yield Finding(message + phrases.source(informed), phrases.ids(informed))


def _reported_elsewhere(informed: list[Listed]) -> bool:
    """Whether `all-information-first-night` says the same with more reason."""
    fewest = catalogue.check_thresholds("all-information-first-night")["fewest_sources"]
    return len(informed) >= fewest and all("start-knowing" in each.tags for each in informed)
