"""Whether an extra death at night has more than one possible cause.

If only one character can add a death at night, the first extra death proves that it is in play, and perhaps who it
is. A second possible cause keeps players guessing.
"""

from collections.abc import Iterator

from builder.checks import phrases
from builder.checks.facts import Facts, Finding
from builder.game.character import bare
from builder.game.problem import Severity
from builder.language import gettext as _

CODE = "lone-extra-death"
SEVERITY = Severity.ADVICE


def check_facts(facts: Facts) -> Iterator[Finding]:
    only = phrases.only_source(facts, "night-death", CODE)
    if only is None:
        return
    yield Finding(
        _(
            "Only the %(name)s can make more players die in a night than usual. As soon as two die in "
            "one night, everybody knows that the %(name)s is in play. Add a second source, or remove "
            "this one."
        )
        % {"name": bare(only.name)}
        + phrases.source([only]),
        (only.id,),
    )
