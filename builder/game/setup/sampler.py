"""Draw random legal tables: a single one, or many to estimate how often each character is in play."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from builder.game.script import Script
from builder.game.setup import impossible
from builder.game.setup.branches import Branch
from builder.game.setup.budget import TooManyWaysError, limited
from builder.game.setup.cast import Cast, cast
from builder.game.setup.groups import Group, combinations, groups, is_complete
from builder.game.setup.legality import Table, legal_branches
from builder.game.setup.rules import CannotDealError, Distribution, Rules
from builder.game.setup.token_draw import Drawing, State
from builder.game.teams import COUNTED_TEAMS, Team
from builder.language import gettext as _

#: Retries before all legal tables are listed, and steps before a table counts as stuck.
_TRIES, _STEPS = 400, 300

Drawn = tuple[Table, Branch]


def draw(drawing: Drawing, random: Random) -> Drawn:
    """Draw a legal table. Raises CannotDealError with the reason if there is none."""
    found = _found(drawing, random)
    if found is None:
        raise CannotDealError(_why(drawing))
    return found


def _found(drawing: Drawing, random: Random) -> Drawn | None:
    for number in range(0 if drawing.listed else _TRIES):
        state = walk(drawing, random)
        found = _legal(drawing, _filled(drawing, state, random), random) if state else None
        if found:
            return found
        if number == _TRIES // 10 and is_complete(drawing.cast) and next(_wanted(drawing), None) is None:
            break
    return _any(drawing, random)


def walk(drawing: Drawing, random: Random) -> State | None:
    """Draw once; None if the table cannot be completed."""
    state = drawing.start()
    for _unused in range(_STEPS):
        if drawing.done(state):
            return state
        outcomes = drawing.outcomes(state)
        if not outcomes:
            return None
        chances, states = zip(*outcomes, strict=True)
        state = random.choices(states, chances)[0] if len(states) > 1 else states[0]
    return None


def _filled(drawing: Drawing, state: State, random: Random) -> Table:
    """The table with ordinary characters chosen."""
    counts = {name: copies for name, copies in state.special if copies}
    target = drawing.numbers(state)
    for name in counts:
        member = drawing.cast.members[name]
        if member.fills:
            counts[name] = target.of(member.team)
    return _with_plain(drawing.cast, counts, dict(zip(COUNTED_TEAMS, state.plain, strict=True)), random)


def _with_plain(cast: Cast, counts: dict[str, int], plain: dict[Team, int], random: Random) -> Table:
    for team, number in plain.items():
        chosen = random.sample(cast.plain[team], min(number, len(cast.plain[team])))
        counts.update((member.key, 1) for member in chosen)
        again = sorted(name for name in counts if cast.members[name].team is team)
        for name in random.choices(again, k=number - len(chosen)) if again else ():
            counts[name] += 1
    return Table(cast, counts)


def _legal(drawing: Drawing, table: Table, random: Random) -> Drawn | None:
    found = list(legal_branches(table, drawing.base))
    if not found:
        return None
    branch = random.choices(found, [each.weight for each in found])[0]
    if branch.beyond:
        return _doubled(drawing, table, branch, random)
    return table, branch


def _doubled(drawing: Drawing, table: Table, branch: Branch, random: Random) -> Drawn:
    """Replace Townsfolk by duplicates of good characters: one, or by chance more."""
    counts = dict(table.counts)
    while True:
        good = sorted(name for name in counts if table.cast.members[name].team in branch.duplicates)
        leaving = [
            member.key
            for member in table.cast.plain[Team.TOWNSFOLK]
            if counts.get(member.key) == 1 and member.key not in drawing.forced
        ]
        doubled = random.choice(good)
        leaving = [name for name in leaving if name != doubled]
        if not leaving:
            return table, branch
        del counts[random.choice(leaving)]
        counts[doubled] += 1
        after = Table(table.cast, dict(counts))
        found = next((b for b in legal_branches(after, drawing.base) if b.granted == branch.granted), None)
        if found is None:
            return table, branch
        table, branch = after, found
        if random.random() < 0.5:
            return table, branch


def _wanted(drawing: Drawing) -> Iterator[Group]:
    """The legal tables with the required characters, and without the excluded ones."""
    for group in groups(drawing.cast, drawing.base, combinations(drawing.cast, among=drawing.forced)):
        keys = {member.key for member in group.members}
        if drawing.forced.keys() <= keys and drawing.banned.isdisjoint(keys):
            yield group


def _any(drawing: Drawing, random: Random) -> Drawn | None:
    """Pick a legal table from the list of all, if random draws find none; None if there is none."""
    if not drawing.listed:
        drawing.listed.extend(_wanted(drawing))
    for group in random.sample(drawing.listed, len(drawing.listed)):
        counts = {member.key: copies for member, copies in zip(group.members, group.copies, strict=True)}
        numbers = Table(drawing.cast, counts).numbers
        plain = {team: max(0, group.distribution.of(team) - numbers.of(team)) for team in COUNTED_TEAMS}
        for member in group.members:
            if member.fills:
                counts[member.key], plain[member.team] = group.distribution.of(member.team), 0
        drawn = _legal(drawing, _with_plain(drawing.cast, counts, plain, random), random)
        if drawn:
            return drawn
    return None


def _why(drawing: Drawing) -> str:
    if not drawing.forced and not drawing.banned:
        return impossible.reason(drawing.cast, drawing.base)
    names = drawing.cast.names
    wanted = [names[name] for name in drawing.forced]
    left = [names[name] for name in sorted(drawing.banned)]
    values = {"players": sum(drawing.base), "names": ", ".join(wanted), "others": ", ".join(left)}
    text = _(
        "This script has no legal setup for %(players)s players with %(names)s in play and without %(others)s."
    )
    if not left:
        text = _("This script has no legal setup for %(players)s players with %(names)s in play.")
    elif not wanted:
        text = _("This script has no legal setup for %(players)s players without %(others)s.")
    return text % values


#: Distribution of player counts; most games have 8 to 12.
USUAL: Mapping[int, int] = {7: 1, 8: 2, 9: 2, 10: 2, 11: 2, 12: 2, 13: 1, 14: 1, 15: 1}
#: Scripts that cannot seat ten are made for five or six.
SMALL: Mapping[int, int] = {5: 1, 6: 1}
SMALL_BELOW = 10
MOST = 1_000
#: Step limit for all deals together.
STEPS = 6_000_000
#: (from this number of setup-changing characters on, number of deals): the more there are, the slower a deal.
FEWER = ((8, 500), (10, 150), (14, 100), (24, 50))


@dataclass(frozen=True, slots=True)
class Simulation:
    """The result of many deals. Chances are fractions of 1."""

    deals: int
    #: Number of players to how many games were dealt for it.
    players: Mapping[int, int]
    #: Numbers of players without a legal table.
    impossible: tuple[int, ...]
    #: By character: how often it was in play, and how often it would be if no one changed the setup.
    found: Mapping[str, float]
    expected: Mapping[str, float]
    #: The same for each number of Outsiders.
    outsiders: Mapping[int, float]
    usual_outsiders: Mapping[int, float]
    #: Whether the script has too many combinations, so that nothing was dealt.
    too_many: bool = False


def simulate(script: Script, rules: Rules) -> Simulation:
    """Deal a resolved script some hundred times; deterministic for the same script.

    Games are drawn by the dealing rule. Scripts with slow deals get fewer; `deals` is the actual number.
    """
    try:
        with limited(STEPS):
            return _simulated(cast(script, rules), rules)
    except TooManyWaysError:
        return Simulation(0, {}, (), {}, {}, {}, {}, too_many=True)


def _simulated(who: Cast, rules: Rules) -> Simulation:
    weights = USUAL if _drawing(who, rules, SMALL_BELOW) else SMALL
    drawings = {players: _drawing(who, rules, players) for players in weights}
    possible = {players: drawing for players, drawing in drawings.items() if drawing}
    deals = next((deals for least, deals in reversed(FEWER) if len(who.special) >= least), MOST)
    shares = _shared_out(deals, {players: weights[players] for players in possible})
    found: Counter[str] = Counter()
    outsiders: Counter[int] = Counter()
    usual: Counter[int] = Counter()
    for players, drawing in possible.items():
        random = Random(f"proof/{players}")  # noqa: S311  # a game, no secret
        usual[drawing.base.outsider] += shares[players]
        for _unused in range(shares[players]):
            table, _branch = draw(drawing, random)
            found.update(table.counts.keys())
            outsiders[table.numbers.outsider] += 1
    deals = sum(shares.values())
    bases = {players: drawing.base for players, drawing in possible.items()}
    return Simulation(
        deals,
        shares,
        tuple(players for players, drawing in drawings.items() if drawing is None),
        {name: found[name] / deals for name in who.members} if deals else {},
        _expected(who, bases, shares, deals) if deals else {},
        {number: count / deals for number, count in sorted(outsiders.items())},
        {number: count / deals for number, count in sorted(usual.items())},
    )


def _drawing(who: Cast, rules: Rules, players: int) -> Drawing | None:
    """Prepare draws for a number of players; None if no legal table is found."""
    drawing = Drawing(who, rules.base(players))
    return drawing if _found(drawing, Random(0)) else None  # noqa: S311  # a game, no secret


def _shared_out(deals: int, weights: Mapping[int, int]) -> dict[int, int]:
    """Distribute a number of deals by weight, without rounding loss."""
    whole, left, shares = sum(weights.values()), deals, {}
    for players, weight in weights.items():
        shares[players] = round(left * weight / whole)
        left, whole = left - shares[players], whole - weight
    return shares


def _expected(
    who: Cast, bases: Mapping[int, Distribution], shares: Mapping[int, int], deals: int
) -> dict[str, float]:
    """How often each would be in play with the usual counts and uniform draws within each team."""
    places = {
        member.team: sum(bases[players].of(member.team) * share for players, share in shares.items()) / deals
        for member in who.members.values()
    }
    return {
        name: min(1.0, places[member.team] / len(who.team(member.team)))
        for name, member in who.members.items()
    }
