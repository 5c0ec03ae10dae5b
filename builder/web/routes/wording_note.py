"""The note that official characters have our wording: whether it is shown, and a form that dismisses it."""

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from builder import catalogue
from builder.game.script import Script
from builder.web.routes import theme

pages = Blueprint("wording_note", __name__)

#: The cookie of a browser in which the note was dismissed.
COOKIE = "wording-note"


def is_shown(script: Script) -> bool:
    """Whether this visitor sees the note with this script."""
    if request.cookies.get(COOKIE) or catalogue.wording().is_official:
        return False
    return any(entry.character and not entry.is_custom for entry in script.entries)


@pages.post("/wording-note")
def dismiss() -> Response:
    """Dismisses the note in this browser and redirects back."""
    response = redirect(theme.own_page(request.form.get("next", "/")), 303)
    theme.remember(response, COOKIE, "dismissed")
    return response
