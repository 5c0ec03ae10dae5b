"""Whether there are enough Outsiders for characters that add more.

The Baron adds two Outsiders to the usual number, which is at most two. With fewer than four on the script, the
Baron can't be dealt for some numbers of players. For others, every Outsider is in play whenever the Baron is.
If the only Demon adds an Outsider, too, there is always one more.
"""

from collections.abc import Collection, Iterator

from builder import catalogue
from builder.checks import phrases, playing
from builder.checks.facts import Facts, Finding
from builder.game.problem import Severity
from builder.game.setup.cast import Member
from builder.game.setup.effects import Change
from builder.game.teams import Team
from builder.language import gettext as _
from builder.language import ngettext

CODE = "too-few-outsiders"
SEVERITY = Severity.ADVICE


def check_facts(facts: Facts) -> Iterator[Finding]:
    there, limits = len(facts.teams[Team.OUTSIDER]), catalogue.check_thresholds(CODE)
    usual = limits["usual_teensyville" if facts.is_small else "usual"]
    demons = facts.cast.team(Team.DEMON)
    always = sum(map(_fewest, demons)) if len(demons) == 1 else 0
    for member in facts.cast.members.values():
        more = _most(member)
        most = usual + more + (0 if member in demons else always)
        if more < limits["adds"] or there >= most:
            continue
        yield Finding(
            _text(playing.dealt(facts.cast, member), facts.playable, more)
            % {"name": phrases.bare(member.name), "count": more, "most": most, "there": there},
            (member.id,),
            path=facts.by_key[member.key].path,
        )


def _text(dealt: Collection[int], playable: Collection[int], more: int) -> str:
    if not dealt:
        return _(
            "The %(name)s can never be dealt: it adds %(count)s Outsiders, and this script has too few for "
            "any number of players (%(there)s). Add Outsiders."
        )
    if set(playable) <= set(dealt):
        return _(
            "The %(name)s adds %(count)s Outsiders, so up to %(most)s are in play, and this script has "
            "%(there)s. For some numbers of players, the %(name)s can only be dealt together with a character "
            "that removes Outsiders. Add Outsiders."
        )
    return ngettext(
        "The %(name)s adds %(count)s Outsider, so up to %(most)s are in play, and this script has "
        "%(there)s. For some numbers of players, the %(name)s can't be dealt; for others, every "
        "Outsider on the script is in play. Add Outsiders.",
        "The %(name)s adds %(count)s Outsiders, so up to %(most)s are in play, and this script has "
        "%(there)s. For some numbers of players, the %(name)s can't be dealt; for others, every "
        "Outsider on the script is in play. Add Outsiders.",
        more,
    )


def _options(member: Member) -> Iterator[tuple[int, ...]]:
    return (it.options for it in member.effects if isinstance(it, Change) and it.team is Team.OUTSIDER)


def _most(member: Member) -> int:
    return max(map(max, _options(member)), default=0)


def _fewest(member: Member) -> int:
    return sum(map(min, _options(member)))
