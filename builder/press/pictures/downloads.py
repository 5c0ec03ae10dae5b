"""Brings the pictures of a document: several at once, within a few seconds in all, each address once.

What comes is cached; so is, for some minutes, that an address gave nothing: a server that is down delays one print, not
every one. Only what is asked for here is ever fetched, and nothing while somebody merely looks.
"""

import base64
import binascii
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from urllib.parse import unquote_to_bytes, urlsplit

from builder import fetch, uploads
from builder.errors import FetchError, PictureError
from builder.press.pictures import untrusted
from builder.press.pictures.store import Known, Store, store

#: Seconds for all pictures of a document together, and for each.
SECONDS, SECONDS_EACH = 8.0, 5.0
#: So many are fetched at once.
LINES = 6
TOO_LONG = "it takes too long"
WAITING = "it is fetched when the script is printed"
SWITCHED_OFF = "fetching is switched off here (CLOCKWRIGHT_FETCH_PICTURES=0)"
NO_ADDRESS = "this is no full address; start it with https://"
NOT_KEPT = "it is not kept on this machine; upload it again"
#: One picture is made at a time: the memory for it is needed once.
_MAKING = Lock()


@dataclass(slots=True)
class _Errand:
    """What the threads that fetch share."""

    deadline: float
    plain_http: bool
    waiting: SimpleQueue[str] = field(default_factory=SimpleQueue)
    brought: SimpleQueue[tuple[str, Known]] = field(default_factory=SimpleQueue)
    started: set[str] = field(default_factory=set)

    @property
    def left(self) -> float:
        """Seconds until the time is up."""
        return self.deadline - time.monotonic()


def gather(
    urls: Iterable[str], *, fetching: bool = True, plain_http: bool = False, why_not: str = WAITING
) -> Mapping[str, Known]:
    """For each address the name of its picture in the store, or a reason why there is none. Never raises.

    Without `fetching` only what is cached is used, and of the rest is said `why_not`. Pictures that stand in the
    script itself (`data:`), or that somebody uploaded, always are at hand.
    """
    shelf, errand = store(), _Errand(time.monotonic() + SECONDS, plain_http)
    found: dict[str, Known] = {}
    wanted: list[str] = []
    for url in dict.fromkeys(urls):
        known = _at_hand(shelf, url)
        if known and (known.is_fresh or not fetching):
            found[url] = known
        elif url[:5].lower() == "data:" or uploads.is_address(url):
            found[url] = _bring(shelf, url, errand) if errand.left > 0 else Known("", TOO_LONG, 0)
        elif urlsplit_or_none(url) not in {"http", "https"}:
            found[url] = Known("", NO_ADDRESS, 0)
        elif fetching:
            wanted.append(url)
        else:
            found[url] = Known("", why_not, 0)
    return found | _fetch_all(shelf, wanted, errand)


def urlsplit_or_none(url: str) -> str | None:
    """The scheme of an address; None for what nobody can take apart."""
    try:
        return urlsplit(url).scheme.lower()
    except ValueError:
        return None


def _at_hand(shelf: Store, url: str) -> Known | None:
    known = shelf.known(url)
    return None if known and known.name and shelf.get(known.name) is None else known


def _fetch_all(shelf: Store, wanted: Sequence[str], errand: _Errand) -> dict[str, Known]:
    found: dict[str, Known] = {}
    for url in wanted:
        errand.waiting.put(url)
    for _ in range(min(LINES, len(wanted))):
        # Nothing can end a thread that waits for a name server; a daemon does not hold up the program's end.
        Thread(target=_run, args=(shelf, errand), daemon=True).start()
    while len(found) < len(wanted):
        try:
            url, known = errand.brought.get(timeout=max(errand.left, 0))
        except Empty:
            break
        found[url] = known
    for url in wanted:
        if url not in found:
            begun = url in errand.started
            found[url] = _failed(shelf, url, TOO_LONG) if begun else Known("", TOO_LONG, 0)
    return found


def _run(shelf: Store, errand: _Errand) -> None:
    """What one thread does: the next address, until there is none or the time is up."""
    while errand.left > 0:
        try:
            url = errand.waiting.get_nowait()
        except Empty:
            return
        errand.started.add(url)
        errand.brought.put((url, _bring(shelf, url, errand)))


def _bring(shelf: Store, url: str, errand: _Errand) -> Known:
    try:
        body = _body(url, errand)
        with _MAKING:
            name = shelf.take_in(body)
    except (PictureError, FetchError) as error:
        return _failed(shelf, url, error.reason if isinstance(error, FetchError) else str(error))
    except Exception as error:  # noqa: BLE001  # a strange picture costs its emblem, never the print
        return _failed(shelf, url, f"it cannot be read ({type(error).__name__})")
    return shelf.remember(url, name=name)


def _body(url: str, errand: _Errand) -> bytes:
    if uploads.is_address(url):
        body = uploads.read(url)
        if body is None:
            raise PictureError(NOT_KEPT)
        return body
    return _unpacked(url) if url[:5].lower() == "data:" else _fetched(url, errand)


def _fetched(url: str, errand: _Errand) -> bytes:
    seconds = min(SECONDS_EACH, max(errand.left, 0.1))
    return fetch.get(url, most_bytes=untrusted.MOST_BYTES, seconds=seconds, plain_http=errand.plain_http).body


def _unpacked(url: str) -> bytes:
    """The bytes of a `data:` address. Raises PictureError."""
    head, comma, body = url.partition(",")
    if not comma:
        raise PictureError("it is cut off")
    if not head.lower().endswith(";base64"):
        return unquote_to_bytes(body)
    try:
        return base64.b64decode(unquote_to_bytes(body).translate(None, b" \t\r\n") + b"==")
    except binascii.Error as error:
        raise PictureError("it is cut off") from error


def _failed(shelf: Store, url: str, reason: str) -> Known:
    """Notes a failure; a picture that came from there before goes on standing for it."""
    old = _at_hand(shelf, url)
    return shelf.remember(url, name=old.name) if old and old.name else shelf.remember(url, reason=reason)
