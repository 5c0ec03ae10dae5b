"""What games a script has: the setup by number of players, and statistics of simulated deals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from builder import catalogue
from builder.game.ids import key
from builder.game.script import Script
from builder.game.setup import summary
from builder.game.setup.budget import TOO_MANY
from builder.game.setup.sampler import Simulation, simulate
from builder.game.setup.summary import Row
from builder.game.teams import COUNTED_TEAMS
from builder.language import gettext as _, number as in_digits
from builder.printables import common
from builder.printables.common import Icon
from builder.printables.options import Options
from builder.printables.typography import typeset
from builder.prose_lists import join_ranges, ranges


@dataclass(frozen=True, slots=True)
class Numbers:
    """A team's numbers for a number of players: `2`, `1–3`; a dash if no setup is legal."""

    text: str
    is_usual: bool


@dataclass(frozen=True, slots=True)
class SetupRow:
    """One team, by number of players."""

    team: str
    heading: str
    numbers: tuple[Numbers, ...]


@dataclass(frozen=True, slots=True)
class SetupBlock:
    """The setup by number of players."""

    players: tuple[int, ...]
    rows: tuple[SetupRow, ...]
    #: (character, what it does)
    because: tuple[tuple[str, str], ...]
    #: Numbers of players without a legal setup: `7 to 15`.
    unfillable: str


def setup_block(script: Script) -> SetupBlock:
    """The setup table of a script, and the characters that change it."""
    rows = summary.setups(script, catalogue.rules()).rows
    names = {entry.key: entry.character.name for entry in script.entries if entry.character}
    because = {
        (typeset(names.get(key(identifier), identifier)), typeset(what))
        for row in rows.values()
        for identifier, what in row.because
    }
    return SetupBlock(
        tuple(rows),
        tuple(
            SetupRow(team.value, team.heading, tuple(_numbers(row, team.value) for row in rows.values()))
            for team in COUNTED_TEAMS
        ),
        tuple(sorted(because)),
        join_ranges(players for players, row in rows.items() if not row.fillable),
    )


def _numbers(row: Row, team: str) -> Numbers:
    found = sorted({each.as_json()[team] for each in row.allowed})
    return Numbers(listed(found), found == [row.base.as_json()[team]])


def listed(numbers: Sequence[int]) -> str:
    """Formats numbers: `2`, `0/2`, `0–3`, `0/7–12`; a dash if there are none."""
    return "/".join(ranges(numbers)) or "–"


#: With fewer games than this, a character with a chance of 1% may be in none.
FEW_GAMES = 500


@dataclass(frozen=True, slots=True)
class Bar:
    """How often something happened, in percent, and how often without characters that change the setup."""

    label: str
    icon: Icon | None
    team: str
    percent: int
    expected: int
    #: `percent` as text: `<1` if it is rare.
    told: str
    #: Both relative to the longest bar, in percent.
    width: float
    mark: float


@dataclass(frozen=True, slots=True)
class DealsBlock:
    """The simulated games."""

    deals: int
    #: A sentence or two about how they were simulated.
    how: str
    #: By team, then in the script's order.
    characters: tuple[Bar, ...]
    outsiders: tuple[Bar, ...]


def deals_block(script: Script, options: Options) -> DealsBlock:
    """Simulates games of a script and returns bars; deterministic."""
    found = simulate(script, catalogue.rules())
    return DealsBlock(found.deals, how(found), _characters(script, options, found), _outsiders(found))


def how(found: Simulation) -> str:
    """A sentence about the games: `1,000 games for 7 to 15 players, those for 8 to 12 twice as often`."""
    if not found.deals:
        return _(TOO_MANY) if found.too_many else _("No legal game is possible with this script.")
    numbers = sorted(found.players)
    often = sorted(
        players for players, games in found.players.items() if games > 1.5 * min(found.players.values())
    )
    values = {
        "games": in_digits(found.deals),
        "players": join_ranges(numbers),
        "often": join_ranges(often),
        "none": join_ranges(found.impossible),
    }
    said = [_("%(games)s games for %(players)s players.")]
    if often:
        said = [_("%(games)s games for %(players)s players, those for %(often)s twice as often.")]
    if found.impossible:
        said.append(_("No legal game is possible for %(none)s."))
    if found.deals < FEW_GAMES:
        said.append(_("With so few games, rare characters may be missing."))
    return " ".join(said) % values


def _characters(script: Script, options: Options, found: Simulation) -> tuple[Bar, ...]:
    """A bar for each character that a player can be."""
    members = {
        each.key: each for team in COUNTED_TEAMS for each in script.team(team) if each.key in found.found
    }
    longest = _longest(found.found, found.expected)
    return tuple(
        _bar(icon.name, icon, icon.team, (found.found[name], found.expected[name]), longest)
        for name, each in members.items()
        for icon in (common.icon(each, options),)
    )


def _outsiders(found: Simulation) -> tuple[Bar, ...]:
    numbers = sorted(found.outsiders.keys() | found.usual_outsiders.keys())
    longest = _longest(found.outsiders, found.usual_outsiders)
    return tuple(
        _bar(
            str(number),
            None,
            "outsider",
            (found.outsiders.get(number, 0), found.usual_outsiders.get(number, 0)),
            longest,
        )
        for number in numbers
    )


def _bar(label: str, icon: Icon | None, team: str, chances: tuple[float, float], longest: float) -> Bar:
    found, expected = chances
    return Bar(
        label,
        icon,
        team,
        round(100 * found),
        round(100 * expected),
        str(round(100 * found) or ("<1" if found else "0")),
        round(100 * found / longest, 1),
        round(100 * expected / longest, 1),
    )


def _longest(*chances: Mapping[int, float] | Mapping[str, float]) -> float:
    return max((chance for each in chances for chance in each.values()), default=1.0) or 1.0
