"""Whether there are enough Outsiders for characters that add more.

The Baron adds two Outsiders to the usual number, which is at most two. With fewer than four on the script, the
Baron can't be dealt for some numbers of players. For others, every Outsider is in play whenever the Baron is.
"""

from collections.abc import Iterator

from builder import catalogue
from builder.checks.facts import Facts, Finding
from builder.game.problem import Severity
from builder.game.setup.effects import Change
from builder.game.teams import Team
from builder.language import ngettext

CODE = "too-few-outsiders"
SEVERITY = Severity.ADVICE


def check_facts(facts: Facts) -> Iterator[Finding]:
    there, limits = len(facts.teams[Team.OUTSIDER]), catalogue.check_thresholds(CODE)
    usual = limits["usual_teensyville" if facts.is_small else "usual"]
    for member in facts.cast.members.values():
        changes = (it for it in member.effects if isinstance(it, Change) and it.team is Team.OUTSIDER)
        more = max((max(change.options) for change in changes), default=0)
        if more >= limits["adds"] and there < usual + more:
            yield Finding(
                ngettext(
                    "%(name)s adds %(count)s Outsider, so up to %(most)s are in play, and this script has "
                    "%(there)s. For some numbers of players, %(name)s can't be dealt; for others, every "
                    "Outsider on the script is in play. Add Outsiders.",
                    "%(name)s adds %(count)s Outsiders, so up to %(most)s are in play, and this script has "
                    "%(there)s. For some numbers of players, %(name)s can't be dealt; for others, every "
                    "Outsider on the script is in play. Add Outsiders.",
                    more,
                )
                % {"name": member.name, "count": more, "most": usual + more, "there": there},
                (member.id,),
                path=facts.by_key[member.key].path,
            )
