"""What good players learn, and whether it can be false."""

from collections.abc import Iterator

from builder import catalogue
from builder.checks import phrases
from builder.checks.check import of_facts
from builder.checks.facts import Facts, Finding, Listed
from builder.game.problem import Severity
from builder.language import gettext as _, ngettext

#: Tags of what makes somebody learn, or believe, what is not so.
MISLEADING = ("drunkenness", "poison", "misled", "misinformation", "misregistration", "madness")


@of_facts("acrobat", Severity.ADVICE)
def acrobat(facts: Facts) -> Iterator[Finding]:
    """Whether players can be drunk or poisoned when the Acrobat is on the script.

    The Acrobat's ability is about drunk and poisoned players. If nobody ever is, the ability does nothing, and anyone
    who claims to be the Acrobat is either useless or lying.
    """
    who = facts.by_key.get("acrobat")
    if who is None or not facts.is_understood:
        return
    if not any(each.key != who.key for each in facts.sources("drunkenness", "poison")):
        message = _(
            "No character on this script makes players drunk or poisoned, so the Acrobat's ability "
            "does nothing. Add one that does, or remove the Acrobat."
        )
        yield Finding(message, (who.id,))


@of_facts("all-information-first-night", Severity.ADVICE)
def all_information_first_night(facts: Facts) -> Iterator[Finding]:
    """Whether the good team learns anything after the first night.

    If all information comes on the first night, the town has nothing new to talk about on later days, and a character
    that is drunk or poisoned at that moment is wrong for the whole game.
    """
    informed = [each for each in facts.good if "information" in each.tags]
    fewest = catalogue.check_thresholds("all-information-first-night")["fewest_sources"]
    if len(informed) < fewest or not facts.is_whole or not facts.is_understood:
        return
    if all("start-knowing" in each.tags and "ongoing" not in each.tags for each in informed):
        message = _(
            "The good team learns everything on the first night, so later days bring nothing new. "
            "Add a character that learns something every night, or later in the game."
        )
        yield phrases.about(informed, message)


@of_facts("confirmations", Severity.ADVICE)
def confirmations(facts: Facts) -> Iterator[Finding]:
    """Whether players can prove too much to each other.

    Players who can prove who they are will be trusted, and so will everyone they vouch for. With many such characters,
    a chain of trust leaves the evil team nowhere to hide.
    """
    proving = [each for each in facts.good if "confirms" in each.tags]
    if len(proving) > catalogue.check_thresholds("confirmations")["most"]:
        message = ngettext(
            "%(count)s good character can prove who a player is: %(names)s. Together they form a chain "
            "of trust that evil can't break into. Replace some of them with characters that can be "
            "doubted.",
            "%(count)s good characters can prove who a player is: %(names)s. Together they form a "
            "chain of trust that evil can't break into. Replace some of them with characters that can "
            "be doubted.",
            len(proving),
        )
        yield phrases.about(proving, message)


@of_facts("drunk-and-poison", Severity.ADVICE)
def drunk_and_poison(facts: Facts) -> Iterator[Finding]:
    """Whether a script has enough drunkenness and poison, but not too much.

    If information is never in doubt, the good team solves the game. If everything is in doubt, the good team stops
    caring. Three to six sources are usual on a full script. The Fibbin can make up for missing ones.
    """
    sources = facts.sources("drunkenness", "poison")
    limits = catalogue.check_thresholds("drunk-and-poison")
    fewest = limits["fewest_teensyville" if facts.is_small else "fewest"]
    if not facts.is_whole:
        return
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
    yield phrases.about(sources, message)


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
    enough = int(catalogue.check_thresholds("drunk-and-poison")["enough_of_any_kind"])
    return 0 < len(facts.sources(*MISLEADING)) < enough


@of_facts("legion-information", Severity.ADVICE)
def legion_information(facts: Facts) -> Iterator[Finding]:
    """Whether first-night information gives Legion away.

    With Legion, most players are evil and register as Minions too. What good players learn at the start (“how many”,
    “which of two”) then looks so odd that everybody knows the Demon on the first day.
    """
    legion = facts.by_key.get("legion")
    knowing = [each for each in facts.good if "start-knowing" in each.tags]
    if legion and len(knowing) > catalogue.check_thresholds("legion-information")["most"]:
        message = ngettext(
            "%(names)s starts with information that looks odd in a game of Legion, and so can give it "
            "away on day 1. Replace it, or Legion.",
            "%(names)s start with information that looks odd in a game of Legion, and so can give it "
            "away on day 1. Replace them, or Legion.",
            len(knowing),
        )
        found = phrases.about(knowing, message)
        yield found._replace(characters=(legion.id, *found.characters))


@of_facts("no-misinformation", Severity.ADVICE)
def no_misinformation(facts: Facts) -> Iterator[Finding]:
    """Whether anything can make information false.

    Evil players lie. But if no ability ever makes true information false, good players who trust each other only have
    to put together what they know.
    """
    if not facts.is_whole or not facts.is_understood or facts.sources(*MISLEADING):
        return
    if facts.sources("information") and facts.by_key.keys().isdisjoint({"fibbin", "knaves", "duchess"}):
        message = _(
            "Nothing on this script makes information false: no player is drunk, poisoned or "
            "mistaken for another character. The good team only has to put together what it learns. "
            "Add a character that brings doubt, or the Fibbin."
        )
        yield Finding(message)


@of_facts("no-ongoing-information", Severity.ADVICE)
def no_ongoing_information(facts: Facts) -> Iterator[Finding]:
    """Whether good players learn something again and again.

    Information that comes every night or day keeps people talking, and gives the dead and the living something to
    compare. Without it, the later days are guesswork.
    """
    if not facts.is_whole or not facts.is_understood:
        return
    informed = [each for each in facts.good if "information" in each.tags]
    if any("ongoing" in each.tags for each in informed) or _reported_elsewhere(informed):
        return
    message = _(
        "No good character on this script learns anything, so there is little to talk about on later "
        "days. Add a character that learns something every night or day."
    )
    if informed:
        message = _(
            "No good character on this script learns anything again and again, so there is little to talk "
            "about on later days. Add a character that learns something every night or day."
        )
    yield phrases.about(informed, message)


def _reported_elsewhere(informed: list[Listed]) -> bool:
    """Whether `all-information-first-night` says the same with more reason."""
    fewest = catalogue.check_thresholds("all-information-first-night")["fewest_sources"]
    return len(informed) >= fewest and all("start-knowing" in each.tags for each in informed)
