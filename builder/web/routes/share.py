"""Links that open a script to others: one to read, one to edit; each can be closed again."""

from dataclasses import dataclass
from datetime import UTC, datetime

from flask import Blueprint, Response, abort, flash, make_response, redirect, render_template, request
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response as BaseResponse

from builder.errors import ClockwrightError
from builder.language import N_, gettext as _, ngettext
from builder.library import Share
from builder.web.infra import guard, rights
from builder.web.infra.script_store import Opened
from builder.web.infra.services import services
from builder.web.routes import export
from builder.web.view_models.drawings import qr_code

pages = Blueprint("share", __name__)

MOST_LINKS = 100
#: The label of the link that publishing creates.
PUBLISHED = N_("Published")
LONGEST_LABEL = 60


@dataclass(frozen=True, slots=True)
class LinkView:
    """A link that is open."""

    share: Share
    #: Its address; empty for a link to edit, and for one whose token is not known any more.
    address: str

    @property
    def when(self) -> datetime:
        """When it was created, in UTC."""
        return self.share.created.replace(tzinfo=UTC)

    @property
    def is_published(self) -> bool:
        """Whether publishing created it: no other link to view can have its label."""
        return not self.share.may_edit and self.share.label == PUBLISHED


@pages.get("/s/<identifier>/share")
def show(identifier: str) -> Response:
    """The links of a script."""
    return _page(rights.opened(identifier))


@pages.post("/s/<identifier>/share")
def make(identifier: str) -> BaseResponse:
    """Creates a link. One to edit is shown only on this page: the library stores only its hash."""
    rights.refuse_guests(identifier)
    opened = rights.opened(identifier)
    kind = request.form.get("kind", "")
    if kind not in {"read", "edit"}:
        raise BadRequest(_("Choose whether people with the link can view or edit."))
    if fault := _too_many(identifier):
        return _page(opened, fault=fault, status=422)
    label = " ".join(request.form.get("label", "").split())[:LONGEST_LABEL]
    if kind == "read" and label == PUBLISHED:
        return _page(
            opened, fault=_("Choose another label: this one is for what Publish creates."), status=422
        )
    share, token = rights.library().share(identifier, may_edit=kind == "edit", label=label, key=_key())
    return _page(opened, made=share, made_token=token, status=201)


@pages.post("/s/<identifier>/share/<int:number>/revoke")
def revoke(identifier: str, number: int) -> BaseResponse:
    """Closes a link at once; with that of a published script, all that publishing created."""
    rights.refuse_guests(identifier)
    library = rights.library()
    published = {each.id for each in library.shares(identifier) if LinkView(each, "").is_published}
    if not library.revoke(identifier, number):
        abort(404)
    if number not in published:
        flash(_("Link revoked."))
    else:
        for other in published - {number}:
            library.revoke(identifier, other)
        left = sum(not each.may_edit for each in library.shares(identifier))
        others = ngettext(
            "%(num)s other link to view is still open.", "%(num)s other links to view are still open.", left
        )
        flash(" ".join([_("No longer published."), *([others % {"num": left}] if left else [])]))
    return redirect(f"/s/{identifier}/share?revoked={number}#links", 303)


@pages.post("/s/<identifier>/share/<int:number>/restore")
def restore(identifier: str, number: int) -> BaseResponse:
    """Opens a revoked link again: what Undo does after Revoke."""
    rights.refuse_guests(identifier)
    if not rights.library().restore_share(identifier, number):
        abort(404)
    flash(_("Undone: %(label)s") % {"label": _("Link revoked.")})
    return redirect(f"/s/{identifier}/share#links", 303)


@pages.get("/e/<token>")
def edit(token: str) -> BaseResponse:
    """Stores the right to edit in this browser's cookie, and redirects to the script."""
    share = opened_by(token)
    if not share.may_edit:
        abort(404)
    rights.remember(share)
    return redirect(f"/s/{share.script}", 303)


def opened_by(token: str) -> Share:
    """The link with this token; wrong, closed and orphaned ones look the same."""
    share = rights.library().opened_by(token)
    if share is None:
        abort(404)
    return share


def published(opened: Opened) -> LinkView | None:
    """The open link that publishing created."""
    found = [each for each in _links(opened, _site(network())) if each.is_published and each.address]
    return found[-1] if found else None


def publish(identifier: str) -> None:
    """Creates the link of a published script, unless there is one."""
    rights.refuse_guests(identifier)
    if published(rights.opened(identifier)):
        return
    if fault := _too_many(identifier):
        abort(422, fault)
    rights.library().share(identifier, may_edit=False, label=PUBLISHED, key=_key(), is_single=True)


def _too_many(identifier: str) -> str:
    """What to say if the script has as many links as it can have; else empty."""
    if len(rights.library().shares(identifier)) < MOST_LINKS:
        return ""
    return _("A script can have %(most_links)s links. Revoke some first.") % {"most_links": MOST_LINKS}


def _key() -> bytes:
    """The key of which the tokens of read links are derived."""
    return rights.secret_key(services().settings)


def read_address(opened: Opened) -> str:
    """The address of the script's latest link to view. Raises ClockwrightError if there is none for others to open."""
    near = network()
    addresses = [each.address for each in _links(opened, _site(near)) if each.address]
    if not addresses:
        raise ClockwrightError(
            _(
                "There is no link to view for the QR code. Create one on the Share page, or choose another code."
            )
        )
    if guard.is_this_computer(request.host) and not near:
        raise ClockwrightError(
            _("Links to view work only on this computer, so no phone can open them. Choose another QR code.")
        )
    return addresses[-1]


def network() -> str:
    """The host in the network of a server that was asked for on its own computer; empty if there is none."""
    return guard.network_host(request.host) if guard.is_this_computer(request.host) else ""


def _site(near: str) -> str:
    """The address of this server for others: in the network, where there is one."""
    return f"{request.scheme}://{near or request.host}"


def _links(opened: Opened, site: str) -> list[LinkView]:
    """The open links of a script, for its owner."""
    library = rights.library()
    return [
        LinkView(each, f"{site}/r/{token}" if (token := library.read_token(each, _key())) else "")
        for each in (library.shares(opened.id) if rights.is_owner(opened.id) else ())
    ]


def _page(
    opened: Opened, *, made: Share | None = None, made_token: str = "", fault: str = "", status: int = 200
) -> Response:
    is_owner, is_local, near = rights.is_owner(opened.id), guard.is_this_computer(request.host), network()
    site = _site(near)
    html = render_template(
        "share.html",
        script=opened,
        links=_links(opened, site),
        made=f"{site}/{'e' if made.may_edit else 'r'}/{made_token}" if made else "",
        is_made_to_edit=bool(made and made.may_edit),
        fault=fault if is_owner else rights.GUEST,
        is_owner=is_owner,
        is_hosted=rights.is_hosted(),
        is_local=is_local,
        network=near,
        host=request.host,
        tool_link=export.tool_link(opened) if is_local else "",
        code=qr_code,
        has_codes=near or not is_local,
    )
    response = make_response(html, status)
    response.headers["Cache-Control"] = "no-store"
    return response
