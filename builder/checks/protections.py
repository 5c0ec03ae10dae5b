"""Whether deaths keep up with protection.

Players who can't die slow the game down. If far more characters prevent deaths than cause extra ones, games run
long and nights pass without news.
"""

from collections.abc import Iterator

from builder import catalogue
from builder.checks import phrases
from builder.checks.facts import Facts, Finding
from builder.game.problem import Severity
from builder.language import gettext as _
from builder.language import ngettext

CODE = "protections"
SEVERITY = Severity.ADVICE


def check_facts(facts: Facts) -> Iterator[Finding]:
    protecting, killing = facts.sources("protection"), facts.sources("extra-death")
    more = len(protecting) - len(killing)
    if facts.is_whole and facts.is_understood and more > catalogue.check_thresholds(CODE)["more_than_deaths"]:
        yield Finding(
            _killers(len(killing))
            % {"count": len(protecting), "names": phrases.names(protecting), "killers": len(killing)}
            + phrases.source((*protecting, *killing)),
            phrases.ids(protecting),
        )


def _killers(number: int) -> str:
    if not number:
        return _(
            "%(count)s characters keep players alive (%(names)s), and none adds deaths. Games get long and "
            "quiet. Add a character that kills, or remove a protection."
        )
    return ngettext(
        "%(count)s characters keep players alive (%(names)s), and only %(killers)s adds deaths. Games get "
        "long and quiet. Add a character that kills, or remove a protection.",
        "%(count)s characters keep players alive (%(names)s), and only %(killers)s add deaths. Games get "
        "long and quiet. Add a character that kills, or remove a protection.",
        number,
    )
