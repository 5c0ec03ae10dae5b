"""The library: every script as a card with its cover; search, tags, copies, and a bin with a way back."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from builder import catalogue, uploads
from builder.errors import ClockwrightError
from builder.game.character import Character
from builder.game.ids import key
from builder.game.teams import COUNTED_TEAMS, Team
from builder.language import gettext as _
from builder.library import Listed
from builder.web.infra import icon_jobs, rights, samples
from builder.web.infra.script_store import Memory
from builder.web.infra.services import services
from builder.web.routes import documents
from builder.web.view_models import cover_art, thumbnail
from builder.web.view_models.just_opened import Attempt

pages = Blueprint("library", __name__)

LONGEST_QUERY = 200
LONGEST_TAGS = 400
#: How many scripts one page lists.
LEAF = 100
LONGEST_NUMBER = 10
#: Cache of the teams on a script, by its id and revision.
TEAMS = Memory()
#: The largest logo on a cover, in bytes.
LARGEST_LOGO = 500_000


@dataclass(frozen=True, slots=True)
class Card:
    """A script in the list."""

    id: str
    name: str
    author: str
    #: (team, how many).
    counts: tuple[tuple[str, int], ...]
    tags: tuple[str, ...]
    when: datetime
    cover: str
    is_sample: bool


@dataclass(frozen=True, slots=True)
class Leaf:
    """One page of a long list."""

    number: int
    last: int
    #: Addresses of the previous and the next page.
    before: str
    after: str


@pages.get("/")
def shelves() -> Response:
    """All scripts, or those that match a search; or the bin."""
    return page(Attempt())


def page(attempt: Attempt) -> Response:
    """The first page; `attempt` is an import that failed."""
    words = " ".join(request.args.get("q", "").split())[:LONGEST_QUERY]
    in_bin = "bin" in request.args
    library, owner = rights.library(), rights.owner()
    count = library.count(words, owner=owner, in_bin=in_bin)
    leaf = _page_of_list(words, count, in_bin=in_bin)
    found = library.scripts(words, owner=owner, in_bin=in_bin, most=LEAF, skip=(leaf.number - 1) * LEAF)
    html = render_template(
        "library.html",
        cards=[_card(each) for each in found],
        count=count,
        leaf=leaf,
        words=words,
        character=_character(words),
        in_bin=in_bin,
        thrown=_thrown(request.args.get("thrown", "")),
        tags=library.tags(owner=owner, in_bin=in_bin),
        attempt=attempt,
        base_scripts=samples.base_names(),
    )
    return make_response(html)


def _character(words: str) -> Character | None:
    """The official character with this name, to be looked up; None if there is none."""
    return catalogue.find(key(words)) or catalogue.find(key(words.lower().removeprefix("the ")))


@pages.get("/s/<identifier>/cover.svg")
def cover(identifier: str) -> Response:
    """The cover of a script, in the bin or not: its Demon among others of its characters."""
    store = services().store
    opened = store.get(identifier) or store.binned(identifier)
    if opened is None:
        abort(404)
    failed: list[Character] = []

    def painted(character: Character) -> bytes:
        """The PNG of a character that has an uploaded picture; nothing for others, and if painting failed."""
        icon, own = character.icon, thumbnail.finished(character)
        if not (icon.picture or own):
            return b""
        settings, team = icon.settings if icon.picture else thumbnail.AS_IT_IS, [character.team.value]
        try:
            (png,) = icon_jobs.paint(
                services().press, icon.picture or own, team, settings, draft=True, framed=True
            )
        except ClockwrightError:
            failed.append(character)
            return b""
        return png

    logo = uploads.read(opened.script.meta.logo, services().settings.data_folder)
    drawn = cover_art.draw(opened.script, painted, logo if logo and len(logo) <= LARGEST_LOGO else b"")
    response = Response(drawn, mimetype="image/svg+xml")
    if request.args.get("r") == str(opened.revision) and not failed:
        response.headers["Cache-Control"] = documents.FOR_EVER
    return response


@pages.post("/s/<identifier>/duplicate")
def duplicate(identifier: str) -> BaseResponse:
    """Duplicates a script."""
    rights.opened(identifier)
    copy = rights.library().duplicate(identifier, owner=rights.become_owner())
    if copy is None:
        abort(404)
    return redirect(f"/s/{copy.id}", 303)


@pages.post("/s/<identifier>/tags")
def tag(identifier: str) -> BaseResponse:
    """Sets the tags of a script: words with spaces or commas between."""
    rights.opened(identifier)
    written = request.form.get("tags", "")[:LONGEST_TAGS].replace(",", " ").replace("#", " ")
    rights.library().tag(identifier, written.split())
    return redirect("/#script-" + identifier, 303)


@pages.post("/s/<identifier>/throw-away")
def throw_away(identifier: str) -> BaseResponse:
    """Moves a script to the bin; the next page offers to undo this, or is the script that is opened instead."""
    rights.refuse_guests(identifier)
    if not rights.library().throw_away(identifier):
        abort(404)
    instead = request.form.get("instead", "")
    return redirect(f"/s/{instead}" if instead.isalnum() else f"/?thrown={identifier}", 303)


@pages.post("/s/<identifier>/take-back")
def take_back(identifier: str) -> BaseResponse:
    """Takes a script out of the bin."""
    rights.refuse_guests(identifier)
    if not rights.library().take_back(identifier):
        abort(404)
    return redirect("/#script-" + identifier, 303)


def _thrown(identifier: str) -> Listed | None:
    """The script that was just thrown away, if it is still in the bin."""
    if not identifier:
        return None
    found = rights.library().listed(identifier[:LONGEST_QUERY], owner=rights.owner())
    return found if found and found.deleted else None


def _page_of_list(words: str, count: int, *, in_bin: bool) -> Leaf:
    """The requested page of the list; the last one if the number is too high."""
    last = max(1, -(-count // LEAF))
    text = request.args.get("page", "")
    number = min(max(int(text), 1), last) if text.isdecimal() and len(text) < LONGEST_NUMBER else 1
    return Leaf(number, last, _way(words, number - 1, in_bin=in_bin), _way(words, number + 1, in_bin=in_bin))


def _way(words: str, number: int, *, in_bin: bool) -> str:
    """The address of a page of the list."""
    search = {"q": words} if words else {}
    query = search | ({"bin": ""} if in_bin else {}) | ({"page": str(number)} if number > 1 else {})
    return "/?" + urlencode(query) if query else "/"


def _card(listed: Listed) -> Card:
    return Card(
        id=listed.id,
        name=listed.name.strip() or _("Unnamed script"),
        author=listed.author,
        counts=tuple(_counts(listed)),
        tags=listed.tags,
        when=(listed.deleted or listed.changed).replace(tzinfo=UTC),
        cover=f"/s/{listed.id}/cover.svg?r={listed.revision}",
        is_sample=(listed.name, listed.author) in samples.fronts(),
    )


def _counts(listed: Listed) -> Iterator[tuple[str, int]]:
    """How many characters of each team; homebrew is looked up in the script itself, once per revision."""
    found = [catalogue.find(each) for each in listed.characters]
    if all(found) or listed.deleted:
        teams = [each.team.value if each else "unknown" for each in found]
    else:
        teams = list(TEAMS.get(f"{listed.id} {listed.revision}", lambda: _teams(listed.id)))
    for team in (*COUNTED_TEAMS, Team.TRAVELLER, Team.FABLED, Team.LORIC):
        if number := teams.count(team.value):
            yield team.value, number
    if unknown := teams.count("unknown"):
        yield "unknown", unknown


def _teams(identifier: str) -> tuple[str, ...]:
    opened = services().store.get(identifier)
    entries = opened.script.entries if opened else ()
    return tuple(entry.character.team.value if entry.character else "unknown" for entry in entries)
