"""The only network access: fetch one file, of an expected type, within a few seconds, never from a private host.

    page = fetch.get("https://example.org/icon.png", most_bytes=5_000_000, seconds=5, media_types=("image/png",))

An address of this machine or its network is refused, based on the resolved IP that is then connected to, again
at every redirect. Nothing is fetched when someone merely views a page.
"""

from dataclasses import dataclass
from urllib.parse import SplitResult, urljoin, urlsplit

from builder.errors import FetchError
from builder.language import gettext as _

#: Maximum number of redirects.
MOST_REDIRECTS = 3
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_PORTS = {"http": 80, "https": 443}
_DONE = 200
#: Status codes of a busy or temporarily failing server: worth a retry.
_IN_TROUBLE = frozenset({429, 500, 502, 503, 504})
#: The media type for unknown files.
UNKNOWN_TYPE = "application/octet-stream"


@dataclass(frozen=True, slots=True)
class Fetched:
    """A fetched file, its media type, and its final address after redirects."""

    body: bytes
    media_type: str
    url: str


def get(
    url: str,
    *,
    most_bytes: int,
    seconds: float,
    media_types: tuple[str, ...] = (),
    allow_private: bool = False,
    plain_http: bool = False,
) -> Fetched:
    """Fetch one complete file. Raises FetchError with one sentence that names the address and the reason.

    `seconds` is the total timeout, redirects included. `media_types` are the accepted types (empty: all).
    `allow_private` allows private addresses for exactly the host and port of `url`, because a person named them;
    no redirect leads to another. `plain_http` allows `http:`.
    """
    from builder.fetch.connection import Line  # noqa: PLC0415  # requests costs 60 ms; few commands fetch anything

    allowed = origin(url) if allow_private else None
    with Line(seconds) as line:
        here = url
        for _unused in range(MOST_REDIRECTS + 1):
            _check(here, url, plain_http=plain_http)
            answer = line.ask(here, most_bytes, media_types, private=origin(here) == allowed)
            if answer.status in _REDIRECTS and answer.location:
                here = _joined(here, answer.location)
            elif answer.status == _DONE:
                return Fetched(answer.body, answer.media_type, here)
            else:
                reason, again = (
                    _("the server answered with status %(status)s") % {"status": answer.status},
                    answer.status in _IN_TROUBLE,
                )
                raise FetchError(here, reason, answer.status, again=again)
    raise FetchError(url, _("it redirects too many times"))


def origin(url: str) -> tuple[str, str, int] | None:
    """Scheme, host and port of an address; None if it is not a web address."""
    try:
        parts = urlsplit(url)
        port = parts.port or _PORTS[parts.scheme]
    except (ValueError, KeyError):
        return None
    return (parts.scheme, parts.hostname, port) if parts.hostname else None


def _joined(here: str, location: str) -> str:
    try:
        return urljoin(here, location)
    except ValueError:
        return ""


def _check(here: str, first: str, *, plain_http: bool) -> None:
    """Refuse an address that cannot be fetched. Raises FetchError."""
    if origin(here) is None or not here.isprintable() or " " in here:
        raise FetchError(
            first, _("this is not a web address") if here == first else _("it does not lead to a web address")
        )
    parts: SplitResult = urlsplit(here)
    if parts.username is not None or parts.password is not None:
        raise FetchError(parts.hostname or "", _("addresses with a name and a password are not allowed"))
    if parts.scheme == "http" and not plain_http:
        raise FetchError(
            here,
            _("only https addresses are allowed") if here == first else _("it redirects away from https"),
        )
