"""Who may open and change a script: the owner, and whoever came by an edit link.

Usually a server is one person's and everyone who reaches it is its owner. With CLOCKWRIGHT_HOSTED each visitor has
scripts of their own: an unguessable token in a signed cookie says whose. What one may not see is not there: 404.
"""

import os
import secrets
from contextlib import suppress
from pathlib import Path

from flask import Flask, abort, request, session
from flask.sessions import SecureCookieSessionInterface

from builder.errors import LibraryError
from builder.library import Library, Share
from builder.web.infra.script_store import Opened
from builder.web.infra.services import of, services

KEY_FILE = "secret.key"
KEY_BYTES = 32
YEAR = 365 * 24 * 3600
#: What a guest is told.
GUEST = (
    "You came by a link to edit: only the owner of this script shares it, closes links and throws it away."
)
#: A cookie has room for so many edit links; the one opened longest ago goes first.
MOST_LINKS = 40


class SecureSessions(SecureCookieSessionInterface):
    """Sessions whose cookie, where it came by https, never goes over plain http: it is what one's scripts hang on."""

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002  # Flask's own shape
        """Whether the cookie is for https alone."""
        return request.is_secure


def protect(app: Flask) -> None:
    """Gives the app its secret key, and guards every address that begins with a script's."""
    app.secret_key = secret_key(of(app).settings.data_folder)
    app.session_interface = SecureSessions()
    app.config.update(
        SESSION_COOKIE_NAME="clockwright",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_HTTPONLY=True,
        PERMANENT_SESSION_LIFETIME=YEAR,
    )

    @app.before_request
    def guard() -> None:
        identifier = (request.view_args or {}).get("identifier")
        if identifier is not None and request.path.startswith("/s/") and not may_open(str(identifier)):
            abort(404)


def secret_key(folder: Path) -> bytes:
    """The key that signs cookies: made at the first start, readable by this user alone."""
    path = folder / KEY_FILE
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        key = path.read_bytes()
        if len(key) == KEY_BYTES:
            return key
        path.unlink()  # cut off by a crash: cookies are signed anew
        return secret_key(folder)
    with os.fdopen(handle, "wb") as file:
        key = secrets.token_bytes(KEY_BYTES)
        file.write(key)
        file.flush()
        os.fsync(file.fileno())
    return key


def is_hosted() -> bool:
    """Whether each visitor has scripts of their own here."""
    return services().settings.hosted


def owner() -> str:
    """Whose scripts these are: empty on a server of one person. Notes the visit on a hosted one."""
    if not is_hosted():
        return ""
    whose = str(session.get("owner", ""))
    _note_visit(whose)
    return whose or "nobody"


def become_owner() -> str:
    """The same for somebody who is about to keep a script; a stranger gets a token."""
    if is_hosted() and not session.get("owner"):
        session.permanent = True
        session["owner"] = secrets.token_urlsafe(18)
    return owner()


def may_open(identifier: str) -> bool:
    """Whether this visitor may see and change a script."""
    return is_owner(identifier) or _came_by_link(identifier)


def is_owner(identifier: str) -> bool:
    """Whether a script is this visitor's own: who came by a link neither shares it nor throws it away."""
    if not is_hosted():
        return True
    whose = library().owner_of(identifier)
    return whose is not None and secrets.compare_digest(whose, owner())


def note_guest(identifier: str) -> None:
    """Counts the visit of a guest, on a hosted server, as one of the script's owner."""
    if is_hosted():
        _note_visit(library().owner_of(identifier) or "")


def _note_visit(whose: str) -> None:
    with suppress(LibraryError):  # one that is busy now notes it another day
        library().saw(whose)


def refuse_guests(identifier: str) -> None:
    """Ends the request of whoever is not the owner: for a guest this is not there."""
    if not is_owner(identifier):
        abort(404, GUEST)


def remember(share: Share) -> None:
    """Lets this visitor change a script by an edit link, until the link is closed."""
    links = {script: number for script, number in _links().items() if script != share.script}
    session.permanent = True
    session["links"] = dict([*links.items(), (share.script, share.id)][-MOST_LINKS:])


def library() -> Library:
    """Where all scripts are kept."""
    return services().store.library


def opened(identifier: str, revision: int | None = None) -> Opened:
    """The script under this id, or the page that says there is none."""
    found = services().store.get(identifier, revision)
    if found is None:
        abort(404)
    return found


def _came_by_link(identifier: str) -> bool:
    number = _links().get(identifier)
    open_links = library().shares(identifier) if number is not None else ()
    is_open = any(share.id == number and share.may_edit for share in open_links)
    if is_open:
        note_guest(identifier)
    return is_open


def _links() -> dict[str, int]:
    links = session.get("links")
    return dict(links) if isinstance(links, dict) else {}
