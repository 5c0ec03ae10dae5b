"""The panel next to the sheet: problems, effects on the setup, jinxes, night order."""

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby

import builder
from builder import catalogue, checks
from builder.game import jinxes, markup, night
from builder.game.character import Character
from builder.game.ids import key
from builder.game.night import Step
from builder.game.problem import Severity
from builder.game.script import Script
from builder.game.setup.cast import cast
from builder.game.setup.summary import Row, SetupTable
from builder.game.teams import COUNTED_TEAMS, Team
from builder.language import gettext as _, join
from builder.memoize import of_runs, of_values
from builder.prose_lists import ranges
from builder.web.infra.script_store import Memory, Opened
from builder.web.view_models import script_page
from builder.web.view_models.sheet import GOALS, NONE_OUTDATED
from builder.wording import matchups
from builder.wording.matchups import Kind, Missing, Remark

#: With more characters that change the setup than this, the setup table is loaded after the page.
QUICK = 5
SETUPS = Memory()
#: The smallest game: 5 players. (Of Outsiders it has none, and some scripts have no Demon.)
LEAST = {Team.TOWNSFOLK: 3, Team.MINION: 1}
UNPLAYABLE = frozenset({"too-few", "no-demon"})
#: Problems of every script that somebody has only begun.
UNFINISHED = UNPLAYABLE | {"no-legal-table", "counts", "too-few-outsiders"}


@dataclass(frozen=True, slots=True)
class TableRow:
    """The setup for one number of players, or for several with which no game is possible."""

    players: str
    #: The number of each team, in words; none if no game is possible.
    counts: tuple[str, ...]
    #: Whether the numbers differ from the usual ones.
    is_changed: bool
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetupView:
    """The table by number of players, and the characters that change it."""

    rows: tuple[TableRow, ...]
    #: (name, effect), each once.
    because: tuple[tuple[str, str], ...]
    #: For which numbers of players the script can be dealt, in a sentence.
    legal: str


@dataclass(frozen=True, slots=True)
class JinxView:
    """Two characters with a rule of their own."""

    names: tuple[str, str]
    keys: tuple[str, str]
    reason: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class RemarkView:
    """What happens when characters meet, or what nobody explains (of the kind `missing`)."""

    kind: str
    message: str
    #: Names of three who would explain it.
    candidates: tuple[str, ...]
    #: Ops as form fields.
    dismiss: str
    restore: str


@dataclass(frozen=True, slots=True)
class MatchupsView:
    """All of these, gravest first, and those that the author dismissed."""

    remarks: tuple[RemarkView, ...]
    dismissed: tuple[RemarkView, ...]

    @property
    def to_watch(self) -> int:
        """How many ask for attention."""
        return sum(each.kind != Kind.GOOD for each in self.remarks)


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
    #: What has to be added before the script can be checked as a whole: (team, count); none once it can.
    lacking: tuple[tuple[str, int], ...]
    jinxes: tuple[JinxView, ...]
    #: Apart from jinxes, which are listed already.
    matchups: MatchupsView
    nights: tuple[tuple[str, tuple[NightView, ...]], ...]
    notices: tuple[str, ...]

    @property
    def problems(self) -> int:
        """The total number of problems."""
        return sum(severity.count for severity in self.severities)


def of(opened: Opened, *, is_built: bool = False, outdated: Mapping[str, str] = NONE_OUTDATED) -> Panel:
    """The panel of a script; of one that `is_built` just now, without errors that only say that it is unfinished.

    `outdated` is as in `other_sets`.
    """
    script = opened.script
    sheet, who = night.night_sheet(script, catalogue.night_order()), _players(script)
    lacking = _lacking(opened) if is_built else ()
    is_quick = who in SETUPS or len(cast(script, catalogue.rules()).special) <= QUICK
    found = script_page.severities(opened, without=UNFINISHED if lacking else ())
    return Panel(
        severities=_with_outdated(found, outdated, script.names),
        aside=tuple((script_page.problem_view(problem), note) for problem, note in checks.dismissed(script)),
        setup=_cached_setups(script, who) if is_quick else None,
        jinxes=jinxes_of(script),
        matchups=matchups_of(script),
        lacking=lacking,
        nights=(
            (_("First night"), tuple(chain.from_iterable(_rows(sheet.first)))),
            (_("Other nights"), tuple(chain.from_iterable(_rows(sheet.other)))),
        ),
        notices=tuple(problem.message for problem in sheet.notices),
    )


def _with_outdated(
    found: list[script_page.SeverityView], outdated: Mapping[str, str], names: Mapping[str, str]
) -> list[script_page.SeverityView]:
    """The problems, and a notice for each copy whose original changed."""
    if not outdated:
        return found
    told = tuple(
        script_page.ProblemView(
            _("%(name)s was changed in %(set)s since it was copied.")
            % {"name": names.get(who, who), "set": title},
            keys=(who,),
            page="/sets",
        )
        for who, title in outdated.items()
    )[: script_page.MOST_PROBLEMS]
    notices = next((each for each in found if each.key == Severity.NOTICE), None)
    if notices is None:
        return [*found, script_page.SeverityView(Severity.NOTICE.value, len(outdated), told)]
    more = replace(notices, count=notices.count + len(outdated), problems=(*told, *notices.problems))
    return [more if each is notices else each for each in found]


def matchups_of(script: Script, who: str = "") -> MatchupsView:
    """The matchups of a script, or of one of its characters (an id); without jinxes."""
    found = matchups.of(script)
    remarks = [
        each for each in found.remarks if each.rule != matchups.JINX and (not who or who in each.characters)
    ]
    missing = () if who else found.missing
    dismissed = [each for each in found.dismissed if not who or who in getattr(each, "characters", ())]
    return MatchupsView((*map(_remark, remarks), *map(_remark, missing)), tuple(map(_remark, dismissed)))


def _remark(found: Remark | Missing) -> RemarkView:
    if isinstance(found, Remark):
        dismiss, restore = script_page.aside_ops(found.code, found.characters)
        return RemarkView(found.kind.value, found.message, (), dismiss, restore)
    names = tuple(known.name for each in found.candidates if (known := catalogue.find(each)))
    return RemarkView("missing", found.message, names, *script_page.aside_ops(found.code, ()))


def _lacking(opened: Opened) -> tuple[tuple[str, int], ...]:
    """How many of each team are missing from a usual script, as long as too few are there for any game."""
    counts = Counter(one.team for one in opened.script.characters)
    is_enough = all(counts[team] >= least for team, least in LEAST.items())
    if is_enough and not any(problem.code in UNPLAYABLE for problem in opened.problems):
        return ()
    missing = ((team.value, GOALS[team] - counts[team]) for team in COUNTED_TEAMS)
    return tuple((team, count) for team, count in missing if count > 0)


def setup(opened: Opened) -> SetupView:
    """The setup table; cached, since it may take a second."""
    return _cached_setups(opened.script, _players(opened.script))


def _cached_setups(script: Script, who: str) -> SetupView:
    return SETUPS.get(who, lambda: _setup(builder.setups(script), script))


def _players(script: Script) -> str:
    """Everything the setup depends on: which characters are on the script, whatever their order and names."""
    everybody = sorted(chain.from_iterable(_fingerprints(script.characters)))
    return hashlib.sha256(
        repr((everybody, sorted(entry.key for entry in script.entries))).encode()
    ).hexdigest()


@of_runs
def _fingerprints(characters: Sequence[Character]) -> list[tuple[str, str]]:
    """For each character its key and a fingerprint of its whole definition."""
    return [(each.key, _fingerprint(each)) for each in characters]


@of_values()
def _fingerprint(character: Character) -> str:
    return hashlib.sha256(repr(character).encode()).hexdigest()


def _setup(table: SetupTable, script: Script) -> SetupView:
    names = script.names
    because = {
        (names.get(key(identifier), identifier), what)
        for row in table.rows.values()
        for identifier, what in row.because
    }
    rows: list[TableRow] = []
    for is_possible, run in groupby(table.rows.values(), key=lambda row: row.fillable):
        if is_possible:
            rows += map(_row_of, run)
        else:
            rows.append(_impossible(list(run)))
    legal = [row.players for row in table.rows.values() if row.fillable]
    return SetupView(tuple(rows), tuple(sorted(because)), _legal(legal, table.rows))


def _legal(possible: Sequence[int], asked: Mapping[int, Row]) -> str:
    if not possible:
        reason = next((row.reasons[-1] for row in asked.values() if row.reasons), "")
        text = _("No legal game yet.")
        return f"{text} {reason}".strip()
    text = _("Legal for %(numbers)s players.") % {"numbers": join(ranges(possible))}
    if missing := [number for number in asked if number not in possible]:
        text += " " + _("Not for %(numbers)s.") % {"numbers": join(ranges(missing))}
    return text


def _impossible(rows: Sequence[Row]) -> TableRow:
    """One row for neighboring numbers of players that cannot be dealt."""
    first, last = rows[0].players, rows[-1].players
    players = str(first) if first == last else f"{first}–{last}"
    reasons = tuple(dict.fromkeys(reason for row in rows for reason in row.reasons))
    return TableRow(players, (), is_changed=False, reasons=reasons)


def _row_of(row: Row) -> TableRow:
    numbers = [sorted({each.as_json()[team] for each in row.allowed}) for team in row.base.as_json()]
    usual = list(row.base.as_json().values())
    is_changed = any(found != [base] for found, base in zip(numbers, usual, strict=True))
    return TableRow(str(row.players), tuple(map(_listed, numbers)), is_changed, row.reasons)


def _listed(numbers: Sequence[int]) -> str:
    """`2`, `0 or 1`, `0–3`, `1, 3 or 4`; a dash if there is none."""
    *others, last = ranges(numbers) or ["–"]
    return join((*others, last), "or")


def jinxes_of(script: Script) -> tuple[JinxView, ...]:
    """The jinxes that apply to a script."""
    names, found = script.names, []
    for jinx in jinxes.applying(script, catalogue.jinxes()):
        one, other = (key(each) for each in jinx.characters)
        named = names.get(one, jinx.characters[0]), names.get(other, jinx.characters[1])
        found.append(JinxView(named, (one, other), jinx.reason, jinx.source == "script"))
    return tuple(found)


@of_runs
def _rows(rows: Sequence[night.Row]) -> list[NightView]:
    return list(map(_row, rows))


@of_values()
def _row(row: night.Row) -> NightView:
    return NightView(
        row.name,
        row.character.team.value if row.character else "step" if row.kind is not Step.CHARACTER else "",
        key(row.id),
        markup.plain(row.reminder),
    )
