"""Access rights: a script may be opened and changed by its owner, and by guests with an edit link.

Usually a server is one person's: whoever sits at its computer, and other devices that opened its secret address once
(`home_path`). Everybody else, and with CLOCKWRIGHT_HOSTED everybody, has scripts of their own: an unguessable token
in a signed cookie identifies them. What a visitor may not see is a 404.
"""

import hashlib
import hmac
import os
import secrets
from contextlib import suppress
from pathlib import Path
from urllib.parse import unquote

from flask import Flask, abort, current_app, request, session
from flask.sessions import SecureCookieSessionInterface

from builder.errors import ClockwrightError, LibraryError
from builder.language import N_, gettext as _
from builder.library import Library, Person, Share
from builder.settings import PREFIX, Settings
from builder.web.infra import broker, guard
from builder.web.infra.script_store import Opened
from builder.web.infra.services import of, services

KEY_FILE = "secret.key"
KEY_BYTES = 32
YEAR = 365 * 24 * 3600
#: The message for a guest.
GUEST = N_(
    "You opened this script with a link to edit it: only its owner can share it, revoke links or delete it."
)
#: How many edit links fit into a cookie; the one opened longest ago is dropped first.
MOST_LINKS = 40


class SecureSessions(SecureCookieSessionInterface):
    """Sessions whose cookie, if set over https, is never sent over plain http: it gives access to one's scripts."""

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002  # Flask's own shape
        """Whether the cookie is for https alone."""
        return request.is_secure


def protect(app: Flask) -> None:
    """Sets the app's secret key, and checks access to every address that begins with a script's."""
    app.secret_key = secret_key(of(app).settings)
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


def secret_key(settings: Settings) -> bytes:
    """The key that signs cookies and read links: the given one, which several servers share, or the one in a file."""
    if not settings.secret:
        return _key_in(settings.data_folder)
    try:
        key = bytes.fromhex(settings.secret)
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise ClockwrightError(
            _(
                "%(prefix)sSECRET must have %(number)s hexadecimal digits. “openssl rand -hex "
                "%(key_bytes)s” makes one; “xxd -p -c %(key_bytes)s %(key_file)s” shows the one that "
                "this server used before."
            )
            % {"prefix": PREFIX, "number": 2 * KEY_BYTES, "key_bytes": KEY_BYTES, "key_file": KEY_FILE}
        )
    return key


def _key_in(folder: Path) -> bytes:
    """The key in a file: created at the first start, readable by this user alone."""
    path = folder / KEY_FILE
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        key = path.read_bytes()
        if len(key) == KEY_BYTES:
            return key
        path.unlink()  # cut off by a crash: a new key makes old cookies invalid
        return _key_in(folder)
    with os.fdopen(handle, "wb") as file:
        key = secrets.token_bytes(KEY_BYTES)
        file.write(key)
        file.flush()
        os.fsync(file.fileno())
    return key


def is_hosted() -> bool:
    """Whether this visitor is one of many here, with scripts of their own."""
    return services().settings.hosted or not _is_at_home()


def home_path(key: bytes) -> str:
    """The secret address that makes another device the server's owner; the same as long as the key is."""
    return f"/home/{hmac.new(key, b'home', hashlib.sha256).hexdigest()[:20]}"


def come_home(path: str) -> bool:
    """Makes this visitor the owner of a server of one person if the address is right; stores that in the cookie."""
    if services().settings.hosted or not secrets.compare_digest(path.encode(), _home_path().encode()):
        return False
    session.permanent = True
    session["home"] = path
    return True


def _is_at_home() -> bool:
    if guard.is_loopback(request.remote_addr):
        return True
    return secrets.compare_digest(str(session.get("home", "")).encode(), _home_path().encode())


def _home_path() -> str:
    return home_path(current_app.secret_key)  # type: ignore[arg-type]  # set by `protect`


def owner() -> str:
    """The owner of this visitor's scripts: empty for the server's own. Records the visit on a hosted one."""
    if not is_hosted():
        return ""
    whose = str(session.get("owner", ""))
    _note_visit(whose)
    return whose or "nobody"


def become_owner() -> str:
    """The same for a visitor who is about to save a script; a new visitor gets a token."""
    if is_hosted() and not session.get("owner"):
        session.permanent = True
        session["owner"] = secrets.token_urlsafe(18)
    return owner()


def may_open(identifier: str) -> bool:
    """Whether this visitor may see and change a script."""
    return is_owner(identifier) or _came_by_link(identifier)


def is_owner(identifier: str) -> bool:
    """Whether a script is this visitor's own: a guest may neither share nor delete it."""
    if not is_hosted():
        return True
    whose = library().owner_of(identifier)
    return whose is not None and secrets.compare_digest(whose, owner())


def note_guest(identifier: str) -> None:
    """On a hosted server, records the visit of a guest as a visit of the script's owner."""
    if is_hosted():
        _note_visit(library().owner_of(identifier) or "")


def _note_visit(whose: str) -> None:
    with suppress(LibraryError):  # if the library is busy, a later visit is recorded
        library().saw(whose)


def refuse_guests(identifier: str) -> None:
    """Aborts with 404 unless this visitor is the owner."""
    if not is_owner(identifier):
        abort(404, GUEST)


def remember(share: Share) -> None:
    """Lets this visitor change a script by an edit link, until the link is closed. Stores the link in the cookie."""
    links = {script: number for script, number in _links().items() if script != share.script}
    session.permanent = True
    session["links"] = dict([*links.items(), (share.script, share.id)][-MOST_LINKS:])


def person() -> Person:
    """Who makes this request: the browser's random id and its user's name, as live.js puts them into cookies."""
    device, name = (unquote(request.cookies.get(f"clockwright-{part}", "")) for part in ("device", "name"))
    return Person(device[: broker.LONGEST_DEVICE], " ".join(name.split())[: broker.LONGEST_NAME])


def library() -> Library:
    """The library with all scripts."""
    return services().store.library


def opened(identifier: str, revision: int | None = None) -> Opened:
    """The script with this id; aborts with 404 if there is none."""
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
