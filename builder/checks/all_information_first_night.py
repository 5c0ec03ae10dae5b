"""Whether the good team learns anything after the first night.

If all information comes on the first night, the town has nothing new to talk about on later days, and a character
that is drunk or poisoned at that moment is wrong for the whole game.
"""

from collections.abc import Iterator

from builder import catalogue
from builder.checks import phrases
from builder.checks.facts import Facts, Finding
from builder.game.problem import Severity
from builder.language import gettext as _

CODE = "all-information-first-night"
SEVERITY = Severity.ADVICE


def check_facts(facts: Facts) -> Iterator[Finding]:
    informed = [each for each in facts.good if "information" in each.tags]
    fewest = catalogue.check_thresholds(CODE)["fewest_sources"]
    if len(informed) < fewest or not facts.is_whole or not facts.is_understood:
        return
    if all("start-knowing" in each.tags and "ongoing" not in each.tags for each in informed):
        yield Finding(
            _(
                "The good team learns everything on the first night, so later days bring nothing new. "
                "Add a character that learns something every night, or later in the game."
            )
            + phrases.source(informed),
            phrases.ids(informed),
        )
