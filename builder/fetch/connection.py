"""One line to a server, cut when its time is up, whatever the other side does.

A server that sends a byte every few seconds keeps each single wait short; so the time is kept outside of it: every
connection is doubled, and the double is shut down at the deadline, in the middle of a greeting, a header or a body.
"""

import logging
import socket
import time
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock, Timer
from types import TracebackType
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

# Whoever asks is told by an exception; nothing is to go past it to the screen.
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
#: Nothing is unpacked on the way: a small packed file may be a huge one.
_HEADERS = {"Accept-Encoding": "identity"}


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server answers; the body only of a file that came whole."""

    status: int
    location: str
    media_type: str
    body: bytes


class Line:
    """Connections that all end when the time is up."""

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

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()
        with self._lock:
            for double in self._doubles:
                double.close()
            self._doubles.clear()

    def ask(self, url: str, most_bytes: int, media_types: tuple[str, ...], *, private: bool) -> Answer:
        """One request. `private`: the address may be of this machine or its network. Raises FetchError."""
        try:
            answer = self._ask(url, most_bytes, media_types, private=private)
        except InvalidIPAddress as error:
            raise FetchError(url, "it leads to this machine or its private network") from error
        except (requests.RequestException, HTTPError, OSError, ValueError) as error:
            again = not isinstance(error, ValueError)
            raise FetchError(url, self._reason(error), again=again) from error
        if self._cut:
            raise FetchError(url, "it takes too long", again=True)
        return answer

    def _ask(self, url: str, most_bytes: int, media_types: tuple[str, ...], *, private: bool) -> Answer:
        with HTTPSession(_CONFIG) as session:
            # Proxies and passwords of the environment are none of a stranger's business.
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
        """Doubles a new connection, so that it can be cut."""
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
            return "it takes too long"
        if isinstance(error, requests.exceptions.SSLError):
            return "its certificate is not valid"
        if isinstance(error, (requests.exceptions.ChunkedEncodingError, HTTPError)):
            return "the connection broke off half way"
        if isinstance(error, ValueError) and not isinstance(error, requests.RequestException):
            return "its address or its answer is not as it has to be"
        return "there is no connection to the server"


def _pools(line: Line) -> dict[str, type[Any]]:
    """Connections that are doubled as they are made."""

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
    """Refuses what is not wanted before it is read. Raises FetchError."""
    if media_types and media_type not in media_types:
        raise FetchError(url, f"it is no {' or '.join(media_types)} but {media_type[:60] or 'nothing known'}")
    if response.headers.get("Content-Encoding", "identity").strip().lower() not in {"", "identity"}:
        raise FetchError(url, "the server sends it packed, which was not asked for")


def _body(response: requests.Response, url: str, most_bytes: int) -> bytes:
    declared = response.headers.get("Content-Length", "")
    if declared.isdecimal() and int(declared) > most_bytes:
        raise FetchError(url, f"it is larger than {size(most_bytes)}")
    pieces, length = [], 0
    # Never more than the next piece is held back by a server that drips.
    while piece := response.raw.read1(_PIECE):
        pieces.append(piece)
        length += len(piece)
        if length > most_bytes:
            raise FetchError(url, f"it is larger than {size(most_bytes)}")
    if declared.isdecimal() and length < int(declared):
        raise FetchError(url, "the connection broke off half way", again=True)
    return b"".join(pieces)


def size(count: int) -> str:
    """A number of bytes as people say it: `5 MB`, `64 kB`."""
    return f"{count / 1_000_000:g} MB" if count >= 1_000_000 else f"{count / 1000:g} kB"
