"""Links that open a script to others: one to read, one to edit; each can be closed again."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypeVar

from flask import Blueprint, Response, abort, flash, make_response, redirect, render_template, request
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response as BaseResponse

from builder import formats, printables, prose, uploads
from builder.errors import ClockwrightError
from builder.formats import links
from builder.formats.carriers import script_pictures
from builder.game import keywords
from builder.game.character import Character
from builder.game.script import Script
from builder.language import N_, ngettext
from builder.language import gettext as _
from builder.library import Share, named_as_copy
from builder.web.infra import guard, rights
from builder.web.infra.script_store import Opened
from builder.web.infra.services import services
from builder.web.routes import almanac, documents, export, pictures, static_files
from builder.web.view_models import (
    character_list,
    icon_page,
    panel,
    print_choices,
    read_page,
    theme_form,
    thumbnail,
)
from builder.web.view_models.drawings import qr_code

pages = Blueprint("share", __name__)

#: Documents that a reader may see as PDF; the almanac is a web page, and the tokens are the author's.
SHOWN = ("sheet", "night")
MOST_LINKS = 100
#: The label of the link that publishing creates.
PUBLISHED = N_("Published")
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
    #: Whether publishing created it.
    is_published: bool = False


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
    published = {each.id for each in library.shares(identifier) if _is_published(each)}
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
    share = _share(token)
    if not share.may_edit:
        abort(404)
    rights.remember(share)
    return redirect(f"/s/{share.script}", 303)


@pages.get("/r/<token>")
def read(token: str) -> Response:
    """The script, read-only, without private notes and without links to its editor; the nights for its Storyteller."""
    return unseen(_reading(public(token), f"/r/{token}", f"/r/{token}"))


@pages.get("/s/<identifier>/read")
def read_own(identifier: str) -> Response:
    """The same page for the script's author, who needs no link for it."""
    opened = export.public(rights.opened(identifier))
    return _reading(opened, f"{opened.path}/read", opened.path)


def _reading(opened: Opened, page: str, path: str) -> Response:
    """The page to read a script; `path` is before the addresses of its pictures and documents."""
    script, is_storyteller = opened.script, request.args.get("for") == "storyteller"
    html = render_template(
        "read.html",
        script=opened,
        page=page,
        path=path,
        is_own=page != path,
        logo=_logo(script, path),
        is_hosted=rights.is_hosted(),
        teams=read_page.teams(opened, path),
        unknown=[entry.id for entry in script.unknown],
        rules=script.meta.rules,
        jinxes=panel.jinxes_of(script),
        almanac=read_page.almanac_places(script),
        keywords=keywords.of(script),
        glossary=read_page.glossary(script),
        parts=read_page.ability_parts,
        nights=read_page.nights(script) if is_storyteller else (),
        prose=prose.html,
        papers=printables.papers().values(),
        styles=print_choices.chosen().styles,
    )
    return make_response(html)


def _logo(script: Script, path: str) -> str:
    """The address of the logo that is stored here, or in the script; empty if there is none, or it is on the web."""
    if uploads.is_address(script.meta.logo):
        return f"{path}/logo.png"
    return script.meta.logo if script.meta.logo.startswith("data:image/") else ""


@pages.get("/r/<token>/theme.css")
def accents(token: str) -> Response:
    """The colors and fonts of the script's theme, for the page of this link."""
    return unseen(_accents(public(token).script))


@pages.get("/s/<identifier>/read/theme.css")
def own_accents(identifier: str) -> Response:
    """The same for the page of its author."""
    return _accents(rights.opened(identifier).script)


def _accents(script: Script) -> Response:
    css = theme_form.reading_css(script, static_files.CURRENT.address("vendor/fonts/"))
    return Response(css, content_type="text/css; charset=utf-8")


@pages.post("/r/<token>/copy")
def copy(token: str) -> BaseResponse:
    """Saves a copy for this visitor, with its pictures, and opens it."""
    script = named_as_copy(script_pictures.carried(public(token).script))
    saved = services().store.put(script, "Copied from a link", owner=rights.become_owner())
    flash(_("Saved: this is your copy"))
    return redirect(saved.path, 303)


@pages.get("/r/<token>/characters/<cid>/icon/<name>.png")
def icon(token: str, cid: str, name: str) -> BaseResponse:
    """A saved picture of a homebrew character: `usual`, `good`, `evil` or `unaligned`."""
    if {"shape", "settings", "look"} & request.args.keys():
        abort(404)
    made = pictures.painted(public(token), cid, name)
    if made.status_code == 303:  # to the page of an official character, in the editor
        abort(404)
    return elsewhere(unseen(made))


@pages.get("/r/<token>/logo.png")
def logo(token: str) -> Response:
    """The uploaded logo of the script."""
    return elsewhere(unseen(pictures.stored(public(token).script.meta.logo)))


@pages.get("/s/<identifier>/logo.png")
def own_logo(identifier: str) -> Response:
    """The same for the page of its author."""
    return pictures.stored(rights.opened(identifier).script.meta.logo)


@pages.get("/r/<token>/almanac.html")
def almanac_page(token: str) -> Response:
    """The almanac as a web page, without private notes and characters that are not exported."""
    return unseen(almanac.web_page(public(token)))


@pages.get("/r/<token>/script.json")
def official(token: str) -> Response:
    """The script as official JSON, as others may see it, with the addresses of its pictures and almanac here."""
    opened = public(token)
    script = _linked(opened.script, f"{request.host_url}r/{token}")
    text = formats.write(script).encode()
    made = documents.download(text, "application/json", f"{opened.script.name}.json")
    if not request.args.get("download"):
        made.headers["Content-Disposition"] = "inline"
    return elsewhere(unseen(made))


def _linked(script: Script, base: str) -> Script:
    """The script with the address of each picture that is stored here, and of the almanac unless it names one."""
    pictures = [
        _pictures(entry.character, f"{base}/characters/{address}/icon")
        if entry.is_custom and entry.character
        else []
        for entry, address in zip(script.entries, character_list.addresses(script), strict=True)
    ]
    needs_almanac = "almanac" not in (script.written_meta or {}) and any(
        entry.is_custom for entry in script.entries
    )
    linked = links.linked(
        script,
        pictures,
        almanac=links.address(base, links.ALMANAC) if needs_almanac else "",
        logo=f"{base}/logo.png" if uploads.is_address(script.meta.logo) else "",
    )
    return script_pictures.words_alone(linked)


def _pictures(who: Character, folder: str) -> list[str]:
    """The addresses of a character's pictures: those that are stored here under the folder, others as they are."""
    _usual, *others = icon_page.versions(who.team)
    files = [f"{folder}/{name}.png" for name in ("usual", *(each.name for each in others))]
    if who.icon.is_painted or not who.images:
        return files
    return [
        f"{file}?{thumbnail.FINISHED}=1" if uploads.is_address(image) else image
        for file, image in zip(files, who.images, strict=False)
    ]


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


def elsewhere(response: T) -> T:
    """Lets pages of other sites read a response: virtual tables load the script and its pictures by address."""
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def published(opened: Opened) -> LinkView | None:
    """The open link that publishing created."""
    found = [each for each in _links(opened, _site(network())) if each.is_published and each.address]
    return found[-1] if found else None


def _is_published(share: Share) -> bool:
    """Whether publishing created a link: no other link to view can have its label."""
    return not share.may_edit and share.label == PUBLISHED


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
        LinkView(
            each.id,
            each.label,
            each.may_edit,
            each.created.replace(tzinfo=UTC),
            f"{site}/r/{token}" if (token := library.read_token(each, _key())) else "",
            _is_published(each),
        )
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
