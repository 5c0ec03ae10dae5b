"""Whether anything can make information false.

Evil players lie. But if no ability ever makes true information false, good players who trust each other only have
to put together what they know.
"""

from collections.abc import Iterator

from builder.checks.facts import Facts, Finding
from builder.game.problem import Severity
from builder.language import gettext as _

CODE = "no-misinformation"
SEVERITY = Severity.ADVICE
#: Tags of what makes somebody learn, or believe, what is not so.
MISLEADING = ("drunkenness", "poison", "misled", "misinformation", "misregistration", "madness")


def check_facts(facts: Facts) -> Iterator[Finding]:
    if not facts.is_whole or not facts.is_understood or facts.sources(*MISLEADING):
        return
    if not any(each in facts.by_key for each in ("fibbin", "knaves", "duchess")) and facts.sources(
        "information"
    ):
        yield Finding(
            _(
                "Nothing on this script makes information false: no player is drunk, poisoned or "
                "mistaken for another character. The good team only has to put together what it learns. "
                "Add a character that brings doubt, or the Fibbin."
            )
        )
