"""The proof: an overview for the author before others play the script. Not for players."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby, zip_longest

from builder import catalogue
from builder.game import night
from builder.game.ids import key
from builder.game.jinxes import applying
from builder.game.night_merge import Row, Step
from builder.game.problem import Problem, Severity
from builder.game.script import Script
from builder.game.teams import Team
from builder.language import N_, gettext as _
from builder.printables import common
from builder.printables.common import Front, Icon, Section, typeset
from builder.printables.options import DEFAULTS, Facts, Options
from builder.printables.proof_tables import (
    SIGNS,
    DealsBlock,
    DeedTable,
    JinxBlock,
    MeetingRow,
    SetupBlock,
    deals_block,
    deeds,
    jinx_block,
    meeting_matrix,
    setup_block,
)

KIND = "proof"
TITLE = "proof"
ORDER = 9
#: It has private content, so it is not part of “everything”.
FOR_AUTHORS = True
#: Spare room is distributed among the rows of one column.
COLUMNS = 3
#: At most this many characters in a grid of one column.
NARROW = 11
SEVERITIES = {
    Severity.ERROR: (N_("Error"), N_("Errors")),
    Severity.WARNING: (N_("Warning"), N_("Warnings")),
    Severity.ADVICE: (N_("Advice"), N_("Advice")),
    Severity.NOTICE: (N_("Notice"), N_("Notices")),
}


@dataclass(frozen=True, slots=True)
class Count:
    """The number of characters of a team."""

    team: str
    heading: str
    number: int


@dataclass(frozen=True, slots=True)
class Findings:
    """The findings of one severity."""

    severity: str
    heading: str
    messages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NightPlace:
    """A position in the night order; without a picture it is a step such as dusk."""

    name: str
    icon: Icon | None


@dataclass(frozen=True, slots=True)
class AlikeRow:
    """One of the script's own characters, with official ones whose wording is similar."""

    icon: Icon
    #: (character, similarity in percent)
    others: tuple[tuple[Icon, int], ...]


@dataclass(frozen=True, slots=True)
class Content:
    """The content of a proof."""

    front: Front
    counts: tuple[Count, ...]
    own: int
    findings: tuple[Findings, ...]
    aside: int
    setup: SetupBlock
    #: Rows of first night and other nights; None after the end of the shorter one.
    nights: tuple[tuple[NightPlace | None, NightPlace | None], ...]
    jinxes: JinxBlock
    #: (heading, sentence) of what happens when characters meet.
    matchups: tuple[tuple[str, str], ...]
    #: A grid of those who meet; empty if there are few, or too many.
    meetings: tuple[MeetingRow, ...]
    deeds: DeedTable
    alike: tuple[AlikeRow, ...]
    deals: DealsBlock
    sections: tuple[Section, ...] = ()

    @property
    def signs(self) -> dict[str, str]:
        """The sign of each kind in the grid."""
        return {kind: sign for kind, (sign, _name) in SIGNS.items()}


def content(script: Script, options: Options = DEFAULTS) -> Content:
    """The content of a script's proof."""
    made = Content(
        front=common.front(script, options, TITLE),
        counts=counts(script),
        own=sum(entry.is_custom for entry in script.entries),
        findings=findings(options.facts),
        aside=options.facts.aside,
        setup=setup_block(script),
        nights=nights(script, options),
        jinxes=jinx_block(script, options, applying(script, catalogue.jinxes())),
        matchups=tuple((_called(kind), typeset(message)) for kind, message in options.facts.matchups),
        meetings=meeting_matrix(script, options, options.facts.meetings, NARROW),
        deeds=deeds(script),
        alike=alike(script, options),
        deals=deals_block(script, options),
    )
    return replace(made, sections=(_section(made),))


def _called(kind: str) -> str:
    """How a kind of matchup is called, with its sign in the grid."""
    sign, name = SIGNS.get(kind, ("", N_("Missing")))
    return f"{sign} {_(name)}".strip()


def counts(script: Script) -> tuple[Count, ...]:
    """The number of characters of each team, unknown ones last."""
    groups = [(team.value, team.label, team.heading, len([*script.team(team)])) for team in Team]
    groups.append(("unknown", _("Unknown"), _("Unknown"), len(script.unknown)))
    return tuple(
        Count(team, one if number == 1 else several, number)
        for team, one, several, number in groups
        if number
    )


def findings(facts: Facts) -> tuple[Findings, ...]:
    """The findings by severity, most severe first."""
    groups = groupby(facts.findings, key=lambda finding: finding.severity)
    return tuple(_group(severity, list(group)) for severity, group in groups)


def _group(severity: Severity, found: list[Problem]) -> Findings:
    one, several = SEVERITIES[severity]
    heading = one if len(found) == 1 else several
    return Findings(severity.value, _(heading), tuple(typeset(each.message) for each in found))


def nights(script: Script, options: Options) -> tuple[tuple[NightPlace | None, NightPlace | None], ...]:
    """Both nights side by side."""
    sheet = night.night_sheet(script, catalogue.night_order())
    first, other = ([_place(row, options) for row in rows] for rows in (sheet.first, sheet.other))
    return tuple(zip_longest(first, other))


def _place(row: Row, options: Options) -> NightPlace:
    if row.character:
        icon = common.icon(row.character, options)
        return NightPlace(icon.name, icon)
    stranger = common.unknown_icon(row.id) if row.kind is Step.CHARACTER else None
    return NightPlace(typeset(row.name), stranger)


def alike(script: Script, options: Options) -> tuple[AlikeRow, ...]:
    """The script's own characters with official ones whose wording is similar."""
    own = {entry.key: entry.character for entry in script.entries if entry.character}
    rows = []
    for identifier, others in options.facts.alike:
        character = own.get(key(identifier))
        found = [(catalogue.find(other.id), other.score) for other in others]
        known = tuple((common.icon(who, Options()), score) for who, score in found if who)
        if character and known:
            rows.append(AlikeRow(common.icon(character, options), known))
    return tuple(rows)


def _section(made: Content) -> Section:
    """The content as a section to fit: a text for every line of the three columns."""
    texts = tuple(_texts(made))
    return Section("proof", rows=len(texts) // COLUMNS, texts=texts, headings=_headings(made))


def _headings(made: Content) -> int:
    blocks = (
        made.jinxes.rows or made.jinxes.elsewhere,
        made.matchups,
        made.deeds.deeds,
        made.alike,
        made.deals.characters,
        made.nights,
    )
    return 1 + len(made.findings) + sum(map(bool, blocks))


def _texts(made: Content) -> Iterator[str]:
    for group in made.findings:
        yield from group.messages
    yield from (max((place.name for place in pair if place), key=len) for pair in made.nights)
    yield from (common.text(row.reason) + " " * 20 for row in (*made.jinxes.rows, *made.jinxes.elsewhere))
    yield from (f"{heading} {message}" for heading, message in made.matchups)
    yield from (row.icon.name for row in made.jinxes.matrix)
    yield from (row.icon.name for row in made.meetings)
    yield from (row.label for row in (*made.deeds.deeds, *made.deeds.times))
    yield from (f"{row.icon.name} {' '.join(other.name for other, _ in row.others)}" for row in made.alike)
    yield from (bar.label for bar in (*made.deals.characters, *made.deals.outsiders))
    yield from (f"{who} {what}" for who, what in made.setup.because)
