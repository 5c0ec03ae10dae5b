"""One table drawn at random, with the way in which it came about."""

from collections.abc import Iterator
from random import Random

from builder.game.setup.branches import Branch
from builder.game.setup.cast import Cast
from builder.game.setup.combinations import combinations, is_complete
from builder.game.setup.groups import Group, groups
from builder.game.setup.judging import Table, legal_branches
from builder.game.setup.rules import CannotDealError
from builder.game.setup.token_draw import Drawing, State
from builder.game.teams import COUNTED_TEAMS, Team

#: Tables drawn anew before all legal ones are listed, and steps until a table counts as stuck.
_TRIES, _STEPS = 400, 300

Drawn = tuple[Table, Branch]


def draw(drawing: Drawing, random: Random) -> Drawn:
    """A legal table. Raises CannotDealError where there is none."""
    for number in range(0 if drawing.listed else _TRIES):
        state = walk(drawing, random)
        found = _legal(drawing, _filled(drawing, state, random), random) if state else None
        if found:
            return found
        if number == _TRIES // 10 and is_complete(drawing.cast) and not _listing(drawing):
            break
    return _any(drawing, random)


def walk(drawing: Drawing, random: Random) -> State | None:
    """Draw once; None where the table cannot be finished."""
    state = drawing.start()
    for _ in range(_STEPS):
        if drawing.done(state):
            return state
        outcomes = drawing.outcomes(state)
        if not outcomes:
            return None
        if len(outcomes) == 1:
            state = outcomes[0][1]
        else:
            chances = [chance for chance, _ in outcomes]
            state = random.choices([each for _, each in outcomes], chances)[0]
    return None


def _filled(drawing: Drawing, state: State, random: Random) -> Table:
    """The table with names for its unremarkable characters."""
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
    """The table with second ones of good characters in place of Townsfolk: one, or with luck more."""
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


def _listing(drawing: Drawing) -> bool:
    """Whether there is any legal table with those who have to be in play, and without the others."""
    return any(True for _ in _wanted(drawing))


def _wanted(drawing: Drawing) -> Iterator[Group]:
    for group in groups(drawing.cast, drawing.base, combinations(drawing.cast, among=drawing.forced)):
        keys = {member.key for member in group.members}
        if drawing.forced.keys() <= keys and drawing.banned.isdisjoint(keys):
            yield group


def _any(drawing: Drawing, random: Random) -> Drawn:
    """A legal table from the list of all of them, where drawing finds none."""
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
    raise CannotDealError(_why(drawing))


def _why(drawing: Drawing) -> str:
    names = drawing.cast.names
    wanted = [names[name] for name in drawing.forced]
    left = [names[name] for name in sorted(drawing.banned)]
    conditions = [f"with {', '.join(wanted)} in play"] if wanted else []
    conditions += [f"without {', '.join(left)}"] if left else []
    what = f" {' and '.join(conditions)}" if conditions else ""
    return f"There is no legal table of {sum(drawing.base)} players{what} on this script."
