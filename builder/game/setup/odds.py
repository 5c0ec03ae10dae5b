"""How many legal tables there are, and how likely each character is to be in play under the dealing rule."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from builder.game.script import Script
from builder.game.setup.aims import Aims, in_play
from builder.game.setup.budget import within_budget
from builder.game.setup.cast import Cast, cast
from builder.game.setup.combinations import combinations, is_complete
from builder.game.setup.counting import groups
from builder.game.setup.drawing import Drawing, State
from builder.game.setup.judging import Table, legal_branches
from builder.game.setup.rules import Distribution, Rules
from builder.game.setup.tables import draw
from builder.game.teams import COUNTED_TEAMS, Team

#: So many different half-drawn tables are followed before chances are counted by dealing.
_MOST_STATES = 6_000
#: What is still undrawn when chances count as exact.
_REST = 1e-9
_DEALS = 1_000


@dataclass(frozen=True, slots=True)
class Odds:
    """What can happen with so many players."""

    players: int
    #: How many different legal tables there are; None on scripts with too many special characters to count.
    tables: int | None
    #: Id to the chance of being in play.
    chances: Mapping[str, float]
    #: The chance of each distribution.
    distributions: Mapping[Distribution, float]
    #: How many deals were counted; 0: the chances are exact.
    deals: int = 0

    def as_json(self) -> dict[str, Any]:
        """Counts and chances, rounded to six places."""
        return {
            "players": self.players,
            "tables": self.tables,
            "chances": {identifier: round(chance, 6) for identifier, chance in self.chances.items()},
            "distributions": [
                {**each.as_json(), "chance": round(chance, 6)} for each, chance in self.distributions.items()
            ],
            "exact": self.deals == 0,
            "deals": self.deals,
        }


@within_budget
def odds(script: Script, rules: Rules, players: int, deals: int = _DEALS) -> Odds:
    """The number of legal tables of a resolved script, and each character's chance under the dealing rule.

    Chances are exact where the ways of drawing can be followed; otherwise so many deals are counted, and the answer
    says how many. Raises PlayerCountError, and CannotDealError where there is no legal table.
    """
    base = rules.base(players)
    who = cast(script, rules)
    tables = sum(group.ways for group in groups(who, base, combinations(who))) if is_complete(who) else None
    drawing = Drawing(who, base, Aims(who, base))
    found = None if _has_doubles(who) else _followed(drawing)
    counted = _Tally(who)
    if found is None:
        random = Random(f"odds/{players}")  # noqa: S311  # a game, no secret
        for _ in range(deals):
            counted.add(draw(drawing, random)[0], 1 / deals)
    else:
        for state, chance in found.items():
            counted.add_state(drawing, state, chance)
    chances = {member.id: min(1.0, counted.chances.get(member.key, 0.0)) for member in who.members.values()}
    return Odds(
        players, tables, chances, dict(sorted(counted.numbers.items())), deals if found is None else 0
    )


@dataclass(slots=True)
class _Tally:
    """Chances, added up table by table."""

    cast: Cast
    chances: dict[str, float] = field(default_factory=dict)
    numbers: dict[Distribution, float] = field(default_factory=dict)

    def _add(self, name: str, chance: float) -> None:
        self.chances[name] = self.chances.get(name, 0.0) + chance

    def add(self, table: Table, chance: float) -> None:
        """Count one table."""
        for name in table.counts:
            self._add(name, chance)
        self.numbers[table.numbers] = self.numbers.get(table.numbers, 0.0) + chance

    def add_state(self, drawing: Drawing, state: State, chance: float) -> None:
        """Count all tables that are alike: their unremarkable characters share the places evenly."""
        for name in in_play(state.special):
            self._add(name, chance)
        for team, number in zip(COUNTED_TEAMS, state.plain, strict=True):
            plain = self.cast.plain[team]
            for member in plain:
                self._add(member.key, chance * min(1.0, number / len(plain)))
        numbers = drawing.numbers(state)
        self.numbers[numbers] = self.numbers.get(numbers, 0.0) + chance


def _has_doubles(who: Cast) -> bool:
    """Whether second ones of the same character are put in at the end (Pope)."""
    return any(getattr(effect, "beyond", ()) for *_, effect in who.always)


def _followed(drawing: Drawing) -> dict[State, float] | None:
    """Every way of drawing, with its chance among those that end legal; None where there are too many."""
    waiting = {drawing.start(): 1.0}
    ended: dict[State, float] = {}
    seen = 0
    while waiting and sum(waiting.values()) > _REST:
        following: dict[State, float] = {}
        for state, chance in waiting.items():
            seen += 1
            if drawing.done(state):
                plain = State(state.special, state.plain, state.target)
                ended[plain] = ended.get(plain, 0.0) + chance
                continue
            for share, after in drawing.outcomes(state):
                following[after] = following.get(after, 0.0) + chance * share
        if seen > _MOST_STATES:
            return None
        waiting = following
    legal = {state: chance for state, chance in ended.items() if _is_legal(drawing, state)}
    whole = sum(legal.values())
    return {state: chance / whole for state, chance in legal.items()} if whole else None


def _is_legal(drawing: Drawing, state: State) -> bool:
    """Whether the tables of a state are legal; they are alike in that."""
    target = drawing.numbers(state)
    members = drawing.cast.members
    counts = {
        name: target.of(members[name].team) if members[name].fills else copies
        for name, copies in state.special
        if copies
    }
    for team, number in zip(COUNTED_TEAMS, state.plain, strict=True):
        _fill(drawing.cast, counts, team, number)
    return any(legal_branches(Table(drawing.cast, counts), drawing.base))


def _fill(cast: Cast, counts: dict[str, int], team: Team, number: int) -> None:
    some = cast.plain[team][:number]
    counts.update((member.key, 1) for member in some)
    again = next((name for name in counts if cast.members[name].team is team), None)
    if again and number > len(some):
        counts[again] += number - len(some)
