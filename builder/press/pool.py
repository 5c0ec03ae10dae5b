"""The render pool: renders documents in warm child processes that can be killed.

A render that takes too long or too much memory loses its process, never the server's. Simultaneous requests for the
same document share one render; finished documents are cached on disk.
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

#: Renders a request for a script (as JSON). Runs in the child, so it must be picklable: a module-level function.
Make = Callable[[str, PrintRequest], Artefact]
#: Downloads the pictures of a script (as JSON). Runs in the child, so it must be picklable, too.
Bring = Callable[[str], None]

#: Maximum number of requests in the queue; further ones get a BusyError.
WAITING = 48
#: Maximum bytes of cached documents and pictures on disk.
CAPACITY = 400_000_000
#: Time limit for a job on a single picture.
PICTURE_SECONDS = 10
#: Seconds that a rejected client should wait before a retry.
RETRY_AFTER = 4
#: Renders run at this niceness (at most 19), so that web pages stay fast.
NICENESS = 3
#: Seconds before a failed document is tried again, and the maximum number of failures in the cache.
FAILURES_LAST = 120
MAX_FAILURES = 256


class Work(NamedTuple):
    """Numbers of jobs: running and waiting now, finished and failed since the start."""

    running: int = 0
    waiting: int = 0
    made: int = 0
    failed: int = 0


class RenderPool:
    """Renders documents and pictures for the web app and the batch command."""

    def __init__(  # noqa: PLR0913  # each is a limit, or something that the press must not import
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
        """`folder` is the cache; `fingerprint` identifies the version of the program and is part of each cache key.

        `bring` may download pictures; `make` uses only those in the store. The kinds in `pictures` are jobs on a
        single picture, with a time limit of PICTURE_SECONDS.
        """
        self._bring = bring
        self._make = make
        self._cache = DiskCache(folder, capacity=CAPACITY)
        self._fingerprint = fingerprint
        self._seconds = seconds
        self._pictures = frozenset(pictures)
        self._slots = threading.BoundedSemaphore(waiting)
        self._lock = threading.Lock()
        self._running: dict[str, Future[Any]] = {}
        self._made = self._failed = 0
        self._failures: OrderedDict[str, tuple[float, str]] = OrderedDict()
        self._workers = Workers(
            workers, seconds=seconds, memory_mb=memory_mb, preload=("builder.documents",), niceness=NICENESS
        )

    def bring(self, script_json: str) -> None:
        """Downloads missing pictures of a script. Raises BusyError; other failures are noticed in the document."""
        if self._bring is None or standing(script_json).is_complete:
            return
        try:
            self._once(self._key("bring", script_json), lambda _: None, self._bring, script_json)
        except BusyError:
            raise
        except RenderError:
            return

    def version(self, script_json: str) -> str:
        """The part of a cache key that does not depend on script, kind, style or paper: program and stored pictures."""
        return f"{self._fingerprint}{standing(script_json).stamp}"

    def render(self, script_json: str, wanted: PrintRequest, *, keep: bool = True) -> Artefact:
        """Renders a document, or returns it from the cache. It is written to the cache only if `keep`.

        Raises RenderError with a message for the user, BusyError if the queue is full, PictureError for an upload
        that is not a valid picture.
        """
        return self._artefact(self._request_key(script_json, wanted), script_json, wanted, keep=keep)

    def pictures(self, script_json: str, wanted: PrintRequest, *, dpi: int, keep: bool = True) -> list[bytes]:
        """Returns a PNG of each page of the same document. Raises the same errors as `render`."""
        key = self._request_key(script_json, wanted)
        document = self._artefact(key, script_json, wanted, keep=keep)
        names = [f"{key}-{page}-{dpi}.png" for page in range(document.pages)]
        known = [picture for name in names if (picture := self._cache.read(name)) is not None]
        if len(known) == document.pages:
            return known

        def save(made: list[bytes]) -> None:
            for name, picture in zip(names, made if keep else (), strict=keep):
                self._cache.write(name, picture)

        made: list[bytes] = self._once(f"{key}-{dpi}", save, rasterise, document, dpi)
        return made

    def finished(self, script_json: str, wanted: PrintRequest) -> Artefact | None:
        """The document if it is cached, else None."""
        return self._finished(self._request_key(script_json, wanted))

    @property
    def work(self) -> Work:
        """How many jobs are running, waiting, finished and failed."""
        with self._lock:
            running = sum(future.running() for future in self._running.values())
            return Work(running, len(self._running) - running, self._made, self._failed)

    @property
    def is_available(self) -> bool:
        """Whether it accepts jobs."""
        return self._workers.is_available

    def close(self, seconds: float = 30) -> None:
        """Accepts no more jobs, gives running ones at most `seconds` to finish, then kills every process."""
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

        def save(fresh: Artefact) -> None:
            if keep:
                self._cache.write(f"{key}.artefact", fresh.packed())

        made: Artefact = self._once(key, save, self._make, script_json, wanted)
        return made

    def _once(
        self, key: str, save: Callable[[Any], None], function: Callable[..., Any], *arguments: object
    ) -> Any:
        """Runs a job, or waits for one with the same key that is running already. The first caller saves the result."""
        self._raise_recent_failure(key)
        with self._queue_slot():
            with self._lock:
                future = self._running.get(key)
                is_first = future is None
                if future is None:
                    future = self._running[key] = self._schedule(function, *arguments)
            try:
                result = future.result()
                if is_first:
                    save(result)
                    self._made += 1
            except PictureError:  # the upload is invalid: not a failure of the render
                raise
            except Exception as error:
                self._failed += is_first
                reason = self._sentence(error, arguments)
                if not isinstance(
                    error, WorkerDiedError
                ):  # a job that lost its process may be tried again at once
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
    def _queue_slot(self) -> Iterator[None]:
        if not self._slots.acquire(blocking=False):
            raise BusyError(RETRY_AFTER)
        try:
            yield
        finally:
            self._slots.release()

    def _remember_failure(self, key: str, sentence: str) -> None:
        with self._lock:
            self._failures[key] = (time.monotonic(), sentence)
            while len(self._failures) > MAX_FAILURES:
                self._failures.popitem(last=False)

    def _raise_recent_failure(self, key: str) -> None:
        with self._lock:
            failed_at, sentence = self._failures.get(key, (float("-inf"), ""))
        if time.monotonic() - failed_at < FAILURES_LAST:
            raise RenderError(sentence)
