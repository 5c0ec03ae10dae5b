"""How many there are of each team."""

from collections.abc import Iterator

from builder import catalogue
from builder.checks import phrases
from builder.checks.check import of_facts, of_script
from builder.checks.facts import Facts, Finding
from builder.game.problem import Fix, Severity
from builder.game.script import Script
from builder.game.teams import COUNTED_TEAMS, Team
from builder.language import gettext as _, ngettext


@of_facts("counts", Severity.ADVICE)
def counts(facts: Facts) -> Iterator[Finding]:
    """Whether each team has about as many characters as usual.

    A full script has 13 Townsfolk, 4 Outsiders, 4 Minions and 1 to 4 Demons. A Teensyville script, for 5 or 6 players,
    has 6, 2, 2 and 1 or 2. With fewer, players soon work out who is in play. With many more, nobody can remember them
    all, and the print on the sheet gets small.
    """
    kind = "teensyville" if facts.is_small else "full"
    usual = catalogue.check_thresholds("counts")[kind]
    told = [
        _("%(characters)s (usual: %(usual)s)") % {"characters": team.counted(number), "usual": habit}
        for team in COUNTED_TEAMS
        for number, (habit, fewest, most) in [(len(facts.teams[team]), usual[team.value])]
        if number and not fewest <= number <= most
    ]
    if told:
        text = _(
            "Unusual for a full script: %(teams)s. Too few give away who is in play; too many are hard to "
            "remember. Add or remove some."
        )
        if facts.is_small:
            text = _(
                "Unusual for a script for 5 or 6 players: %(teams)s. Too few give away who is in play; too "
                "many are hard to remember. Add or remove some."
            )
        yield Finding(text % {"teams": phrases.listed(told)})


@of_facts("extra-evil", Severity.ADVICE)
def extra_evil(facts: Facts) -> Iterator[Finding]:
    """Whether the evil team can grow too large.

    Some abilities turn good players evil. One or two of them add doubt; with more, evil can outnumber good before
    anyone notices. The Spirit of Ivory (a Fabled) allows only one extra evil player.
    """
    limits = catalogue.check_thresholds("extra-evil")
    turning = [each for each in facts.sources("extra-evil") if each.key not in limits["not"]]
    if len(turning) > limits["most"] and "spiritofivory" not in facts.by_key:
        message = ngettext(
            "%(count)s character can add evil players: %(names)s. If several of them do, evil wins by "
            "numbers. Remove one, or add the Spirit of Ivory, which allows only one extra evil player.",
            "%(count)s characters can add evil players: %(names)s. If several of them do, evil wins by "
            "numbers. Remove one, or add the Spirit of Ivory, which allows only one extra evil player.",
            len(turning),
        )
        yield phrases.about(turning, message)


@of_script("no-demon", Severity.ERROR)
def no_demon(script: Script) -> Iterator[Finding]:
    """Whether there is a Demon on the script.

    A game needs a Demon to kill. Only the Atheist allows a script without one: a game with no evil at all. The
    Summoner doesn't, because the Demon that it creates has to be on the script too.
    """
    on_it = {character.key for character in script.characters}
    if any(script.team(Team.DEMON)) or "atheist" in on_it:
        return
    message = _("There is no Demon on this script. Add one, such as the Imp.")
    if "summoner" in on_it:
        message = _(
            "There is no Demon on this script, and the Summoner can only make one that is on it. Add one."
        )
    yield Finding(message)


@of_facts("outsider-count", Severity.ADVICE)
def outsider_count(facts: Facts) -> Iterator[Finding]:
    """Whether the number of Outsiders is ever in doubt.

    Everybody knows the usual number of Outsiders for each number of players. Unless a character may change it,
    counting the players who claim to be Outsiders shows who is lying. If only Demons change it, the count gives away
    the Demon. The Sentinel (a Fabled) helps.
    """
    changing = facts.sources("outsiders")
    if not facts.is_whole or not facts.is_understood or "sentinel" in facts.by_key or "pope" in facts.by_key:
        return
    if any(each.team is not Team.DEMON for each in changing):
        return
    message = _(
        "No character on this script changes the number of Outsiders, so counting Outsiders shows who "
        "lies about being one. Add a Minion or Townsfolk that changes it, or the Sentinel."
    )
    if changing:
        message = _(
            "Only the Demon (%(names)s) changes the number of Outsiders, so counting Outsiders shows which "
            "Demon is in play. Add a Minion or Townsfolk that changes it, or the Sentinel."
        )
    fix = Fix(_("Add the Sentinel"), {"op": "add", "id": "sentinel"})
    yield phrases.about(changing, message, fix=fix)
