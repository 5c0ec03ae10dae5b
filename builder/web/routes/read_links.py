"""What a link to read opens, and its author too: the page for players, its pictures, documents and JSON, read-only."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from flask import Blueprint, Response, abort, flash, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from builder import catalogue, formats, printables, prose, uploads
from builder.artefacts.usual_extras import has_almanac
from builder.formats import links
from builder.formats.carriers import script_pictures
from builder.game import keywords, markup
from builder.game.almanac import Page
from builder.game.character import Character
from builder.game.keywords import Keyword
from builder.game.markup import Mark, Piece
from builder.game.night import Row, night_sheet
from builder.game.script import Script
from builder.game.teams import Team
from builder.language import gettext as _
from builder.library import named_as_copy
from builder.printables import names
from builder.web.infra import rights
from builder.web.infra.script_store import Opened
from builder.web.infra.services import services
from builder.web.routes import almanac, documents, export, pictures, share, static_files
from builder.web.view_models import (
    character_list,
    dealt_game,
    icon_page,
    panel,
    print_choices,
    theme_form,
    thumbnail,
)
from builder.web.view_models.dealt_game import Face

pages = Blueprint("read_links", __name__)

#: Documents that a reader may see as PDF; the almanac is a web page, and the tokens are the author's.
SHOWN = ("sheet", "night")
#: Who wakes in a row of a night, its team (empty for a step of the night), and what to do then.
Waking = tuple[str, str, tuple[Piece, ...]]


def teams(opened: Opened, path: str) -> list[tuple[Team, list[Face]]]:
    """The characters, team by team; `path` is that of the page."""
    faces = dealt_game.faces(opened, path)
    found = [(team, [faces[each.key] for each in opened.script.team(team)]) for team in Team]
    return [(team, ones) for team, ones in found if ones]


def glossary(script: Script) -> list[Keyword]:
    """The explained keywords that the abilities and rules have."""
    said = (*(each.ability for each in script.characters), *script.meta.bootlegger)
    return [each for each in keywords.used(keywords.of(script), said) if each.text]


def ability_parts(text: str, words: tuple[Keyword, ...]) -> list[tuple[str, str]]:
    """An ability in parts: its brackets (`setup`), keywords (`term`), and plain text (empty)."""
    found = []
    for piece in markup.ability(text):
        if piece.mark is Mark.SETUP:
            found.append((piece.text, "setup"))
        else:
            found += [
                (part, "term" if is_term else "") for part, is_term in keywords.split(piece.text, words)
            ]
    return found


def nights(script: Script) -> list[tuple[str, list[Waking]]]:
    """Title and rows of both nights."""
    sheet = night_sheet(script, catalogue.night_order())
    return [(_("First night"), _rows(sheet.first)), (_("Other nights"), _rows(sheet.other))]


def almanac_places(script: Script) -> Mapping[str, str] | None:
    """By id, where the almanac's web page has the texts of a character; None if the script has no almanac texts."""
    if not has_almanac(script):
        return None
    return {each.character.id: each.name for each in names.named(script) if each.character.page != Page()}


def _rows(rows: Sequence[Row]) -> list[Waking]:
    return [
        (
            row.name,
            row.character.team.value if row.character else "",
            markup.reminder(f"{row.reminder} {row.note}".strip()),
        )
        for row in rows
    ]


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
        teams=teams(opened, path),
        unknown=[entry.id for entry in script.unknown],
        rules=script.meta.rules,
        jinxes=panel.jinxes_of(script),
        almanac=almanac_places(script),
        keywords=keywords.of(script),
        glossary=glossary(script),
        parts=ability_parts,
        nights=nights(script) if is_storyteller else (),
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
def icon(token: str, cid: str, name: str) -> Response:
    """A saved picture of a homebrew character: `usual`, `good`, `evil` or `unaligned`."""
    if {"shape", "settings", "look"} & request.args.keys():
        abort(404)
    return elsewhere(unseen(pictures.painted(icon_page.subject(public(token), cid, is_reader=True), name)))


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


def public(token: str) -> Opened:
    """The script of a link to read, as others may see it."""
    script = share.opened_by(token).script
    rights.note_guest(script)
    return export.public(rights.opened(script))


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
