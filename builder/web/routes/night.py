"""The night order of a script: two lists to drag, or to move by buttons; another button restores the usual order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response

from builder import catalogue
from builder.editing import night_order
from builder.editing.night_order import NIGHTS
from builder.game import markup
from builder.game.ids import key
from builder.game.markup import Piece
from builder.game.night import REMEDY, Row, Step, night_sheet
from builder.game.problem import Problem
from builder.game.script import Script
from builder.language import N_, gettext as _
from builder.web.infra import rights
from builder.web.routes import ops
from builder.web.view_models import character_list

pages = Blueprint("night", __name__)

TITLES = {"first": N_("First night"), "other": N_("Other nights")}


@dataclass(frozen=True, slots=True)
class RowView:
    """One row of a night."""

    id: str
    name: str
    #: Its team; empty for a step of the night.
    team: str
    #: What to do, as pieces of text in different styles.
    words: tuple[Piece, ...]
    #: Whether its place in the usual order is a guess.
    is_guessed: bool
    #: The path of its editor, behind that of the script; empty if there is nothing to edit.
    editor: str


@dataclass(frozen=True, slots=True)
class NoticeView:
    """A notice about the order."""

    message: str
    #: What to do about it; empty if the message says all.
    remedy: str
    #: Name of each character that needs it, and the path of its night fields, behind that of the script.
    editors: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class NightView:
    """One of the two nights."""

    key: str
    title: str
    rows: tuple[RowView, ...]
    #: Whether its author wrote an order.
    is_own: bool


@pages.get("/s/<identifier>/night")
def show(identifier: str) -> str:
    """The page with both nights of a script."""
    opened = rights.opened(identifier)
    sheet = night_sheet(opened.script, catalogue.night_order())
    editors = _editors(opened.script)
    return render_template(
        "night.html",
        script=opened,
        nights=[
            NightView(
                night,
                TITLES[night],
                tuple(_row(row, editors) for row in night_order.rows(opened.script, night)),
                is_own=bool(getattr(opened.script.meta, f"{night}_night")),
            )
            for night in NIGHTS
        ],
        notices=[_notice(notice, opened.script, editors) for notice in sheet.notices],
    )


@pages.post("/s/<identifier>/night")
def change(identifier: str) -> Response:
    """Moves a row, or restores the usual order, for browsers without JavaScript."""
    opened = rights.opened(identifier)
    night = request.form.get("night", "")
    if night not in NIGHTS:
        raise BadRequest(_("Say which night it is."))
    page = f"{opened.path}/night#{night}"
    order = _wanted(ops.as_seen(opened).script, night)
    ops.changed(opened, {"op": "night", "night": night, "order": order}, page)
    return redirect(page, 303)


def moved(rows: Sequence[str], place: int, by: int) -> list[str]:
    """The rows with one of them moved down by a number of places (or up)."""
    order = list(rows)
    if 0 <= place < len(order):
        order.insert(max(0, place + by), order.pop(place))
    return order


def _wanted(script: Script, night: str) -> list[str] | None:
    """The order that the form requests."""
    if "reset" in request.form:
        return None
    place, by = (request.form.get(name, type=int) for name in ("move", "by"))
    if place is None or by is None:
        raise BadRequest(_("Choose a row and where to move it."))
    return moved([row.id for row in night_order.rows(script, night)], place, by)


def _editors(script: Script) -> Mapping[str, str]:
    """The path of the night fields of each homebrew character, behind that of the script."""
    return {
        entry.key: f"/characters/{address}#night-head"
        for entry, address in zip(script.entries, character_list.addresses(script), strict=True)
        if entry.is_custom
    }


def _notice(notice: Problem, script: Script, editors: Mapping[str, str]) -> NoticeView:
    if notice.code != "night-order-guessed":
        return NoticeView(notice.message, "", ())
    names = {each.key: each.name for each in script.characters}
    linked = [(names[each], editors[each]) for each in map(key, notice.characters) if each in editors]
    return NoticeView(notice.message.removesuffix(str(REMEDY)), str(REMEDY), tuple(linked))


def _row(row: Row, editors: Mapping[str, str]) -> RowView:
    team = row.character.team.value if row.character else "unknown" if row.kind is Step.CHARACTER else ""
    words = markup.reminder(f"{row.reminder} {row.note}".strip())
    return RowView(row.id, row.name, team, words, row.is_guessed, editors.get(key(row.id), ""))
