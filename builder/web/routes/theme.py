"""What a visitor chose, in cookies: light or dark, the height of rows, the language, notes that were dismissed."""

from urllib.parse import quote

from flask import Blueprint, g, redirect, request
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response

import builder
from builder import catalogue, language
from builder.game.script import Script
from builder.language import gettext as _
from builder.web.infra import rights, translations
from builder.web.infra.guard import VISITS

pages = Blueprint("look", __name__)

THEMES = ("auto", "light", "dark")
#: How high the rows of a script are.
ROWS = ("compact", "comfortable")
#: Where the pages of scripts are.
SCRIPTS = "/s/"
#: The cookie of a browser in which the note was dismissed that official characters have our wording.
WORDING_NOTE = "wording-note"


def context() -> dict[str, object]:
    """Variables for every template."""
    return {
        "theme": theme(),
        "chosen_language": request.cookies.get(translations.COOKIE, ""),
        "themes": THEMES,
        "version": builder.__version__,
        "is_visitor": request.path.startswith(VISITS),
        "request_id": g.get("request_id", ""),
        "settings_path": settings_path(),
        "guide_path": guide_path(),
        "here": request.full_path.rstrip("?") if request.method == "GET" else "/",
    }


def settings_path() -> str:
    """The settings, with the way back to the script whose page this is."""
    if not request.path.startswith(SCRIPTS):
        return "/settings"
    page = request.path if request.method == "GET" else "/".join(request.path.split("/")[:3])
    return f"/settings?from={quote(page)}"


def guide_path() -> str:
    """The guide, with the way back to the script whose page this is; pages of readers say theirs themselves."""
    if request.method != "GET" or not request.path.startswith(SCRIPTS):
        return "/guide"
    return f"/guide?from={quote(request.path)}"


def has_comfortable_rows() -> bool:
    """Whether the visitor wants to see every ability in full."""
    return request.cookies.get("rows") == "comfortable"


def theme() -> str:
    """The visitor's choice; `auto` follows the system."""
    chosen = request.cookies.get("theme", "auto")
    return chosen if chosen in THEMES else "auto"


@pages.post("/look")
def choose() -> Response:
    """Stores a choice, of the theme, the rows or the language, in a cookie and redirects back."""
    name = next((each for each in (translations.COOKIE, "rows") if each in request.form), "theme")
    chosen = request.form.get(name, "")
    # An empty language is that of the browser.
    choices = {"theme": THEMES, "rows": ROWS, translations.COOKIE: ("", *language.spoken())}
    if chosen not in choices[name]:
        raise BadRequest(_("There is no such choice."))
    response = redirect(own_page(request.form.get("next", "/")), 303)
    remember(response, name, chosen)
    return response


def remember(response: Response, name: str, value: str) -> None:
    """Stores a choice of this visitor in a cookie."""
    response.set_cookie(name, value, max_age=rights.YEAR, httponly=True, samesite="Lax")


def own_page(path: str) -> str:
    """A path on this server; anything else becomes the start page."""
    is_own = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if is_own else "/"


def has_wording_note(script: Script) -> bool:
    """Whether this visitor sees the note with this script."""
    if request.cookies.get(WORDING_NOTE) or catalogue.wording().is_official:
        return False
    return any(entry.character and not entry.is_custom for entry in script.entries)


@pages.post("/wording-note")
def dismiss() -> Response:
    """Dismisses the note in this browser and redirects back."""
    response = redirect(own_page(request.form.get("next", "/")), 303)
    remember(response, WORDING_NOTE, "dismissed")
    return response
