"""The night order of a script: two lists to drag, or to move by buttons; back to the usual order by another."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response as BaseResponse

from builder import catalogue
from builder.formats import entries, official
from builder.game import markup
from builder.game.ids import key
from builder.game.markup import Piece
from builder.game.night import NightSheet, Row, Step, night_sheet
from builder.game.script import Meta, Script
from builder.library import Conflict
from builder.web import rights
from builder.web.store import Opened

pages = Blueprint("night", __name__)

#: The words of addresses and forms, and the fields of `_meta`.
NIGHTS: Mapping[str, str] = MappingProxyType({"first": "firstNight", "other": "otherNight"})
TITLES: Mapping[str, str] = MappingProxyType({"first": "First night", "other": "Other nights"})
#: More than any night has.
MOST_ROWS = 2000


@dataclass(frozen=True, slots=True)
class RowView:
    """One row of a night."""

    id: str
    name: str
    #: Its team; a step of the night has none.
    team: str
    #: What to do, in pieces of text that are set differently.
    words: tuple[Piece, ...]
    #: Whether the usual order had to be guessed for it.
    is_guessed: bool


@dataclass(frozen=True, slots=True)
class NightView:
    """One of both nights."""

    key: str
    title: str
    rows: tuple[RowView, ...]
    #: Whether its author wrote an order.
    is_own: bool


@pages.get("/s/<identifier>/night")
def show(identifier: str) -> Response:
    """Both nights of a script."""
    return _page(rights.opened(identifier))


@pages.post("/s/<identifier>/night")
def change(identifier: str) -> BaseResponse:
    """Moves a row, takes a whole order, or goes back to the usual one."""
    opened = rights.opened(identifier)
    night = request.form.get("night", "")
    if night not in NIGHTS:
        raise BadRequest("Say which night it is.")
    expected = request.form.get("revision", type=int, default=opened.revision)
    base = rights.opened(identifier, expected) if expected != opened.revision else opened
    order = _wanted(base.script, night)
    if _ids(base.script, night) != _ids(opened.script, night) and order != _ids(opened.script, night):
        return _page(opened, status=409, mine=(night, order))
    changed = with_order(opened.script, night, order)
    label = "Night order" if order is not None else "Usual night order"
    saved = rights.library().save(identifier, changed, expected=opened.revision, label=label)
    if isinstance(saved, Conflict):
        return _page(rights.opened(identifier), status=409, mine=(night, order))
    return redirect(f"/s/{identifier}/night#{night}", 303)


def with_order(script: Script, night: str, order: Sequence[str] | None) -> Script:
    """The script with this order of a night in its `_meta`; None: the usual one, which needs no words."""
    field = NIGHTS[night]
    meta: dict[str, Any] = dict(script.written_meta or _meta_of(script))
    if order is None:
        meta.pop(field, None)
    else:
        meta[field] = list(order)
    values = script.written()
    if script.written_meta is None:
        values.insert(0, meta)
    else:
        values[script.meta_position] = meta
    reading = tuple(problem for problem in script.reading if problem.path is None)
    return catalogue.resolve(official.assembled(enumerate(values), reading=reading))


def moved(rows: Sequence[str], place: int, by: int) -> list[str]:
    """The rows with one of them so many places further down (or up)."""
    order = list(rows)
    if 0 <= place < len(order):
        order.insert(max(0, place + by), order.pop(place))
    return order


def _meta_of(script: Script) -> dict[str, Any]:
    has_words = script.meta != Meta()
    return entries.written_meta(script.meta) if has_words else {"id": "_meta", "name": script.name}


def _wanted(script: Script, night: str) -> list[str] | None:
    """The order that the form asks for."""
    rows = _ids(script, night)
    if "reset" in request.form:
        return None
    if "move" in request.form:
        place, by = (request.form.get(name, type=int) for name in ("move", "by"))
        if place is None or by is None:
            raise BadRequest("Say which row goes where.")
        return moved(rows, place, by)
    if (
        "row" in request.form
    ):  # an order that met another: whoever is still there, in the order that was wanted
        known = {key(row): row for row in rows}
        asked_rows = request.form.getlist("row")[:MOST_ROWS]
        return [known[key(each)] for each in asked_rows if key(each) in known]
    asked = request.form.getlist("order", type=int)[:MOST_ROWS]
    if sorted(asked) != list(range(len(rows))):
        raise BadRequest("This is not the night as it was. Reload the page.")
    return [rows[place] for place in asked]


def _page(
    opened: Opened, *, status: int = 200, mine: tuple[str, Sequence[str] | None] | None = None
) -> Response:
    sheet = night_sheet(opened.script, catalogue.night_order())
    html = render_template(
        "night.html",
        script=opened,
        nights=[_view(opened.script, sheet, night) for night in NIGHTS],
        notices=[notice.message for notice in sheet.notices],
        mine=mine,
    )
    return make_response(html, status)


def _view(script: Script, sheet: NightSheet, night: str) -> NightView:
    guessed = {
        key(each)
        for notice in sheet.notices
        if notice.code in {"night-order-guessed", "night-order-incomplete"}
        for each in notice.characters
    }
    rows = tuple(_row(row, guessed) for row in _rows(sheet, night))
    own = script.meta.first_night if night == "first" else script.meta.other_night
    return NightView(night, TITLES[night], rows, bool(own))


def _ids(script: Script, night: str) -> list[str]:
    return [row.id for row in _rows(night_sheet(script, catalogue.night_order()), night)]


def _rows(sheet: NightSheet, night: str) -> tuple[Row, ...]:
    return sheet.first if night == "first" else sheet.other


def _row(row: Row, guessed: set[str]) -> RowView:
    team = row.character.team.value if row.character else "unknown" if row.kind is Step.CHARACTER else ""
    words = markup.reminder(f"{row.reminder} {row.note}".strip())
    return RowView(row.id, row.name, team, words, key(row.id) in guessed)
