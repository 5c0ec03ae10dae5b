"""The panel next to the sheet: problems, effects on the setup, jinxes, night order."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import builder
from builder import catalogue, checks
from builder.game import jinxes, markup, night
from builder.game.character import Character
from builder.game.ids import key
from builder.game.night import Step
from builder.game.script import Script
from builder.game.setup.cast import cast
from builder.game.setup.summary import SetupTable
from builder.memoize import of_values
from builder.prose_lists import ranges
from builder.web.infra.script_store import Memory, Opened
from builder.web.view_models import script_page

#: With more characters that change the setup than this, the setup table is loaded after the page.
QUICK = 5
SETUPS = Memory()


@dataclass(frozen=True, slots=True)
class TableRow:
    """The setup for one number of players."""

    players: int
    townsfolk: str
    outsiders: str
    minions: str
    demons: str
    #: Whether the numbers differ from the usual ones.
    is_changed: bool
    is_possible: bool
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetupView:
    """The table by number of players, and the characters that change it."""

    rows: tuple[TableRow, ...]
    #: (name, effect), each once.
    because: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class JinxView:
    """Two characters with a rule of their own."""

    names: tuple[str, str]
    keys: tuple[str, str]
    reason: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class NightView:
    """One row of a night."""

    name: str
    team: str
    key: str
    reminder: str


@dataclass(frozen=True, slots=True)
class Panel:
    """Everything in the panel."""

    severities: list[script_page.SeverityView]
    #: (problem, the author's note) of the dismissed findings.
    aside: tuple[tuple[script_page.ProblemView, str], ...]
    #: None: it is slow and loaded later.
    setup: SetupView | None
    jinxes: tuple[JinxView, ...]
    nights: tuple[tuple[str, tuple[NightView, ...]], ...]
    notices: tuple[str, ...]

    @property
    def problems(self) -> int:
        """The total number of problems."""
        return sum(severity.count for severity in self.severities)


def of(opened: Opened, *, wait: bool = False) -> Panel:
    """The panel of a script. With `wait`, it includes the setup table, however slow."""
    script = opened.script
    sheet, who = night.night_sheet(script, catalogue.night_order()), _players(script)
    names = _names(script)
    return Panel(
        severities=script_page.severities(opened),
        aside=tuple(
            (script_page.problem_view(problem, names), note) for problem, note in checks.dismissed(script)
        ),
        setup=_cached_setups(script, who) if wait or _counts_fast(script, who) else None,
        jinxes=jinxes_of(script),
        nights=(("First night", _night(sheet.first)), ("Other nights", _night(sheet.other))),
        notices=tuple(problem.message for problem in sheet.notices),
    )


def setup(opened: Opened) -> SetupView:
    """The setup table; cached, since it may take a second."""
    return _cached_setups(opened.script, _players(opened.script))


def _cached_setups(script: Script, who: str) -> SetupView:
    return SETUPS.get(who, lambda: _setup(builder.setups(script), script))


def _players(script: Script) -> str:
    """Everything the setup depends on: which characters are on the script, whatever their order and names."""
    everybody = sorted((one.key, _fingerprint(one)) for one in script.characters)
    return hashlib.sha256(
        repr((everybody, sorted(entry.key for entry in script.entries))).encode()
    ).hexdigest()


@of_values()
def _fingerprint(character: Character) -> str:
    """A fingerprint of a character's whole definition."""
    return hashlib.sha256(repr(character).encode()).hexdigest()


def _counts_fast(script: Script, who: str) -> bool:
    return who in SETUPS or len(cast(script, catalogue.rules()).special) <= QUICK


def _setup(table: SetupTable, script: Script) -> SetupView:
    names = _names(script)
    because = {
        (names.get(key(identifier), identifier), what)
        for row in table.rows.values()
        for identifier, what in row.because
    }
    rows = []
    for row in table.rows.values():
        numbers = [sorted({each.as_json()[team] for each in row.allowed}) for team in row.base.as_json()]
        usual = list(row.base.as_json().values())
        townsfolk, outsiders, minions, demons = map(_listed, numbers)
        changed = any(found != [base] for found, base in zip(numbers, usual, strict=True))
        rows.append(
            TableRow(
                row.players,
                townsfolk,
                outsiders,
                minions,
                demons,
                changed and row.fillable,
                row.fillable,
                row.reasons,
            )
        )
    return SetupView(tuple(rows), tuple(sorted(because)))


def _listed(numbers: Sequence[int]) -> str:
    """`2`, `0/1`, `0–3`; a dash if there is none."""
    return "/".join(ranges(numbers)) or "–"


def jinxes_of(script: Script) -> tuple[JinxView, ...]:
    """The jinxes that apply to a script."""
    names, found = _names(script), []
    for jinx in jinxes.applying(script, catalogue.jinxes()):
        one, other = (key(each) for each in jinx.characters)
        named = names.get(one, jinx.characters[0]), names.get(other, jinx.characters[1])
        found.append(JinxView(named, (one, other), jinx.reason, jinx.source == "script"))
    return tuple(found)


def _night(rows: Sequence[night.Row]) -> tuple[NightView, ...]:
    return tuple(map(_row, rows))


@of_values()
def _row(row: night.Row) -> NightView:
    return NightView(
        row.name,
        row.character.team.value if row.character else "step" if row.kind is not Step.CHARACTER else "",
        key(row.id),
        _plain(row.reminder),
    )


@lru_cache(4096)
def _plain(reminder: str) -> str:
    return markup.plain(reminder)


def _names(script: Script) -> dict[str, str]:
    return {entry.key: entry.character.name for entry in script.entries if entry.character}
