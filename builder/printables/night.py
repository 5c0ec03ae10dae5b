"""The night sheet: who wakes in which order, and what the Storyteller then does."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from builder import catalogue, language
from builder.game import markup, night
from builder.game.character import Jinx
from builder.game.ids import key
from builder.game.jinxes import applying
from builder.game.markup import Piece
from builder.game.night_merge import Row, Step
from builder.game.problem import Problem
from builder.game.script import Script
from builder.game.teams import Team
from builder.language import gettext as _
from builder.printables import common
from builder.printables.common import Front, Icon, JinxRow, Section
from builder.printables.night_steps import Move, moves, reminder_labels, steps, translated_moves
from builder.printables.options import ART, DEFAULTS, Options, Setting
from builder.printables.typography import typeset_pieces, without_widow

KIND = "night"
TITLE = "night sheet"
ORDER = 2
SETTINGS: Mapping[str, Setting] = {"art": ART}


@dataclass(frozen=True, slots=True)
class NightRow:
    """One row of the night."""

    icon: Icon
    #: Whether it is dusk, dawn or an info, which are the same on every sheet and less prominent.
    ours: bool
    name_direction: str
    #: What to do, one step per line.
    steps: tuple[tuple[Piece, ...], ...]
    #: The same as deeds, each with its sign.
    moves: tuple[Move, ...]
    direction: str
    note: tuple[Piece, ...]
    jinxed: tuple[Icon, ...]
    #: The language of the reminder, if it is not the document's.
    language: str


@dataclass(frozen=True, slots=True)
class Night:
    """One kind of night, from dusk to dawn."""

    name: str
    heading: str
    rows: tuple[NightRow, ...]
    jinxes: tuple[JinxRow, ...]


@dataclass(frozen=True, slots=True)
class Content:
    """The content of a night sheet."""

    front: Front
    nights: tuple[Night, Night]
    #: Every jinx between characters of this script.
    jinxes: tuple[JinxRow, ...]
    travellers: tuple[Icon, ...]
    guests: tuple[Icon, ...]
    notices: tuple[Problem, ...]
    sections: tuple[Section, ...]


def content(script: Script, options: Options = DEFAULTS) -> Content:
    """The content of a script's night sheet."""
    sheet = night.night_sheet(script, catalogue.night_order())
    jinxes = applying(script, catalogue.jinxes())
    nights = (
        _night("first", _("First Night"), sheet.first, jinxes, script, options),
        _night("other", _("Other Nights"), sheet.other, jinxes, script, options),
    )
    jinx_rows = common.jinx_rows(script, options, jinxes)
    return Content(
        front=common.front(script, options, TITLE),
        nights=nights,
        jinxes=jinx_rows,
        travellers=common.icons(script, options, Team.TRAVELLER),
        guests=common.icons(script, options, Team.FABLED, Team.LORIC),
        notices=sheet.notices,
        sections=(*map(_section, nights), *map(strip, nights), _middle(jinx_rows), *map(_deeds, nights)),
    )


def _night(
    name: str, heading: str, rows: tuple[Row, ...], jinxes: tuple[Jinx, ...], script: Script, options: Options
) -> Night:
    partners = common.partners(script, options, jinxes)
    reminders = reminder_labels(script)
    acting = {key(row.id) for row in rows}
    return Night(
        name,
        heading,
        tuple(_row(row, options, partners.get(key(row.id), ()), reminders, name) for row in rows),
        common.jinx_rows(script, options, tuple(jinx for jinx in jinxes if jinx.pair & acting)),
    )


def _row(
    row: Row, options: Options, jinxed: tuple[Icon, ...], reminders: Collection[str], night: str
) -> NightRow:
    sentences = tuple(steps(row.reminder, reminders))
    signed = _english_steps(row, night, len(sentences))
    return NightRow(
        common.night_icon(row, options),
        row.kind is not Step.CHARACTER,
        markup.direction(row.name),
        tuple(map(without_widow, sentences)),
        translated_moves(sentences, signed) if signed else moves(sentences),
        markup.direction(row.reminder),
        typeset_pieces(markup.reminder(row.note)),
        jinxed,
        common.other(row.character, f"{night}_night_reminder") if row.character else "",
    )


def _english_steps(row: Row, night: str, count: int) -> tuple[tuple[Piece, ...], ...]:
    """The steps of a translated reminder in English, which tell what it does; none if there are more or fewer."""
    who = row.character
    english = catalogue.find_english(who.id) if who and who.language else None
    if english is None or row.kind is not Step.CHARACTER:
        return ()
    with language.using(language.ENGLISH):
        found = tuple(steps(getattr(english, f"{night}_night_reminder")))
    return found if len(found) == count else ()


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


def _deeds(each: Night) -> Section:
    """A night as a section for the style with signs: one deed per line."""
    rows = (
        [common.text(move.pieces) for move in row.moves] + [common.text(row.note)] * bool(row.note)
        for row in each.rows
    )
    return replace(
        _section(each),
        name=f"{each.name}-deeds",
        texts=(*map("\n".join, rows), *(common.text(jinx.reason) for jinx in each.jinxes)),
    )


def strip(each: Night) -> Section:
    """A night as a section for styles with strips: names only."""
    return Section(f"{each.name}-strip", rows=len(each.rows), names=tuple(row.icon.name for row in each.rows))


def _middle(jinxes: tuple[JinxRow, ...]) -> Section:
    return Section("middle", rows=len(jinxes), texts=tuple(common.text(jinx.reason) for jinx in jinxes))
