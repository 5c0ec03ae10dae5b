"""Explain the numbers of a setup in sentences for the Storyteller."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from builder.game.setup import effects as fx
from builder.game.setup.branches import Branch, minions_made_later
from builder.game.setup.budget import spend
from builder.game.setup.effects import ANY_NUMBER
from builder.game.setup.rules import Distribution
from builder.game.teams import COUNTED_TEAMS, UNCOUNTED, Team


def some(number: int, team: Team) -> str:
    """A number of one team as text: `1 Outsider`, `2 Outsiders`, `no Minions`."""
    if number == 0:
        return f"no {team.plural}"
    return f"{number} {team.title if number == 1 or team in UNCOUNTED else team.plural}"


def numbers(distribution: Distribution) -> str:
    """All four numbers as text."""
    return listed(some(distribution.of(team), team) for team in COUNTED_TEAMS)


def listed(words: Iterable[str]) -> str:
    """Words with commas and an "and"."""
    *first, last = list(words) or ["nobody"]
    return f"{', '.join(first)} and {last}" if first else last


def capital(text: str) -> str:
    """Capitalize the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def change(name: str, team: Team, option: int) -> str:
    """The effect of one option of a change."""
    seats = some(abs(option), team)
    if option > 0:
        return f"{name} adds {seats} in place of {some(option, Team.TOWNSFOLK)}."
    return f"{name} removes {seats} and adds {some(-option, Team.TOWNSFOLK)}."


def among(numbers: Sequence[int], team: Team) -> str:
    """The numbers that a team may have: `2 or more Outsiders`, `0 to 3 Outsiders`, `1 or 3 Minions`."""
    low, high = min(numbers), max(numbers)
    word = team.title if high == 1 and low == 1 else team.plural
    if len(numbers) <= high - low:
        return f"{' or '.join(map(str, sorted(numbers)))} {word}"
    if high >= ANY_NUMBER:
        return f"{low} or more {team.plural}"
    return some(low, team) if low == high else f"{low} to {high} {word}"


_WHERE = {"beside": "beside", "apart": "apart from", "opposite": "opposite", "row": "in one row with"}


def seats(it: fx.Seats, names: Mapping[str, str], own: str = "this player") -> str:
    """How players sit: `the Frog sits beside the Demon`; `names` are those of characters, `own` is the owner."""
    who, whom = (_seated(each, names, own) for each in (it.who, it.whom))
    if it.who == it.whom:
        whom = f"another {it.who.title()}" if it.who in set(Team) else "another of them"
    return f"{who} sits {_WHERE[it.where]} {whom}"


def _seated(who: str, names: Mapping[str, str], own: str) -> str:
    if who in ("good", "evil"):
        return f"each {who} player"
    if who in set(Team):
        return "the Demon" if who == Team.DEMON else f"each {Team(who).title}"
    return f"the {names.get(who, who.title())}" if who else own


def copies(low: int, high: int) -> str:
    """The number of copies of one character: `up to 3 of them`."""
    if not high:
        return "none at the start"
    if low <= 1 < high:
        return "any number of them" if high >= ANY_NUMBER else f"up to {high} of them"
    return f"{high} of them" if low >= high else f"{low} to {high} of them"


def later(it: fx.Later, base: int | None = None) -> str:
    """How many of a team are made after the setup: `3 Minions are made on the first night`.

    `base` is their usual number; None: unknown.
    """
    if it.as_usual and base is None:
        sign = f"{' and' if it.more > 0 else ' less'} {abs(it.more)}{' more' * (it.more > 0)}" * bool(it.more)
        return f"as many {it.team.plural} as usual{sign} are made {it.when}"
    number = max(0, it.more + (base or 0) * it.as_usual)
    return f"{some(number, it.team)} {'is' if number == 1 else 'are'} made {it.when}"


def effect(it: fx.Effect) -> str:  # noqa: C901, PLR0911, PLR0912  # one line for each kind of effect
    """An effect as one phrase; empty if it changes no numbers."""
    match it:
        case fx.Either(ways):
            return ", or ".join(" and ".join(map(effect, way)) for way in ways)
        case fx.Among(team, numbers, nearest):
            return f"{among(numbers, team)}{', as near to the usual number as can be' * nearest}"
        case fx.Change(players=players) if players:
            return f"{effect(replace(it, players=0))} with {players} or more players"
        case fx.Change(having=having) if having:
            name = having.title() if having.islower() else having
            return f"{effect(replace(it, having=''))} while the {name} is in play"
        case fx.Change(team, options):
            word = team.title if max(map(abs, options)) == 1 else team.plural
            return f"{' or '.join(f'{n:+d}'.replace('-', '−') for n in options)} {word}"
        case fx.Exactly(team, number):
            return f"any number of {team.plural}" if number is None else some(number, team)
        case fx.Partner(name):
            return f"+the {name.title() if name.islower() else name.removeprefix('The ')}"
        case fx.Never(name):
            return f"never with the {name.title() if name.islower() else name}"
        case fx.Copies(_, 0):
            return "not in play when the game begins"
        case fx.BagTokens(team, number):
            tokens = f"{team.title if team else 'character'} token{'s' * (number > 1)}"
            return f"{number} more {tokens} in the bag than players"
        case fx.Seats():
            return seats(it, {})
        case fx.Copies(low, high) if high > 1:
            return copies(low, high)
        case fx.Most():
            return "more than half of the players are this character"
        case fx.Replaces(team):
            return f"all {team.plural} are this character"
        case fx.Disguise(teams, crosses):
            what = listed(dict.fromkeys(team.title for team in teams)).replace(" and ", " or ")
            return "swaps seats with the Demon" if crosses else f"draws the token of a {what}"
        case fx.Grant(teams, in_play=in_play):
            what = listed(team.title for team in teams).replace(" and ", " or ")
            return f"the ability of a {what}{'' if in_play else ' that is not in play'}, with its setup"
        case fx.Leaves():
            return "may remove itself"
        case fx.Nobody():
            return "no player is this character"
        case fx.Later():
            return later(it)
        case fx.Alignment(team, number, evil, teams):
            side, other = ("evil", "good") if evil else ("good", "evil")
            if number >= ANY_NUMBER:
                return f"all {team.plural if team else f'{other} players'} are {side}"
            if teams:
                return f"{number} {other} player{'s are' if number > 1 else ' is'} {side}"
            who = f"{some(number, team)} {'is' if number == 1 else 'are'}" if team else "this player is"
            return f"{who} {side}"
        case fx.EvilLimit(number):
            return f"at most {number} extra evil player"
        case fx.Duplicates(teams):
            return f"duplicates of {listed(team.plural for team in teams)}"
        case fx.NoRules():
            return "everybody is good, in any mix, duplicates allowed"
        case _:
            return ""


def steps(branch: Branch, base: Distribution, reached: Distribution) -> tuple[str, ...]:
    """How a branch leads from the usual numbers to the final ones: one sentence for each step."""
    return tuple(_steps(branch, base, reached))


def _steps(branch: Branch, base: Distribution, reached: Distribution) -> Iterator[str]:
    if branch.no_rules:
        name = branch.sources[0][0]
        yield f"{name}: the rules may be broken; everybody is good, in any mix of Townsfolk and Outsiders."
        return
    for place, team in enumerate(COUNTED_TEAMS[1:]):
        fixed = [(name, e) for name, _, e in branch.sources if isinstance(e, fx.Exactly) and e.team is team]
        limits = [(name, e) for name, _, e in branch.sources if isinstance(e, fx.Among) and e.team is team]
        for name, limit in limits:
            yield f"{name} allows {among(limit.numbers, team)}: this is {some(reached[place + 1], team)}."
        for name, it in fixed:
            number = reached[place + 1] if it.number is None else it.number
            free = " (any number is legal)" if it.number is None else ""
            yield f"{name} sets the number: {some(number, team)}{free}."
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
        for name, _, e in branch.sources
        if isinstance(e, fx.Change) and e.team is team and e.players <= players
    ]
    target = reached + (branch.shift if team is Team.OUTSIDER else 0)
    target += branch.delayed_seats if team is Team.MINION else 0
    options = _choice([sorted(it.options, key=abs) for _, it in changes], base, target)
    below = base + sum(options) < 0
    for (name, _), option in zip(changes, options, strict=False):
        if below and base == 0 and option < 0:
            yield f"{name} would remove {some(-option, team)}, but there are none."
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
        names = {key: name for name, key, _ in branch.sources}
        holder = next(mask.holder for mask in branch.shown if mask.beside)
        yield (
            f"{names.get(holder, holder)} leaves room for 1 other Minion token in the bag: "
            f"{some(made, Team.MINION)} will be made from good players on the first night."
        )


def _masked(branch: Branch) -> Iterator[str]:
    names = {key: name for name, key, _ in branch.sources}
    for mask in branch.shown:
        if mask.evil and mask.team is Team.OUTSIDER:
            yield (
                f"{names.get(mask.holder, mask.holder)} has an Outsider token, so there is 1 fewer Outsider "
                "and 1 more Townsfolk than the tokens show."
            )
    if branch.late:
        seats = some(branch.delayed_seats, Team.MINION)
        yield f"{seats} will be made from good players once there is a Demon. Until then, those players are good."
