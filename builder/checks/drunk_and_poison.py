"""Whether a script has enough drunkenness and poison, but not too much.

If information is never in doubt, the good team solves the game. If everything is in doubt, the good team stops
caring. Three to six sources are usual on a full script. The Fibbin can make up for missing ones.
"""

from collections.abc import Iterator

from builder import catalogue
from builder.checks import phrases
from builder.checks.facts import Facts, Finding
from builder.checks.no_misinformation import MISLEADING
from builder.game.problem import Severity
from builder.language import gettext as _
from builder.language import ngettext

CODE = "drunk-and-poison"
SEVERITY = Severity.ADVICE


def check_facts(facts: Facts) -> Iterator[Finding]:
    sources = facts.sources("drunkenness", "poison")
    limits = catalogue.check_thresholds(CODE)
    fewest = limits["fewest_teensyville" if facts.is_small else "fewest"]
    if not facts.is_whole:
        return
    values = {"count": len(sources), "names": phrases.names(sources)}
    if len(sources) > limits["most"]:
        message = ngettext(
            "%(count)s character makes players drunk or poisoned (%(names)s). If any information may be "
            "false, players stop trusting all of it. Replace some of these characters.",
            "%(count)s characters make players drunk or poisoned (%(names)s). If any information may be "
            "false, players stop trusting all of it. Replace some of these characters.",
            len(sources),
        )
    elif len(sources) < fewest and facts.is_understood and "fibbin" not in facts.by_key and _little(facts):
        message = _few(len(sources))
    else:
        return
    message = message % values + phrases.source(sources)
    yield Finding(message, phrases.ids(sources))


def _few(number: int) -> str:
    if not number:
        return _(
            "No character makes players drunk or poisoned, so players can simply trust most information. "
            "Add more, or the Fibbin."
        )
    return ngettext(
        "Only %(count)s character makes players drunk or poisoned (%(names)s), so players can simply trust "
        "most information. Add more, or the Fibbin.",
        "Only %(count)s characters make players drunk or poisoned (%(names)s), so players can simply trust "
        "most information. Add more, or the Fibbin.",
        number,
    )


def _little(facts: Facts) -> bool:
    """Whether little else misleads. Where nothing does, another check says so."""
    return 0 < len(facts.sources(*MISLEADING)) < int(catalogue.check_thresholds(CODE)["enough_of_any_kind"])
