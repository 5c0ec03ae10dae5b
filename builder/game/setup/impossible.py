"""Why no table is legal for a number of players, and what would mend it."""

from dataclasses import replace
from itertools import islice

from builder.game.setup import effects as fx
from builder.game.setup import explaining
from builder.game.setup.budget import TooManyWaysError
from builder.game.setup.cast import Cast, Member
from builder.game.setup.groups import combinations, groups, is_complete
from builder.game.setup.rules import Distribution
from builder.game.teams import COUNTED_TEAMS
from builder.language import gettext as _

#: More characters that change the setup, and more combinations of them, are not tried out.
MOST_TRIED, MOST_COMBINATIONS = 12, 300


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
    there = {team: sum(max(1, each.high) for each in who.team(team) if each.high) for team in COUNTED_TEAMS}
    return [
        _("%(needed)s (the script has %(count)s)")
        % {"needed": explaining.some(base.of(team), team), "count": there[team] or _("none")}
        for team in COUNTED_TEAMS
        if base.of(team) > there[team]
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
    if not found:
        return (
            _(
                "These leave no legal game for %(players)s players, even if one of them changes: %(names)s. "
                "Change several of their abilities, or add characters."
            )
            % values
        )
    if len(found) > 1:
        return (
            _(
                "Together, these leave no legal game for %(players)s players: %(names)s. Change one of their "
                "abilities, or add characters so that not all of them have to be in play."
            )
            % values
        )
    member = who.members.get(found[0])
    if member is None:
        return (
            _(
                "%(names)s leaves no legal game for %(players)s players. Change its ability, or remove it "
                "from the script."
            )
            % values
        )
    lost = next(
        (it.name for it in member.effects if isinstance(it, fx.Partner) and it.name not in who.ids), ""
    )
    if lost:
        return _(
            "%(name)s is only in play together with the %(partner)s, which is not on this script, and no "
            "legal game for %(players)s players is without %(name)s. Add the %(partner)s, or change the ability."
        ) % {"name": member.name, "partner": who.names.get(lost, lost.title()), "players": sum(base)}
    values |= {"team": explaining.some(1, member.team)}
    return (
        _(
            "%(names)s leaves no legal game for %(players)s players. Change its ability, or add what "
            "can be in play instead: %(team)s."
        )
        % values
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
