"""Links that open a script to others: one to read, one to edit; each can be closed again."""

from dataclasses import dataclass
from datetime import UTC, datetime

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response as BaseResponse

from builder import printables
from builder.game.teams import Team
from builder.library import Share
from builder.web.infra import rights
from builder.web.infra.script_store import Opened
from builder.web.infra.services import services
from builder.web.routes import documents, export
from builder.web.view_models import panel, print_choices, script_page

pages = Blueprint("share", __name__)

#: Documents that a reader may see: only the author can share the whole almanac and the tokens.
SHOWN = ("sheet", "night")
MOST_LINKS = 100
LONGEST_LABEL = 60


@dataclass(frozen=True, slots=True)
class LinkView:
    """A link that is open."""

    id: int
    label: str
    may_edit: bool
    when: datetime


@pages.get("/s/<identifier>/share")
def show(identifier: str) -> Response:
    """The links of a script."""
    return _page(rights.opened(identifier))


@pages.post("/s/<identifier>/share")
def make(identifier: str) -> BaseResponse:
    """Creates a link. It is shown only on this page: the library stores only its hash."""
    rights.refuse_guests(identifier)
    opened = rights.opened(identifier)
    kind = request.form.get("kind", "")
    if kind not in {"read", "edit"}:
        raise BadRequest("Say whether the link is to read or to edit.")
    if len(rights.library().shares(identifier)) >= MOST_LINKS:
        return _page(opened, fault=f"A script can have {MOST_LINKS} links. Close some first.", status=422)
    label = " ".join(request.form.get("label", "").split())[:LONGEST_LABEL]
    _, token = rights.library().share(identifier, may_edit=kind == "edit", label=label)
    address = f"{request.host_url}{'e' if kind == 'edit' else 'r'}/{token}"
    return _page(opened, made=address, made_kind=kind, status=201)


@pages.post("/s/<identifier>/share/<int:number>/revoke")
def revoke(identifier: str, number: int) -> BaseResponse:
    """Closes a link at once."""
    rights.refuse_guests(identifier)
    if not rights.library().revoke(identifier, number):
        abort(404)
    return redirect(f"/s/{identifier}/share", 303)


@pages.get("/e/<token>")
def edit(token: str) -> BaseResponse:
    """Stores the right to edit in this browser's cookie, and redirects to the script."""
    share = _share(token)
    if not share.may_edit:
        abort(404)
    rights.remember(share)
    return redirect(f"/s/{share.script}", 303)


@pages.get("/r/<token>")
def read(token: str) -> Response:
    """The script, read-only, without private notes and without links to its editor."""
    opened = _public(token)
    picked = print_choices.chosen()
    sheets = [
        script_page.document(
            opened,
            print_choices.document(kind, picked.styles[kind], picked.paper.id),
            picked,
            press=services().press,
            path=f"/r/{token}",
        )
        for kind in SHOWN
        if kind in printables.kinds()
    ]
    html = render_template(
        "read.html",
        script=opened,
        token=token,
        teams=[(team, list(opened.script.team(team))) for team in Team if any(opened.script.team(team))],
        unknown=[entry.id for entry in opened.script.unknown],
        jinxes=panel.jinxes_of(opened.script),
        documents=sheets,
    )
    return _unseen(make_response(html))


@pages.get("/r/<token>/script.json")
def official(token: str) -> Response:
    """The script as official JSON, as others may see it."""
    opened = _public(token)
    return _unseen(documents.download(opened.file.encode(), "application/json", f"{opened.script.name}.json"))


@pages.get("/r/<token>/<kind>/<style>/<paper>")
def pages_of(token: str, kind: str, style: str, paper: str) -> Response:
    """All pages of one document as pictures."""
    opened = _public(token)
    if kind not in SHOWN or not print_choices.exists(kind, style, paper):
        abort(404)
    wanted = print_choices.document(kind, style, paper)
    services().press.render(opened.official, wanted)
    picked = print_choices.picked(kind, style, paper)
    view = script_page.document(opened, wanted, picked, press=services().press, path=f"/r/{token}")
    template = "part/pages.html" if "part" in request.args else "document.html"
    html = render_template(template, document=view, name=opened.script.name, script_path=f"/r/{token}")
    return _unseen(make_response(html))


@pages.get("/r/<token>/<kind>/<style>/<paper>.pdf")
def pdf(token: str, kind: str, style: str, paper: str) -> Response:
    """One document as a PDF file."""
    if kind not in SHOWN:
        abort(404)
    return _unseen(documents.whole(_public(token), kind, style, paper))


@pages.get("/r/<token>/<kind>/<style>/<paper>/<int:page>.png")
@pages.get("/r/<token>/<kind>/<style>/<paper>/<int:page><any('-large'):size>.png")
def picture(token: str, kind: str, style: str, paper: str, page: int, size: str = "") -> Response:
    """One page as a picture."""
    if kind not in SHOWN:
        abort(404)
    return _unseen(documents.one_page(_public(token), (kind, style, paper), page, size))


def _share(token: str) -> Share:
    """The link with this token; wrong, closed and orphaned ones look the same."""
    share = rights.library().opened_by(token)
    if share is None:
        abort(404)
    return share


def _public(token: str) -> Opened:
    share = _share(token)
    rights.note_guest(share.script)
    return export.public(rights.opened(share.script))


def _unseen(response: Response) -> Response:
    """Marks a response as not for search engines: the token is in the address."""
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def _page(
    opened: Opened, *, made: str = "", made_kind: str = "", fault: str = "", status: int = 200
) -> Response:
    is_owner = rights.is_owner(opened.id)
    links = [
        LinkView(each.id, each.label, each.may_edit, each.created.replace(tzinfo=UTC))
        for each in (rights.library().shares(opened.id) if is_owner else ())
    ]
    html = render_template(
        "share.html",
        script=opened,
        links=links,
        made=made,
        made_kind=made_kind,
        fault=fault if is_owner else rights.GUEST,
        is_owner=is_owner,
        is_hosted=rights.is_hosted(),
    )
    response = make_response(html, status)
    response.headers["Cache-Control"] = "no-store"
    return response
