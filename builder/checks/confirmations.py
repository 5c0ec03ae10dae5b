"""Whether players can prove too much to each other.

Players who can prove who they are will be trusted, and so will everyone they vouch for. With many such characters,
a chain of trust leaves the evil team nowhere to hide.
"""

from collections.abc import Iterator

from builder import catalogue
from builder.checks import phrases
from builder.checks.facts import Facts, Finding
from builder.game.problem import Severity
from builder.language import ngettext

CODE = "confirmations"
SEVERITY = Severity.ADVICE


def check_facts(facts: Facts) -> Iterator[Finding]:
    proving = [each for each in facts.good if "confirms" in each.tags]
    if len(proving) > catalogue.check_thresholds(CODE)["most"]:
        yield Finding(
            ngettext(
                "%(count)s good character can prove who a player is: %(names)s. Together they form a chain "
                "of trust that evil can't break into. Replace some of them with characters that can be "
                "doubted.",
                "%(count)s good characters can prove who a player is: %(names)s. Together they form a "
                "chain of trust that evil can't break into. Replace some of them with characters that can "
                "be doubted.",
                len(proving),
            )
            % {"count": len(proving), "names": phrases.names(proving)}
            + phrases.source(proving),
            phrases.ids(proving),
        )
