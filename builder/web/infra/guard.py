"""Access checks and security headers, one hook before each request, one after; where this server can be reached."""

import ipaddress
import logging
import re
import socket
import time
import uuid
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, g, request

from builder import logs
from builder.language import gettext as _
from builder.logs import REQUEST_ID
from builder.settings import Settings
from builder.web.infra.services import Services, of, services

log = logging.getLogger("clockwright.web")

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
#: Ids of requests that a proxy may have given.
ID = re.compile(r"[\w-]{8,64}", re.ASCII)
POLL = "build.live"
HEALTH = ("/healthz", "/readyz", "/metrics")
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none';"
        " form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Not `no-referrer`: with it browsers send `Origin: null` with our own forms.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


#: HSTS for visitors of a hosted server who came by https: the browser stops using plain http.
HTTPS = {"Strict-Transport-Security": "max-age=31536000"}
#: Pages of share links: their visitors get no links to somebody else's library.
VISITS = ("/r/", "/e/")


def protect(app: Flask) -> None:
    """Adds the hooks to the app."""
    names = trusted_names(of(app).settings)
    is_hosted, is_proxied = of(app).settings.hosted, of(app).settings.proxies > 0

    @app.before_request
    def receive() -> None:
        given = request.headers.get("X-Request-ID", "") if is_proxied else ""
        g.request_id = given if ID.fullmatch(given) else uuid.uuid4().hex[:12]
        REQUEST_ID.set(g.request_id)
        g.started = time.perf_counter()
        g.services = services()
        g.services.traffic.enter()
        if not is_trusted(request.host, names):
            abort(400, _("This app does not answer to the name “%(host)s”.") % {"host": request.host[:80]})
        if g.services.traffic.is_stopping and request.path not in HEALTH:
            abort(503)
        if request.method not in SAFE_METHODS and not is_from_here(request):
            abort(403, _("The form was sent from another site."))

    @app.after_request
    def answer(response: Response) -> Response:
        for name, value in (HEADERS | HTTPS if is_hosted and request.is_secure else HEADERS).items():
            response.headers.setdefault(name, value)
        response.headers["X-Request-ID"] = g.request_id
        response.headers.setdefault("Cache-Control", "no-cache, private")
        response.headers.add("Vary", "Cookie")
        took = round((time.perf_counter() - g.started) * 1000)
        # The path, never the query or the body: no words of a script reach the log.
        facts = (g.request_id, request.method, redact_path(request.path), response.status_code, took)
        # Pages poll once a second: what is not news is not logged.
        level = logging.DEBUG if request.endpoint == POLL else logging.INFO
        log.log(level, "%s %s %s %d %dms", *facts, extra=dict(zip(logs.FIELDS, facts, strict=True)))
        return response

    @app.teardown_request
    def leave(_: BaseException | None) -> None:
        attached: Services | None = g.pop("services", None)
        if attached:
            attached.traffic.leave()


def redact_path(path: str) -> str:
    """A path as it may be logged, on one line: without the token of a share link."""
    opening, _unused, rest = path[1:].partition("/")
    shown = f"/{opening}/…" if opening in {"r", "e", "home"} and rest else path[:120]
    return "".join(letter if letter.isprintable() else f"%{ord(letter):02x}" for letter in shown)


def trusted_names(settings: Settings) -> frozenset[str]:
    """The host names this app accepts: this machine's, and those in the settings."""
    host_name = socket.gethostname().lower()
    listed = (name.strip().lower() for name in settings.trusted_hosts.split(","))
    return frozenset({"localhost", host_name, f"{host_name}.local", *filter(None, listed)})


def is_trusted(host: str, names: frozenset[str]) -> bool:
    """Whether a Host header is trusted. IP addresses are: a DNS rebinding attack needs a name."""
    name = _without_port(host)
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return name.lower() in names
    return True


def _without_port(host: str) -> str:
    """The name or IP address in a Host header."""
    return host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host


def is_from_here(asked: Request) -> bool:
    """Whether a form came from our own pages. Browsers send the origin; programs without a browser send nothing."""
    site = asked.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in {"same-origin", "none"}
    origin = asked.headers.get("Origin")
    try:
        return origin is None or urlsplit(origin).netloc == asked.host
    except ValueError:  # not an address
        return False


#: An address of documentation: connecting a UDP socket to it sends nothing, but finds our address in the network.
ELSEWHERE = ("192.0.2.1", 9)
#: Seconds for connecting to our own address.
PATIENCE = 0.3


def is_loopback(address: str | None) -> bool:
    """Whether a visitor's address is this computer's own; False for what is no address."""
    try:
        return ipaddress.ip_address(address or "").is_loopback
    except ValueError:
        return False


def is_this_computer(host: str) -> bool:
    """Whether a Host header names an address that means another computer on another computer."""
    name = _without_port(host)
    return name.lower() == "localhost" or is_loopback(name.strip("[]"))


def network_host(host: str) -> str:
    """The host and port at which others in the network reach this server; empty if it does not listen there."""
    port = host.rpartition(":")[2]
    port = port if port.isdecimal() else "80"
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(ELSEWHERE)
            own = str(probe.getsockname()[0])
        if ipaddress.ip_address(own).is_loopback:
            return ""
        socket.create_connection((own, int(port)), PATIENCE).close()
    except (OSError, OverflowError):
        return ""
    return f"{own}:{port}"
