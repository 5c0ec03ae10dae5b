"""The night sheet: who wakes in which order, and what the Storyteller then does."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from builder import catalogue
from builder.game import markup, night
from builder.game.character import Jinx
from builder.game.ids import key
from builder.game.jinxes import applying
from builder.game.markup import Mark, Piece
from builder.game.night_merge import Row, Step
from builder.game.problem import Problem
from builder.game.script import Script
from builder.game.teams import Team
from builder.printables import common
from builder.printables.common import Front, Icon, JinxRow, Section
from builder.printables.options import DEFAULTS, Options
from builder.printables.typography import typeset_pieces

KIND = "night"
TITLE = "night sheet"
ORDER = 2
#: A step ends where a sentence does; what stands in brackets behind it belongs to it, and so do small letters.
SENTENCE_END = re.compile(r"[.!?…。！？][)\"”’»]?$")
STEP_END = re.compile(
    r"(?:(?<=[.!?…。！？])|(?<=[.!?…][)\"”’»]))(?<!\be\.g\.)(?<!\bi\.e\.)\s+(?=[^\s(a-zß-ÿ])|(?<=[。！？])(?=\S)"
)


@dataclass(frozen=True, slots=True)
class NightRow:
    """One row of the night."""

    icon: Icon
    #: Dusk, dawn and the infos are the same on every sheet, and look a little quieter.
    ours: bool
    name_direction: str
    #: What to do, a line a step.
    steps: tuple[tuple[Piece, ...], ...]
    direction: str
    note: tuple[Piece, ...]
    jinxed: tuple[Icon, ...]


@dataclass(frozen=True, slots=True)
class Night:
    """One kind of night, from dusk to dawn."""

    name: str
    heading: str
    rows: tuple[NightRow, ...]
    jinxes: tuple[JinxRow, ...]


@dataclass(frozen=True, slots=True)
class Content:
    """Everything a night sheet says."""

    front: Front
    nights: tuple[Night, Night]
    #: Every jinx between characters of this script.
    jinxes: tuple[JinxRow, ...]
    travellers: tuple[Icon, ...]
    guests: tuple[Icon, ...]
    notices: tuple[Problem, ...]
    sections: tuple[Section, ...]


def content(script: Script, options: Options = DEFAULTS) -> Content:
    """What goes on the night sheet of a script."""
    sheet = night.night_sheet(script, catalogue.night_order())
    jinxes = applying(script, catalogue.jinxes())
    nights = (
        _night("first", "First Night", sheet.first, jinxes, script, options),
        _night("other", "Other Nights", sheet.other, jinxes, script, options),
    )
    jinx_rows = common.jinx_rows(script, options, jinxes)
    return Content(
        front=common.front(script, options, TITLE),
        nights=nights,
        jinxes=jinx_rows,
        travellers=common.icons(script, options, Team.TRAVELLER),
        guests=common.icons(script, options, Team.FABLED, Team.LORIC),
        notices=sheet.notices,
        sections=(*map(_section, nights), _middle(jinx_rows)),
    )


def _night(
    name: str,
    heading: str,
    rows: tuple[Row, ...],
    jinxes: tuple[Jinx, ...],
    script: Script,
    options: Options,
) -> Night:
    partners = common.partners(script, options, jinxes)
    acting = {key(row.id) for row in rows}
    return Night(
        name,
        heading,
        tuple(_row(row, options, partners.get(key(row.id), ())) for row in rows),
        common.jinx_rows(script, options, tuple(jinx for jinx in jinxes if jinx.pair & acting)),
    )


def _row(row: Row, options: Options, jinxed: tuple[Icon, ...]) -> NightRow:
    ours = row.kind is not Step.CHARACTER
    icon = (
        common.icon(row.character, options)
        if row.character
        else Icon(row.id, row.name, "info" if ours else "unknown", f"clockwright:ornament/{_drawing(row)}")
    )
    return NightRow(
        icon,
        ours,
        markup.direction(row.name),
        tuple(steps(row.reminder)),
        markup.direction(row.reminder),
        typeset_pieces(markup.reminder(row.note)),
        jinxed,
    )


def _drawing(row: Row) -> str:
    return f"night-{row.kind.value}" if row.kind is not Step.CHARACTER else "mark-unknown"


def steps(reminder: str) -> Iterator[tuple[Piece, ...]]:
    """The steps of a reminder: a sentence each, with the tokens it places."""
    step: list[Piece] = []
    last = ""
    for piece in _sentences(reminder):
        # A circle or brackets right behind a sentence belong to it; the words after that begin the next step.
        words = piece.text.strip()
        if words and not words.startswith("(") and SENTENCE_END.search(last):
            yield tuple(step)
            step = []
        step.append(piece)
        last = words or last
    if any(piece.text.strip() or piece.mark is Mark.TOKEN for piece in step):
        yield tuple(step)


def _sentences(reminder: str) -> Iterator[Piece]:
    for piece in typeset_pieces(markup.reminder(reminder)):
        if piece.mark is Mark.TEXT:
            yield from (Piece(Mark.TEXT, part) for part in STEP_END.split(piece.text))
        else:
            yield piece


def _section(each: Night) -> Section:
    return Section(
        each.name,
        rows=len(each.rows) + len(each.jinxes),
        texts=tuple("\n".join(map(common.text, (*row.steps, row.note))).strip() for row in each.rows)
        + tuple(common.text(jinx.reason) for jinx in each.jinxes),
        names=tuple(row.icon.name for row in each.rows),
        partners=tuple(min(4, len(row.jinxed)) for row in each.rows),
        headings=1 if each.jinxes else 0,
    )


def _middle(jinxes: tuple[JinxRow, ...]) -> Section:
    """What the strips have between them."""
    return Section("middle", rows=len(jinxes), texts=tuple(common.text(jinx.reason) for jinx in jinxes))
