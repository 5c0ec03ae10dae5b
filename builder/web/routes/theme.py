"""The theme of this visitor: light or dark, stored in a cookie so that no page flashes in the other."""

from flask import Blueprint, g, redirect, request
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response

import builder
from builder.web.infra.guard import VISITS

pages = Blueprint("look", __name__)

THEMES = ("auto", "light", "dark")
YEAR = 365 * 24 * 3600


def context() -> dict[str, object]:
    """Variables for every template."""
    return {
        "theme": theme(),
        "themes": THEMES,
        "version": builder.__version__,
        "is_visitor": request.path.startswith(VISITS),
        "request_id": g.get("request_id", ""),
        "here": request.full_path.rstrip("?") if request.method == "GET" else "/",
    }


def theme() -> str:
    """The visitor's choice; `auto` follows the system."""
    chosen = request.cookies.get("theme", "auto")
    return chosen if chosen in THEMES else "auto"


@pages.post("/look")
def choose() -> Response:
    """Stores the choice in a cookie and redirects back."""
    chosen = request.form.get("theme", "")
    if chosen not in THEMES:
        raise BadRequest("That is no theme.")
    response = redirect(own_page(request.form.get("next", "/")), 303)
    response.set_cookie("theme", chosen, max_age=YEAR, httponly=True, samesite="Lax")
    return response


def own_page(path: str) -> str:
    """A path on this server; anything else becomes the start page."""
    is_own = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if is_own else "/"
