"""Whether the number of Outsiders is ever in doubt.

Everybody knows the usual number of Outsiders for each number of players. Unless a character may change it,
counting the players who claim to be Outsiders shows who is lying. If only Demons change it, the count gives away
the Demon. The Sentinel (a Fabled) helps.
"""

from collections.abc import Iterator

from builder.checks import phrases
from builder.checks.facts import Facts
from builder.game.problem import Fix, Problem, Severity
from builder.game.teams import Team

CODE = "outsider-count"
SEVERITY = Severity.ADVICE


def check_facts(facts: Facts) -> Iterator[Problem]:
    """Yield one problem where no Townsfolk, Outsider or Minion changes the number."""
    changing = facts.sources("outsiders")
    if not facts.is_whole or not facts.is_understood or "sentinel" in facts.by_key or "pope" in facts.by_key:
        return
    if any(each.team is not Team.DEMON for each in changing):
        return
    told = "No character on this script changes"
    if changing:
        told = f"Only the Demon ({phrases.names(changing)}) changes"
    what = "which Demon is in play" if changing else "who lies about being one"
    yield Problem(
        code=CODE,
        severity=SEVERITY,
        message=f"{told} the number of Outsiders, so counting Outsiders shows {what}. Add a Minion or "
        f"Townsfolk that changes it, or the Sentinel.{phrases.source(changing)}",
        characters=phrases.ids(changing),
        fix=Fix("Add the Sentinel", {"op": "add", "id": "sentinel"}),
    )
