"""Pages about the game: the beginner’s guide, and what an official character does and how to run it."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from flask import Blueprint, Response, abort, make_response, render_template, request
from werkzeug.exceptions import HTTPException

from builder import catalogue, editing
from builder.answers import lists
from builder.errors import UnknownCharacterError
from builder.game.ids import key
from builder.game.night import night_sheet, step_name
from builder.game.script import Script
from builder.game.teams import COUNTED_TEAMS, Team
from builder.language import N_, gettext as _
from builder.printables import guide
from builder.web.infra import rights
from builder.web.infra.guard import VISITS
from builder.web.routes import read_links, theme
from builder.wording.nights import in_words

pages = Blueprint("explain", __name__)
#: Links to read, whose readers are players, begin like this; the pages of an author like that.
READ, AUTHOR = "/r/", "/s/"


@pages.get("/characters/<name>")
def show(name: str) -> Response:
    """The almanac's page about one character, in Clockwright's own words; `on` is the path of a script's page.

    Then its night neighbors are those of the script, and the jinxes of the script come first.
    """
    try:
        found = lists.explained(name)
    except UnknownCharacterError as error:
        abort(404, str(error))
    on = request.args.get("on", "")
    script = _script(on)
    there = {entry.key for entry in script.entries} if script else set()
    page = make_response(
        render_template(
            "explain.html",
            found=found,
            team=Team(found["team"]),
            nights=list(_nights(found["id"], script)),
            on=on if script else "",
            for_players=on.startswith(READ),
            jinxes_here=[each for each in found["jinxes"] if key(each["id"]) in there],
            other_jinxes=[each for each in found["jinxes"] if key(each["id"]) not in there],
        )
    )
    return read_links.unseen(page) if script and on.startswith(READ) else page


def _script(on: str) -> Script | None:
    """The script of a page; None if there is none, or its visitor must not see it."""
    with suppress(HTTPException):
        if on.startswith(READ):
            return read_links.public(on.removeprefix(READ)).script
        identifier = on.removeprefix(AUTHOR)
        if on.startswith(AUTHOR) and rights.may_open(identifier):
            return rights.opened(identifier).script
    return None


def _nights(name: str, script: Script | None) -> Iterator[tuple[str, str]]:
    """Each night in which a character wakes, and between whom: of the script, else of the official order."""
    for title, ids, names in _orders(name, script):
        place = next((at for at, each in enumerate(ids) if key(each) == key(name)), None)
        if place is not None:
            before, after = names[place - 1], names[(place + 1) % len(ids)]
            yield (
                title,
                _("after %(before)s, before %(after)s")
                % {"before": in_words(before), "after": in_words(after)},
            )


def _orders(name: str, script: Script | None) -> Iterator[tuple[str, Sequence[str], Sequence[str]]]:
    """Title, ids and names of both nights, from dusk to dawn."""
    order = catalogue.night_order()
    titles = N_("First night"), N_("Other nights")
    if script is None:
        for title, ids in zip(titles, (order.first_night, order.other_night), strict=True):
            yield title, ids, [_name(each) for each in ids]
        return
    if key(name) not in {entry.key for entry in script.entries}:
        script = editing.change(script, {"op": "add", "id": name}).script
    sheet = night_sheet(script, order)
    for title, rows in zip(titles, (sheet.first, sheet.other), strict=True):
        yield title, [row.id for row in rows], [row.name for row in rows]


def _name(identifier: str) -> str:
    found = catalogue.find(identifier)
    return found.name if found else step_name(identifier)


@pages.get("/guide")
def show_guide() -> str:
    """The page; a script's own numbers and setup are on its printed guide."""
    page = theme.own_page(request.args.get("from", ""))
    return render_template(
        "guide.html",
        texts=guide.guide(),
        counts=catalogue.setup_counts(),
        counted=COUNTED_TEAMS,
        origin=page if page.startswith((theme.SCRIPTS, *VISITS)) else "",
    )
