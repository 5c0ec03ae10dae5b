"""All icons of a set beside each other, before and after; and one way to paint for all of them in one step."""

import json
from dataclasses import dataclass
from datetime import UTC
from urllib.parse import urlencode

from flask import Blueprint, Response, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from builder import editing
from builder.editing import EditError
from builder.press.pictures import presets
from builder.web import character_list, icon_form, rights, saving
from builder.web.conflicts import ConflictView
from builder.web.store import Opened

pages = Blueprint("icon_batch", __name__)


@dataclass(frozen=True, slots=True)
class Row:
    """One character among all."""

    name: str
    team: str
    who: str
    #: Where its pages begin.
    address: str
    has_icon: bool
    #: Whether it has a picture that is ready, which nothing here changes.
    has_picture: bool
    is_ticked: bool


@pages.get("/s/<identifier>/icons")
def show(identifier: str) -> Response:
    """All icons as they are."""
    return _page(rights.opened(identifier))


@pages.post("/s/<identifier>/icons")
def change(identifier: str) -> BaseResponse:
    """Looks again, or paints all of them alike."""
    held = rights.opened(identifier)
    if request.form.get("act") != "apply":
        return _page(held)
    try:
        outcome = saving.changed(held, _op())
    except EditError as error:
        return _page(held, fault=str(error), status=422)
    if isinstance(outcome, ConflictView):
        return saving.conflict(held, outcome)
    return redirect(f"{held.path}/icons?{urlencode({'said': outcome.script.revision})}", 303)


def _op() -> editing.Op:
    try:
        who = [json.loads(each) for each in request.form.getlist("who")]
    except (ValueError, RecursionError):
        raise EditError("It is not clear who is meant.") from None
    ticks = {name: True for name in ("fill", "place") if name in request.form}
    return {"op": "restyle", "settings": icon_form.read(request.form), "who": who, **ticks}


def _page(held: Opened, *, fault: str = "", status: int = 200) -> Response:
    settings = icon_form.read(request.form) if request.form else {}
    for preset in presets.presets():
        if preset.name == request.form.get("preset"):
            settings = dict(preset.settings)
    chosen = "place" in request.form
    look = urlencode({"look": json.dumps(settings), "draft": 1} | ({"place": 1} if chosen else {}))
    page = render_template(
        "icons.html",
        script=held,
        rows=_rows(held),
        groups=icon_form.groups(settings),
        presets=presets.presets(),
        look=look,
        fills="fill" in request.form,
        places_too=chosen,
        fault=fault,
        moment=held.changed.replace(tzinfo=UTC),
        was_done=request.args.get("said", "") == str(held.revision),
    )
    return make_response(page, status)


def _rows(held: Opened) -> list[Row]:
    script = held.script
    ticked = set(request.form.getlist("who")) if request.form else None
    rows = []
    for place in character_list.places(script):
        entry = script.entries[place]
        if not entry.is_custom or entry.character is None:
            continue
        who = character_list.who(script, place)
        painted = entry.character.icon.is_painted
        rows.append(
            Row(
                name=entry.character.name or entry.id,
                team=entry.character.team.value,
                who=who,
                address=f"{held.path}/characters/{character_list.address(script, place)}",
                has_icon=painted,
                has_picture=bool(entry.character.images) and not painted,
                is_ticked=who in ticked if ticked is not None else True,
            )
        )
    return rows
