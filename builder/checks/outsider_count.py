"""Whether the number of Outsiders is ever in doubt.

Everybody knows the usual number of Outsiders for each number of players. Unless a character may change it,
counting the players who claim to be Outsiders shows who is lying. If only Demons change it, the count gives away
the Demon. The Sentinel (a Fabled) helps.
"""

from collections.abc import Iterator

from builder.checks import phrases
from builder.checks.facts import Facts, Finding
from builder.game.problem import Fix, Severity
from builder.game.teams import Team
from builder.language import gettext as _

CODE = "outsider-count"
SEVERITY = Severity.ADVICE


def check_facts(facts: Facts) -> Iterator[Finding]:
    changing = facts.sources("outsiders")
    if not facts.is_whole or not facts.is_understood or "sentinel" in facts.by_key or "pope" in facts.by_key:
        return
    if any(each.team is not Team.DEMON for each in changing):
        return
    if changing:
        message = _(
            "Only the Demon (%(names)s) changes the number of Outsiders, so counting Outsiders shows which "
            "Demon is in play. Add a Minion or Townsfolk that changes it, or the Sentinel."
        ) % {"names": phrases.names(changing)}
    else:
        message = _(
            "No character on this script changes the number of Outsiders, so counting Outsiders shows who "
            "lies about being one. Add a Minion or Townsfolk that changes it, or the Sentinel."
        )
    yield Finding(
        message + phrases.source(changing),
        phrases.ids(changing),
        fix=Fix(_("Add the Sentinel"), {"op": "add", "id": "sentinel"}),
    )
