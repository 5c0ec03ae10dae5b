"""The render pool: documents are made in warm child processes that can be killed.

A render that takes too long or too much memory loses its process, never the server's. The same document asked
for twice at once is made once; made documents are kept on disk.
"""

import hashlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from builder import catalogue
from builder.artefact import Artefact, PrintRequest
from builder.cache import DiskCache
from builder.errors import BusyError, PictureError, RenderError
from builder.press.pictures.store import standing
from builder.press.worker_process import rasterise
from builder.press.workers import DOCUMENT, PICTURE, WorkerDiedError, Workers, sentence

__all__ = ["Make", "RenderPool", "Work"]

#: Makes what is wanted of script JSON. Runs in the child; a function of a module, so that it travels.
Make = Callable[[str, PrintRequest], Artefact]
#: Fetches what a script (as JSON) shows from outside. Runs in the child, and travels as well.
Bring = Callable[[str], None]

#: So many requests may wait for the press at once; the next is asked to come back.
WAITING = 48
#: Bytes of finished documents and pictures on the disk.
CAPACITY = 400_000_000
#: Seconds that a job on a single picture may take.
PICTURE_SECONDS = 10
#: Seconds after which a waiting request is told to come back.
RETRY_AFTER = 4
#: How far prints stand back for pages, which nobody wants to wait for (of 19).
NICENESS = 3
#: A document that failed is not tried again for so many seconds.
FAILURES_LAST = 120
FAILURES_KEPT = 256


class Work(NamedTuple):
    """Jobs that run and wait now, and those that were done or failed since the start."""

    running: int = 0
    waiting: int = 0
    made: int = 0
    failed: int = 0


class RenderPool:
    """The press as the web app and the batch command see it."""

    def __init__(  # noqa: PLR0913  # each of them is a limit, or what the press may not know itself
        self,
        make: Make,
        folder: Path,
        *,
        fingerprint: str,
        bring: Bring | None = None,
        workers: int = 2,
        seconds: float = 30,
        memory_mb: int = 1500,
        waiting: int = WAITING,
        pictures: Collection[str] = (),
    ) -> None:
        """`folder` keeps finished work; `fingerprint` names the program, so that a new one starts anew.

        `bring` is what may fetch pictures; `make` and all else make do with those at hand. The kinds among
        `pictures` are no documents but jobs on a single picture, which take no longer than PICTURE_SECONDS.
        """
        self._bring = bring
        self._make = make
        self._cache = DiskCache(folder, capacity=CAPACITY)
        self._fingerprint = fingerprint
        self._seconds = seconds
        self._pictures = frozenset(pictures)
        self._places = threading.BoundedSemaphore(waiting)
        self._lock = threading.Lock()
        self._running: dict[str, Future[Any]] = {}
        self._made = self._failed = 0
        self._failures: OrderedDict[str, tuple[float, str]] = OrderedDict()
        self._workers = Workers(
            workers, seconds=seconds, memory_mb=memory_mb, preload=("builder.documents",), niceness=NICENESS
        )

    def bring(self, script_json: str) -> None:
        """Fetches the pictures that a print of this script lacks; what fails, its document says. Raises BusyError."""
        if self._bring is None or standing(script_json).is_complete:
            return
        try:
            self._once(self._key("bring", script_json), lambda _: None, self._bring, script_json)
        except BusyError:
            raise
        except RenderError:
            return

    def version(self, script_json: str) -> str:
        """Names what every picture of a document depends on beside script, kind, style and paper."""
        return f"{self._fingerprint}{standing(script_json).stamp}"

    def render(self, script_json: str, wanted: PrintRequest, *, keep: bool = True) -> Artefact:
        """What is wanted of this script; without `keep`, nothing of it stays on the disk.

        Raises RenderError with a sentence, BusyError where too many wait, PictureError for an upload that is none.
        """
        return self._artefact(self._request_key(script_json, wanted), script_json, wanted, keep=keep)

    def pictures(self, script_json: str, wanted: PrintRequest, *, dpi: int, keep: bool = True) -> list[bytes]:
        """One PNG a page of the same document. Raises as `render` does."""
        key = self._request_key(script_json, wanted)
        document = self._artefact(key, script_json, wanted, keep=keep)
        names = [f"{key}-{page}-{dpi}.png" for page in range(document.pages)]
        known = [picture for name in names if (picture := self._cache.read(name)) is not None]
        if len(known) == document.pages:
            return known

        def put_away(made: list[bytes]) -> None:
            for name, picture in zip(names, made if keep else (), strict=keep):
                self._cache.write(name, picture)

        made: list[bytes] = self._once(f"{key}-{dpi}", put_away, rasterise, document, dpi)
        return made

    def finished(self, script_json: str, wanted: PrintRequest) -> Artefact | None:
        """The document where it is made already, else None; never waits."""
        return self._finished(self._request_key(script_json, wanted))

    @property
    def work(self) -> Work:
        """How much it has to do, and has done."""
        with self._lock:
            running = sum(future.running() for future in self._running.values())
            return Work(running, len(self._running) - running, self._made, self._failed)

    @property
    def is_available(self) -> bool:
        """Whether it takes work."""
        return self._workers.is_available

    def close(self, seconds: float = 30) -> None:
        """Takes no more work, lets what runs finish within so many seconds, then ends every process."""
        self._workers.close(seconds)

    def _request_key(self, script_json: str, wanted: PrintRequest) -> str:
        return self._key(standing(script_json).stamp, script_json, repr(wanted))

    def _finished(self, key: str) -> Artefact | None:
        packed = self._cache.read(f"{key}.artefact")
        return None if packed is None else Artefact.unpacked(packed)

    def _key(self, *parts: str) -> str:
        named = (self._fingerprint, catalogue.wording().stamp, *parts)
        return hashlib.sha256("\0".join(named).encode("utf-8", "replace")).hexdigest()

    def _artefact(self, key: str, script_json: str, wanted: PrintRequest, *, keep: bool) -> Artefact:
        known = self._finished(key)
        if known is not None:
            return known

        def put_away(fresh: Artefact) -> None:
            if keep:
                self._cache.write(f"{key}.artefact", fresh.packed())

        made: Artefact = self._once(key, put_away, self._make, script_json, wanted)
        return made

    def _once(
        self, key: str, keep: Callable[[Any], None], function: Callable[..., Any], *arguments: object
    ) -> Any:
        """The result of the job, shared with all who ask for the same while it runs; the first keeps it."""
        self._raise_recent_failure(key)
        with self._place():
            with self._lock:
                future = self._running.get(key)
                is_first = future is None
                if future is None:
                    future = self._running[key] = self._schedule(function, *arguments)
            try:
                result = future.result()
                if is_first:
                    keep(result)
                    self._made += 1
            except PictureError:  # what was uploaded is at fault, which is an answer
                raise
            except Exception as error:
                self._failed += is_first
                reason = self._sentence(error, arguments)
                if not isinstance(error, WorkerDiedError):  # whoever lost its process may try again at once
                    self._remember_failure(key, reason)
                raise RenderError(reason) from error
            finally:
                if is_first:
                    with self._lock:
                        del self._running[key]
            return result

    def _schedule(self, function: Callable[..., Any], *arguments: object) -> Future[Any]:
        try:
            return self._workers.submit(function, *arguments, seconds=self._time(arguments))
        except RuntimeError as error:  # it is closed
            raise BusyError(RETRY_AFTER) from error

    def _is_picture(self, arguments: Sequence[object]) -> bool:
        return any(isinstance(each, PrintRequest) and each.kind in self._pictures for each in arguments)

    def _time(self, arguments: Sequence[object]) -> float:
        return min(PICTURE_SECONDS, self._seconds) if self._is_picture(arguments) else self._seconds

    def _sentence(self, error: Exception, arguments: Sequence[object]) -> str:
        made = PICTURE if self._is_picture(arguments) else DOCUMENT
        return sentence(error, made)

    @contextmanager
    def _place(self) -> Iterator[None]:
        if not self._places.acquire(blocking=False):
            raise BusyError(RETRY_AFTER)
        try:
            yield
        finally:
            self._places.release()

    def _remember_failure(self, key: str, sentence: str) -> None:
        with self._lock:
            self._failures[key] = (time.monotonic(), sentence)
            while len(self._failures) > FAILURES_KEPT:
                self._failures.popitem(last=False)

    def _raise_recent_failure(self, key: str) -> None:
        with self._lock:
            failed_at, sentence = self._failures.get(key, (float("-inf"), ""))
        if time.monotonic() - failed_at < FAILURES_LAST:
            raise RenderError(sentence)
