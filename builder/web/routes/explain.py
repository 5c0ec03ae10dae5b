"""What an official character does and how to run it: a page that pages of scripts open in a dialog."""

from flask import Blueprint, abort, render_template

from builder.answers import lists
from builder.errors import UnknownCharacterError
from builder.game.teams import Team

pages = Blueprint("explain", __name__)


@pages.get("/characters/<name>")
def show(name: str) -> str:
    """The almanac's page about one character, in Clockwright's own words."""
    try:
        found = lists.explained(name)
    except UnknownCharacterError as error:
        abort(404, str(error))
    return render_template("explain.html", found=found, team=Team(found["team"]))
