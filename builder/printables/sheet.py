"""The character sheet: the characters of a script and their abilities."""

from dataclasses import dataclass, replace

from builder import catalogue
from builder.game import keywords
from builder.game.character import Jinx
from builder.game.jinxes import applying
from builder.game.markup import Mark
from builder.game.script import Script
from builder.game.teams import COUNTED_TEAMS, Team
from builder.printables import common
from builder.printables.common import CountRow, Front, Icon, JinxRow, Row, Section, Term
from builder.printables.options import DEFAULTS, Options
from builder.printables.sheet_columns import Block, columns_section, parts, side_by_side
from builder.printables.typography import bound, typeset

KIND = "sheet"
TITLE = "character sheet"
ORDER = 1
#: Teams that are not part of the counts; they are listed on the back.
BACK_TEAMS = (Team.TRAVELLER, Team.FABLED, Team.LORIC)
#: Maximum number of Fabled and Loric at the top of the sheet.
MOST_GUESTS = 6


@dataclass(frozen=True, slots=True)
class SetupRow:
    """A character that changes the counts, and how."""

    icon: Icon
    brackets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Content:
    """The content of a character sheet."""

    front: Front
    hide_title: bool
    blocks: tuple[Block, ...]
    #: Fabled and Loric, listed at the top of the sheet because they change the game for everybody.
    guests: tuple[Icon, ...]
    #: The number of those omitted there; the back has them all.
    more_guests: int
    #: Whether an ability mentions nights other than the first.
    legend: bool
    back: tuple[Block, ...]
    #: The same for styles with bands: two teams of one character each share a row.
    back_rows: tuple[tuple[Block, ...], ...]
    #: Unknown ids, as written.
    unknown: tuple[str, ...]
    rules: tuple[str, ...]
    jinxes: tuple[JinxRow, ...]
    #: The script's own terms that its abilities have.
    terms: tuple[Term, ...]
    players: tuple[int, ...]
    counts: tuple[CountRow, ...]
    setup: tuple[SetupRow, ...]
    sections: tuple[Section, ...]


def content(script: Script, options: Options = DEFAULTS) -> Content:
    """The content of a script's character sheet."""
    jinxes = applying(script, catalogue.jinxes())
    blocks = _blocks(script, options, COUNTED_TEAMS, jinxes)
    back = _blocks(script, options, BACK_TEAMS, jinxes)
    jinx_rows = common.jinx_rows(script, options, jinxes)
    rows = [row for block in blocks for row in block.rows]
    unknown = tuple(entry.id for entry in script.unknown if entry.id)
    rules = tuple(bound(typeset(rule)) for rule in script.meta.bootlegger)
    said = (*(each.ability for each in script.characters), *script.meta.bootlegger)
    terms = common.glossary(script, *said, *(jinx.reason for jinx in jinxes))
    guests = common.icons(script, options, Team.FABLED, Team.LORIC)
    return Content(
        front=common.front(script, options, TITLE),
        hide_title=script.meta.hide_title and bool(options.logo),
        blocks=blocks,
        guests=guests[:MOST_GUESTS],
        more_guests=max(0, len(guests) - MOST_GUESTS),
        legend=any(piece.mark is Mark.STAR for row in rows for piece in row.ability),
        back=back,
        back_rows=tuple(side_by_side(back)),
        unknown=unknown,
        rules=rules,
        jinxes=jinx_rows,
        terms=terms,
        players=tuple(catalogue.setup_counts()),
        counts=common.count_rows(),
        setup=_setup(rows),
        sections=(
            _section("front", rows, len(blocks)),
            columns_section(blocks),
            _back_section(back, jinx_rows, (*rules, *map(_term_text, terms), ", ".join(unknown))),
        ),
    )


def _blocks(
    script: Script, options: Options, teams: tuple[Team, ...], jinxes: tuple[Jinx, ...]
) -> tuple[Block, ...]:
    partners = common.partners(script, options, jinxes)
    terms = keywords.of(script)
    return tuple(
        Block(team.value, team.heading, rows, parts(rows))
        for team in teams
        if (
            rows := tuple(
                common.row(each, options, partners.get(each.key, ()), terms) for each in script.team(team)
            )
        )
    )


def _section(name: str, rows: list[Row], headings: int) -> Section:
    return Section(
        name,
        rows=len(rows) + headings,
        texts=tuple(map(_row_text, rows)),
        names=tuple(row.icon.name for row in rows),
        partners=tuple(min(4, len(row.jinxed)) for row in rows),
        headings=headings,
    )


def _row_text(row: Row) -> str:
    """The texts of a row; those of a second language are on lines of their own."""
    said = common.text(row.ability)
    return (
        f"{said}\n{row.translation.name}: {common.text(row.translation.ability)}" if row.translation else said
    )


def _term_text(term: Term) -> str:
    return f"{term.term}: {common.text(term.text)}"


def _back_section(blocks: tuple[Block, ...], jinxes: tuple[JinxRow, ...], others: tuple[str, ...]) -> Section:
    of_rows = _section("back", [row for block in blocks for row in block.rows], len(blocks) + 3)
    return replace(
        of_rows,
        rows=of_rows.rows + len(jinxes),
        texts=of_rows.texts
        + tuple(common.text(jinx.reason) for jinx in jinxes)
        + tuple(filter(None, others)),
    )


def _setup(rows: list[Row]) -> tuple[SetupRow, ...]:
    return tuple(
        SetupRow(row.icon, brackets)
        for row in rows
        if (brackets := tuple(piece.text.strip(" []") for piece in row.ability if piece.mark is Mark.SETUP))
    )
