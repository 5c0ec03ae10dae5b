"""The server: opens its port, serves until told to stop, lets running prints finish."""

import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from dataclasses import replace
from types import FrameType
from typing import Any

from waitress import wasyncore
from waitress.server import create_server

from builder import logs, settings as environment
from builder.errors import ClockwrightError
from builder.language import gettext as _
from builder.web import app as web
from builder.web.infra import guard, rights, upkeep
from builder.web.infra.services import Services, of

#: More than may wait for the press (`infra.render_cache.WAITING`), so that a thread is always free for pages.
THREADS = 64
#: Seconds that running work gets after the signal to stop.
GRACE = 30


def run(host: str, port: int, workers: int | None, *, browser: bool) -> None:
    """Serves until SIGTERM or Ctrl-C. Raises ClockwrightError if the port cannot be used."""
    settings = environment.settings()
    logs.begin(settings)
    upkeep.limit_heaps()
    listening = _listen(host, port)
    app = web.create(replace(settings, workers=workers or settings.workers))
    server = create_server(
        app,
        sockets=[listening],
        threads=THREADS,
        ident=None,
        channel_timeout=30,
        connection_limit=1000,
        max_request_body_size=web.LARGEST_UPLOAD,
        clear_untrusted_proxy_headers=not settings.proxies,  # ProxyFix trusts as many proxies as are set, no more
    )
    address = f"http://{_shown(host)}:{listening.getsockname()[1]}"
    print(_("Clockwright is at %(address)s  (Ctrl-C stops it)") % {"address": address}, flush=True)  # noqa: T201  # the address, for a person
    if not settings.hosted and not guard.is_this_computer(host):
        there = f"http://{guard.network_host(f':{listening.getsockname()[1]}') or _shown(host)}"
        home = rights.home_path(rights.secret_key(settings))
        text = _("On your own phone or second computer open %(address)s  (others see only what you share)")
        print(text % {"address": f"{there}{home}"}, flush=True)  # noqa: T201  # the same
    upkeep.warm_up(app)
    upkeep.keep_in_order(app)
    if browser and _is_interactive():
        threading.Timer(0.3, webbrowser.open, (address,)).start()
    _loop(server, of(app))


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _unused, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(128)
    except OSError as error:
        raise ClockwrightError(
            _(
                "Port %(port)s on %(host)s cannot be used (%(strerror)s). Perhaps Clockwright is already "
                "running: open http://%(shown)s:%(port)s, or choose another port: --port %(number)s"
            )
            % {
                "port": port,
                "host": host,
                "strerror": error.strerror,
                "shown": _shown(host),
                "number": port + 1,
            }
        ) from error
    except OverflowError as error:
        raise ClockwrightError(
            _("There is no port %(port)s. Choose one from 1024 to 65535.") % {"port": port}
        ) from error
    return listening


def _loop(server: Any, services: Services) -> None:
    """Runs the server's loop. Stops in three steps: nobody new gets in, running work finishes, processes end.

    The port is closed first, so that a proxy waits for the next server or asks another one; an answer that this one is
    stopping would go to the visitor.
    """

    def stop(number: int, _: FrameType | None) -> None:
        if services.traffic.is_stopping:
            os._exit(128 + number)
        services.traffic.is_stopping = True
        server.pull_trigger()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    while not services.traffic.is_stopping:
        wasyncore.loop(timeout=1, use_poll=True, map=server._map, count=1)  # noqa: SLF001  # its `run` never ends
    deadline = time.monotonic() + GRACE
    wasyncore.dispatcher.close(server)
    wasyncore.loop(timeout=0, use_poll=True, map=server._map, count=1)  # noqa: SLF001  # reads what has arrived
    while time.monotonic() < deadline and (_close_idle(server) or _is_busy(server, services)):
        wasyncore.loop(timeout=0.05, use_poll=True, map=server._map, count=1)  # noqa: SLF001
    server.task_dispatcher.shutdown(timeout=1)
    services.press.close(max(1, deadline - time.monotonic()))
    server.close()
    services.store.library.close()


def _close_idle(server: Any) -> bool:
    """Closes the connections that wait for another request; whether there are any."""
    idle = [
        channel
        for channel in server.active_channels.values()
        if not (channel.requests or channel.request or channel.total_outbufs_len)
    ]
    for channel in idle:
        channel.will_close = True
    return bool(idle)


def _is_busy(server: Any, services: Services) -> bool:
    """Whether a response is pending or not sent completely."""
    unsent = any(channel.total_outbufs_len or channel.requests for channel in server.active_channels.values())
    return services.traffic.running > 0 or unsent


def _is_interactive() -> bool:
    """Whether a person at a terminal with a screen started the server."""
    has_screen = (
        sys.platform in {"darwin", "win32"} or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
    return bool(has_screen) and sys.stdout.isatty() and not os.environ.get("CI")


def _shown(host: str) -> str:
    """The host for the browser's address bar: a server on every address is reached at localhost."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104  # compared, not bound
    return f"[{host}]" if ":" in host else host
