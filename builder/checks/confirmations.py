"""Whether players can prove too much to each other.

Somebody who can show beyond doubt who they are is trusted, and whoever they vouch for is trusted too. With many
such characters a chain of proofs leaves the evil team nowhere to hide.
"""

from collections.abc import Iterator

from builder import catalogue
from builder.checks import phrases
from builder.checks.facts import Facts
from builder.game.problem import Problem, Severity

CODE = "confirmations"
SEVERITY = Severity.ADVICE


def check_facts(facts: Facts) -> Iterator[Problem]:
    """Yield one problem for more proofs than the limit."""
    proving = [each for each in facts.good if "confirms" in each.tags]
    if len(proving) > catalogue.check_thresholds(CODE)["most"]:
        yield Problem(
            code=CODE,
            severity=SEVERITY,
            message=f"{len(proving)} good characters can prove who somebody is: {phrases.names(proving)}. "
            "Together they make a chain of trust that evil cannot get into; swap some of them for "
            f"characters whose word can be doubted.{phrases.source(proving)}",
            characters=phrases.ids(proving),
        )
