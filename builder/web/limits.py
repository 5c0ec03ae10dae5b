"""How often one address may ask: scripts brought in and calls of the API, and, by themselves, prints.

Counted in memory, for each address. Whoever sits at this machine is not counted, unless the server is hosted: then
everybody may come through a proxy of this machine.
"""

import ipaddress
import math
import time

from flask import Flask, Response, g, request
from flask_limiter import ApplicationLimit, Limiter, RequestLimit

from builder.errors import ClockwrightError
from builder.settings import PREFIX, Settings
from builder.web import extras
from builder.web.services import of, services

PRINTS = (".pdf", ".zip", "/api/print", *(f"/export/{name}" for name in extras.MAKERS))
#: Asked by the print page for each document of a ZIP, before it asks for the ZIP.
MADE = "/print/made/"
IMPORTS = ("/open", "/new", "/bloodstar")


def watch(app: Flask) -> None:
    """Hangs the limits into the app. Raises ClockwrightError for a limit that is none."""
    judge(of(app).settings)
    app.config["RATELIMIT_HEADERS_ENABLED"] = False
    Limiter(
        who,
        app=app,
        storage_uri="memory://",
        application_limits=[
            ApplicationLimit(limit_provider=rate, exempt_when=is_free, error_message=sentence)
        ],
        on_breach=remember,
    )

    @app.after_request
    def say_when(response: Response) -> Response:
        if "retry_after" in g:
            response.headers["Retry-After"] = str(g.retry_after)
        return response


def judge(settings: Settings) -> None:
    """Raises ClockwrightError where a limit of the settings means nothing."""
    for name in ("rate", "print_rate"):
        text = str(getattr(settings, name))
        try:
            list(ApplicationLimit(limit_provider=text.strip(), key_function=who) if text.strip() else ())
        except ValueError as error:
            raise ClockwrightError(
                f"{PREFIX}{name.upper()} is “{text}”. Write it like 120/minute or 2000/day;"
                " leave it empty for no limit."
            ) from error


def who() -> str:
    """Whose requests are counted together: an address, for prints and for all else."""
    return f"{'print' if is_print() else 'use'} {request.remote_addr or ''}"


def rate() -> str:
    """How often this may be asked."""
    settings = services().settings
    return (settings.print_rate if is_print() else settings.rate).strip()


def is_print() -> bool:
    """Whether a document is wanted."""
    return request.path.endswith(PRINTS) or MADE in request.path


def is_free() -> bool:
    """Whether this request is not counted."""
    counts = is_print() or request.path.startswith("/api/") or (request.method == "POST" and _is_import())
    return not counts or not rate() or _is_from_this_machine()


def remember(limit: RequestLimit) -> None:
    """Keeps when the asker may come back."""
    g.retry_after = max(1, math.ceil(limit.window.reset_time - time.time()))


def sentence() -> str:
    """What somebody is told who asked too often."""
    what = "documents" if is_print() else "requests"
    return f"From one address come at most so many {what}: {rate()}. Ask again in {_seconds()}."


def _seconds() -> str:
    wait = int(g.get("retry_after", 1))
    return "a second" if wait == 1 else f"{wait} seconds"


def _is_import() -> bool:
    return request.path in IMPORTS or "/import" in request.path or request.path.endswith("/icon/upload")


def _is_from_this_machine() -> bool:
    if services().settings.hosted:
        return False
    try:
        return ipaddress.ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False
