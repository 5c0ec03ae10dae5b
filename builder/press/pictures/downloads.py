"""Downloads the pictures of a document in parallel, within a few seconds in total, each address once.

Results are cached, failures for some minutes, so that a server that is down delays only one print. Nothing else
downloads pictures, and viewing a script never does.
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
from builder.language import N_, gettext as _
from builder.press.pictures import untrusted
from builder.press.pictures.store import Known, Store, store

#: Time limits in seconds, for all pictures of a document and for each.
SECONDS, SECONDS_EACH = 8.0, 5.0
#: Maximum number of parallel downloads.
THREADS = 6
TOO_LONG = N_("it took too long")
WAITING = N_("it is fetched when the script is printed")
SWITCHED_OFF = N_("downloading is turned off here (CLOCKWRIGHT_FETCH_PICTURES=0)")
NO_ADDRESS = N_("this is not a full address; start it with https://")
NOT_KEPT = N_("it is no longer stored here; upload it again")
#: Only one picture is decoded at a time, to limit memory.
_DECODING = Lock()


@dataclass(slots=True)
class _Downloads:
    """State that the download threads share."""

    deadline: float
    plain_http: bool
    waiting: SimpleQueue[str] = field(default_factory=SimpleQueue)
    results: SimpleQueue[tuple[str, Known]] = field(default_factory=SimpleQueue)
    started: set[str] = field(default_factory=set)

    @property
    def left(self) -> float:
        """Seconds until the deadline."""
        return self.deadline - time.monotonic()


def gather(
    urls: Iterable[str], *, fetching: bool = True, plain_http: bool = False, why_not: str = WAITING
) -> Mapping[str, Known]:
    """Returns for each address the name of its picture in the store, or a reason why there is none. Never raises.

    Without `fetching` only cached pictures are used, and the reason for missing ones is `why_not`. Pictures in the
    script itself (`data:`) and uploaded ones are always available.
    """
    shelf, downloads = store(), _Downloads(time.monotonic() + SECONDS, plain_http)
    found: dict[str, Known] = {}
    wanted: list[str] = []
    for url in dict.fromkeys(urls):
        known = _cached(shelf, url)
        if known and (known.is_fresh or not fetching):
            found[url] = known
        elif url[:5].lower() == "data:" or uploads.is_address(url):
            found[url] = (
                _fetch_and_store(shelf, url, downloads) if downloads.left > 0 else Known("", TOO_LONG, 0)
            )
        elif urlsplit_or_none(url) not in {"http", "https"}:
            found[url] = Known("", NO_ADDRESS, 0)
        elif fetching:
            wanted.append(url)
        else:
            found[url] = Known("", why_not, 0)
    return found | _fetch_all(shelf, wanted, downloads)


def urlsplit_or_none(url: str) -> str | None:
    """The scheme of an address; None if it cannot be parsed."""
    try:
        return urlsplit(url).scheme.lower()
    except ValueError:
        return None


def _cached(shelf: Store, url: str) -> Known | None:
    known = shelf.known(url)
    return None if known and known.name and shelf.get(known.name) is None else known


def _fetch_all(shelf: Store, wanted: Sequence[str], downloads: _Downloads) -> dict[str, Known]:
    found: dict[str, Known] = {}
    for url in wanted:
        downloads.waiting.put(url)
    for _unused in range(min(THREADS, len(wanted))):
        # A thread that waits for a name server cannot be stopped; as a daemon it does not delay the program's exit.
        Thread(target=_run, args=(shelf, downloads), daemon=True).start()
    while len(found) < len(wanted):
        try:
            url, known = downloads.results.get(timeout=max(downloads.left, 0))
        except Empty:
            break
        found[url] = known
    for url in wanted:
        if url not in found:
            begun = url in downloads.started
            found[url] = _failed(shelf, url, TOO_LONG) if begun else Known("", TOO_LONG, 0)
    return found


def _run(shelf: Store, downloads: _Downloads) -> None:
    """The main function of a thread: downloads pictures until the queue is empty or the deadline has passed."""
    while downloads.left > 0:
        try:
            url = downloads.waiting.get_nowait()
        except Empty:
            return
        downloads.started.add(url)
        downloads.results.put((url, _fetch_and_store(shelf, url, downloads)))


def _fetch_and_store(shelf: Store, url: str, downloads: _Downloads) -> Known:
    try:
        body = _body(url, downloads)
        with _DECODING:
            name = shelf.take_in(body)
    except (PictureError, FetchError) as error:
        return _failed(shelf, url, error.reason if isinstance(error, FetchError) else str(error))
    except Exception as error:  # noqa: BLE001  # a broken picture must not prevent the print
        return _failed(shelf, url, f"it cannot be read ({type(error).__name__})")
    return shelf.remember(url, name=name)


def _body(url: str, downloads: _Downloads) -> bytes:
    if uploads.is_address(url):
        body = uploads.read(url)
        if body is None:
            raise PictureError(NOT_KEPT)
        return body
    if url[:5].lower() == "data:":
        return _unpacked(url)
    seconds = min(SECONDS_EACH, max(downloads.left, 0.1))
    return fetch.get(
        url, most_bytes=untrusted.MOST_BYTES, seconds=seconds, plain_http=downloads.plain_http
    ).body


def _unpacked(url: str) -> bytes:
    """Decodes a `data:` URL. Raises PictureError."""
    head, comma, body = url.partition(",")
    if not comma:
        raise PictureError(_("it is cut off"))
    if not head.lower().endswith(";base64"):
        return unquote_to_bytes(body)
    try:
        return base64.b64decode(unquote_to_bytes(body).translate(None, b" \t\r\n") + b"==")
    except binascii.Error as error:
        raise PictureError(_("it is cut off")) from error


def _failed(shelf: Store, url: str, reason: str) -> Known:
    """Caches a failure, or keeps an older picture of the address if there is one."""
    old = _cached(shelf, url)
    return shelf.remember(url, name=old.name) if old and old.name else shelf.remember(url, reason=reason)
