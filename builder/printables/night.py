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

KIND = "night"
TITLE = "night sheet"
ORDER = 2
#: A step ends where a sentence does; what stands in brackets behind it belongs to it.
STEP_END = re.compile(r"(?<=[.!?…。！？])(?<!\be\.g\.)(?<!\bi\.e\.)\s+(?=[^\s(])|(?<=[。！？])(?=\S)")


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


def content(script: Script) -> Content:
    """What goes on the night sheet of a script."""
    sheet = night.night_sheet(script, catalogue.night_order())
    jinxes = applying(script, catalogue.jinxes())
    nights = (
        _night("first", "First Night", sheet.first, jinxes, script),
        _night("other", "Other Nights", sheet.other, jinxes, script),
    )
    return Content(
        front=common.front(script, TITLE),
        nights=nights,
        jinxes=common.jinx_rows(script, jinxes),
        travellers=common.icons(script, Team.TRAVELLER),
        guests=common.icons(script, Team.FABLED, Team.LORIC),
        notices=sheet.notices,
        sections=tuple(
            Section(each.name, len(each.rows) + len(each.jinxes), _texts(each), 1 if each.jinxes else 0)
            for each in nights
        ),
    )


def _night(name: str, heading: str, rows: tuple[Row, ...], jinxes: tuple[Jinx, ...], script: Script) -> Night:
    partners = common.partners(script, jinxes)
    acting = {key(row.id) for row in rows}
    return Night(
        name,
        heading,
        tuple(_row(row, partners.get(key(row.id), ())) for row in rows),
        common.jinx_rows(script, tuple(jinx for jinx in jinxes if jinx.pair & acting)),
    )


def _row(row: Row, jinxed: tuple[Icon, ...]) -> NightRow:
    ours = row.kind is not Step.CHARACTER
    icon = (
        common.icon(row.character)
        if row.character
        else Icon(row.id, row.name, "info" if ours else "unknown", f"clockwright:ornament/{_drawing(row)}")
    )
    return NightRow(
        icon,
        ours,
        markup.direction(row.name),
        tuple(steps(row.reminder)),
        markup.direction(row.reminder),
        markup.reminder(row.note),
        jinxed,
    )


def _drawing(row: Row) -> str:
    return f"night-{row.kind.value}" if row.kind is not Step.CHARACTER else "mark-unknown"


def steps(reminder: str) -> Iterator[tuple[Piece, ...]]:
    """The steps of a reminder: a sentence each, with the tokens it places."""
    step: list[Piece] = []
    for piece in markup.reminder(reminder):
        parts = STEP_END.split(piece.text) if piece.mark is Mark.TEXT else [piece.text]
        for place, part in enumerate(parts):
            if place and _says_something(step):
                yield tuple(step)
                step = []
            if part or piece.mark is not Mark.TEXT:
                step.append(Piece(piece.mark, part))
        # A circle right behind a sentence belongs to that sentence, and ends it.
        if piece.mark is Mark.TOKEN and _sentence_ended(step):
            yield tuple(step)
            step = []
    if _says_something(step):
        yield tuple(step)


def _says_something(step: list[Piece]) -> bool:
    return any(piece.text.strip() or piece.mark is Mark.TOKEN for piece in step)


def _sentence_ended(step: list[Piece]) -> bool:
    words = [piece.text.rstrip() for piece in step if piece.text.strip()]
    return bool(words) and words[-1].endswith((".", "!", "?", "。"))


def _texts(each: Night) -> tuple[str, ...]:
    return tuple(" ".join(map(common.text, row.steps)) for row in each.rows) + tuple(
        common.text(jinx.reason) for jinx in each.jinxes
    )
