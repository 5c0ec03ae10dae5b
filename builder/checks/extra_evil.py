"""Whether the evil team can grow too large.

Some abilities turn good players evil. One or two of them add doubt; with more, evil can outnumber good before
anyone notices. The Spirit of Ivory (a Fabled) allows only one extra evil player.
"""

from collections.abc import Iterator

from builder import catalogue
from builder.checks import phrases
from builder.checks.facts import Facts, Finding
from builder.game.problem import Severity
from builder.language import ngettext

CODE = "extra-evil"
SEVERITY = Severity.ADVICE


def check_facts(facts: Facts) -> Iterator[Finding]:
    turning = [
        each
        for each in facts.sources("extra-evil")
        if each.key not in catalogue.check_thresholds(CODE)["not"]
    ]
    if len(turning) > catalogue.check_thresholds(CODE)["most"] and "spiritofivory" not in facts.by_key:
        yield Finding(
            ngettext(
                "%(count)s character can add evil players: %(names)s. If several of them do, evil wins by "
                "numbers. Remove one, or add the Spirit of Ivory, which allows only one extra evil player.",
                "%(count)s characters can add evil players: %(names)s. If several of them do, evil wins by "
                "numbers. Remove one, or add the Spirit of Ivory, which allows only one extra evil player.",
                len(turning),
            )
            % {"count": len(turning), "names": phrases.names(turning)}
            + phrases.source(turning),
            phrases.ids(turning),
        )
