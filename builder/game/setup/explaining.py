"""Explain the numbers of a setup in sentences for the Storyteller."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from builder.game.character import bare
from builder.game.setup import effects as fx
from builder.game.setup.branches import Branch, minions_made_later
from builder.game.setup.budget import spend
from builder.game.setup.effects import ANY_NUMBER
from builder.game.setup.rules import Distribution
from builder.game.teams import COUNTED_TEAMS, Team
from builder.language import N_, gettext as _, is_right_to_left, join, ngettext


def some(number: int, team: Team) -> str:
    """A number of one team as text: `1 Outsider`, `2 Outsiders`, `no Minions`."""
    return team.counted(number) if number else _(_NONE[team]) if team in _NONE else team.counted(0)


_NONE = {
    Team.TOWNSFOLK: N_("no Townsfolk"),
    Team.OUTSIDER: N_("no Outsiders"),
    Team.MINION: N_("no Minions"),
    Team.DEMON: N_("no Demons"),
}


def numbers(distribution: Distribution) -> str:
    """All four numbers as text."""
    return listed(some(distribution.of(team), team) for team in COUNTED_TEAMS)


def listed(words: Iterable[str]) -> str:
    """Words with commas and an "and"."""
    return join(words) or _("nobody")


def capital(text: str) -> str:
    """Capitalize the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def change(name: str, team: Team, option: int) -> str:
    """The effect of one option of a change."""
    seats = some(abs(option), team)
    values = {"name": name, "characters": seats, "others": some(abs(option), Team.TOWNSFOLK)}
    if option > 0:
        return _("%(name)s adds %(characters)s in place of %(others)s.") % values
    return _("%(name)s removes %(characters)s and adds %(others)s.") % values


def among(numbers: Sequence[int], team: Team) -> str:
    """The numbers that a team may have: `2 or more Outsiders`, `0 to 3 Outsiders`, `1 or 3 Minions`."""
    low, high = min(numbers), max(numbers)
    if len(numbers) <= high - low:
        return team.counted(high, join(map(str, sorted(numbers)), "or"))
    if high >= ANY_NUMBER:
        return team.counted(ANY_NUMBER, _("%(number)s or more") % {"number": low})
    if low == high:
        return some(low, team)
    return team.counted(high, _("%(low)s to %(high)s") % {"low": low, "high": high})


_BESIDE_SOMEBODY = {
    "beside": N_("%(who)s sits beside %(whom)s"),
    "apart": N_("%(who)s sits apart from %(whom)s"),
    "opposite": N_("%(who)s sits opposite %(whom)s"),
    "row": N_("%(who)s sits in one row with %(whom)s"),
}
#: Whole sentences, for languages in which the Demon has another form there.
_BESIDE_THE_DEMON = {
    "beside": N_("%(who)s sits beside the Demon"),
    "apart": N_("%(who)s sits apart from the Demon"),
    "opposite": N_("%(who)s sits opposite the Demon"),
    "row": N_("%(who)s sits in one row with the Demon"),
}
_BESIDE_ANOTHER = {
    "beside": N_("%(who)s sits beside another of them"),
    "apart": N_("%(who)s sits apart from all others of them"),
    "opposite": N_("%(who)s sits opposite another of them"),
    "row": N_("%(who)s sits in one row with all others of them"),
}
_EACH = {
    Team.TOWNSFOLK: N_("each Townsfolk"),
    Team.OUTSIDER: N_("each Outsider"),
    Team.MINION: N_("each Minion"),
    Team.TRAVELLER: N_("each Traveller"),
    Team.DEMON: N_("the Demon"),
}


def seats(it: fx.Seats, names: Mapping[str, str], own: str = "") -> str:
    """How players sit: `the Frog sits beside the Demon`; `names` are those of characters, `own` is the owner's."""
    if it.where == "row" and it.who == it.whom and it.who in set(Team):
        return _("all %(team)s sit in one row") % {"team": Team(it.who).heading}
    who, whom = (_seated(each, names, own) for each in (it.who, it.whom))
    sentence = _BESIDE_SOMEBODY[it.where]
    if it.who == it.whom:
        sentence = _BESIDE_ANOTHER[it.where]
    elif it.whom == Team.DEMON:
        sentence = _BESIDE_THE_DEMON[it.where]
    return _(sentence) % {"who": who, "whom": whom}


def _seated(who: str, names: Mapping[str, str], own: str) -> str:
    if who == "good":
        return _("each good player")
    if who == "evil":
        return _("each evil player")
    if who in _EACH:
        return _(_EACH[Team(who)])
    name = names.get(who, who.title()) if who else own
    return _("the %(name)s") % {"name": bare(name)} if name else _("this player")


def _bag_tokens(team: Team | None, number: int) -> str:
    if team is None:
        text = ngettext(
            "%(number)s more token in the bag than players",
            "%(number)s more tokens in the bag than players",
            number,
        )
        return text % {"number": number}
    text = ngettext(
        "%(number)s more token of a %(team)s in the bag than players",
        "%(number)s more tokens of a %(team)s in the bag than players",
        number,
    )
    return text % {"number": number, "team": team.label}


def copies(low: int, high: int) -> str:
    """The number of copies of one character: `up to 3 of them`."""
    if not high:
        return _("none at the start")
    if low <= 1 < high:
        return (
            _("any number of them")
            if high >= ANY_NUMBER
            else _("up to %(number)s of them") % {"number": high}
        )
    if low >= high:
        return _("%(number)s of them") % {"number": high}
    return _("%(low)s to %(high)s of them") % {"low": low, "high": high}


def later(it: fx.Later, base: int | None = None) -> str:
    """How many of a team are made after the setup: `3 Minions are made on the first night`.

    `base` is their usual number; None: unknown.
    """
    if it.as_usual and base is None:
        text = _("as many %(team)s as usual are made %(when)s")
        if it.more > 0:
            text = _("as many %(team)s as usual and %(number)s more are made %(when)s")
        elif it.more:
            text = _("as many %(team)s as usual less %(number)s are made %(when)s")
        return text % {"team": it.team.heading, "number": abs(it.more), "when": _(it.when)}
    number = max(0, it.more + (base or 0) * it.as_usual)
    text = ngettext("%(characters)s is made %(when)s", "%(characters)s are made %(when)s", number)
    return text % {"characters": some(number, it.team), "when": _(it.when)}


def named(it: fx.Effect, names: Mapping[str, str]) -> fx.Effect:
    """An effect with the name of another character in place of its key."""
    if isinstance(it, fx.Partner | fx.Never):
        return replace(it, name=names.get(it.name, it.name))
    if isinstance(it, fx.Change) and it.having:
        return replace(it, having=names.get(it.having, it.having))
    return it


def effect(it: fx.Effect) -> str:  # noqa: C901, PLR0911, PLR0912  # one line for each kind of effect
    """An effect as one phrase; empty if it changes no numbers."""
    match it:
        case fx.Either(ways):
            return join((join(map(effect, way)) for way in ways), "or")
        case fx.Among(team, numbers, nearest):
            text = _("%(numbers)s, as near to the usual number as can be") if nearest else "%(numbers)s"
            return text % {"numbers": among(numbers, team)}
        case fx.Change(players=players) if players:
            values = {"effect": effect(replace(it, players=0)), "players": players}
            return _("%(effect)s with %(players)s or more players") % values
        case fx.Change(having=having) if having:
            name = having.title() if having.islower() else having
            values = {"effect": effect(replace(it, having="")), "name": bare(name)}
            return _("%(effect)s while the %(name)s is in play") % values
        case fx.Change(team, options):
            return team.counted(max(map(abs, options)), join(map(_signed, options), "or"))
        case fx.Exactly(team, number):
            return (
                _("any number of %(team)s") % {"team": team.heading} if number is None else some(number, team)
            )
        case fx.Partner(name):
            return _("+the %(name)s") % {"name": name.title() if name.islower() else bare(name)}
        case fx.Never(name):
            return _("never with the %(name)s") % {"name": name.title() if name.islower() else bare(name)}
        case fx.Copies(_low, 0):
            return _("not in play when the game begins")
        case fx.BagTokens(team, number):
            return _bag_tokens(team, number)
        case fx.Seats():
            return seats(it, {})
        case fx.Copies(low, high) if high > 1:
            return copies(low, high)
        case fx.Most():
            return _("more than half of the players are this character")
        case fx.Replaces(team):
            return _("all %(team)s are this character") % {"team": team.heading}
        case fx.Disguise(teams, crosses):
            what = join(dict.fromkeys(team.label for team in teams), "or")
            return (
                _("swaps seats with the Demon")
                if crosses
                else _("draws the token of a %(team)s") % {"team": what}
            )
        case fx.Grant(teams, in_play=in_play):
            what = join((team.label for team in teams), "or")
            text = _("the ability of a %(team)s that is not in play, with its setup")
            if in_play:
                text = _("the ability of a %(team)s, with its setup")
            return text % {"team": what}
        case fx.Leaves():
            return _("may remove itself")
        case fx.Nobody():
            return _("no player is this character")
        case fx.Later():
            return later(it)
        case fx.Alignment(team, number, evil, teams):
            return _alignment(team, number, evil=evil, is_any=bool(teams))
        case fx.EvilLimit(number):
            return ngettext(
                "at most %(number)s extra evil player", "at most %(number)s extra evil players", number
            ) % {"number": number}
        case fx.Duplicates(teams):
            return _("duplicates of %(teams)s") % {"teams": join(team.heading for team in teams)}
        case fx.NoRules():
            return _("everybody is good, in any mix, duplicates allowed")
        case _:
            return ""


def _signed(number: int) -> str:
    """A number with its sign, which stays before it in Hebrew."""
    mark = "\N{LEFT-TO-RIGHT MARK}" if is_right_to_left() else ""
    return f"{mark}{number:+d}".replace("-", "−")


def _alignment(team: Team | None, number: int, *, evil: bool, is_any: bool = False) -> str:
    """Who is of another alignment; `is_any`: players of any team of the other side."""
    if number >= ANY_NUMBER:
        if not team:
            return _("all others are evil") if evil else _("all others are good")
        text = _("all %(team)s are evil") if evil else _("all %(team)s are good")
        return text % {"team": team.heading}
    if is_any:
        text = ngettext("%(number)s evil player is good", "%(number)s evil players are good", number)
        if evil:
            text = ngettext("%(number)s good player is evil", "%(number)s good players are evil", number)
        return text % {"number": number}
    if team is None:
        return _("this player is evil") if evil else _("this player is good")
    text = ngettext("%(characters)s is good", "%(characters)s are good", number)
    if evil:
        text = ngettext("%(characters)s is evil", "%(characters)s are evil", number)
    return text % {"characters": some(number, team)}


def steps(branch: Branch, base: Distribution, reached: Distribution) -> Iterator[str]:
    """How a branch leads from the usual numbers to the final ones: one sentence for each step."""
    if branch.no_rules:
        name = branch.sources[0][0]
        text = _(
            "%(name)s: the rules may be broken; everybody is good, in any mix of Townsfolk and Outsiders."
        )
        yield text % {"name": name}
        return
    for place, team in enumerate(COUNTED_TEAMS[1:]):
        fixed = [
            (name, e) for name, _key, e in branch.sources if isinstance(e, fx.Exactly) and e.team is team
        ]
        limits = [(name, e) for name, _key, e in branch.sources if isinstance(e, fx.Among) and e.team is team]
        for name, limit in limits:
            text = _("%(name)s allows %(numbers)s: this is %(characters)s.")
            yield text % {
                "name": name,
                "numbers": among(limit.numbers, team),
                "characters": some(reached[place + 1], team),
            }
        for name, it in fixed:
            number = reached[place + 1] if it.number is None else it.number
            text = _("%(name)s sets the number: %(characters)s.")
            if it.number is None:
                text = _("%(name)s sets the number: %(characters)s (any number is legal).")
            yield text % {"name": name, "characters": some(number, team)}
        if not fixed and not limits:
            more = minions_made_later(branch, base, reached.minion) if team is Team.MINION else 0
            yield from _added(branch, team, base, reached[place + 1] + more)
    yield from _masked(branch)
    yield from _explain_made_minions(branch, minions_made_later(branch, base, reached.minion))


def _added(branch: Branch, team: Team, usual: Distribution, reached: int) -> Iterator[str]:
    spend(len(branch.sources))
    players = sum(usual)
    base = usual[COUNTED_TEAMS.index(team)]
    changes = [
        (name, e)
        for name, _key, e in branch.sources
        if isinstance(e, fx.Change) and e.team is team and e.players <= players
    ]
    target = reached + (branch.shift if team is Team.OUTSIDER else 0)
    target += branch.delayed_seats if team is Team.MINION else 0
    options = _choice([sorted(it.options, key=abs) for _name, it in changes], base, target)
    below = base + sum(options) < 0
    for (name, _it), option in zip(changes, options, strict=False):
        if below and base == 0 and option < 0:
            text = _("%(name)s would remove %(characters)s, but there are none.")
            yield text % {"name": name, "characters": some(-option, team)}
        elif option:
            yield change(name, team, option)


def _choice(options: Sequence[Sequence[int]], base: int, target: int) -> Sequence[int]:
    """One of each change's options, the first ones that sum to the target; a sum below zero counts as zero.

    Empty if there are none. Each step takes an option from which the rest can still reach the target (subset sum).
    """
    rests = [{0}]
    for each in reversed(options):
        spend(len(rests[-1]) * len(each) // 8 + 1)
        rests.append({option + rest for option in each for rest in rests[-1]})
    sums = rests.pop()
    goals = {total for total in sums if base + total == target}
    goals = goals or {total for total in sums if base + total < 0 == target}
    chosen: list[int] = []
    for each in options if goals else ():
        rest = rests.pop()
        reaching = ((option, {goal - option for goal in goals} & rest) for option in each)
        option, goals = next((option, left) for option, left in reaching if left)
        chosen.append(option)
    return chosen


def _explain_made_minions(branch: Branch, made: int) -> Iterator[str]:
    if made:
        names = {key: name for name, key, _e in branch.sources}
        holder = next(mask.holder for mask in branch.shown if mask.beside)
        text = _(
            "%(name)s leaves room for 1 other Minion token in the bag: %(characters)s will be made from "
            "good players on the first night."
        )
        yield text % {"name": names.get(holder, holder), "characters": some(made, Team.MINION)}


def _masked(branch: Branch) -> Iterator[str]:
    names = {key: name for name, key, _e in branch.sources}
    for mask in branch.shown:
        if mask.evil and mask.team is Team.OUTSIDER:
            text = _(
                "%(name)s has an Outsider token, so there is 1 fewer Outsider and 1 more Townsfolk than "
                "the tokens show."
            )
            yield text % {"name": names.get(mask.holder, mask.holder)}
    if branch.late:
        seats = some(branch.delayed_seats, Team.MINION)
        text = _(
            "%(characters)s will be made from good players once there is a Demon. Until then, those "
            "players are good."
        )
        yield text % {"characters": seats}
