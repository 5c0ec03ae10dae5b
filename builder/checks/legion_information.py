"""Whether first-night information gives Legion away.

With Legion, most players are evil and register as Minions too. What good players learn at the start (“how many”,
“which of two”) then looks so odd that everybody knows the Demon on the first day.
"""

from collections.abc import Iterator

from builder import catalogue
from builder.checks import phrases
from builder.checks.facts import Facts, Finding
from builder.game.problem import Severity
from builder.language import ngettext

CODE = "legion-information"
SEVERITY = Severity.ADVICE


def check_facts(facts: Facts) -> Iterator[Finding]:
    legion = facts.by_key.get("legion")
    knowing = [each for each in facts.good if "start-knowing" in each.tags]
    if legion and len(knowing) > catalogue.check_thresholds(CODE)["most"]:
        yield Finding(
            ngettext(
                "%(names)s starts with information that looks odd in a game of Legion, and so can give it "
                "away on day 1. Replace it, or Legion.",
                "%(names)s start with information that looks odd in a game of Legion, and so can give it "
                "away on day 1. Replace them, or Legion.",
                len(knowing),
            )
            % {"names": phrases.names(knowing)}
            + phrases.source(knowing),
            (legion.id, *phrases.ids(knowing)),
        )
