"""Links that open a script to others: one to read, one to edit; each can be closed again."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypeVar

from flask import Blueprint, Response, abort, flash, make_response, redirect, render_template, request
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response as BaseResponse

from builder import printables, prose
from builder.errors import ClockwrightError
from builder.formats.carriers import script_pictures
from builder.game import keywords
from builder.language import gettext as _
from builder.library import Share, named_as_copy
from builder.web.infra import reach, rights
from builder.web.infra.script_store import Opened
from builder.web.infra.services import services
from builder.web.routes import almanac, documents, export, icon_files, static_files
from builder.web.view_models import panel, print_choices, read_page, theme_form

pages = Blueprint("share", __name__)

#: Documents that a reader may see as PDF; the almanac is a web page, and the tokens are the author's.
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
    #: Its address; empty for a link to edit, and for one whose token is not known any more.
    address: str = ""


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
    if len(rights.library().shares(identifier)) >= MOST_LINKS:
        return _page(
            opened,
            fault=_("A script can have %(most_links)s links. Revoke some first.")
            % {"most_links": MOST_LINKS},
            status=422,
        )
    label = " ".join(request.form.get("label", "").split())[:LONGEST_LABEL]
    share, token = rights.library().share(identifier, may_edit=kind == "edit", label=label, key=_key())
    return _page(opened, made=share, made_token=token, status=201)


@pages.post("/s/<identifier>/share/<int:number>/revoke")
def revoke(identifier: str, number: int) -> BaseResponse:
    """Closes a link at once."""
    rights.refuse_guests(identifier)
    if not rights.library().revoke(identifier, number):
        abort(404)
    flash(_("Link revoked."))
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
    share = _share(token)
    if not share.may_edit:
        abort(404)
    rights.remember(share)
    return redirect(f"/s/{share.script}", 303)


@pages.get("/r/<token>")
def read(token: str) -> Response:
    """The script, read-only, without private notes and without links to its editor; the nights for its Storyteller."""
    opened = public(token)
    script, is_storyteller = opened.script, request.args.get("for") == "storyteller"
    html = render_template(
        "read.html",
        script=opened,
        token=token,
        is_hosted=rights.is_hosted(),
        teams=read_page.teams(opened, f"/r/{token}"),
        unknown=[entry.id for entry in script.unknown],
        rules=[rule for rule in script.meta.bootlegger if rule.strip()],
        jinxes=panel.jinxes_of(script),
        almanac=read_page.almanac_places(script),
        keywords=keywords.of(script),
        glossary=read_page.glossary(script),
        split=keywords.split,
        nights=read_page.nights(script) if is_storyteller else (),
        prose=prose.html,
        papers=printables.papers().values(),
        styles=print_choices.chosen().styles,
    )
    return unseen(make_response(html))


@pages.get("/r/<token>/theme.css")
def accents(token: str) -> Response:
    """The accents of the script's theme, for the page of this link."""
    css = theme_form.reading_css(public(token).script, static_files.CURRENT.address("vendor/fonts/"))
    return unseen(Response(css, content_type="text/css; charset=utf-8"))


@pages.post("/r/<token>/copy")
def copy(token: str) -> BaseResponse:
    """Saves a copy for this visitor, with its pictures, and opens it."""
    script = named_as_copy(script_pictures.carried(public(token).script))
    saved = services().store.put(script, "Copied from a link", owner=rights.become_owner())
    flash(_("Saved: this is your copy"))
    return redirect(saved.path, 303)


@pages.get("/r/<token>/characters/<cid>/icon/usual.png")
def icon(token: str, cid: str) -> BaseResponse:
    """The saved picture of a homebrew character."""
    if {"shape", "settings", "look"} & request.args.keys():
        abort(404)
    made = icon_files.painted(public(token), cid, "usual")
    if made.status_code == 303:  # to the page of an official character, in the editor
        abort(404)
    return unseen(made)


@pages.get("/r/<token>/almanac.html")
def almanac_page(token: str) -> Response:
    """The almanac as a web page, without private notes and characters that are not exported."""
    return unseen(almanac.web_page(public(token)))


@pages.get("/r/<token>/script.json")
def official(token: str) -> Response:
    """The script as official JSON, as others may see it."""
    opened = public(token)
    return unseen(documents.download(opened.file.encode(), "application/json", f"{opened.script.name}.json"))


@pages.get("/r/<token>/<kind>/<style>/<paper>.pdf")
def pdf(token: str, kind: str, style: str, paper: str) -> Response:
    """One document as a PDF file."""
    if kind not in SHOWN:
        abort(404)
    return unseen(documents.whole(public(token), kind, style, paper))


def _share(token: str) -> Share:
    """The link with this token; wrong, closed and orphaned ones look the same."""
    share = rights.library().opened_by(token)
    if share is None:
        abort(404)
    return share


def public(token: str) -> Opened:
    """The script of a link to read, as others may see it."""
    share = _share(token)
    rights.note_guest(share.script)
    return export.public(rights.opened(share.script))


T = TypeVar("T", bound=BaseResponse)


def unseen(response: T) -> T:
    """Marks a response as not for search engines: the token is in the address."""
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def _key() -> bytes:
    """The key of which the tokens of read links are derived."""
    return rights.secret_key(services().settings)


def read_address(opened: Opened) -> str:
    """The address of the script's latest link to view. Raises ClockwrightError if there is none for others to open."""
    network = _network()
    addresses = [each.address for each in _links(opened, _site(network)) if each.address]
    if not addresses:
        raise ClockwrightError(
            _(
                "There is no link to view for the QR code. Create one on the Share page, or choose another code."
            )
        )
    if reach.is_this_computer(request.host) and not network:
        raise ClockwrightError(
            _("Links to view work only on this computer, so no phone can open them. Choose another QR code.")
        )
    return addresses[-1]


def _network() -> str:
    """The host in the network of a server that was asked for on its own computer; empty if there is none."""
    return reach.network_host(request.host) if reach.is_this_computer(request.host) else ""


def _site(network: str) -> str:
    """The address of this server for others: in the network, where there is one."""
    return f"{request.scheme}://{network or request.host}"


def _links(opened: Opened, site: str) -> list[LinkView]:
    """The open links of a script, for its owner."""
    library = rights.library()
    return [
        LinkView(
            each.id,
            each.label,
            each.may_edit,
            each.created.replace(tzinfo=UTC),
            f"{site}/r/{token}" if (token := library.read_token(each, _key())) else "",
        )
        for each in (library.shares(opened.id) if rights.is_owner(opened.id) else ())
    ]


def _page(
    opened: Opened, *, made: Share | None = None, made_token: str = "", fault: str = "", status: int = 200
) -> Response:
    is_owner, is_local, network = rights.is_owner(opened.id), reach.is_this_computer(request.host), _network()
    site = _site(network)
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
        network=network,
        host=request.host,
        tool_link=export.tool_link(opened) if is_local else "",
    )
    response = make_response(html, status)
    response.headers["Cache-Control"] = "no-store"
    return response
