"""Whether a script can be played with each number of players, and every character dealt.

Found out quickly: most scripts can be played with all.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import islice
from operator import attrgetter

from builder import catalogue
from builder.checks.check import of_facts
from builder.checks.facts import Facts, Finding, Listed
from builder.game.character import bare
from builder.game.problem import Fix, Severity
from builder.game.setup import explaining, impossible
from builder.game.setup.budget import TooManyWaysError, limited
from builder.game.setup.cast import Cast, Member
from builder.game.setup.effects import Change, Copies, Effect, Exactly, Later, Most, Partner, Replaces
from builder.game.setup.groups import combinations, groups, is_complete
from builder.game.setup.rules import FEWEST_PLAYERS, MOST_SEATS, Distribution, Rules
from builder.game.teams import COUNTED_TEAMS, Team
from builder.language import gettext as _, ngettext
from builder.prose_lists import join_ranges

ALL = tuple(range(FEWEST_PLAYERS, MOST_SEATS + 1))
#: So many characters that change the setup, and combinations of them, are looked at; of more we say nothing.
MOST_SPECIAL, MOST_COMBINATIONS = 12, 300
#: Checks run after every change: they may take a fifth of the time that the table may.
MOST_STEPS = 280_000


def rules() -> Rules:
    """The official rules of setup."""
    return catalogue.rules()


def playable(who: Cast) -> tuple[int, ...]:
    """The numbers of players (without Travellers) for which a legal table exists, or may exist for all we know."""
    try:
        with limited(MOST_STEPS):
            return _playable(who)
    except TooManyWaysError:
        return ALL


def _playable(who: Cast) -> tuple[int, ...]:
    left = [players for players in ALL if not _plainly(who, rules().base(players))]
    for member in who.special if left else ():
        left = _impossible(replace(who, special=(member,)), left)
    if not left or len(who.special) > MOST_SPECIAL:
        return ALL
    out = _impossible(who, left)
    return tuple(players for players in ALL if players not in out)


def _impossible(who: Cast, asked: list[int]) -> list[int]:
    """Those of the numbers for which there is surely no legal table."""
    some = list(islice(combinations(who), MOST_COMBINATIONS)) if asked else []
    if len(some) == MOST_COMBINATIONS:
        return []
    return [
        players for players in asked if not any(True for _unused in groups(who, rules().base(players), some))
    ]


def dealt(who: Cast, member: Member) -> tuple[int, ...] | None:
    """The numbers of players for which a legal table with this character exists; None if not everything was tried."""
    try:
        with limited(MOST_STEPS):
            some = list(islice(combinations(who, among=(member.key,)), MOST_COMBINATIONS))
            tables = {players: groups(who, rules().base(players), some) for players in ALL}
            found = tuple(it for it, every in tables.items() if any(member in each.members for each in every))
    except TooManyWaysError:
        return None
    return found if len(some) < MOST_COMBINATIONS and is_complete(who) else None


def lacking(who: Cast, players: int) -> str:
    """Why a script cannot be played with so many players, in sentences."""
    with limited(MOST_STEPS):
        return impossible.reason(who, rules().base(players))


def _plainly(who: Cast, base: Distribution) -> bool:
    """Whether characters that change nothing are enough, so that nothing need be worked out."""
    if any(_compels(effect) for *_unused, effect in who.always):
        return False
    return all(len(who.plain[team]) >= base.of(team) for team in COUNTED_TEAMS)


def _compels(effect: Effect) -> bool:
    """Whether an effect may leave no table with the usual numbers."""
    if isinstance(effect, Change):
        return 0 not in effect.options
    return isinstance(effect, Exactly | Partner | Copies | Most | Replaces | Later)


@of_facts("missing-partner", Severity.WARNING)
def missing_partner(facts: Facts) -> Iterator[Finding]:
    """Whether characters that need each other are both on the script.

    [+the King] means that the King is always in play together with the Choirboy. If the King is not on the script, the
    Choirboy can't be dealt.
    """
    for member in facts.cast.members.values():
        for effect in member.effects:
            if isinstance(effect, Partner) and effect.name not in facts.by_key:
                yield _missing_partner(facts.by_key[member.key], effect.name)


def _missing_partner(who: Listed, partner: str) -> Finding:
    official = catalogue.find(partner)
    name = bare(official.name if official else partner)
    return Finding(
        _(
            "The %(name)s is only in play together with the %(partner)s, which is not on this script, so "
            "the %(name)s can never be dealt. Add the %(partner)s, or remove the %(name)s."
        )
        % {"name": bare(who.name), "partner": name},
        (who.id,),
        path=who.path,
        fix=Fix(_("Add the %(name)s") % {"name": name}, {"op": "add", "id": partner}) if official else None,
    )


@of_facts("no-legal-table", Severity.ERROR)
def no_legal_table(facts: Facts) -> Iterator[Finding]:
    """Whether the script can be played at all.

    There has to be a legal setup for at least one number of players from 5 to 15: enough Townsfolk, Outsiders, Minions
    and Demons, after everything that they change about the setup.
    """
    if facts.playable or facts.script.unknown or not facts.teams[Team.DEMON]:
        return
    text = _("This script cannot be set up for any number of players. %(lacking)s")
    if impossible.too_few(facts.cast, rules().base(ALL[0])):
        text = _("This script cannot be set up for any number of players. %(lacking)s Add characters.")
    yield Finding(text % {"lacking": lacking(facts.cast, ALL[0])})


@of_facts("player-counts", Severity.WARNING)
def player_counts(facts: Facts) -> Iterator[Finding]:
    """Whether the script can be played with every number of players.

    A full script is for 5 to 15 players, a Teensyville script for 5 or 6. Some numbers may have no legal setup: a team
    has too few characters, or a character needs another that is not on the script.
    """
    out = [players for players in ALL if players not in facts.playable]
    if not out or not facts.playable or facts.script.unknown:
        return
    small = facts.is_small and not set(out) & {5, 6}
    text = _(
        "This script can be played with %(numbers)s players, not with %(others)s. %(lacking)s Add "
        "characters to allow more."
    )
    if small:
        text = _(
            "This script can be played with %(numbers)s players, not with %(others)s. %(lacking)s Say so "
            "on the sheet, or add characters to allow more."
        )
    yield Finding(
        text
        % {
            "numbers": join_ranges(facts.playable),
            "others": join_ranges(out),
            "lacking": lacking(facts.cast, out[0]),
        },
        severity=Severity.NOTICE if small else Severity.WARNING,
    )


@of_facts("too-few-outsiders", Severity.ADVICE)
def too_few_outsiders(facts: Facts) -> Iterator[Finding]:
    """Whether there are enough Outsiders for characters that add more.

    The Baron adds two Outsiders to the usual number, which is at most two. With fewer than four on the script, the
    Baron can't be dealt for some numbers of players. For others, every Outsider is in play whenever the Baron is.
    If the only Demon adds an Outsider, too, there is always one more.
    """
    wanting = list(_adding_outsiders(facts))
    playable = facts.playable if wanting else ()  # has a limit of its own
    with limited(MOST_STEPS):
        findings = [_outsiders_finding(facts, member, most, playable) for member, most in wanting]
    yield from findings


def _adding_outsiders(facts: Facts) -> Iterator[tuple[Member, int]]:
    """Who adds more Outsiders than there are, and how many a game may need then."""
    there, limits = len(facts.teams[Team.OUTSIDER]), catalogue.check_thresholds("too-few-outsiders")
    usual = limits["usual_teensyville" if facts.is_small else "usual"]
    demons = facts.cast.team(Team.DEMON)
    always = sum(map(_fewest_added, demons)) if len(demons) == 1 else 0
    for member in filter(attrgetter("effects"), facts.cast.members.values()):
        more = _most_added(member)
        most = usual + more + (0 if member.team is Team.DEMON else always)
        if more >= limits["adds"] and there < most:
            yield member, most


def _outsiders_finding(facts: Facts, member: Member, most: int, playable: Collection[int]) -> Finding:
    values = {
        "name": bare(member.name),
        "count": _most_added(member),
        "added": explaining.some(_most_added(member), Team.OUTSIDER),
        "most": most,
        "there": len(facts.teams[Team.OUTSIDER]) or _("none"),
    }
    return Finding(
        _outsiders_message(facts.cast, member, playable) % values,
        (member.id,),
        path=facts.by_key[member.key].path,
    )


def _outsiders_message(who: Cast, member: Member, playable: Collection[int]) -> str:
    found = dealt(who, member)
    if found == ():
        return _(
            "The %(name)s can never be dealt: it adds %(added)s, and this script has %(there)s, too few for any "
            "number of players. Add Outsiders."
        )
    if found and not set(playable) <= set(found):
        return ngettext(
            "The %(name)s adds %(count)s Outsider, so up to %(most)s are in play, and this script has "
            "%(there)s. For some numbers of players, the %(name)s can't be dealt; for others, every "
            "Outsider on the script is in play. Add Outsiders.",
            "The %(name)s adds %(count)s Outsiders, so up to %(most)s are in play, and this script has "
            "%(there)s. For some numbers of players, the %(name)s can't be dealt; for others, every "
            "Outsider on the script is in play. Add Outsiders.",
            _most_added(member),
        )
    others = (each for each in who.members.values() if each is not member)
    if (
        found
        and _fewest_added(member) == _most_added(member)
        and min(map(_fewest_added, others), default=0) < 0
    ):
        return _(
            "The %(name)s adds %(added)s, so up to %(most)s are in play, and this script has %(there)s. For "
            "some numbers of players, the %(name)s can only be dealt together with a character that removes "
            "Outsiders. Add Outsiders."
        )
    return _(
        "The %(name)s can add %(added)s, so a game may need %(most)s; this script has %(there)s. Add Outsiders."
    )


def _outsider_options(member: Member) -> Iterator[tuple[int, ...]]:
    return (it.options for it in member.effects if isinstance(it, Change) and it.team is Team.OUTSIDER)


def _most_added(member: Member) -> int:
    return max(map(max, _outsider_options(member)), default=0)


def _fewest_added(member: Member) -> int:
    return sum(map(min, _outsider_options(member)))
