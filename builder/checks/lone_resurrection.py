"""Whether a return from the dead has more than one possible cause.

If only one character can bring players back to life, the first return proves that it is in play. A second possible
cause keeps players guessing.
"""

from collections.abc import Iterator

from builder.checks import phrases
from builder.checks.facts import Facts, Finding
from builder.game.character import bare
from builder.game.problem import Severity
from builder.language import gettext as _

CODE = "lone-resurrection"
SEVERITY = Severity.ADVICE


def check_facts(facts: Facts) -> Iterator[Finding]:
    only = phrases.only_source(facts, "resurrection", CODE)
    if only is None:
        return
    yield Finding(
        _(
            "Only the %(name)s can bring the dead back to life. As soon as a player comes back, "
            "everybody knows that the %(name)s is in play. Add a second source, or accept that it is "
            "proven."
        )
        % {"name": bare(only.name)}
        + phrases.source([only]),
        (only.id,),
    )
