"""Sets: copy homebrew characters from the owner's other scripts, and update the copies."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from builder.editing import EditError, Op, origins
from builder.editing.origins import Copy, Origin
from builder.game.ids import key
from builder.language import gettext as _
from builder.web.infra import rights
from builder.web.infra.script_store import Opened
from builder.web.infra.services import services
from builder.web.routes import build, ops
from builder.web.view_models import add_preview, other_sets

pages = Blueprint("sets", __name__)

#: How many sets are shown, the latest change first.
MOST_SETS = 60
#: The buttons next to copies, and whether local changes are preserved.
RENEWING: Mapping[str, bool] = {"renew": False, "renew-and-keep": True}


@pages.get("/s/<identifier>/sets")
def show(identifier: str) -> str:
    """The sets, and the copies from them."""
    return _page(rights.opened(identifier))


@pages.post("/s/<identifier>/sets")
def change(identifier: str) -> BaseResponse:
    """Copies characters, updates copies, or leaves them as they are: one change for all of them."""
    opened = rights.opened(identifier)
    try:
        outcome = ops.changed(opened, _op(opened), f"{opened.path}/sets")
    except EditError as error:
        return make_response(_page(opened, fault=str(error)), 422)
    if outcome.script.revision == opened.revision:
        return make_response(_page(outcome.script, fault=outcome.say), 422)
    return redirect(f"{opened.path}/sets?done={outcome.script.revision}", 303)


@pages.get("/s/<identifier>/sets/would")
def preview(identifier: str) -> str:
    """Previews how a character of a set would change this script."""
    opened = rights.opened(identifier)
    return build.render_preview(opened, other_sets.known(opened, request.args.get("id", "")))


def _page(opened: Opened, fault: str = "") -> str:
    copies = [other_sets.view(opened, source) for source in other_sets.sources(opened)]
    listed = [*other_sets.listed(opened)]
    found = [(each, other_sets.members(each.id, each.revision)) for each in listed[:MOST_SETS]]
    sets = [(each, members) for each, members in found if members]
    done = request.args.get("done", "") == str(opened.revision)
    newest = rights.library().history(opened.id)[0] if done else None
    return render_template(
        "sets.html",
        script=opened,
        copies=copies,
        renewable=sum(copy.can_renew for copy in copies),
        sets=sets,
        more=max(0, len(listed) - MOST_SETS),
        standings=other_sets.standings(opened, [one for _unused, members in sets for one in members]),
        done=newest.label if newest else "",
        fault=fault,
    )


def _op(opened: Opened) -> Op:
    """The op that a form requests."""
    wish, picked = request.form.get("act", ""), request.form.getlist("pick")
    wish, _unused, only = wish.partition(" ")
    if wish == "bring":
        known = (other_sets.known(opened, each) for each in picked)
        return {
            "op": "bring",
            "characters": [add_preview.bring_fields(one, services().store) for one in known],
        }
    if wish not in {*RENEWING, "keep-mine", "renew-all"}:
        raise EditError(_("There is no such change."))
    found = [source for source in other_sets.sources(opened) if source.newest]
    if wish == "renew-all":
        old = [source for source in found if other_sets.view(opened, source).can_renew]
        return {"op": "renew", "keep": True, "characters": [_renewal(source) for source in old]}
    chosen = [source for source in found if source.entry.key == key(only)]
    if not chosen:
        raise EditError(_("That character is no longer in its set, or no longer on this script."))
    name = "renew" if wish in RENEWING else wish
    return {"op": name, "keep": RENEWING.get(wish, True), "characters": [_renewal(one) for one in chosen]}


def _renewal(source: other_sets.Source) -> dict[str, Any]:
    now = source.set.revision if source.set else source.origin.revision
    origin = Origin(source.origin.set, now, source.origin.id or source.entry.id)
    return {
        "id": source.entry.id,
        "then": _json(source.then),
        "newest": _json(source.newest),
        origins.FROM: origin.as_json(),
    }


def _json(copy: Copy | None) -> dict[str, Any] | None:
    return {"value": copy.value, "extra": copy.extra} if copy else None
