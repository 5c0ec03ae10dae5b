"""Whether there are enough Outsiders for characters that add more.

The Baron adds two Outsiders to the usual number, which is at most two. With fewer than four on the script, the
Baron can't be dealt for some numbers of players. For others, every Outsider is in play whenever the Baron is.
If the only Demon adds an Outsider, too, there is always one more.
"""

from collections.abc import Collection, Iterator

from builder import catalogue
from builder.checks import playing
from builder.checks.facts import Facts, Finding
from builder.game.character import bare
from builder.game.problem import Severity
from builder.game.setup import explaining
from builder.game.setup.budget import limited
from builder.game.setup.cast import Cast, Member
from builder.game.setup.effects import Change
from builder.game.teams import Team
from builder.language import gettext as _
from builder.language import ngettext

CODE = "too-few-outsiders"
SEVERITY = Severity.ADVICE


def check_facts(facts: Facts) -> Iterator[Finding]:
    wanting = list(_wanting(facts))
    playable = facts.playable if wanting else ()  # has a limit of its own
    with limited(playing.MOST_STEPS):
        findings = [_finding(facts, member, most, playable) for member, most in wanting]
    yield from findings


def _wanting(facts: Facts) -> Iterator[tuple[Member, int]]:
    """Who adds more Outsiders than there are, and how many a game may need then."""
    there, limits = len(facts.teams[Team.OUTSIDER]), catalogue.check_thresholds(CODE)
    usual = limits["usual_teensyville" if facts.is_small else "usual"]
    demons = facts.cast.team(Team.DEMON)
    always = sum(map(_fewest, demons)) if len(demons) == 1 else 0
    for member in facts.cast.members.values():
        more = _most(member)
        most = usual + more + (0 if member in demons else always)
        if more >= limits["adds"] and there < most:
            yield member, most


def _finding(facts: Facts, member: Member, most: int, playable: Collection[int]) -> Finding:
    values = {
        "name": bare(member.name),
        "count": _most(member),
        "added": explaining.some(_most(member), Team.OUTSIDER),
        "most": most,
        "there": len(facts.teams[Team.OUTSIDER]) or _("none"),
    }
    return Finding(
        _text(facts.cast, member, playable) % values, (member.id,), path=facts.by_key[member.key].path
    )


def _text(who: Cast, member: Member, playable: Collection[int]) -> str:
    dealt = playing.dealt(who, member)
    if dealt == ():
        return _(
            "The %(name)s can never be dealt: it adds %(added)s, and this script has %(there)s, too few for any "
            "number of players. Add Outsiders."
        )
    if dealt and not set(playable) <= set(dealt):
        return ngettext(
            "The %(name)s adds %(count)s Outsider, so up to %(most)s are in play, and this script has "
            "%(there)s. For some numbers of players, the %(name)s can't be dealt; for others, every "
            "Outsider on the script is in play. Add Outsiders.",
            "The %(name)s adds %(count)s Outsiders, so up to %(most)s are in play, and this script has "
            "%(there)s. For some numbers of players, the %(name)s can't be dealt; for others, every "
            "Outsider on the script is in play. Add Outsiders.",
            _most(member),
        )
    others = (each for each in who.members.values() if each is not member)
    if dealt and _fewest(member) == _most(member) and min(map(_fewest, others), default=0) < 0:
        return _(
            "The %(name)s adds %(added)s, so up to %(most)s are in play, and this script has %(there)s. For "
            "some numbers of players, the %(name)s can only be dealt together with a character that removes "
            "Outsiders. Add Outsiders."
        )
    return _(
        "The %(name)s can add %(added)s, so a game may need %(most)s; this script has %(there)s. Add Outsiders."
    )


def _options(member: Member) -> Iterator[tuple[int, ...]]:
    return (it.options for it in member.effects if isinstance(it, Change) and it.team is Team.OUTSIDER)


def _most(member: Member) -> int:
    return max(map(max, _options(member)), default=0)


def _fewest(member: Member) -> int:
    return sum(map(min, _options(member)))
