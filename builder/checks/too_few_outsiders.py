"""Whether there are enough Outsiders for those who bring more of them into play.

The Baron adds two Outsiders to the usual number, which is up to two. With fewer than four on the script there
are numbers of players for which he cannot be dealt, and all Outsiders are in play whenever he is.
"""

from collections.abc import Iterator

from builder import catalogue
from builder.checks import phrases
from builder.checks.facts import Facts
from builder.game.problem import Problem, Severity
from builder.game.setup.effects import Change
from builder.game.teams import Team

CODE = "too-few-outsiders"
SEVERITY = Severity.ADVICE


def check_facts(facts: Facts) -> Iterator[Problem]:
    """Yield each character that adds more Outsiders than the script has to spare."""
    there, limits = len(facts.teams[Team.OUTSIDER]), catalogue.check_thresholds(CODE)
    usual = limits["usual_teensyville" if facts.is_small else "usual"]
    for member in facts.cast.members.values():
        changes = (it for it in member.effects if isinstance(it, Change) and it.team is Team.OUTSIDER)
        more = max((max(change.options) for change in changes), default=0)
        if more >= limits["adds"] and there < usual + more:
            yield Problem(
                code=CODE,
                severity=SEVERITY,
                message=f"{member.name} adds {phrases.some(more, 'Outsider')}, so up to {usual + more} are "
                f"in play, and this script has {there}. With some numbers of players {member.name} "
                "cannot be dealt, and with others every Outsider is known to be in play. Add "
                "Outsiders.",
                characters=(member.id,),
                path=facts.by_key[member.key].path,
            )
