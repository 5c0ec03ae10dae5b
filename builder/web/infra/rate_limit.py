"""Rate limits per address: for imports, calls of the API, changes, and, separately, prints.

Counted for each address, in memory or, with CLOCKWRIGHT_BROKER, by all servers together. Requests from this machine
are not counted, unless the server is hosted: then all requests may come through a proxy on this machine.
"""

import ipaddress
import logging
import math
import time
from typing import Any

from flask import Flask, Response, abort, current_app, g, request
from flask_limiter import ApplicationLimit, Limiter, RequestLimit
from limits import parse_many
from limits.errors import StorageError

from builder import artefacts
from builder.errors import ClockwrightError
from builder.language import N_, gettext as _, ngettext
from builder.settings import PREFIX, Settings
from builder.web.infra import broker, guard
from builder.web.infra.services import of, services

PRINTS = (".pdf", ".zip", "/almanac.html", "/api/print")
#: Precedes the name of a format, or of an extra, which is printed.
EXPORT = "/export/"
#: Requested by the print page for each document of a ZIP, before it requests the ZIP.
MADE = "/print/made/"
IMPORTS = ("/open", "/open/columns", "/new", "/bloodstar")
#: Pages that take a while to compute, and requests that copy a whole script.
COSTLY = ("/setup", "/deal", "/proof", "/proof/games", "/proof/alike", "/duplicate")
#: The category of a request, and the setting that limits it.
RATES = {"print": "print_rate", "use": "rate", "change": "change_rate", "job": "change_rate"}
WORDS = {
    "print": N_("Too many documents from your address; the limit is %(rate)s. %(again)s"),
    "use": N_("Too many requests from your address; the limit is %(rate)s. %(again)s"),
    "change": N_("Too many changes from your address; the limit is %(rate)s. %(again)s"),
    "job": N_("Too many previews and documents from your address; the limit is %(rate)s. %(again)s"),
}
#: An IPv6 prefix of this many bits is one visitor's whole network.
IPV4, IPV6_NETWORK = 4, 64
EXTENSION = "clockwright-limiter"
log = logging.getLogger("clockwright.web")


def watch(app: Flask) -> None:
    """Adds the limits to the app. Raises ClockwrightError for an invalid limit."""
    judge(of(app).settings)
    app.config["RATELIMIT_HEADERS_ENABLED"] = False
    app.extensions[EXTENSION] = Limiter(
        who,
        app=app,
        **_storage(of(app).settings.broker),
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


def _storage(address: str) -> dict[str, Any]:
    """Where requests are counted; if the broker is away, in memory."""
    if not address:
        return {"storage_uri": "memory://"}
    return {
        "storage_uri": address,
        "storage_options": {**broker.options(), "wrap_exceptions": True},
        "key_prefix": broker.KEYS,
        "in_memory_fallback_enabled": True,
    }


def judge(settings: Settings) -> None:
    """Raises ClockwrightError if a limit in the settings is invalid."""
    for name in ("rate", "print_rate", "change_rate"):
        text = str(getattr(settings, name))
        try:
            list(ApplicationLimit(limit_provider=text.strip(), key_function=who) if text.strip() else ())
        except ValueError as error:
            raise ClockwrightError(
                _(
                    "%(prefix)s%(upper)s is “%(text)s”. Write it like 120/minute or 2000/day; leave it empty "
                    "for no limit."
                )
                % {"prefix": PREFIX, "upper": name.upper(), "text": text}
            ) from error


def who() -> str:
    """The key under which a client's requests are counted together, per category."""
    return f"{what()} {visitor()}"


def visitor() -> str:
    """The address of the client; of an IPv6 address the network, all of which is one visitor's."""
    written = request.remote_addr or ""
    try:
        address = ipaddress.ip_address(written)
    except ValueError:
        return written
    if address.version == IPV4:
        return written
    return str(ipaddress.ip_network((int(address), IPV6_NETWORK), strict=False))


def rate(counted: str = "") -> str:
    """The rate limit for this request."""
    return str(getattr(services().settings, RATES[counted or what() or "use"])).strip()


def what() -> str:
    """The category of this request; empty if it is not counted."""
    path, is_post = request.path, request.method == "POST"
    if path.endswith(PRINTS) or MADE in path or path.partition(EXPORT)[2] in artefacts.extras():
        return "print"
    is_import = is_post and (path in IMPORTS or "/import" in path or path.endswith("/icon/upload"))
    if path.startswith("/api/") or is_import or (path.endswith(COSTLY) and "/s/" in path):
        return "use"
    return "change" if is_post else ""


def is_free() -> bool:
    """Whether this request is not counted."""
    return not what() or not rate() or _is_from_this_machine()


def charge_job() -> None:
    """Counts a job for the press. Aborts the request if the client had too many."""
    if not rate("job") or _is_from_this_machine():
        return
    limiter, key = current_app.extensions[EXTENSION], ("job", visitor())
    for item in parse_many(rate("job")):
        try:
            is_within, window = limiter.limiter.hit(item, *key), limiter.limiter.get_window_stats(item, *key)
        except StorageError:
            limiter._storage_dead = True  # noqa: SLF001  # as it notes itself for a request that it counts
            log.warning("Rate limit storage unreachable - falling back to in-memory storage")
            charge_job()
            return
        if not is_within:
            g.retry_after = max(1, math.ceil(window.reset_time - time.time()))
            abort(429, sentence("job"))


def remember(limit: RequestLimit) -> None:
    """Stores when the client may retry."""
    g.retry_after = max(1, math.ceil(limit.window.reset_time - time.time()))


def sentence(counted: str = "") -> str:
    """The message for a client over the limit."""
    counted = counted or what() or "use"
    wait = int(g.get("retry_after", 1))
    again = ngettext("Try again in a second.", "Try again in %(seconds)s seconds.", wait) % {"seconds": wait}
    return WORDS[counted] % {"rate": rate(counted), "again": again}


def _is_from_this_machine() -> bool:
    return not services().settings.hosted and guard.is_loopback(request.remote_addr)
