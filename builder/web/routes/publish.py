"""Publishing a set: on this server by one link, or as a ZIP for any web host."""

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from flask import Blueprint, Response, abort, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

import builder
from builder import files, formats
from builder.artefact import Artefact, PrintRequest
from builder.formats import links
from builder.game.script import Script
from builder.logs import REQUEST_ID
from builder.web.infra import guard, rights
from builder.web.infra.script_store import Opened
from builder.web.infra.services import services
from builder.web.routes import documents, ops, share
from builder.web.view_models.drawings import qr_code

pages = Blueprint("publish", __name__)

#: How many unpublished characters are listed by name.
MOST_NAMES = 9
#: How many parts of a set may wait for the press at once.
THREADS = 9


@dataclass(frozen=True, slots=True)
class Plan:
    """What will be published."""

    own: int
    #: How many of its own characters have art that becomes a file.
    icons: int
    has_logo: bool
    base_url: str
    #: The address of the script for other programs; empty without a site address.
    address: str
    kept_back: tuple[str, ...]
    more_kept_back: int


@pages.get("/s/<identifier>/publish")
def show(identifier: str) -> str:
    """Shows where the set will be, and what will be in it."""
    opened = rights.opened(identifier)
    is_local = guard.is_this_computer(request.host)
    near = share.network() if is_local else ""
    return render_template(
        "publish.html",
        script=opened,
        plan=plan(opened.script),
        longest=links.LONGEST,
        is_owner=rights.is_owner(opened.id),
        published=share.published(opened),
        is_local=is_local,
        network=near,
        code=qr_code,
        has_codes=near or not is_local,
    )


@pages.post("/s/<identifier>/publish")
def publish(identifier: str) -> BaseResponse:
    """Publishes the script on this server: one link, under which are its page, its almanac and its JSON."""
    share.publish(identifier)
    return redirect(f"/s/{identifier}/publish#published", 303)


@pages.get("/s/<identifier>/publish.zip")
def archive(identifier: str) -> Response:
    """The whole set in one ZIP, without private notes."""
    return _zipped(rights.opened(identifier))


@pages.post("/s/<identifier>/publish.zip")
def save_and_archive(identifier: str) -> Response:
    """Saves the address of the folder as it was typed, and responds with the ZIP for it."""
    opened = rights.opened(identifier)
    if "url" not in request.form:
        abort(400)
    op = {"op": "base-url", "url": request.form["url"]}
    return _zipped(ops.changed(opened, op, f"{opened.path}/publish").script)


def _zipped(opened: Opened) -> Response:
    press = services().press
    press.bring(opened.official)

    # The number of the request goes with it, the request itself does not: the parts wait for nobody's turn.
    known = (REQUEST_ID.get(),)
    with ThreadPoolExecutor(THREADS, initializer=REQUEST_ID.set, initargs=known) as threads:

        def submit(wanted: PrintRequest) -> Future[Artefact]:
            return threads.submit(press.render, opened.official, wanted)

        members = sorted(builder.publish(opened.script, submit=submit))
    return documents.download(
        files.zipped(members), "application/zip", f"{opened.script.name} (published).zip"
    )


def plan(script: Script) -> Plan:
    """The plan for a script."""
    outward = formats.public(script)
    staying = {entry.key for entry in outward.entries}
    gone = [
        entry.character.name if entry.character else entry.id
        for entry in script.entries
        if entry.key not in staying
    ]
    own = [entry.character for entry in outward.entries if entry.is_custom and entry.character]
    base = links.base_url(outward)
    return Plan(
        own=len(own),
        icons=sum(each.icon.is_painted or bool(each.images) for each in own),
        has_logo=bool(outward.meta.logo),
        base_url=base,
        address=links.address(base, "script.json") if base else "",
        kept_back=tuple(gone[:MOST_NAMES]),
        more_kept_back=max(0, len(gone) - MOST_NAMES),
    )
