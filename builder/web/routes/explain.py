"""What an official character does and how to run it: a page that pages of scripts open in a dialog."""

from collections.abc import Iterator

from flask import Blueprint, abort, render_template

from builder import catalogue
from builder.answers import lists
from builder.errors import UnknownCharacterError
from builder.game.ids import key
from builder.game.night import step_name
from builder.game.teams import Team
from builder.language import N_
from builder.language import gettext as _

pages = Blueprint("explain", __name__)


@pages.get("/characters/<name>")
def show(name: str) -> str:
    """The almanac's page about one character, in Clockwright's own words."""
    try:
        found = lists.explained(name)
    except UnknownCharacterError as error:
        abort(404, str(error))
    nights = list(_nights(found["id"]))
    return render_template("explain.html", found=found, team=Team(found["team"]), nights=nights)


def _nights(name: str) -> Iterator[tuple[str, str]]:
    """Each night in which a character wakes, and between whom in the official order."""
    order = catalogue.night_order()
    for title, ids in ((N_("First night"), order.first_night), (N_("Other nights"), order.other_night)):
        place = next((at for at, each in enumerate(ids) if key(each) == key(name)), None)
        if place is not None:
            before, after = (_name(each) for each in (ids[place - 1], ids[(place + 1) % len(ids)]))
            yield title, _("after %(before)s, before %(after)s") % {"before": before, "after": after}


def _name(identifier: str) -> str:
    found = catalogue.find(identifier)
    return found.name if found else step_name(identifier)
