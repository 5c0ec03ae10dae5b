"""A connection to a server with a hard deadline, whatever the server does.

A server that sends a byte every few seconds never hits a socket timeout; so a timer enforces the deadline: every
socket is duplicated, and the duplicate is shut down at the deadline, even during a handshake, a header or a body.
"""

import logging
import socket
import time
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock, Timer
from typing import Any, Self

import requests
from requests.adapters import HTTPAdapter
from requests_hardened import Config, HTTPSession
from requests_hardened.ip_filter import InvalidIPAddress
from requests_hardened.ip_filter_adapter import IPFilterAdapter
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError

from builder.errors import FetchError
from builder.fetch import UNKNOWN_TYPE
from builder.language import gettext as _, join, number

# Failures are reported as exceptions; log output of the library is suppressed.
logging.getLogger("requests_hardened").addHandler(logging.NullHandler())

_PIECE = 65_536
_DONE = 200
_CONFIG = Config(
    ip_filter_enable=True,
    ip_filter_allow_loopback_ips=False,
    never_redirect=True,
    default_timeout=(5, 5),
    user_agent_override="Clockwright (script maker for Blood on the Clocktower)",
)
#: Compressed responses are not requested: a small compressed file may be huge.
_HEADERS = {"Accept-Encoding": "identity"}


@dataclass(frozen=True, slots=True)
class Answer:
    """A server's response; the body only of a complete file."""

    status: int
    location: str
    media_type: str
    body: bytes


class Line:
    """Connections that all end at the deadline."""

    def __init__(self, seconds: float) -> None:
        self._ends = time.monotonic() + seconds
        self._doubles: list[socket.socket] = []
        self._lock = Lock()
        self._cut = False
        self._timer = Timer(seconds, self._shut)
        self._timer.daemon = True

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._timer.cancel()
        with self._lock:
            for double in self._doubles:
                double.close()
            self._doubles.clear()

    def ask(self, url: str, most_bytes: int, media_types: tuple[str, ...], *, private: bool) -> Answer:
        """Send one request. `private`: the address may be of this machine or its network. Raises FetchError."""
        try:
            answer = self._ask(url, most_bytes, media_types, private=private)
        except InvalidIPAddress as error:
            raise FetchError(url, _("it leads to this computer or its private network")) from error
        except (requests.RequestException, HTTPError, OSError, ValueError) as error:
            again = not isinstance(error, ValueError)
            raise FetchError(url, self._reason(error), again=again) from error
        if self._cut:
            raise FetchError(url, _("it took too long"), again=True)
        return answer

    def _ask(self, url: str, most_bytes: int, media_types: tuple[str, ...], *, private: bool) -> Answer:
        with HTTPSession(_CONFIG) as session:
            # Do not send proxy settings and passwords from the environment to unknown servers.
            session.trust_env = False
            for scheme in ("http", "https"):
                session.mount(f"{scheme}://", self._adapter(scheme, private=private))
            left = max(self._ends - time.monotonic(), 0.01)
            with session.get(url, stream=True, timeout=min(left, 5), headers=_HEADERS) as response:
                media_type = response.headers.get("Content-Type", UNKNOWN_TYPE)
                media_type = media_type.partition(";")[0].strip().lower()
                body = b""
                if response.status_code == _DONE:
                    _check(response, url, media_type, media_types)
                    body = _body(response, url, most_bytes)
                location = response.headers.get("Location", "")
                return Answer(response.status_code, location, media_type, body)

    def _adapter(self, scheme: str, *, private: bool) -> HTTPAdapter:
        adapter = HTTPAdapter() if private else IPFilterAdapter(is_https_proto=scheme == "https")
        adapter.poolmanager.pool_classes_by_scheme = _pools(self)
        return adapter

    def watch(self, connection: socket.socket) -> socket.socket:
        """Duplicate a new socket, so that it can be shut down."""
        with self._lock:
            self._doubles.append(connection.dup())
        if self._cut:
            self._shut()
        return connection

    def _shut(self) -> None:
        with self._lock:
            self._cut = True
            for double in self._doubles:
                with suppress(OSError):
                    double.shutdown(socket.SHUT_RDWR)

    def _reason(self, error: Exception) -> str:
        if self._cut or isinstance(error, (requests.Timeout, TimeoutError)) or "timed out" in str(error):
            return _("it took too long")
        if isinstance(error, requests.exceptions.SSLError):
            return _("its certificate is not valid")
        if isinstance(error, (requests.exceptions.ChunkedEncodingError, HTTPError)):
            return _("the connection was lost halfway")
        if isinstance(error, ValueError) and not isinstance(error, requests.RequestException):
            return _("its address or its answer is not valid")
        return _("there is no connection to that website")


def _pools(line: Line) -> dict[str, type[Any]]:
    """Connection pools that duplicate their sockets."""

    class Plain(HTTPConnection):
        def _new_conn(self) -> socket.socket:
            return line.watch(super()._new_conn())

    class Secure(HTTPSConnection):
        def _new_conn(self) -> socket.socket:
            return line.watch(super()._new_conn())

    class PlainPool(HTTPConnectionPool):
        ConnectionCls = Plain

    class SecurePool(HTTPSConnectionPool):
        ConnectionCls = Secure

    return {"http": PlainPool, "https": SecurePool}


def _check(response: requests.Response, url: str, media_type: str, media_types: tuple[str, ...]) -> None:
    """Refuse an unwanted response before it is read. Raises FetchError."""
    if media_types and media_type not in media_types:
        raise FetchError(
            url,
            _("it is no %(wanted)s but %(found)s")
            % {"wanted": join(media_types, "or"), "found": media_type[:60] or _("nothing known")},
        )
    if response.headers.get("Content-Encoding", "identity").strip().lower() not in {"", "identity"}:
        raise FetchError(url, _("the server sent it compressed, which is not supported"))


def _body(response: requests.Response, url: str, most_bytes: int) -> bytes:
    declared = response.headers.get("Content-Length", "")
    if declared.isdecimal() and int(declared) > most_bytes:
        raise FetchError(url, _("it is larger than %(size)s") % {"size": size(most_bytes)})
    pieces, length = [], 0
    # `read1` returns what has arrived, so a slow server delays at most one piece.
    while piece := response.raw.read1(_PIECE):
        pieces.append(piece)
        length += len(piece)
        if length > most_bytes:
            raise FetchError(url, _("it is larger than %(size)s") % {"size": size(most_bytes)})
    if declared.isdecimal() and length < int(declared):
        raise FetchError(url, _("the connection was lost halfway"), again=True)
    return b"".join(pieces)


def size(count: int) -> str:
    """A number of bytes as text: `5 MB`, `64 kB`."""
    return (
        _("%(number)s MB") % {"number": number(count / 1_000_000)}
        if count >= 1_000_000
        else _("%(number)s kB") % {"number": number(count / 1000)}
    )
