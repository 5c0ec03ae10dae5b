"""Why no table is legal for a number of players, and what would mend it."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice

from builder.game.character import bare
from builder.game.setup import effects as fx, explaining
from builder.game.setup.budget import TooManyWaysError
from builder.game.setup.cast import Cast, Member
from builder.game.setup.groups import combinations, groups, is_complete
from builder.game.setup.rules import Distribution
from builder.game.teams import COUNTED_TEAMS, Team
from builder.language import gettext as _, join

#: More characters that change the setup, and more combinations of them, are not tried out.
MOST_TRIED, MOST_COMBINATIONS = 12, 300
#: More characters than this are not proposed.
MOST_MORE = 3


def reason(who: Cast, base: Distribution) -> str:
    """What the script has too few of; if it has enough, which character makes every table illegal."""
    if short := too_few(who, base):
        return _("%(players)s players need %(characters)s.") % {
            "players": sum(base),
            "characters": explaining.listed(short),
        }
    return why(who, base)


def too_few(who: Cast, base: Distribution) -> list[str]:
    """The teams with fewer characters than seats: `1 Demon (the script has none)`."""
    return shortages(
        base,
        {team: sum(max(1, each.high) for each in who.team(team) if each.high) for team in COUNTED_TEAMS},
    )


def shortages(needed: Distribution, there: Mapping[Team, int], besides: Team | None = None) -> list[str]:
    """The same for other numbers, of all teams `besides` one; `there` are the characters of each."""
    return [
        _("%(needed)s (the script has %(count)s)")
        % {"needed": explaining.some(needed.of(team), team), "count": there[team] or _("none")}
        for team in COUNTED_TEAMS
        if needed.of(team) > there[team] and team is not besides
    ]


def why(who: Cast, base: Distribution) -> str:
    """Which character makes every table illegal though there is enough of each team; what to change."""
    values: dict[str, object] = {"players": sum(base)}
    changing = dict.fromkeys(
        [*(member.key for member in who.special), *(key for key, *_unused in who.always)]
    )
    possible = {key: _is_possible(_without(who, key), base) for key in islice(changing, MOST_TRIED)}
    found = [key for key, is_possible in possible.items() if is_possible]
    if not found and (len(possible) < len(changing) or None in possible.values()):
        text = _(
            "Too many characters change the setup to find out why there is no legal game for %(players)s players."
        )
        return text % values
    texts = {each: _change_of(who, each) for each in found or possible}
    named = [f"{who.names[each]} ({text})" if text else who.names[each] for each, text in texts.items()]
    values |= {"names": explaining.listed(named)}
    values["characters"] = join(_enough(who, base), "or")
    is_official = who.official.issuperset(found or possible)
    if len(texts) == 1:
        return _of_one(who, next(iter(texts)), values, is_changeable=bool(found) and not is_official)
    return (
        _of_several(is_official=is_official, has_one=bool(found), is_enough=bool(values["characters"]))
        % values
    )


def _of_several(*, is_official: bool, has_one: bool, is_enough: bool) -> str:
    """The sentences about characters that only together forbid it; `has_one`: a change of one of them is enough."""
    if is_enough and (is_official or not has_one):
        return _(
            "Together, these leave no legal game for %(players)s players: %(names)s. Add %(characters)s."
        )
    if is_official:
        return _(
            "Together, these leave no legal game for %(players)s players: %(names)s. Add other characters."
        )
    if is_enough:
        return _(
            "Together, these leave no legal game for %(players)s players: %(names)s. Change one of their "
            "abilities, or add %(characters)s."
        )
    if has_one:
        return _(
            "Together, these leave no legal game for %(players)s players: %(names)s. Change one of their "
            "abilities, or add characters so that not all of them have to be in play."
        )
    return _(
        "These leave no legal game for %(players)s players, even if one of them changes: %(names)s. "
        "Change several of their abilities, or add characters."
    )


def _of_one(who: Cast, key: str, values: dict[str, object], *, is_changeable: bool) -> str:
    """The sentences about the one character that forbids it; `is_changeable`: another ability is enough."""
    member = who.members.get(key)
    if member is None:
        text = _(
            "%(names)s leaves no legal game for %(players)s players. Change its ability, or remove it "
            "from the script."
        )
        return text % values
    lost = next(
        (it.name for it in member.effects if isinstance(it, fx.Partner) and it.name not in who.ids), ""
    )
    if lost:
        text = _(
            "The %(name)s is only in play together with the %(partner)s, which is not on this script, and no "
            "legal game for %(players)s players is without the %(name)s. Add the %(partner)s."
        )
        if is_changeable:
            text = _(
                "The %(name)s is only in play together with the %(partner)s, which is not on this script, and "
                "no legal game for %(players)s players is without the %(name)s. Add the %(partner)s, or change "
                "the ability."
            )
        return text % {
            **values,
            "name": bare(member.name),
            "partner": bare(who.names.get(lost, lost.title())),
        }
    text = _(
        "%(names)s leaves no legal game for %(players)s players. Change its ability, or add %(characters)s."
    )
    if not is_changeable:
        text = _("%(names)s leaves no legal game for %(players)s players. Add %(characters)s.")
    elif not values["characters"]:
        text = _(
            "%(names)s leaves no legal game for %(players)s players. Change its ability, or add what "
            "can be in play instead: %(team)s."
        )
    others = member.team.heading  # how many are enough is not known
    return text % {**values, "team": others, "characters": values["characters"] or others}


def _enough(who: Cast, base: Distribution) -> list[str]:
    """The fewest more characters with which some table is legal, of each team of which these are enough."""
    for number in range(1, MOST_MORE + 1):
        found = [team for team in COUNTED_TEAMS if _is_possible(_with_more(who, team, number), base)]
        if found:
            return [explaining.some(number, team) for team in found]
    return []


def _with_more(who: Cast, team: Team, number: int) -> Cast:
    """The same cast with more characters of a team, which change nothing."""
    new = tuple(Member(f"+{at}", f"+{at}", "", team) for at in range(number))
    return replace(
        who,
        members={**who.members, **{each.key: each for each in new}},
        plain={**who.plain, team: (*who.plain[team], *new)},
    )


def _change_of(who: Cast, key: str) -> str:
    member = who.members.get(key)
    effects = member.effects if member else [it for owner, _unused, it in who.always if owner == key]
    texts = (explaining.effect(explaining.named(it, who.names)) for it in effects)
    return "; ".join(sorted(filter(None, texts)))


def _without(who: Cast, key: str) -> Cast:
    """The same cast, in which one character changes nothing."""
    always = tuple(each for each in who.always if each[0] != key)
    member = who.members.get(key)
    if member is None:
        return replace(who, always=always)
    plain = Member(member.key, member.id, member.name, member.team)
    return replace(
        who,
        members={**who.members, key: plain},
        special=tuple(each for each in who.special if each.key != key),
        plain={team: (*those, *([plain] * (team is plain.team))) for team, those in who.plain.items()},
        always=always,
    )


def _is_possible(who: Cast, base: Distribution) -> bool | None:
    """Whether some table is legal; None if that is not known, because not everything was tried."""
    if any(len(who.team(team)) < base.of(team) for team in COUNTED_TEAMS) and not who.special:
        return False
    try:
        some = list(islice(combinations(who), MOST_COMBINATIONS))
        if any(True for _unused in groups(who, base, some)):
            return True
    except TooManyWaysError:
        return None
    return False if len(some) < MOST_COMBINATIONS and is_complete(who) else None
