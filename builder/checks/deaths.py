"""What kills, protects and brings back."""

from collections.abc import Iterator

from builder import catalogue
from builder.checks import phrases
from builder.checks.check import of_facts
from builder.checks.facts import Facts, Finding
from builder.game.character import bare
from builder.game.problem import Severity
from builder.game.teams import Team
from builder.language import gettext as _, ngettext


@of_facts("lone-extra-death", Severity.ADVICE)
def lone_extra_death(facts: Facts) -> Iterator[Finding]:
    """Whether an extra death at night has more than one possible cause.

    If only one character can add a death at night, the first extra death proves that it is in play, and perhaps who it
    is. A second possible cause keeps players guessing.
    """
    message = _(
        "Only the %(name)s can make more players die in a night than usual. As soon as two die in "
        "one night, everybody knows that the %(name)s is in play. Add a second source, or remove "
        "this one."
    )
    yield from _only_source(facts, "night-death", "lone-extra-death", message)


@of_facts("lone-resurrection", Severity.ADVICE)
def lone_resurrection(facts: Facts) -> Iterator[Finding]:
    """Whether a return from the dead has more than one possible cause.

    If only one character can bring players back to life, the first return proves that it is in play. A second possible
    cause keeps players guessing.
    """
    message = _(
        "Only the %(name)s can bring the dead back to life. As soon as a player comes back, "
        "everybody knows that the %(name)s is in play. Add a second source, or accept that it is "
        "proven."
    )
    yield from _only_source(facts, "resurrection", "lone-resurrection", message)


def _only_source(facts: Facts, tag: str, code: str, message: str) -> Iterator[Finding]:
    """A finding about the only character with a tag, if its effect would prove that it is in play.

    There is none if everyone knows of it anyway: the only Demon, or a character whose actions are announced.
    """
    sources = facts.sources(tag)
    if len(sources) != 1 or not facts.is_whole or facts.teams[Team.DEMON] == sources:
        return
    if sources[0].key not in catalogue.check_thresholds(code)["announced"]:
        text = message % {"name": bare(sources[0].name)}
        yield Finding(text + phrases.source(sources), phrases.ids(sources))


@of_facts("protections", Severity.ADVICE)
def protections(facts: Facts) -> Iterator[Finding]:
    """Whether deaths keep up with protection.

    Players who can't die slow the game down. If far more characters prevent deaths than cause extra ones, games run
    long and nights pass without news.
    """
    protecting, killing = facts.sources("protection"), facts.sources("extra-death")
    more = len(protecting) - len(killing)
    most = catalogue.check_thresholds("protections")["more_than_deaths"]
    if more <= most or not facts.is_whole or not facts.is_understood:
        return
    message = _(
        "%(count)s characters keep players alive (%(names)s), and none adds deaths. Games get long and "
        "quiet. Add a character that kills, or remove a protection."
    )
    if killing:
        message = ngettext(
            "%(count)s characters keep players alive (%(names)s), and only %(killers)s adds deaths. Games get "
            "long and quiet. Add a character that kills, or remove a protection.",
            "%(count)s characters keep players alive (%(names)s), and only %(killers)s add deaths. Games get "
            "long and quiet. Add a character that kills, or remove a protection.",
            len(killing),
        )
    values = {"count": len(protecting), "names": phrases.names(protecting), "killers": len(killing)}
    yield Finding(message % values + phrases.source((*protecting, *killing)), phrases.ids(protecting))
