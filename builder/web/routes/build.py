"""The page on which a script is built: the shelf, the sheet, the panel; and whether it was changed elsewhere."""

import hashlib
import json
from collections.abc import Collection

from flask import Blueprint, Response, abort, jsonify, make_response, render_template, request

from builder import editing
from builder.editing import EditError
from builder.game.teams import Team
from builder.language import gettext as _
from builder.web.infra import broker, rights
from builder.web.infra.rights import opened
from builder.web.infra.script_store import Opened
from builder.web.infra.services import services
from builder.web.routes import theme
from builder.web.view_models import add_preview, fragments, other_sets, panel, sheet, shelf
from builder.web.view_models.shelf import Known

pages = Blueprint("build", __name__)


@pages.get("/s/<identifier>")
def show(identifier: str) -> str:
    """The page of a script."""
    script = opened(identifier)
    return render_template("build.html", **_context(script), **_shelf(script))


@pages.get("/s/<identifier>/parts")
def now(identifier: str) -> Response:
    """The parts of the page as they are now; nothing if the client is up to date."""
    script = opened(identifier)
    if request.args.get("revision") == str(script.revision):
        return Response(status=204)
    return make_response(parts(script, ""))


@pages.get("/s/<identifier>/shelf")
def find(identifier: str) -> str:
    """The hits for a search."""
    script = opened(identifier)
    return render_template("part/hits.html", script=script, **_shelf(script))


@pages.get("/s/<identifier>/setup")
def setup(identifier: str) -> str:
    """The setup table, which is slow for scripts with many characters that change the setup."""
    script = opened(identifier)
    table = panel.setup(script)
    if request.headers.get("X-Fragment"):
        return fragments.setup_table(table)
    return render_template("setup.html", script=script, setup=table)


@pages.get("/s/<identifier>/would")
def preview(identifier: str) -> str:
    """Previews how a character on the shelf would change this script."""
    script = opened(identifier)
    address = request.args.get("id", "")
    known = next((one for one in everybody(script) if one.address == address), None)
    return render_preview(script, known)


def render_preview(script: Opened, known: Known | None) -> str:
    """How a character would change the script; aborts with 404 without one."""
    if known is None:
        abort(404)
    template = "part/would.html" if request.headers.get("X-Fragment") else "would.html"
    definition = add_preview.definition(known, services().store)
    effects = add_preview.effects(script, known, definition)
    return render_template(template, script=script, known=known, effects=effects)


@pages.get("/s/<identifier>/similar")
def similar(identifier: str) -> str:
    """Characters that could replace one on the script."""
    script = opened(identifier)
    who = request.args.get("who", "")
    try:
        place = editing.find(script.script, json.loads(who))
    except (ValueError, RecursionError, EditError):
        abort(400, _("It is not clear which character is meant."))
    entry = script.script.entries[place] if place is not None else None
    if place is None or entry is None or entry.character is None:
        abort(404)
    template = "part/similar.html" if request.headers.get("X-Fragment") else "similar.html"
    return render_template(
        template,
        script=script,
        who=json.loads(who),
        replaced=entry.character,
        offers=add_preview.replacements(script, place),
    )


def parts(script: Opened, say: str, shown: Collection[str] = (), *, merged: bool = False) -> str:
    """The parts of the page that change with the script, without the pieces whose digests are in `shown`."""
    return render_template("part/parts.html", say=say, merged=merged, **_context(script, shown))


def _context(script: Opened, shown: Collection[str] = ()) -> dict[str, object]:
    outdated = other_sets.outdated(script)
    return {
        "shown": shown,
        "script": script,
        "teams": sheet.teams(script.script, outdated),
        "panel": panel.of(script, is_built=True, outdated=outdated),
        "is_comfortable": theme.has_comfortable_rows(),
        "details": sheet.pictures_of(script.script),
    }


def _shelf(script: Opened) -> dict[str, object]:
    asked = shelf.wanted(request.args)
    found = shelf.find(everybody(script), asked, script.script)
    return {
        "hits": shelf.groups(found, asked),
        "count": len(found),
        "asked": asked,
        "teams_to_pick": list(Team),
        "editions_to_pick": [
            (each, shelf.EDITIONS[each], short) for each, short in shelf.PICKED_EDITIONS.items()
        ],
        "there": shelf.standing(script.script, found),
    }


def everybody(script: Opened) -> tuple[Known, ...]:
    """All characters that can be added to a script."""
    return shelf.known(services().store.library, script.id, owner=rights.owner())


@pages.get("/s/<identifier>/live")
def live(identifier: str) -> Response:
    """The current revision, and the names of others who have the script open; 304 if both are as in the ETag.

    `device` is a random id of the browser, `name` the name that its user gave, or empty.
    """
    head = rights.library().head(identifier)
    if head is None:
        abort(404)
    device = request.args.get("device", "")[: broker.LONGEST_DEVICE]
    name = request.args.get("name", "")[: broker.LONGEST_NAME]
    here = services().presence.note(identifier, device, name) if device else ()
    stamp = hashlib.sha256(repr((head, here)).encode()).hexdigest()[:16]
    response = Response(status=304) if stamp in request.if_none_match else jsonify(revision=head, here=here)
    response.set_etag(stamp)
    return response
